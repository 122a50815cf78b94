"""Shorter lines from the table, as a pass."""

from __future__ import annotations

from generator.compiler.shorter_lines import shorten_by_table
from hp15c.listing.program import Program
from tests.support.tree_pairs import entries


def test_each_line_keeps_the_source_line_that_it_came_from() -> None:
    given = Program.parse("LBL A\nSTO 1\nRCL 1\n2\n×\nRTN", "15C")
    made, sources, told = shorten_by_table(given, (1, 5, 6, 7, 7, 8), entries("A"), "small")
    assert len(sources) == len(made) < len(given)
    assert [str(one) for one in made.steps][:2] == ["LBL A", "STO 1"]
    assert sources[0] == 1
    assert sources[-1] == 8
    assert told[0].startswith("Lines ")


def test_lines_that_are_short_stay() -> None:
    given = Program.parse("LBL A\nx²\nRTN", "15C")
    assert shorten_by_table(given, (1, 2, 3), entries("A"), "small") == (given, (1, 2, 3), [])
