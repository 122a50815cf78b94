"""The cost of complex numbers, matrices and the memory that they share, in word times.

What matrices cost by their sizes is spent where they are computed (`operations.matrix`). Registers, matrices
and the imaginary stack share one pool (BEHAVIOUR 4.9). The registers come first, then the matrices in the
order of their letters. A part that changes its size moves everything after it, register by register.
"""

from __future__ import annotations

from typing import Final

from hp15c.numbers.number import Number
from hp15c.state import cells
from hp15c.state.cells import TOO_MANY
from hp15c.state.memory import IMAGINARY_STACK, INTEGRAL, of_runs
from hp15c.state.state import Descriptor, State, X, Y
from hp15c.table.instructions import LETTERS, Step
from hp15c.table.models import Model
from hp15c.timing.figures import FIGURES, by_size, extra, figure


def refused_cost(state: State, step: Step) -> int:
    """The word times of an operation on the matrix in X before Error 11."""
    x, y = state.stack[X], state.stack[Y]
    if not isinstance(x, Descriptor):
        return 0
    if f"{step} in vain" in FIGURES:
        return by_size(f"{step} in vain", len(state.matrices[x.name].elements))
    if step.operand == "9":
        return figure("unequal MATRIX 9")
    if not isinstance(y, Descriptor):
        return 0
    return extra(f"unequal {'with RESULT ' if state.result in (x.name, y.name) else ''}{step}", Model.HP15C)


REGISTERS_AT_FIRST: Final = 20

# DIM (i): each register more or less, and a number of one digit.
_REGISTER: Final = 7
_ONE_DIGIT: Final = -9

COMPLEX_FLAG: Final = 8

# CLEAR REG: two registers.
_CLEARED: Final = 13

# DIM (i) that asks for 100 registers or more.
TOO_MANY_REGISTERS: Final = -137


def counted_room_cost(state: State) -> int:
    """The extra word times of counting the free room, by what else has a part of memory."""
    if not state.complex:
        return run_room_cost(state)
    return run_room_cost(state) + figure(
        "room beside both" if state.run_registers else "room in complex mode"
    )


def run_room_cost(state: State) -> int:
    """The word times of passing the registers of a SOLVE or integral, and of giving them back at its end."""
    if not state.run_registers:
        return 0
    return figure("room beside run") + (0 if of_runs(state) else given_back_cost(state))


def given_back_cost(state: State) -> int:
    """The word times of giving back the registers of a SOLVE or an integral: what is above them is moved."""
    above = len(state.registers) + (IMAGINARY_STACK if state.complex else 0)
    given = figure("given back by ∫" if state.run_registers == INTEGRAL else "given back by SOLVE")
    return given + figure("moved register") * above + moved_cost(state, LETTERS)


def dimension_cost(state: State, name: str, before: int, after: int) -> int:
    """The word times of a DIM that gives a matrix of `before` elements others, besides counting the room."""
    place = LETTERS.index(name)
    cost = figure("DIM letter") * place
    if after == before:
        return cost + figure("DIM same size")
    return cost + figure("DIM element") * abs(after - before) + moved_cost(state, LETTERS[place + 1 :])


def refused_registers_cost(highest: int) -> int:
    """The extra word times of a DIM (i) that finds no room for the highest register asked for."""
    return TOO_MANY_REGISTERS if highest >= TOO_MANY else 0


def registers_cost(before: int, highest: int) -> int:
    """The word times of a DIM (i) that finds `before` registers, for the highest register asked for."""
    return _REGISTER * abs(min(max(1, highest), TOO_MANY) + 1 - before) + (_ONE_DIGIT if highest < 10 else 0)


def cleared_cost(registers: int) -> int:
    """The extra word times of CLEAR REG with more or fewer registers than after a reset."""
    return (registers - REGISTERS_AT_FIRST) * _CLEARED >> 1


def moved_cost(state: State, names: tuple[str, ...]) -> int:
    """The word times of moving the elements of some matrices."""
    return figure("moved register") * sum(len(state.matrices[name].elements) for name in names)


def memory_moved_cost(state: State) -> int:
    """The extra word times of making or giving up room after the registers, when memory is not as after a
    reset.

    The imaginary stack needs such room, and so do SOLVE and the integral.
    """
    more = len(state.registers) - REGISTERS_AT_FIRST
    return figure("moved register") * more + moved_cost(state, LETTERS)


def activated_cost(state: State, step: Step) -> int:
    """The word times that SF 8, CF 8, I and Re↔Im spend on the memory of the imaginary stack.

    They are 0 where complex mode stays as it is, and for other flags.
    """
    if step.name in ("SF", "CF"):
        by_i = cells.magnitude(state.i) if isinstance(state.i, Number) else None
        if (by_i if step.operand == "I" else int(step.operand)) != COMPLEX_FLAG:
            return 0
    if state.complex == (step.name != "CF"):
        return 0
    return figure("flag 8 by I" if step.name == "I" else "flag 8") + memory_moved_cost(state)
