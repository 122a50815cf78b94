"""Where the loops of a listing are entered."""

from __future__ import annotations

import pytest

from generator.compiler.validation.loop_lines import jumps_back, lines_from, lines_to_meet, unseen_loops
from hp15c.listing.program import Program


@pytest.mark.parametrize(
    ("listing", "seen", "wanted"),
    [
        ("LBL A\nLBL 0\n1\n+\nDSE I\nGTO 0\nRTN", (), [({2}, {6})]),
        ("LBL A\nLBL 0\n1\n+\nDSE I\nGTO 0\nRTN", (6,), []),
        ("LBL A\nLBL 0\nDSE I\nGTO 0\nLBL 1\nDSE 2\nGTO 1\nRTN", (1, 2, 3), [({2}, {4}), ({5}, {7})]),
        ("LBL A\nLBL 0\nx≤0\nRTN\n1\n−\nGTO 0", (1, 2, 3, 4), [({5}, {7})]),
        ("LBL A\nGTO 1\nLBL 0\n1\n+\nLBL 1\nDSE I\nGTO 0\nRTN", (), [({8}, {8})]),
        ("LBL 0\n2\nRTN\nLBL A\nx=0\nGTO 0\n3\nRTN", (), []),
        ("LBL A\nLBL 0\nLBL 1\nDSE I\nGTO 1\nDSE 2\nGTO 0\nRTN", (), [({2}, {7}), ({3}, {5})]),
        ("LBL A\nGTO 0", (), []),
        ("LBL 0\n1\n+\nLBL A\nx=0\nGTO 0\nx<0\nGTO 0\nRTN", (), [({5}, {6, 8})]),
        ("LBL A\nGSB 0\nRTN\nLBL 1\n1\n+\nLBL 0\nx=0\nGTO 1\nRTN", (), [({9}, {9})]),
        (
            "LBL A\nGTO 2\nLBL 1\nDSE I\nGTO 1\nRTN\nLBL 2\nDSE 2\nGTO 2\nGTO 1",
            (),
            [({7}, {9}), ({3}, {5})],
        ),
        (
            "LBL A\nGSB 1\nLBL 2\nDSE 2\nGTO 2\nRTN\nLBL 1\nDSE I\nGTO 1\nRTN",
            (),
            [({3}, {5}), ({7}, {9})],
        ),
    ],
    ids=[
        "one",
        "one that was seen",
        "one of one pass, and another",
        "one without a pass, whose test was seen",
        "entered inside",
        "no loop",
        "two nested",
        "no label",
        "two jumps back before the label that is pressed",
        "entered by a call",
        "one that runs after another one below it",
        "one in a call: nothing leads back from it",
    ],
)
def test_the_loops_whose_jump_back_was_not_seen(
    listing: str, seen: tuple[int, ...], wanted: list[tuple[set[int], set[int]]]
) -> None:
    program = Program.parse(listing)
    found = unseen_loops(program, seen, range(99), program.find_label("A", 1) or 0)
    assert [(one.entries, one.jumps) for one in found] == wanted


def test_jumps_back_to_the_same_line_end_its_passes_together() -> None:
    listing = "LBL A\nLBL 0\n1\n−\nx>0\nGTO 0\nx=0\nRTN\nLBL 1\n2\n+\nx<0\nGTO 1\nGTO 0"
    assert jumps_back(Program.parse(listing)) == {2: frozenset({6, 14})}


def test_the_lines_of_a_label_are_those_of_its_jumps_and_calls() -> None:
    listing = "LBL A\n1\nGSB 0\nGTO 1\nLBL B\n2\nRTN\nLBL 1\nRTN\nLBL 0\n3\nRTN"
    assert lines_from(Program.parse(listing), "A") == {1, 2, 3, 4, 8, 9, 10, 11, 12}
    assert lines_from(Program.parse(listing), "B") == {5, 6, 7}
    assert lines_from(Program.parse(listing), "A", calls=False) == {1, 2, 3, 4, 8, 9}
    assert lines_from(Program.parse(listing), "C") == set()


@pytest.mark.parametrize(("left", "wanted"), [((), [3, 6, 10, 12]), ((8,), [10, 12]), ((14,), [3, 6])])
def test_a_loop_that_no_run_entered_is_first_met_where_no_run_left_one_of_the_source(
    left: tuple[int, ...], wanted: list[int]
) -> None:
    program = Program.parse("LBL A\nx=0\nGTO 1\nRTN\nLBL 1\n2\nSTO I\nLBL 0\n1\n+\nDSE I\nGTO 0\nRTN")
    places = {line: (("f", line),) for line in (3, 6, 8, 10, 12, 14)}
    ends = {places[6]: places[3], places[12]: places[10]}
    seen = [places[line] for line in left]
    found = list(lines_to_meet(program, "A", {1, 2, 3, 4}, seen, ends, places.values()))
    first = [(*one.keys(), *one.values()) for one in found[: len(wanted)]]
    assert {place[-1][1] for place, _ in first} == {*wanted}
    assert all(lines == ({12} if place in ends else {8}) for place, lines in first)
