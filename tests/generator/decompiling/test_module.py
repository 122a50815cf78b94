"""Whole listings as modules: SOLVE and the integral, and what a part keeps for lines that are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.decompiling.module import Decompiled, decompile_listing
from generator.decompiling.proof import proof
from generator.language.machine import PythonMachine, running_on
from hp15c import Calculator
from hp15c.listing.program import Program
from tests.support.decompiled_listings import proved

ROOTS = "LBL A\nSOLVE 1\nGTO 2\n9\nCHS\nRTN\nLBL 2\n2\n×\nRTN\nLBL 1\n×\nRCL 3\n−\nRTN"
ALWAYS = "LBL A\nSOLVE 1\nCF 8\nRTN\nLBL 1\n3\n−\nRTN"
AREA = "LBL A\nSTO 1\nFIX 2\n0\nENTER\n2\n∫ 5\nRTN\nLBL 5\nRCL 1\nyˣ\nRTN"


def whole(listing: str) -> Decompiled:
    made = proved(listing)
    assert not made.left_out
    return made


def test_a_root_that_may_not_be_found() -> None:
    text = whole(ROOTS).text()
    assert "root, found = search(label_1, y, x)" in text
    assert "    return x ** 2 - r3\n" in text  # all levels hold the same number


def test_what_stands_behind_solve_for_nothing_is_left_out() -> None:
    assert "solve(label_1, y, x)" in whole(ALWAYS).text()


def test_what_nests_too_deeply_for_python_is_left_out() -> None:
    made = decompile_listing(Program.parse("LBL A\n" + "SIN\n" * 440 + "RTN"))
    assert "too many operations inside each other" in str(made.left_out[0])


def test_a_value_that_is_made_of_itself_many_times_is_written_by_names() -> None:
    made = decompile_listing(Program.parse("LBL A\n" + "SIN\nENTER\nCOS\n+\n" * 60 + "RTN"))
    assert not made.left_out
    assert made.text().count("sin(") == 60


def test_a_label_that_stands_in_an_earlier_line_too_is_left_out() -> None:
    made = proved("LBL A\n1/x\nRTN\nLBL A\n2\nRTN")
    assert "def label_a(x):\n    return 1 / x\n" in made.text()
    assert str(made.left_out[0]).endswith("GSB A finds the label in line 001 first")


def test_an_integral() -> None:
    assert "integral(label_5, 0, 2)" in whole(AREA).text()


def test_what_solve_leaves_in_t_is_not_written() -> None:
    made = decompile_listing(Program.parse("LBL A\nSOLVE 1\nR↑\nR↑\n−\nRTN\nLBL 1\n3\n−\nRTN"))
    assert "used after SOLVE" in str(made.left_out[0])


@pytest.mark.parametrize("square", [2, -1])
def test_the_module_gives_what_the_listing_gives(square: int, tmp_path: Path) -> None:
    calculator = Calculator()
    calculator.load(Program.parse(ROOTS))
    calculator.press(f"{abs(square)} {'CHS ' if square < 0 else ''}STO 3 0 ENTER 5 GSB A")
    names: dict[str, object] = {}
    file = tmp_path / "roots.py"
    file.write_text(whole(ROOTS).text())
    exec(compile(file.read_text(), str(file), "exec"), names)
    with running_on(PythonMachine()):
        names["r3"] = square
        assert str(names["label_a"](0, 5)) == str(calculator.x)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("listing", "kept"),
    [
        ("LBL A\nSTO 3\nRTN\nLBL B\nRCL 3\nRCL DIM (i)\nRTN", "r3 = x"),
        ("LBL A\nSTO 3\nRTN\nLBL B\nRCL (i)\nRCL DIM (i)\nRTN", "r3 = x"),
        ("LBL A\nCLEAR Σ\n0\nRTN\nLBL B\nΣ+\nRCL DIM (i)\nRTN", "clear_sums()"),
    ],
)
def test_a_part_stores_what_lines_that_are_left_out_use(listing: str, kept: str) -> None:
    made = decompile_listing(Program.parse(listing))
    assert made.left_out
    assert kept in made.text()


def test_a_call_by_i_leaves_out_no_more_than_the_routine_that_has_it() -> None:
    program = Program.parse("LBL A\nSTO I\nGSB I\n2\n×\nRTN\nLBL 1\nx²\nRTN\nLBL B\n3\n+\nRTN")
    made = decompile_listing(program)
    assert [str(one) for one in made.left_out] == [
        "LBL A, lines 001 to 006, cannot be written: GSB I takes its label from I (line 003)"
    ]
    assert "    return x + 3\n" in made.text()
    assert proof(program, made).proved
