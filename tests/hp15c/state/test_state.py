"""The state of a calculator: stack, copies, comparison."""

from __future__ import annotations

from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.models import Model


def test_a_copy_is_equal_and_apart() -> None:
    state = State.fresh(Model.HP15C)
    other = state.copy()
    assert other == state
    other.registers[3] = Number.of(1)
    assert other != state
    assert state.registers[3] == 0


def test_a_number_is_lifted_only_when_lift_is_on() -> None:
    state = State.fresh(Model.HP15C)
    state.lift = True
    state.push(Number.of(1))
    state.lift = True
    state.push(Number.of(2))
    assert state.stack[:2] == [2, 1]
    state.lift = False
    state.push(Number.of(3))
    assert state.stack[:2] == [3, 1]


def test_models_begin_with_their_own_registers_and_flags() -> None:
    fifteen, eleven = State.fresh(Model.HP15C), State.fresh(Model.HP11C)
    assert len(fifteen.registers) == len(eleven.registers) == 20
    assert fifteen != eleven
