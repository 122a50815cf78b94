"""A listing with cases beside it, for the tests of what reads cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from hp15c.listing.program import Program

SQUARE = "LBL A\nx²\nSTO 1\nPSE\nRTN\n"
CASES = """
listing = "square.15c"
first = "FIX 2"

[[case]]
name = "three"
keys = "3 GSB A"
shows = ["9.00", "9.00"]
x = "9"
registers = { "1" = 9 }

[[case]]
keys = "4 CHS GSB A"
shows = "16.00"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Program.parse(SQUARE, model="15C").write(tmp_path / "square.15c")
    (tmp_path / "test_square.toml").write_text(CASES, "utf-8")
    return tmp_path
