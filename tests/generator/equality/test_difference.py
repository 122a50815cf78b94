"""Keys after which two programs show different things."""

from __future__ import annotations

import pytest

from generator.equality.difference import Difference, difference
from hp15c import Calculator, Program


def found(old: str, new: str, effort: int = 750_000) -> Difference:
    shown = difference(Program.parse(old), Program.parse(new), effort=effort)
    assert shown is not None
    return shown


GAME = "LBL A\nRAN#\n1\n0\n0\n0\n×\nINT\nSTO 1\nCLx\nR/S\nRCL 1\nx=y\nGTO 1\n0\nRTN\nLBL 1\n{}\nRTN"


@pytest.mark.slow
def test_a_number_that_a_program_keeps_is_keyed_in() -> None:
    """A thousand numbers are possible, and only the one in R1 shows the difference."""
    shown = found(GAME.format(5), GAME.format(6))
    assert (shown.old.strip()[-5:], shown.new.strip()[-5:]) == ("X = 5", "X = 6")


def test_what_a_run_hides_shows_in_another_one() -> None:
    shown = found(
        "LBL A\nSTO 1\nCLx\nRTN\nLBL B\n3\nSTO 2\nRCL 1\nRTN\n",
        "LBL A\nSTO 1\nSTO 3\nCLx\nRTN\nLBL B\n3\nSTO 2\nRCL 3\nRTN\n",
    )
    assert shown.keys.endswith("GSB B")


@pytest.mark.slow
def test_a_loop_that_does_not_end_is_told() -> None:
    old = "LBL A\n5\nSTO I\nLBL 1\nDSE I\nGTO 1\nRCL I\nRTN"
    shown = found(old, old.replace("DSE I\n", ""))
    assert shown.new == "still running after 100,000 lines"
    assert "X = 0" in shown.old


def test_numbers_with_many_digits_show_what_rounding_does() -> None:
    """(x × y) × 3 and x × (y × 3) differ in the last digit of some products."""
    found("LBL A\n×\n3\n×\nRTN", "LBL A\n3\n×\n×\nRTN")


def test_matrices_are_filled_for_programs_that_use_them() -> None:
    found("LBL A\nMATRIX 1\nRCL A\nRTN", "LBL A\nMATRIX 1\nRCL A\nCHS\nRTN")


@pytest.mark.parametrize("effort", [125_000, 750_000])
def test_the_keys_show_the_difference_when_they_are_pressed(effort: int) -> None:
    old, new = "LBL A\nx≤y\nCLx\nRTN", "LBL A\nx>y\nCLx\nRTN"
    shown = found(old, new, effort)
    numbers = []
    for listing in (old, new):
        calculator = Calculator()
        calculator.load(Program.parse(listing))
        calculator.press(shown.keys)
        numbers.append(f"X = {calculator.x}")
    assert [one in text for one, text in zip(numbers, (shown.old, shown.new), strict=True)] == [True, True]


@pytest.mark.slow
def test_equal_programs_show_no_difference() -> None:
    old, new = (Program.parse(f"LBL A\n{lines}\nRTN") for lines in ("2\n×", "ENTER\n+"))
    assert difference(old, new, effort=75_000) is None


SIX_STOPS = """LBL A\nSTO 3\nR↓\nSTO 2\nR↓\nSTO 1\nLBL 9\nRCL 1\nR/S\nRCL 2\nR/S\nRCL 3\nR/S\nRCL 1\nR/S
RCL 3\nR/S\nRCL 1\nRCL − 3\nx=0\nRTN\nRCL 2\nx≤0\nGTO 1\n1\n0\n0\nx≤y\nGTO 1\nRCL 1\n{}\nRTN\nLBL 1\n0\nRTN"""


def test_a_difference_behind_many_stops_is_found_with_numbers_of_its_own() -> None:
    """Only what is keyed in at the beginning decides whether the last lines show it."""
    shown = found(SIX_STOPS.format("x²"), SIX_STOPS.format("x²\nx²"), effort=100_000)
    assert shown.keys.count("R/S") >= 5
