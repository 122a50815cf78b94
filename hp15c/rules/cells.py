"""The places of STO and RCL: registers, I, (i) and matrix elements (BEHAVIOUR 4.8, 7.3, 9.4)."""

from __future__ import annotations

from typing import Generic, NamedTuple

from hp15c.rules.machine import B, Machine, V
from hp15c.state.cells import I_BY_NUMBER
from hp15c.table.instructions import LETTERS, REGISTERS
from hp15c.table.models import Model


def element_of(m: Machine[V, B]) -> str:
    """The matrix whose element the operand means: its letter, or (i) with a descriptor in I. Else ''."""
    operand = m.step.operand
    if operand in LETTERS:
        return operand
    return m.which_matrix(m.i) if operand == "(i)" and m.holds(m.is_matrix(m.i)) else ""


class Place(NamedTuple, Generic[V]):
    """The place that an operand means: a register by number, an element of the matrix of a letter, or I."""

    number: int | V | None = None
    matrix: str = ""


def place(m: Machine[V, B]) -> Place[V]:
    """The place that the operand means. Error 3 when the register does not exist."""
    operand = m.step.operand
    number = REGISTERS.get(operand)
    if number is not None:
        if not m.holds(m.at_least(m.registers, number + 1)):
            m.fail(3)
        return Place(number)
    if operand == "I":
        return Place()
    element = element_of(m)
    if element:
        return Place(matrix=element)
    index = m.whole("magnitude", m.i)
    if m.model is Model.HP11C and m.holds(m.at_least(index, I_BY_NUMBER)):
        if m.holds(m.at_least(index, I_BY_NUMBER + 1)):
            m.fail(3)
        return Place()
    if m.holds(m.at_least(index, m.registers)):
        m.fail(3)
    return Place(index)


def read(m: Machine[V, B], where: Place[V]) -> V:
    """The value of a place."""
    if where.number is not None:
        return m.register(where.number)
    return m.element(where.matrix) if where.matrix else m.i


def write(m: Machine[V, B], where: Place[V], value: V) -> None:
    """Put a value into a place."""
    if where.number is not None:
        m.store(where.number, value)
    elif where.matrix:
        m.set_element(where.matrix, value)
    else:
        m.i = value
