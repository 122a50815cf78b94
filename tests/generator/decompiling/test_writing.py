"""Complex numbers and matrices in decompiled modules."""

from __future__ import annotations

import pytest

from generator.decompiling.module import decompile_listing
from generator.language.machine import PythonMachine, running_on
from hp15c import Calculator
from hp15c.listing.program import Program
from tests.support.decompiled_listings import proved

PRODUCT = "LBL A\nI\nRCL 1\nRCL 2\nI\n×\nLN\nRTN"
CALLED = "LBL A\nSF 8\nGSB 1\nR/S\nRe↔Im\nRTN\nLBL 1\nx²\n+\n√x\nRTN"
LOOP = "LBL A\nI\n3\nSTO I\nR↓\nENTER\nLBL 1\n×\nLSTx\nDSE I\nGTO 1\n−\nPSE\nRTN"
EITHER = "LBL A\nF? 8\nGTO 1\nx²\nRTN\nLBL 1\nSF 8\nx²\n3\n+\nRTN"


def test_a_result_in_complex_mode_is_held() -> None:
    text = proved(PRODUCT).text()
    assert "product = complex_number(y, x) * complex_number(r1, r2)" in text
    assert "z = ln(product)" in text
    assert "return held(z.real, z.imag)" in text


@pytest.mark.slow
def test_sums_of_complex_numbers_with_names_are_written_by_them() -> None:
    text = proved("LBL A\nI\nx²\nRCL 1\nRCL 2\nI\n1/x\n+\n√x\nRTN").text()
    assert "    root = sqrt(z + square)\n" in text
    product = proved("LBL A\nI\nx²\nRCL 1\nRCL 2\nI\n1/x\n+\nRCL 3\n×\nRTN").text()
    assert "    product = r3 * (z + square)\n" in product  # a product of complex numbers has one order


def test_what_gives_two_results_uses_a_value_once() -> None:
    text = proved("LBL A\n1\n+\n→P\n+\nRTN").text()
    assert "    angle, radius = polar(y, x + 1)\n" in text


def test_a_routine_that_is_called_in_complex_mode() -> None:
    made = proved(CALLED)
    assert not made.left_out
    assert "ask(held(" in made.text()


def test_a_loop_with_complex_numbers() -> None:
    assert "pause(held(" in proved(LOOP).text()


def test_lines_for_a_label_that_is_pressed_in_complex_mode_are_named() -> None:
    made = decompile_listing(Program.parse(EITHER))
    assert "begin in complex mode" in str(made.left_out[0])


def test_the_module_gives_both_parts_of_the_listing() -> None:
    calculator = Calculator()
    calculator.load(Program.parse(PRODUCT))
    calculator.press("2 STO 1 5 STO 2 3 ENTER 4 GSB A")
    names: dict[str, object] = {}
    exec(proved(PRODUCT).text(), names)
    machine = PythonMachine()
    with running_on(machine):
        names |= {"r1": 2, "r2": 5}
        assert str(names["label_a"](3, 4)) == str(calculator.x)  # type: ignore[operator]
    assert machine.state.imaginary[0] == calculator.state.imaginary[0]


def test_a_real_number_beside_a_complex_one_stands_as_it_is() -> None:
    text = proved("LBL A\nI\n4\nCHS\n×\nRCL 1\nx↔y\n÷\n2\nyˣ\nRTN").text()
    assert "complex_number(y, x) * -4" in text
    assert "r1 / product" in text
    assert "** complex_number(2, 0)" in text  # ** 2 is the key x²


def test_a_subroutine_is_written_for_each_matrix_that_it_finds_in_x() -> None:
    """Pressed, label C finds a number in X, called it finds matrix C, and it shows either."""
    listing = "LBL A\nRCL MATRIX C\nGSB C\nRTN\nLBL C\nMATRIX 1\nLBL 1\nPSE\nu RCL C\nGTO 1\nRTN"
    text = proved(listing).text()
    assert "def label_c(x):\n" in text
    assert "def label_c_of_c():\n    first_element()\n    pause(c)\n" in text


def test_a_subroutine_may_work_with_matrices_only() -> None:
    text = proved("LBL A\nRCL MATRIX A\nGSB 1\nRCL MATRIX B\nGSB 1\n+\nRTN\nLBL 1\nMATRIX 8\nx²\nRTN").text()
    assert "def label_1_of_a():\n" in text
    assert "def label_1_of_b():\n" in text
    assert "def label_1(" not in text


def test_a_subroutine_that_leaves_the_matrix_in_x_alone_is_written_once() -> None:
    text = proved("LBL A\nRCL MATRIX A\nGSB 1\nRTN\nLBL B\nGSB 1\nRTN\nLBL 1\n1\nSTO 0\nRTN").text()
    assert "_of_a" not in text
