"""The pool of memory: what each part takes, and what does not fit (BEHAVIOUR 3.4, 4.9, 9.4)."""

from __future__ import annotations

import pytest

from hp15c.core import machine
from hp15c.errors import CalculatorError
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO, Number
from hp15c.state import memory
from hp15c.state.state import State
from hp15c.table.instructions import step
from hp15c.table.models import Model


def _with_lines(model: Model, count: int) -> State:
    state = State.fresh(model)
    state.program = Program(model, (step("ENTER"),) * count)
    memory.fit_registers(state)
    return state


def _dim(state: State, highest: int) -> str | None:
    state.stack[0] = Number.of(highest)
    machine.keyboard(state, step("DIM", "(i)"))
    return state.message


@pytest.mark.parametrize(
    ("lines", "uncommitted", "registers", "free"),
    [(0, 46, 0, 0), (1, 45, 1, 6), (7, 45, 1, 0), (8, 44, 2, 6), (322, 0, 46, 0)],
)
def test_the_program_takes_registers_of_seven_bytes(
    lines: int, uncommitted: int, registers: int, free: int
) -> None:
    state = _with_lines(Model.HP15C, lines)
    assert memory.free_registers(state) == uncommitted
    assert state.program.memory_registers == registers
    assert memory.free_bytes(state) == free


def test_two_byte_lines_count_twice() -> None:
    state = State.fresh(Model.HP15C)
    state.program = Program(Model.HP15C, (step("LBL", ".0"),) * 4)
    assert memory.free_registers(state) == 44
    assert memory.free_bytes(state) == 6


def test_a_full_memory_has_no_room_for_a_line() -> None:
    state = _with_lines(Model.HP15C, 321)
    assert memory.room_for(state, 1)
    assert not memory.room_for(state, 2)
    assert not memory.room_for(_with_lines(Model.HP15C, 322), 1)


def test_registers_go_up_to_65_and_never_below_1() -> None:
    state = State.fresh(Model.HP15C)
    assert _dim(state, 65) is None
    assert memory.free_registers(state) == 0
    assert _dim(state, 66) == "Error 10"
    state.message = None
    assert _dim(state, 0) is None
    assert state.highest_register == 1
    assert memory.free_registers(state) == 64


def test_registers_kept_and_lost_by_dim() -> None:
    state = State.fresh(Model.HP15C)
    state.registers[5] = state.registers[15] = Number.of(7)
    _dim(state, 10)
    _dim(state, 20)
    assert state.registers[5] == Number.of(7)
    assert state.registers[15] == ZERO
    assert len(state.registers) == 21


@pytest.mark.parametrize(("highest", "message"), [(60, None), (61, "Error 10")])
def test_complex_mode_needs_five_registers(highest: int, message: str | None) -> None:
    state = State.fresh(Model.HP15C)
    _dim(state, highest)
    machine.keyboard(state, step("SF", "8"))
    assert state.message == message
    assert state.complex is (message is None)


@pytest.mark.parametrize(("highest", "message"), [(41, None), (42, "Error 10")])
def test_an_integral_needs_23_registers_beside_the_program(highest: int, message: str | None) -> None:
    state = State.fresh(Model.HP15C)
    state.program = Program(Model.HP15C, (step("LBL", "A"), step("x²"), step("RTN"), step("ENTER")))
    _dim(state, highest)
    state.stack[0] = Number.of(1)
    machine.keyboard(state, step("∫", "A"))
    machine.run(state)
    assert state.message == message


def test_matrix_elements_take_a_register_each() -> None:
    state = State.fresh(Model.HP15C)
    state.stack[:2] = [Number.of(3), Number.of(2)]
    machine.keyboard(state, step("DIM", "A"))
    assert memory.free_registers(state) == 40
    with pytest.raises(CalculatorError, match="Error 10"):
        memory.require(state, 41)
    memory.require(state, 40)


@pytest.mark.parametrize(
    ("lines", "registers", "free"), [(0, 20, 63), (63, 20, 0), (64, 19, 6), (140, 9, 0), (203, 0, 0)]
)
def test_lines_of_an_hp_11c_eat_registers_from_the_top(lines: int, registers: int, free: int) -> None:
    state = _with_lines(Model.HP11C, lines)
    assert len(state.registers) == registers
    assert memory.free_lines(state) == free
    assert memory.room_for(state, 1) is (lines < 203)


def test_a_register_that_an_hp_11c_gets_back_is_zero() -> None:
    state = _with_lines(Model.HP11C, 63)
    state.registers[19] = state.registers[18] = Number.of(5)
    for lines in (64, 63):
        state.program = Program(Model.HP11C, (step("ENTER"),) * lines)
        memory.fit_registers(state)
    assert state.registers[19] == ZERO
    assert state.registers[18] == Number.of(5)
