"""Matrices by their descriptors (BEHAVIOUR 7)."""

from __future__ import annotations

import pytest

from hp15c.numbers.number import Number
from hp15c.state.state import Descriptor, State
from hp15c.table.models import Model
from tests.support.small_programs import fill, levels, loaded, press

A = [[1.0, 2.0], [3.0, 4.0]]
B = [[5.0, 6.0], [7.0, 8.0]]


def _with_a_and_b(result: str = "C") -> State:
    state = State.fresh(Model.HP15C)
    fill(state, "A", A)
    fill(state, "B", B)
    state.result = result
    return state


def _elements(state: State, name: str) -> list[str]:
    return [str(element) for element in state.matrices[name].elements]


OPERATIONS = [
    ("RCL MATRIX A; RCL MATRIX B; ×", "C", "19 22 43 50"),
    ("RCL MATRIX A; RCL MATRIX B; +", "C", "6 8 10 12"),
    ("RCL MATRIX A; RCL MATRIX B; −", "C", "-4 -4 -4 -4"),
    ("RCL MATRIX A; 2; −", "C", "-1 0 1 2"),
    ("2; RCL MATRIX A; −", "C", "1 0 -1 -2"),
    ("2; RCL MATRIX A; +", "C", "3 4 5 6"),
    ("2; RCL MATRIX A; ×", "C", "2 4 6 8"),
    ("RCL MATRIX A; 2; ÷", "C", "0.5 1 1.5 2"),
    ("2; RCL MATRIX A; ÷", "C", "-4 2 3 -1"),
    ("RCL MATRIX B; RCL MATRIX A; ÷", "C", "-3 -4 4 5"),
    ("RCL MATRIX A; 1/x", "C", "-2 0.9999999999 1.5 -0.5"),
    ("RCL MATRIX B; RCL MATRIX A; MATRIX 5", "C", "26 38 30 44"),
    ("RCL MATRIX A; CHS", "A", "-1 -2 -3 -4"),
    ("RCL MATRIX A; MATRIX 4", "A", "1 3 2 4"),
    ("RCL MATRIX A; MATRIX 2", "A", "1 2 -3 -4 3 4 1 2"),
    ("RCL MATRIX A; MATRIX 2; MATRIX 3", "A", "1 2 3 4"),
    ("RCL MATRIX A; Py,x", "A", "1 3 2 4"),
    ("RCL MATRIX A; Cy,x", "A", "1 3 2 4"),
]


@pytest.mark.parametrize(("keys", "name", "elements"), OPERATIONS)
def test_operations(keys: str, name: str, elements: str) -> None:
    state = press(_with_a_and_b(), keys)
    assert state.message is None
    assert state.stack[0] == Descriptor(name)
    assert _elements(state, name) == elements.split()


@pytest.mark.parametrize(
    ("keys", "x"),
    [
        ("RCL MATRIX A; MATRIX 7", "7"),
        ("RCL MATRIX A; MATRIX 8", "5.477225575"),
        ("RCL MATRIX A; MATRIX 9", "-2"),
    ],
)
def test_norms_and_the_determinant(keys: str, x: str) -> None:
    state = press(_with_a_and_b(), keys)
    assert levels(state)[0] == x
    assert state.last_x == Descriptor("A")


def test_division_leaves_the_divisor_in_its_lu_form() -> None:
    state = press(_with_a_and_b(), "RCL MATRIX B; RCL MATRIX A; ÷")
    assert state.matrices["A"].is_lu
    assert _elements(state, "B") == ["5", "6", "7", "8"]


def test_the_residual() -> None:
    state = _with_a_and_b()
    fill(state, "C", [[1.0, 1.0], [1.0, 1.0]])
    press(state, "RCL MATRIX A; RCL MATRIX B; MATRIX 6")
    assert _elements(state, "C") == ["-18", "-21", "-42", "-49"]


@pytest.mark.parametrize(
    "keys",
    [
        "RESULT A; RCL MATRIX A; RCL MATRIX B; ×",
        "RESULT B; RCL MATRIX A; RCL MATRIX B; ×",
        "RESULT A; RCL MATRIX B; RCL MATRIX A; ÷",
        "RCL MATRIX A; RCL MATRIX D; +",
        "RCL MATRIX A; RCL MATRIX B; MATRIX 6",
        "5; MATRIX 9",
        "5; MATRIX 2",
        "5; STO RESULT",
        "5; STO I; DIM I",
    ],
)
def test_what_does_not_fit_is_error_11(keys: str) -> None:
    before = press(_with_a_and_b(), keys)
    assert before.message == "Error 11"
    assert _elements(before, "A") == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    "keys", ["√x", "SIN", "yˣ", "%", "→P", "Σ+", "x≤y", "x>0", "STO RAN#", "DIM (i)", "I", "Re↔Im", "STO A"]
)
def test_descriptors_where_only_numbers_go(keys: str) -> None:
    state = press(_with_a_and_b(), f"MATRIX 1; RCL MATRIX A; {keys}")
    assert state.message == "Error 1"


def test_elements_by_r0_and_r1_advance_in_user_mode_steps_only() -> None:
    state = press(_with_a_and_b(), "MATRIX 1; RCL A; u RCL A; u RCL A; u RCL A")
    assert levels(state) == ["3", "2", "1", "1"]
    assert [str(value) for value in state.registers[:2]] == ["2", "2"]
    assert press(state, "u RCL A").stack[0] == Number.of(4)
    assert [str(value) for value in state.registers[:2]] == ["1", "1"]


def test_a_user_step_skips_when_the_indices_begin_again() -> None:
    state = loaded("LBL A; MATRIX 1; LBL 1; 7; u STO A; GTO 1; RTN")
    fill(state, "A", [[0.0, 0.0, 0.0]] * 2)
    press(state, "GSB A")
    assert _elements(state, "A") == ["7"] * 6


def test_elements_by_row_and_column_on_the_stack() -> None:
    state = press(_with_a_and_b(), "9; ENTER; 8; ENTER; 2; ENTER; 1; RCL g A")
    assert levels(state) == ["3", "8", "9", "9"]
    press(state, "6; ENTER; 1; ENTER; 2; STO g A")
    assert (levels(state)[0], _elements(state, "A")[1]) == ("6", "6")


@pytest.mark.parametrize("keys", ["RCL A", "3; STO 0; STO 1; STO A", "3; ENTER; 1; RCL g A"])
def test_elements_that_do_not_exist_are_error_3(keys: str) -> None:
    assert press(_with_a_and_b(), keys).message == "Error 3"


def test_dimensions() -> None:
    state = press(_with_a_and_b(), "2; ENTER; 3; DIM D; RCL DIM D")
    assert levels(state)[:2] == ["3", "2"]
    press(state, "MATRIX 0")
    assert all(not matrix.elements for matrix in state.matrices.values())
    assert press(state, "9; ENTER; 9; DIM E").message == "Error 10"


def test_a_number_or_a_matrix_stored_whole() -> None:
    state = press(_with_a_and_b(), "5; STO MATRIX A; RCL MATRIX B; STO MATRIX D")
    assert _elements(state, "A") == ["5"] * 4
    assert _elements(state, "D") == ["5", "6", "7", "8"]


def test_norm_of_a_number_skips() -> None:
    state = loaded("LBL A; MATRIX 7; 1; 2; RTN")
    assert levels(press(state, "5; GSB A"))[:2] == ["2", "5"]
