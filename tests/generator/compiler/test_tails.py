"""Calls made shorter: shared neighbours move into the subroutine, a call in front of an RTN is a jump."""

from __future__ import annotations

import pytest

from generator.compiler.passes import LinePass
from generator.compiler.tails import with_shared_neighbours, without_tail_calls
from hp15c import Calculator
from hp15c.listing.program import Program
from tests.support.tree_pairs import entries

BODY = "LBL 0, 2, ×, RTN"
OF_A = entries("A")


def program(text: str) -> Program:
    return Program.parse("\n".join(text.split(", ")), "15C")


def lines(text: str, change: LinePass) -> list[str]:
    given = program(text)
    made, sources, _ = change(given, tuple(range(1, len(given) + 1)), OF_A, "small")
    assert len(sources) == len(made)
    assert shown(text) == shown(", ".join(str(one) for one in made.steps))
    return [str(one) for one in made.steps]


def shown(text: str) -> object:
    calculator = Calculator("15C")
    calculator.load(program(text))
    calculator.press("3 STO 1 5 ENTER 7 GSB A")
    return calculator.state.stack[:4]


@pytest.mark.parametrize(
    ("text", "fewer"),
    [
        (f"LBL A, GSB 0, STO 3, +, GSB 0, STO 3, ×, RTN, {BODY}", 1),
        (f"LBL A, RCL 1, GSB 0, +, RCL 1, GSB 0, ×, RTN, {BODY}", 1),
        (f"LBL A, GSB 0, STO 3, RCL 1, GSB 0, STO 3, RCL 1, GSB 0, STO 3, RCL 1, RTN, {BODY}", 4),
        (f"LBL A, GSB 0, STO 3, +, GSB 0, STO 4, +, RTN, {BODY}", 0),
        (f"LBL A, GSB 0, ENTER, RCL 1, GSB 0, ENTER, RCL 1, RTN, {BODY}", 0),
        (f"LBL A, x=0, GSB 0, STO 3, GSB 0, STO 3, RTN, {BODY}", 0),
        ("LBL A, GSB 0, STO 3, +, GSB 0, STO 3, +, RTN, LBL 0, x=0, RTN, 2, ×, RTN", 0),
    ],
    ids=["behind", "before", "several", "other lines", "stack lift", "a test", "two ways out"],
)
def test_lines_that_all_calls_share_move(text: str, fewer: int) -> None:
    assert len(lines(text, with_shared_neighbours)) == len(program(text)) - fewer


def test_a_call_in_front_of_a_return_goes_on_behind_it() -> None:
    assert lines(f"LBL A, +, GSB 0, RTN, {BODY}", without_tail_calls) == ["LBL A", "+", "2", "×", "RTN"]
    assert lines(f"LBL A, RCL 1, x>0, GSB 0, RTN, {BODY}", without_tail_calls)[2:5] == ["x>0", "GSB 0", "RTN"]
    kept = lines(f"LBL A, GSB 0, STO 4, GSB 0, RTN, {BODY}", without_tail_calls)
    assert kept == ["LBL A", "GSB 0", "STO 4", "LBL 0", "2", "×", "RTN"]
    typed = lines(f"LBL A, ENTER, GSB 0, RTN, {BODY}", without_tail_calls)
    assert typed == ["LBL A", "ENTER", "LBL 0", "2", "×", "RTN"]


def test_lines_stand_behind_a_jump_to_the_nearest_of_two_labels_with_one_name() -> None:
    text = "LBL B, GTO 1, LBL 1, x², RTN, LBL A, GTO 1, LBL C, √x, RTN, LBL 1, +, RTN"
    made = lines(text, without_tail_calls)
    assert made == ["LBL B", "LBL 1", "x²", "RTN", "LBL A", "+", "RTN", "LBL C", "√x", "RTN"]
