"""A line is taken apart alike whether a line that differs in its number was parsed before or not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hp15c.listing.lines import LineKind, _parse_line, read_line


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("   007 { 42 21 11 } f LBL A // begin", LineKind.STEP),
        ("042 { }", LineKind.STEP),
        ("042 { 43 | 32 }", LineKind.STEP),
        ("042 { 43 32", LineKind.UNREADABLE),
        ("042 { 43 { 32 }", LineKind.UNREADABLE),
        ("042 {x} 3 # 100 {", LineKind.STEP),
    ],
)
def test_a_number_changes_nothing_else_in_a_line(text: str, kind: LineKind) -> None:
    for number in ("007", "042", "999"):
        line = text.replace(text.split()[0], number, 1)
        found = read_line(line, 3)
        assert found == replace(_parse_line(line), place=3)
        assert found.kind is kind
