"""Registers: STO, RCL, arithmetic, x↔, (i), DSE and ISG (BEHAVIOUR 4.6, 4.8, 5, 9)."""

from __future__ import annotations

import pytest

from hp15c.rules.number_functions import next_count
from hp15c.state.state import Descriptor, State, X, Y
from hp15c.table.models import Model
from tests.support.small_programs import levels, loaded, number, press

# register, after DSE, skips, after ISG, skips: the table of BEHAVIOUR 4.6
COUNTERS = [
    ("5", "4", False, "6", True),
    ("1", "0", True, "2", True),
    ("0", "-1", True, "1", True),
    ("-1", "-2", True, "0", False),
    ("0.5", "-1.5", True, "1.5", False),
    ("5.00202", "3.00202", False, "7.00202", True),
    ("3.00301", "2.00301", True, "4.00301", True),
    ("-5.00302", "-7.00302", True, "-3.00302", False),
    ("-1.00102", "-3.00102", True, "1.00102", False),
    ("-0.001", "-1.001", True, "1.001", False),
    ("0.00001", "-1.00001", True, "1.00001", True),
    ("2.00199", "-97.00199", True, "101.00199", True),
    ("3.123456789", "-42.12345679", True, "48.12345679", False),
    ("99999.99999", "99900.99999", False, "100099", True),
    ("1e10", "9999999999", False, "1e10", True),
    ("-1.00301", "-2.00301", True, "0.00301", False),
]


@pytest.mark.parametrize(("before", "dse", "dse_skips", "isg", "isg_skips"), COUNTERS)
def test_loop_counters(before: str, dse: str, dse_skips: bool, isg: str, isg_skips: bool) -> None:
    assert next_count(number(before), downwards=True) == (number(dse), dse_skips)
    assert next_count(number(before), downwards=False) == (number(isg), isg_skips)


@pytest.mark.parametrize("operand", ["0", "9", ".0", ".9", "I", "(i)"])
def test_what_is_stored_is_recalled(operand: str) -> None:
    for model in Model:
        state = press(State.fresh(model), f"7; STO I; 12.5; STO {operand}; 3; ENTER; RCL {operand}")
        assert levels(state)[:3] == ["12.5", "3", "12.5"]


def test_storage_arithmetic_leaves_x_and_last_x() -> None:
    state = press(State.fresh(Model.HP15C), "4; √x; 12; STO 1; 5; STO − 1")
    assert (str(state.registers[1]), levels(state)[0], str(state.last_x)) == ("7", "5", "4")


def test_recall_arithmetic_changes_x_only() -> None:
    state = press(State.fresh(Model.HP15C), "2; STO 0; 8; ENTER; 3; RCL + 0")
    assert levels(state)[:2] == ["5", "8"]
    assert str(state.last_x) == "0"


@pytest.mark.parametrize("keys", ["0; STO ÷ 0", "3; RCL ÷ 0", "3; RCL ÷ I"])
def test_division_by_zero_in_registers_is_error_0(keys: str) -> None:
    state = press(State.fresh(Model.HP15C), keys)
    assert state.message == "Error 0"


def test_an_overflowing_register_saturates_or_is_error_1_on_the_hp_11c() -> None:
    for model, text, message in ((Model.HP15C, "9.999999999e99", None), (Model.HP11C, "1e60", "Error 1")):
        state = State.fresh(model)
        state.registers[1] = state.stack[0] = number("1e60")
        press(state, "STO × 1")
        assert (str(state.registers[1]), state.message) == (text, message)
        assert (9 in state.flags) is (model is Model.HP15C)


@pytest.mark.parametrize(
    ("index", "register"), [("3.9", 3), ("-1.9", 1), ("1e-50", 0), ("-19", 19), ("0.999", 0)]
)
def test_the_index_is_the_integer_part_without_sign(index: str, register: int) -> None:
    state = State.fresh(Model.HP15C)
    state.i = number(index)
    press(state, "5; STO (i)")
    assert [k for k, value in enumerate(state.registers) if value] == [register]


def test_the_index_beyond_the_last_register_is_error_3() -> None:
    for model, index, message in (
        (Model.HP15C, "20", "Error 3"),
        (Model.HP15C, "1e10", "Error 3"),
        (Model.HP11C, "21", "Error 3"),
        (Model.HP11C, "20", None),
    ):
        state = State.fresh(model)
        state.i = number(index)
        assert press(state, "RCL (i)").message == message
    assert levels(state)[0] == "20"


def test_exchange_with_a_register() -> None:
    state = press(State.fresh(Model.HP15C), "4; STO 2; 9; x↔ 2")
    assert (levels(state)[0], str(state.registers[2])) == ("4", "9")


def test_clear_reg_zeroes_registers_and_i_but_not_the_stack() -> None:
    state = press(State.fresh(Model.HP15C), "4; STO 2; STO I; CLEAR REG")
    assert not any(state.registers)
    assert (str(state.i), levels(state)[0]) == ("0", "4")


def test_a_descriptor_in_a_register_is_a_value_but_not_a_number() -> None:
    state = press(State.fresh(Model.HP15C), "RCL MATRIX B; STO 3; 2")
    assert state.registers[3] == Descriptor("B")
    assert press(state.copy(), "RCL 3").stack[0] == Descriptor("B")
    for keys in ("STO + 3", "RCL × 3", "DSE 3"):
        assert press(state.copy(), keys).message == "Error 1"


@pytest.mark.parametrize(("row", "column", "message"), [("0.5", None, 3), (None, "0.5", 3), (None, "2", 1)])
def test_an_index_below_1_is_noticed_before_a_descriptor(
    row: str | None, column: str | None, message: int
) -> None:
    """None stands for a descriptor (BEHAVIOUR 7.3)."""
    state = loaded("")
    state.stack[Y], state.stack[X] = (Descriptor("A") if n is None else number(n) for n in (row, column))
    assert press(state, "RCL g A").message == f"Error {message}"
