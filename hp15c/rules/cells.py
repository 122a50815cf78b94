"""The places of STO and RCL: registers, I and (i) (BEHAVIOUR 4.8, 7.3, 9.4).

Matrix elements are left to ordinary Python.
"""

from __future__ import annotations

from typing import Final

from hp15c.rules.levels import refuse_matrix
from hp15c.rules.machine import B, Machine, V
from hp15c.table.instructions import DIGITS, LETTERS, POINT_DIGITS
from hp15c.table.models import Model

REGISTERS: Final = {operand: number for number, operand in enumerate(DIGITS + POINT_DIGITS)}
I_BY_NUMBER: Final = 20
"""On the HP-11C (i) reaches I itself as number 20."""

INDEX: Final = "I"


def is_element(m: Machine[V, B]) -> bool:
    """Whether the operand means an element of a matrix."""
    operand = m.step.operand
    return operand in LETTERS or (operand == "(i)" and m.holds(m.is_matrix(m.i)))


def place(m: Machine[V, B]) -> int | V | str:
    """The register that the operand means: its number, or INDEX. Error 3 when it does not exist."""
    operand = m.step.operand
    if operand == INDEX:
        return INDEX
    number = REGISTERS.get(operand)
    if number is not None:
        if not m.holds(m.at_least(m.registers, number + 1)):
            m.fail(3)
        return number
    index = m.whole("magnitude", m.i)
    if m.model is Model.HP11C and m.holds(m.at_least(index, I_BY_NUMBER)):
        if m.holds(m.at_least(index, I_BY_NUMBER + 1)):
            m.fail(3)
        return INDEX
    if m.holds(m.at_least(index, m.registers)):
        m.fail(3)
    return index


def read(m: Machine[V, B], where: int | V | str) -> V:
    """The value of a place."""
    return m.i if isinstance(where, str) else m.register(where)


def write(m: Machine[V, B], where: int | V | str, value: V) -> None:
    """Put a value into a place."""
    if isinstance(where, str):
        m.i = value
    else:
        m.store(where, value)


def index_number(m: Machine[V, B]) -> V:
    """The number in I. Error 1 when it holds a descriptor."""
    return refuse_matrix(m, m.i)
