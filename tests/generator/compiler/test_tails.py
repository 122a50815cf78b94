"""A call in front of an RTN is a jump, and the lines that it leads to stand after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.compiler.passes import LinePass
from generator.compiler.tails import without_tail_calls
from hp15c import Calculator
from hp15c.listing.program import Program
from tests.support.tree_pairs import entries

BODY = "LBL 0, 2, ×, RTN"
PRESSED = entries("ABC")


def program(text: str) -> Program:
    return Program.parse("\n".join(text.split(", ")), "15C")


def lines(text: str, change: LinePass) -> list[str]:
    given = program(text)
    made, sources, _ = change(given, tuple(range(1, len(given) + 1)), PRESSED, "small")
    assert len(sources) == len(made)
    assert shown(text) == shown(", ".join(str(one) for one in made.steps))
    return [str(one) for one in made.steps]


def shown(text: str) -> object:
    calculator = Calculator("15C")
    calculator.load(program(text))
    calculator.press("3 STO 1 5 ENTER 7 GSB A")
    return calculator.state.stack[:4]


def test_a_call_in_front_of_a_return_goes_on_behind_it() -> None:
    assert lines(f"LBL A, +, GSB 0, RTN, {BODY}", without_tail_calls) == ["LBL A", "+", "2", "×", "RTN"]
    assert lines(f"LBL A, RCL 1, x>0, GSB 0, RTN, {BODY}", without_tail_calls)[2:5] == ["x>0", "GSB 0", "RTN"]
    kept = lines(f"LBL A, GSB 0, STO 4, GSB 0, RTN, {BODY}", without_tail_calls)
    assert kept == ["LBL A", "GSB 0", "STO 4", "LBL 0", "2", "×", "RTN"]
    typed = lines(f"LBL A, ENTER, GSB 0, RTN, {BODY}", without_tail_calls)
    assert typed == ["LBL A", "ENTER", "LBL 0", "2", "×", "RTN"]


def test_lines_stand_behind_a_jump_to_the_nearest_of_two_labels_with_one_name() -> None:
    text = "LBL B, √x, GTO 1, LBL 1, x², RTN, LBL A, GTO 1, LBL C, √x, RTN, LBL 1, +, RTN"
    made = lines(text, without_tail_calls)
    assert made == ["LBL B", "√x", "x²", "RTN", "LBL A", "+", "RTN", "LBL C", "√x", "RTN"]


def test_a_label_stands_where_the_jump_after_it_leads() -> None:
    """Lines run into the label there, so its lines cannot stand after the jump."""
    text = "LBL B, RCL 1, LBL 0, x², +, RTN, LBL A, GSB 0, RTN"
    assert lines(text, without_tail_calls) == ["LBL B", "RCL 1", "LBL A", "x²", "+", "RTN"]
    first = "LBL A, GTO 1, LBL B, √x, LBL 1, 3, +, RTN"
    assert lines(first, without_tail_calls) == ["LBL B", "√x", "LBL A", "3", "+", "RTN"]
    run_into = "LBL B, RCL 1, LBL 0, x², +, RTN, LBL C, √x, LBL A, GTO 0"
    assert lines(run_into, without_tail_calls) == run_into.split(", ")


def test_of_two_labels_at_one_place_one_that_nobody_presses_goes() -> None:
    made = lines(
        "LBL A, GSB 1, GSB 2, STO 4, GSB 2, GSB 1, STO 5, RTN, LBL 1, LBL 2, √x, RTN", without_tail_calls
    )
    assert made == ["LBL A", *["GSB 2"] * 2, "STO 4", *["GSB 2"] * 2, "STO 5", "RTN", "LBL 2", "√x", "RTN"]
    made = lines("LBL 0, LBL A, √x, x≤y, GTO 1, GTO 0, LBL 1, RTN", without_tail_calls)
    assert made == ["LBL A", "√x", "x≤y", "RTN", "GTO A"]


def test_of_two_labels_at_one_place_one_goes_whose_lines_find_the_other_one() -> None:
    """GSB 1 in the place of GSB 2 would find the first LBL 1."""
    text = "LBL A, x≤y, GTO 1, GSB 2, STO 4, LBL 1, +, RTN, LBL B, GSB 1, STO 4, RTN, LBL 2, LBL 1, √x, RTN"
    made = lines(text, without_tail_calls)
    assert made[3] == "GSB 2"
    assert made[-3:] == ["LBL 2", "√x", "RTN"]


def test_a_jump_to_a_return_is_one() -> None:
    made = lines("LBL A, x≤y, GTO 1, √x, GTO 2, LBL 1, RTN, LBL 2, LBL 3, RTN", without_tail_calls)
    assert made == ["LBL A", "x≤y", "RTN", "√x", "RTN"]
    made = lines("LBL A, GSB 0, +, RTN, LBL 0, x≤y, GTO 1, √x, RTN, LBL 1, RTN", without_tail_calls)
    assert made == ["LBL A", "GSB 0", "+", "RTN", "LBL 0", "x≤y", "RTN", "√x", "RTN"]


def test_jumps_to_what_follows_and_labels_and_lines_without_use_go() -> None:
    made = lines("LBL A, x², GTO 1, LBL 2, LBL 1, 3, +, RTN, √x, x², LBL B, RTN", without_tail_calls)
    assert made == ["LBL A", "x²", "3", "+", "RTN", "LBL B", "RTN"]


def test_a_jump_past_one_line_is_the_opposite_test() -> None:
    made = lines("LBL A, x>y, GTO 1, ENTER, LBL 1, −, RTN", without_tail_calls)
    assert made == ["LBL A", "x≤y", "ENTER", "−", "RTN"]
    typed = lines("LBL A, x>y, GTO 1, 4, LBL 1, 3, −, RTN", without_tail_calls)
    assert typed == ["LBL A", "x≤y", "4", "LBL 1", "3", "−", "RTN"]
    skipped = "LBL A, x=y, x>y, GTO 1, ENTER, LBL 1, −, RTN"
    assert lines(skipped, without_tail_calls) == skipped.split(", ")


def test_lines_that_one_call_leads_to_stand_in_its_place() -> None:
    made = lines("LBL A, GSB 0, STO 4, RTN, LBL 0, x², LBL 1, √x, x>y, GTO 1, RTN", without_tail_calls)
    assert made == ["LBL A", "x²", "LBL 1", "√x", "x>y", "GTO 1", "STO 4", "RTN"]
    begins = lines("LBL 0, x², RTN, LBL A, 2, +, GSB 0, STO 4, RTN", without_tail_calls)
    assert begins == ["LBL A", "2", "+", "x²", "STO 4", "RTN"]


@pytest.mark.parametrize(
    "text",
    [
        "LBL A, GSB 0, STO 4, GSB 0, RTN, LBL 0, x², +, RTN",  # two calls
        "LBL A, GSB B, STO 4, RTN, LBL B, x², +, RTN",  # B is pressed
        "LBL A, 3, GSB 0, STO 4, RTN, LBL 0, 4, +, RTN",  # 3 and 4 would be one number
        "LBL A, ENTER, GSB 0, STO 4, RTN, LBL 0, RCL 1, +, RTN",  # ENTER would let RCL 1 replace X
        "LBL A, GSB 0, 4, +, RTN, LBL 0, x², ENTER, RTN",  # ENTER would let 4 replace X
        "LBL A, x>y, GSB 0, STO 4, RTN, LBL 0, x², +, RTN",  # the call is skipped
        "LBL A, GSB 0, STO 4, RTN, LBL 0, x², x>y, RTN, +, RTN",  # a return in between
        "LBL A, GSB 0, STO 4, GTO 1, LBL 0, x², x>y, GTO 1, +, RTN, LBL 1, √x, RTN",  # a jump out of them
        "LBL A, GSB 0, STO 4, x>y, GTO 1, RTN, LBL 0, x², LBL 1, +, RTN",  # a jump into them
        "LBL A, GSB 0, STO 4, x>y, LBL 0, x², +, RTN",  # lines run into them
    ],
)
def test_lines_that_are_called_stay_where_they_are_needed(text: str) -> None:
    assert {"GSB 0", "GSB B"} & {*lines(text, without_tail_calls)}


def test_what_a_test_skips_and_what_keeps_numbers_apart_stays() -> None:
    skipped = "LBL A, x≤y, GTO 1, LBL 1, 3, +, RTN"
    assert lines(skipped, without_tail_calls) == skipped.split(", ")
    apart = "LBL A, 3, LBL 1, 4, +, RTN"
    assert lines(apart, without_tail_calls) == apart.split(", ")
    lifted = "LBL A, ENTER, LBL 1, RCL 1, +, RTN"
    assert lines(lifted, without_tail_calls) == lifted.split(", ")


def test_labels_to_which_a_number_leads_stay() -> None:
    """GTO I finds LBL 0 and LBL 1 by their numbers, and only a line names LBL 2."""
    given = program("LBL A, STO I, GTO I, LBL 0, x², GTO 2, LBL 1, √x, GTO 0, LBL 2, 3, +, RTN")
    numbered = replace(PRESSED, numbered=frozenset("01"))
    made, _, _ = without_tail_calls(given, range(1, len(given) + 1), numbered, "small")
    lines = [str(one) for one in made.steps]
    assert lines == ["LBL A", "STO I", "GTO I", "LBL 1", "√x", "LBL 0", "x²", "3", "+", "RTN"]
    twice = program("LBL A, STO I, GTO I, LBL 0, x², GTO 2, LBL 0, √x, RTN, LBL 2, RTN")
    assert without_tail_calls(twice, range(1, len(twice) + 1), numbered, "small")[0] == twice
