"""STO, RCL, their arithmetic, x↔, DSE, ISG and CLEAR REG (BEHAVIOUR 4.6, 5, 7.3).

Their operands mean registers, I, (i) and elements of matrices, as sections 4.8, 7.3 and 9.4 say.
"""

from __future__ import annotations

from typing import Generic, NamedTuple

from hp15c.numbers.number import ZERO
from hp15c.rules.book import rule
from hp15c.rules.levels import deliver, push, refuse_matrix
from hp15c.rules.machine import B, Machine, V
from hp15c.state.cells import I_BY_NUMBER
from hp15c.table.instructions import LETTERS, REGISTERS, Role
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


def place_of(m: Machine[V, B]) -> Place[V]:
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


def read_cell(m: Machine[V, B], where: Place[V]) -> V:
    """The value of a place."""
    if where.number is not None:
        return m.register(where.number)
    return m.element(where.matrix) if where.matrix else m.i


def write_cell(m: Machine[V, B], where: Place[V], value: V) -> None:
    """Put a value into a place."""
    if where.number is not None:
        m.store(where.number, value)
    elif where.matrix:
        m.set_element(where.matrix, value)
    else:
        m.i = value


@rule({"STO": (253, 217), "STO A": (469, 0)}, "found", "moved x")
def store(m: Machine[V, B]) -> None:
    """Store X in a register or element."""
    where = place_of(m)
    write_cell(m, where, m.x)
    _advance(m)


@rule({"RCL": (280, 228, 176), "RCL A": (489, 0)}, "unlifted", "found", "moved cell")
def recall(m: Machine[V, B]) -> None:
    """Recall a register or element into X."""
    where = place_of(m)
    push(m, read_cell(m, where))
    _advance(m)


def _advance(m: Machine[V, B]) -> None:
    """Go on to the next element, in the USER-mode forms.

    When the indices begin again a program skips a line. The keyboard does not (BEHAVIOUR 7.3).
    """
    if m.step.user:
        element = element_of(m)
        if element:
            wrapped = m.advance(element)
            if m.running:
                m.skip_if(wrapped)


@rule({"STO +": (265, 173), "STO −": (268, 176), "STO ×": (260, 181), "STO ÷": (319, 238)}, "found")
def store_arithmetic(m: Machine[V, B]) -> None:
    """Put the sum, difference, product or quotient of a register and X into the register. On the HP-11C an
    overflow is Error 1.
    """
    where = place_of(m)
    register = refuse_matrix(m, read_cell(m, where))
    value, overflowed = m.compute(m.step.name[-1], register, refuse_matrix(m, m.x))
    if m.model is not Model.HP11C:
        m.overflow_if(overflowed)
    elif m.holds(overflowed):
        m.fail(1)
    write_cell(m, where, value)


@rule({"RCL +": (256, 0), "RCL −": (258, 0), "RCL ×": (250, 0), "RCL ÷": (310, 0)}, "found")
def recall_arithmetic(m: Machine[V, B]) -> None:
    """Put the sum, difference, product or quotient of X and a register into X."""
    where = place_of(m)
    register = refuse_matrix(m, read_cell(m, where))
    x, sign = refuse_matrix(m, m.x), m.step.name[-1]
    # A product goes through the digits of X.
    left, right = (register, x) if sign == "×" else (x, register)
    m.x = deliver(m, m.compute(sign, left, right))


@rule({"x↔": (308, 229), "x↔ I": (308, 177)}, "found")
def exchange(m: Machine[V, B]) -> None:
    """Exchange the real parts of X and a register or element."""
    where = place_of(m)
    value = read_cell(m, where)
    write_cell(m, where, m.x)
    m.x = value


@rule({"DSE": (726, 524), "ISG": (726, 524)}, "found", "counted")
def count(m: Machine[V, B]) -> None:
    """Step the counter in a register. Skip at the end of the loop."""
    assert m.step.role is Role.COUNTS
    where = place_of(m)
    counter, ends = m.count(refuse_matrix(m, read_cell(m, where)), downwards=m.step.name == "DSE")
    write_cell(m, where, counter)
    m.skip_if(ends)


@rule({"CLEAR REG": (358, 390)}, "cleared")
def clear_registers(m: Machine[V, B]) -> None:
    """Set all data registers and I to 0."""
    m.clear_registers()
    m.i = m.number(ZERO)
