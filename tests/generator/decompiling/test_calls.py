"""What calls of routines give."""

from __future__ import annotations

import pytest

from generator.decompiling.module import decompile_listing
from hp15c.listing.program import Program
from tests.support.decompiled_listings import proved


@pytest.mark.parametrize(
    ("listing", "line"),
    [
        ("LBL A\nGSB 1\n+\nRTN\nLBL 1\nx²\nSTO 3\nRTN", "a = label_1(x)"),
        ("LBL A\n1\nENTER\n2\nSOLVE 1\nRTN\n0\nRTN\nLBL 1\nx²\n2\n−\nRTN", "search(label_1, 1, 2)"),
        ("LBL A\n1\nENTER\n2\n∫yx 1\nRTN\nLBL 1\nx²\nRTN", "area = integral(label_1, 1, 2)"),
        (
            "LBL A\n1\nENTER\n2\nSOLVE 1\nGTO 2\n0\nRTN\nLBL 2\nR/S\nR↓\nR↓\nRTN\nLBL 1\nx²\n2\n−\nRTN",
            "height, unused, root, found = search_with_value(label_1, 1, 2)",
        ),
        (
            "LBL A\n1\nENTER\n2\n∫yx 1\nx↔y\nR/S\nx↔y\nRTN\nLBL 1\nx²\nRTN",
            "uncertainty, area = integral_with_uncertainty(label_1, 1, 2)",
        ),
    ],
    ids=["GSB", "SOLVE", "integral", "the value at the root", "the uncertainty"],
)
def test_a_call_gives_what_its_routine_leaves(listing: str, line: str) -> None:
    assert line in proved(listing).text()


SOLVED = "LBL A\n1\nENTER\n2\nSOLVE 1\nRTN\n0\nRTN\nLBL 1\n{}\nx²\n2\n−\nRTN"


def test_a_function_of_solve_that_changes_modes_is_left_out() -> None:
    made = decompile_listing(Program.parse(SOLVED.format("RAD")))
    assert any("changes modes" in one.reason for one in made.left_out)


def test_a_function_of_solve_may_change_flags() -> None:
    assert "    set_flag(0)\n" in proved(SOLVED.format("SF 0")).text()


def test_a_call_or_a_jump_to_a_label_that_is_nowhere_ends_in_error_4() -> None:
    text = proved("LBL A\nx<0\nGTO 8\n√x\nRTN\nLBL B\nx=0\nGSB 7\n√x\nRTN").text()
    assert text.count("raise CalculatorError(4)") == 2
    assert "from generator.language import CalculatorError, program, sqrt\n" in text


def test_a_stop_before_a_called_routine_goes_on_in_it() -> None:
    text = proved("LBL A\nGSB 1\nGSB 1\nR/S\nLBL 1\nx²\nSTO 0\n1\n+\nRTN").text()
    assert text.count("** 2") == 1


def test_a_routine_that_gives_a_long_number_is_called_for_it() -> None:
    made = proved("LBL A\nGSB 1\n×\nRTN\nLBL B\nGSB 1\n÷\nRTN\nLBL 1\n1\n.\n6\n0\n9\nRTN")
    assert made.text().count("1.609") == 1


def test_a_short_number_that_a_routine_leaves_is_written() -> None:
    assert "return 2 * x" in proved("LBL A\nGSB 1\n×\nRTN\nLBL 1\n2\nRTN").text()
