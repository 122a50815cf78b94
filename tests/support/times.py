"""Texts that show times of the machine: all but the times must be equal, and the times near each other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import zip_longest

import pytest

SAID = re.compile(r"(?<![\d.])\d[\d,]*(?:\.\d+)?(?= s\b| seconds\b| word times)|(?<=\"seconds\": )\d+\.\d+")
"""A time in a sentence or in JSON."""
CELL = re.compile(r"(?<=\| )[\d,]+\.\d(?= \|)")
"""A time in a table, with one digit after the point."""
NEAR, LEAST = 0.02, 0.11
"""A text may be off by 2 percent or by one in the last digit: small corrections of costs need no new text."""


def same_text(lines: Iterable[str], written: Iterable[str], time: re.Pattern[str], remedy: str) -> None:
    """Hold lines to what is written: times may be off by NEAR. The failure names what to do."""
    for now, then in zip_longest(lines, written, fillvalue="(no line)"):
        assert time.sub("TIME", now) == time.sub("TIME", then), remedy
        assert _times(time, now) == pytest.approx(_times(time, then), rel=NEAR, abs=LEAST), remedy


def _times(time: re.Pattern[str], line: str) -> list[float]:
    return [float(one.replace(",", "")) for one in time.findall(line)]
