"""Entry points that only jump."""

from __future__ import annotations

import pytest

from generator.compiler.detours import without_detours
from hp15c.listing.program import Program
from tests.support.tree_pairs import entries


def program(text: str) -> Program:
    return Program.parse("\n".join(text.split(", ")), "15C")


def test_an_entry_that_only_goes_to_a_subroutine_becomes_its_label() -> None:
    given = program("LBL A, GTO 0, LBL B, GSB 0, GSB 0, +, RTN, LBL 0, 2, ×, RTN")
    made, sources, told = without_detours(given, range(1, 12), entries("AB"), "small")
    assert made == program("LBL B, GSB A, GSB A, +, RTN, LBL A, 2, ×, RTN")
    assert sources == (3, 4, 5, 6, 7, 8, 9, 10, 11)
    assert told == ["Entry A is label 0: it only went there"]


def test_an_entry_that_goes_to_another_entry_stands_in_front_of_it() -> None:
    given = program("LBL A, GTO B, LBL C, 1, RTN, LBL B, 2, ×, RTN")
    made, sources, _ = without_detours(given, range(1, 10), entries("ABC"), "small")
    assert made == program("LBL C, 1, RTN, LBL A, LBL B, 2, ×, RTN")
    assert sources == (3, 4, 5, 1, 6, 7, 8, 9)


def test_a_subroutine_that_begins_at_an_entry_has_only_its_label() -> None:
    given = program("LBL B, GSB 0, GSB 0, +, LBL A, LBL 0, 2, ×, RTN")
    made, sources, told = without_detours(given, range(1, 10), entries("AB"), "small")
    assert made == program("LBL B, GSB A, GSB A, +, LBL A, 2, ×, RTN")
    assert sources == (1, 2, 3, 4, 6, 7, 8, 9)
    assert told == ["Entry A is label 0: it only went there"]


@pytest.mark.parametrize(
    "lines",
    [
        "LBL A, LBL B, 2, RTN",  # both are pressed
        "LBL A, LBL 0, 2, GTO 0, LBL B, 3, LBL 0, GTO 0",  # two labels have the name 0
        "LBL C, 1, LBL A, GTO 0, LBL B, RTN, LBL 0, 2, RTN",  # line 2 runs into A
        "LBL A, GTO 0, LBL B, 3, LBL 0, 2, RTN",  # line 4 runs into 0
        "LBL B, x=0, RTN, LBL A, GTO 0, LBL C, RTN, LBL 0, 2, RTN",  # a test may skip the RTN before A
        "LBL A, GTO A, LBL B, RTN",  # it goes to itself
        "LBL A, 1, GTO 0, LBL B, RTN, LBL 0, 2, RTN",  # it does something first
    ],
)
def test_other_entries_stay_where_they_are(lines: str) -> None:
    given = program(lines)
    made, _, told = without_detours(given, range(len(given)), entries("ABC"), "small")
    assert made == given
    assert told == []
