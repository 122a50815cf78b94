"""Registers that (i) reaches, as an array."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import programs
from generator.compiler.checking.calls import PreparedDialogue
from generator.decompiling.module import decompile_listing
from generator.decompiling.proof import proof
from generator.language.machine import PythonMachine, running_on
from generator.language.values import value
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from tests.support.decompiled_listings import proved
from tests.support.shares import firsts

SHELF = Path(programs.__file__).parent / "shelf"
SUM_OF_SQUARES = Program.parse(
    "LBL A\n1\n.\n0\n0\n5\nSTO I\nLBL 1\nRCL I\nINT\nx²\nSTO (i)\nISG I\nGTO 1\n"
    "5\nSTO I\n0\nLBL 2\nRCL + (i)\nDSE I\nGTO 2\nRTN"
)


def test_known_indices_give_the_size_of_the_array() -> None:
    text = decompile_listing(SUM_OF_SQUARES).text()
    assert "numbers = array(5, at=1)\n" in text
    assert "for index in range(1, 6):\n        numbers[index - 1] = index ** 2\n" in text
    assert "+ numbers[index - 1]" in text or "+= numbers[index - 1]" in text


def test_the_module_with_an_array_is_proved_and_gives_the_same_result() -> None:
    made = decompile_listing(SUM_OF_SQUARES)
    assert proof(SUM_OF_SQUARES, made).proved
    names: dict[str, object] = {}
    exec(made.text(), names)
    run = names["label_a"]
    assert callable(run)
    calculator = Calculator()
    calculator.load(SUM_OF_SQUARES)
    calculator.press("GSB A")
    with running_on(PythonMachine()):
        assert str(run()) == str(calculator.x) == "55"


def test_registers_that_lines_store_by_number_are_no_part_of_an_array_of_unknown_size() -> None:
    text = decompile_listing(Program.parse("LBL A\nSTO I\nRCL (i)\nSTO 8\nRCL 8\nx²\nRCL + 8\nRTN")).text()
    assert "numbers = array(8, at=0)\n" in text


@pytest.mark.slow
@pytest.mark.parametrize("name", firsts(["interpolation.15c", "list_statistics.15c"]))
def test_a_program_with_an_array_is_written_and_proved(name: str) -> None:
    program = Program.read(SHELF / name)
    made = decompile_listing(program)
    assert not made.left_out
    assert proof(program, made).proved


def test_a_loop_that_fills_an_array_with_digits_is_counted() -> None:
    listing = "LBL A\nSTO 0\n4\nSTO I\nLBL 0\nRCL 0\n1\n0\n÷\nINT\nSTO 0\nLSTx\nFRAC\n1\n0\n×\nSTO (i)\n"
    program = Program.parse(listing + "DSE I\nGTO 0\nRTN")
    made = decompile_listing(program)
    assert "for index in range(4, 0, -1):\n" in made.text()
    assert proof(program, made).proved


def test_an_index_without_a_register_for_it_is_told() -> None:
    stores = "\n".join(f"STO {number}" for number in (*range(10), *(f".{one}" for one in range(10))))
    made = decompile_listing(Program.parse(f"LBL A\n{stores}\nSTO I\nRCL (i)\nRTN"))
    assert "no register is free" in made.left_out[0].reason


@pytest.mark.slow
def test_elements_are_read_where_they_are_used() -> None:
    """Reading one changes nothing, so others may be read before."""
    made = proved("LBL A\nSTO (i)\n2\nπ\n×\nRCL × 0\nRCL 1\nRCL × 2\n√x\n×\n1\n−\nRTN")
    assert "    return 2 * pi * numbers[0] * sqrt(numbers[2] * numbers[1]) - 1\n" in made.text()


@pytest.mark.slow
def test_isg_and_dse_count_elements() -> None:
    made = proved(
        "LBL A\nSTO I\nISG (i)\nRCL (i)\nRCL (i)\nRTN\n"
        "LBL B\n6\nSTO I\n0\nLBL 1\nRCL + (i)\nDSE I\nGTO 1\nRTN"
    )
    assert "    numbers[x], ended = count_up(numbers[x])\n    return numbers[x]\n" in made.text()
    directly = proved("LBL A\n3\nSTO I\nRCL (i)\nRTN\nLBL B\nDSE 3\nGTO 1\n9\nRTN\nLBL 1\n8\nRTN")
    assert "    numbers[0], ended = count_down(numbers[0])\n" in directly.text()


def test_the_array_reaches_to_the_register_that_dim_makes() -> None:
    made = decompile_listing(
        Program.parse(
            "LBL A\n2\n4\nDIM (i)\nR↓\nSTO 8\nSTO 9\nRTN\n"
            "LBL B\nSTO I\nR↓\nSTO (i)\nRTN\nLBL C\nSTO I\nRCL (i)\nRTN"
        )
    )
    text = made.text()
    assert "numbers = array(15, at=10)\n" in text
    assert "    dim_registers(24)\n" in text


def test_a_loop_that_begins_at_one_of_several_numbers_names_what_it_can_reach() -> None:
    listing = "LBL A\nSTO 8\n2\nLBL 1\nSTO I\nLBL 2\n5\nSTO ÷ (i)\nDSE I\nGTO 2\n1\nDSE 8\nGTO 1\nRCL 2\nRTN"
    made = decompile_listing(Program.parse(listing))
    assert "numbers = array(2, at=1)\n" in made.text()


def test_an_index_that_has_a_name_is_written_by_it() -> None:
    made = proved("LBL A\n1\n0\n×\nINT\n1\n+\nSTO I\n1\nSTO + (i)\nRCL I\nRTN")
    assert "    numbers[index] += 1\n    return index\n" in made.text()


def test_an_index_is_not_written_by_a_variable_that_is_assigned_later() -> None:
    """The array begins at R1. So the index of register x is x - 1, which stands in a variable only later."""
    made = proved("LBL A\nSTO 0\nLBL 1\nRCL 0\nSTO I\nRCL (i)\nPSE\nRCL 0\n1\n−\nSTO 0\nPSE\nx>0\nGTO 1\nRTN")
    assert "        pause(numbers[x - 1])\n        x -= 1\n        pause(x)\n" in made.text()
    assert "from generator.language import array, pause, program\n" in made.text()


COUNTED_FILL = (
    "LBL A, EEX, 3, CHS, ×, 1, +, STO I, LBL 0, R/S, STO (i), ISG I, GTO 0, RTN, LBL B, STO I, RCL (i), RTN"
)


@pytest.mark.slow
def test_an_index_with_its_limit_behind_the_point_is_cut() -> None:
    """The counter is 1.003 for three numbers. Python has to find element 1, not refuse element 1.003."""
    made = proved(COUNTED_FILL.replace(", ", "\n"))
    assert "        numbers[intpart(index)] = a\n" in made.text()
    names: dict[str, Any] = {}
    exec(made.text(), names)
    answers = tuple(map(Number.of, (7, 8, 9)))
    with running_on(PythonMachine(dialogue=PreparedDialogue(answers))):
        names["label_a"](value(3))
    assert [str(one) for one in tuple(names["numbers"])[:4]] == ["0", "7", "8", "9"]


def test_statistics_sums_are_no_part_of_an_array_of_unknown_size() -> None:
    """R6 is the only one of R0 to R9 that no line stores by its number, but it is a sum."""
    listing = "LBL A\nCLEAR Σ\nRCL 8\nSTO I\nRCL (i)\nSTO 0\nSTO 1\nSTO 3\nSTO 5\nSTO 9\nL.R.\nRTN"
    made = decompile_listing(Program.parse(listing))
    assert not made.left_out
    assert "numbers = array(10, at=10)\n" in made.text()
