"""Lines that reach registers by (i), or by the number of a register that (i) reaches, too."""

from __future__ import annotations

from typing import Final, NamedTuple

from generator.decompiling.routines import NotWritten
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.instructions import REGISTERS, OperandKind, Step
from hp15c.terms import TermState, constant, laws
from hp15c.terms.term import Term

NO_ARRAY: Final = range(0)


class Access(NamedTuple):
    """A line that reads or writes an element: its index, and the number of a register that stands for it."""

    at: Term
    stands_for: int


def access(step: Step, state: TermState, block: range) -> Access | None:
    """How a line reaches an element, None where it does not. NotWritten for what the language lacks."""
    if step.operand == "(i)":
        if step.names is not OperandKind.REGISTER:
            raise NotWritten("a register that I names", state.line or 0)
        return Access(laws.compute("INT", state.i), block.start)
    if step.names is not OperandKind.REGISTER or not step.operand[-1:].isdigit():
        return None
    number = REGISTERS[step.operand]
    if number not in block:
        return None
    return Access(constant(Number.of(number)), number)


def uses_index(program: Program) -> bool:
    """Whether a program reaches registers by (i)."""
    return any(step.operand == "(i)" for step in program.steps)
