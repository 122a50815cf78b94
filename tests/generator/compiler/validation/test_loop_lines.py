"""Where the loops of a listing are entered."""

from __future__ import annotations

import pytest

from generator.compiler.validation.loop_lines import entries
from hp15c.listing.program import Program


@pytest.mark.parametrize(
    ("listing", "seen", "wanted"),
    [
        ("LBL A\nLBL 0\n1\n+\nDSE I\nGTO 0\nRTN", (), {2}),
        ("LBL A\nLBL 0\n1\n+\nDSE I\nGTO 0\nRTN", (6,), set()),
        ("LBL A\nLBL 0\nDSE I\nGTO 0\nLBL 1\nDSE 2\nGTO 1\nRTN", (1, 2, 3), {5}),
        ("LBL A\nGTO 1\nLBL 0\n1\n+\nLBL 1\nDSE I\nGTO 0\nRTN", (), {6}),
        ("LBL 0\n2\nRTN\nLBL A\nx=0\nGTO 0\n3\nRTN", (), set()),
        ("LBL A\nLBL 0\nLBL 1\nDSE I\nGTO 1\nDSE 2\nGTO 0\nRTN", (), {2, 3}),
        ("LBL A\nGTO 0", (), set()),
    ],
    ids=[
        "one",
        "one that was seen",
        "one of one pass, and another",
        "entered inside",
        "no loop",
        "two nested",
        "no label",
    ],
)
def test_the_entries_of_loops_whose_jump_back_was_not_seen(
    listing: str, seen: tuple[int, ...], wanted: set[int]
) -> None:
    assert entries(Program.parse(listing), seen) == wanted
