"""STO, RCL, their arithmetic, x↔, DSE, ISG and CLEAR REG (BEHAVIOUR 4.6, 5, 7.3)."""

from __future__ import annotations

from hp15c.numbers.number import ZERO
from hp15c.rules import cells
from hp15c.rules.book import rule
from hp15c.rules.levels import deliver, push, refuse_matrix
from hp15c.rules.machine import B, Machine, V
from hp15c.table.instructions import Role
from hp15c.table.models import Model


@rule({"STO": (253, 217), "STO A": (469, 0)}, "found", "moved x")
def store(m: Machine[V, B]) -> None:
    """Store X in a register or element."""
    where = cells.place(m)
    cells.write(m, where, m.x)
    _advance(m)


@rule({"RCL": (280, 228, 176), "RCL A": (489, 0)}, "unlifted", "found", "moved cell")
def recall(m: Machine[V, B]) -> None:
    """Recall a register or element into X."""
    where = cells.place(m)
    push(m, cells.read(m, where))
    _advance(m)


def _advance(m: Machine[V, B]) -> None:
    """Go on to the next element, in the USER-mode forms.

    When the indices begin again a program skips a line. The keyboard does not (BEHAVIOUR 7.3).
    """
    if m.step.user:
        element = cells.element_of(m)
        if element:
            wrapped = m.advance(element)
            if m.running:
                m.skip_if(wrapped)


@rule({"STO +": (265, 173), "STO −": (268, 176), "STO ×": (260, 181), "STO ÷": (319, 238)}, "found")
def store_arithmetic(m: Machine[V, B]) -> None:
    """Put the sum, difference, product or quotient with X into a register. HP-11C: Error 1 by overflow."""
    where = cells.place(m)
    register = refuse_matrix(m, cells.read(m, where))
    value, overflowed = m.compute(m.step.name[-1], register, refuse_matrix(m, m.x))
    if m.model is not Model.HP11C:
        m.overflow_if(overflowed)
    elif m.holds(overflowed):
        m.fail(1)
    cells.write(m, where, value)


@rule({"RCL +": (256, 0), "RCL −": (258, 0), "RCL ×": (250, 0), "RCL ÷": (310, 0)}, "found")
def recall_arithmetic(m: Machine[V, B]) -> None:
    """X becomes its sum, difference, product or quotient with a register."""
    where = cells.place(m)
    register = refuse_matrix(m, cells.read(m, where))
    x, sign = refuse_matrix(m, m.x), m.step.name[-1]
    # A product goes through the digits of X.
    left, right = (register, x) if sign == "×" else (x, register)
    m.x = deliver(m, m.compute(sign, left, right))


@rule({"x↔": (308, 229), "x↔ I": (308, 177)}, "found")
def exchange(m: Machine[V, B]) -> None:
    """Exchange the real parts of X and a register or element."""
    where = cells.place(m)
    value = cells.read(m, where)
    cells.write(m, where, m.x)
    m.x = value


@rule({"DSE": (726, 524), "ISG": (726, 524)}, "found", "counted")
def count(m: Machine[V, B]) -> None:
    """Step the counter in a register. Skip at the end of the loop."""
    assert m.step.role is Role.COUNTS
    where = cells.place(m)
    counter, ends = m.count(refuse_matrix(m, cells.read(m, where)), downwards=m.step.name == "DSE")
    cells.write(m, where, counter)
    m.skip_if(ends)


@rule({"CLEAR REG": (358, 390)}, "cleared")
def clear_registers(m: Machine[V, B]) -> None:
    """Set all data registers and I to 0."""
    m.clear_registers()
    m.i = m.number(ZERO)
