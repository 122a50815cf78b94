"""A line is taken apart alike whether a line that differs in its number was parsed before or not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hp15c.listing.lines import _parse_line, read_line


@pytest.mark.parametrize(
    "text",
    [
        "   {} {{ 42 21 11 }} f LBL A // begin",
        "{} {{ }}",
        "{} {{ 43 | 32 }}",
        "{} {{ 43 32",
        "{} {{ 43 {{ 32 }}",
        "{} {{x}} 3 # 100 {{",
        "{} {{ 43 32 }} | x",
    ],
)
def test_a_number_changes_nothing_else_in_a_line(text: str) -> None:
    for number in ("007", "042", "999"):
        line = text.format(number)
        assert read_line(line, 3) == replace(_parse_line(line), place=3)
