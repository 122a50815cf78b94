"""Repeated sequences of lines as subroutines."""

from __future__ import annotations

import pytest

from generator.compiler.repeats import without_repeats
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests.support.tree_pairs import entries

NOTHING = entries("A")


def program(text: str, model: Model = Model.HP15C) -> Program:
    return Program.parse("\n".join(text.split(", ")), model)


def shorter(text: str, model: Model = Model.HP15C) -> list[str]:
    given = program(text, model)
    made, sources, _ = without_repeats(given, range(1, len(given) + 1), NOTHING, "small")
    assert len(sources) == len(made)
    return [str(one) for one in made.steps]


POLYNOMIAL = "RCL 1, ×, RCL 2, +, √x, INT"


def test_a_sequence_in_two_places_becomes_a_subroutine() -> None:
    text = f"LBL A, {POLYNOMIAL}, STO 3, {POLYNOMIAL}, STO 4, {POLYNOMIAL}, x², RTN"
    made = shorter(text)
    assert len(made) == 1 + 3 * 1 + 2 + 1 + 1 + 1 + 6 + 1
    assert made.count("GSB 0") == 3
    shown = []
    for lines in (text, ", ".join(made)):
        calculator = Calculator("15C")
        calculator.load(program(lines))
        calculator.press("3 STO 1 17 STO 2 5 GSB A RCL 3 RCL 4")
        shown.append(calculator.state.stack[:3])
    assert shown[0] == shown[1]
    assert shown[0][0] != 0


def test_a_sequence_in_front_of_a_return_stays_there() -> None:
    made = shorter(f"LBL A, {POLYNOMIAL}, STO 3, {POLYNOMIAL}, RTN")
    assert made == ["LBL A", "GSB 0", "STO 3", "LBL 0", *POLYNOMIAL.split(", "), "RTN"]


def test_a_sequence_that_has_a_label_keeps_it() -> None:
    made = shorter("LBL A, RCL 1, x², GSB 0, RCL 3, +, RTN, LBL B, GSB 0, RCL 3, RTN, LBL 0, √x, 4, +, RTN")
    assert made[:5] == ["LBL A", "RCL 1", "x²", "GSB B", "+"]
    assert made[5:] == ["RTN", "LBL B", "GSB 0", "RCL 3", "RTN", "LBL 0", "√x", "4", "+", "RTN"]


def test_a_sequence_that_ends_with_a_call_stands_in_front_of_what_is_called() -> None:
    start = "LBL A, GSB 0, STO 3, RCL 1, ×, INT, GSB 0, STO 4, RCL 1, ×, INT, GSB 0, x², "
    text = f"{start}RTN, LBL 0, √x, RCL 2, +, RTN"
    made = shorter(text)
    assert ", ".join(made) == (
        "LBL A, GSB 0, STO 3, GSB 1, STO 4, GSB 1, x², RTN, LBL 1, RCL 1, ×, INT, LBL 0, √x, RCL 2, +, RTN"
    )
    into = f"{start}x=0, RTN, LBL 0, √x, RCL 2, +, RTN"
    assert len(shorter(into)) == len(into.split(", "))  # lines run on into LBL 0
    shown = []
    for lines in (text, ", ".join(made)):
        calculator = Calculator("15C")
        calculator.load(program(lines))
        calculator.press("3 STO 1 17 STO 2 5 GSB A RCL 3 RCL 4")
        shown.append(calculator.state.stack[:3])
    assert shown[0] == shown[1]
    assert shown[0][0] != 0


@pytest.mark.parametrize(
    "text",
    [
        "LBL A, RCL 1, +, √x, STO 3, RCL 1, +, √x, x², RTN",  # as many lines as before
        "LBL A, x=0, RCL 1, ×, x², STO 3, x=0, RCL 1, ×, x², RTN",  # RCL 1 may be skipped
        "LBL A, 1, 2, 3, 4, 5, 6, +, 7, 1, 2, 3, 4, 5, 6, ×, RTN",  # the second number begins with 7
        "LBL A, R/S, x², R/S, √x, R/S, STO 1, R/S, x², R/S, √x, R/S, RTN",  # it stops in between
    ],
)
def test_what_has_to_stay(text: str) -> None:
    assert len(shorter(text)) == len(text.split(", "))


def test_deep_calls_stay_within_the_model() -> None:
    calls = ", ".join(f"GSB {n}, LBL {n}" for n in range(1, 5))
    text = f"LBL A, {calls}, {POLYNOMIAL}, STO 3, {POLYNOMIAL}, RTN"
    assert len(shorter(text, Model.HP15C)) < len(text.split(", "))
    assert len(shorter(text, Model.HP11C)) == len(text.split(", "))


def test_a_fast_listing_keeps_its_repeats() -> None:
    given = program(f"LBL A, {POLYNOMIAL}, STO 3, {POLYNOMIAL}, RTN")
    assert without_repeats(given, range(len(given)), NOTHING, "fast")[0] == given


@pytest.mark.parametrize(
    ("text", "made"),
    [
        (
            "LBL A, RCL 1, x=y, GTO 1, 9, STO + 0, LBL 1, RCL 2, x≠y, GTO 2, 9, STO + 0, LBL 2, RCL 3, RTN",
            "LBL A, RCL 1, x≠y, GSB 0, RCL 2, x=y, GSB 0, RCL 3, RTN, LBL 0, 9, STO + 0, RTN",
        ),
        (  # label 1 is used twice
            "LBL A, RCL 1, x=y, GTO 1, 9, STO + 0, LBL 1, RCL 2, x≠y, GTO 2, 9, STO + 0, "
            "LBL 2, x=0, GTO 1, RTN",
            "LBL A, RCL 1, x≠y, GSB 0, LBL 1, RCL 2, x=y, GSB 0, x=0, GTO 1, RTN, LBL 0, 9, STO + 0, RTN",
        ),
        (  # stack lift is disabled in front of the first test, and enabled by label 1
            "LBL A, CLx, x=y, GTO 1, 9, STO + 0, LBL 1, RCL 2, x≠y, GTO 2, 9, STO + 0, LBL 2, RCL 3, RTN",
            "LBL A, CLx, x≠y, GSB 0, LBL 1, RCL 2, x=y, GSB 0, RCL 3, RTN, LBL 0, 9, STO + 0, RTN",
        ),
        (  # B is pressed, and the first test may itself be skipped
            "LBL A, x<0, x=y, GTO 1, 8, 9, STO + 0, INT, LBL 1, RCL 2, x≠y, "
            "GTO B, 8, 9, STO + 0, INT, LBL B, RCL 3, RTN",
            "LBL A, x<0, x=y, GTO 1, GSB 0, LBL 1, RCL 2, x=y, GSB 0, LBL B, RCL 3, RTN, "
            "LBL 0, 8, 9, STO + 0, INT, RTN",
        ),
    ],
)
@pytest.mark.parametrize("typed", ["5 STO 1 6 STO 2 5 GSB A", "5 STO 1 6 STO 2 6 GSB A", "5 STO 2 7 GSB A"])
def test_a_call_is_skipped_where_a_test_jumped_around_the_lines(text: str, made: str, typed: str) -> None:
    labels = entries("AB" if "LBL B" in text else "A")
    found, _, _ = without_repeats(program(text), range(1, len(program(text)) + 1), labels, "small")
    assert ", ".join(map(str, found.steps)) == made
    shown = []
    for lines in (text, made):
        calculator = Calculator("15C")
        calculator.load(program(lines))
        calculator.press(typed)
        shown.append((calculator.state.stack, calculator.state.registers))
    assert shown[0] == shown[1]
