"""The cost of DIM, and of moving memory when it is divided anew, in word times.

Registers, matrices and the imaginary stack share one pool (BEHAVIOUR 4.9). The registers come first, then the
matrices in the order of their letters. A part that changes its size moves everything after it, register by
register. Found from keys measured one by one.
"""

from __future__ import annotations

from typing import Final

from hp15c.numbers.number import ZERO, Number
from hp15c.state import cells
from hp15c.state.cells import TOO_MANY
from hp15c.state.memory import INTEGRAL, of_runs
from hp15c.state.state import Descriptor, State, X, Y
from hp15c.table.instructions import LETTERS, Step

# A register that is moved because something before it has another size.
MOVED: Final = 12
_REGISTERS_AT_FIRST: Final = 20

# DIM A to E: each letter after A, each element more or less than before, the same number of elements, and a
# dimension that is exactly 0.
_LETTER: Final = -15
_ELEMENT: Final = 8
_SAME_SIZE: Final = -13
_DELETED: Final = -83

# DIM (i): each register more or less, and a number of one digit.
_REGISTER: Final = 7
_ONE_DIGIT: Final = -9

# The free room is counted in another way in complex mode, and while SOLVE or the integral has a part of it,
# which it has until the room is counted the next time.
_COMPLEX: Final = 248
_SOLVING: Final = 515
_INTEGRATING: Final = 640

# SF 8 and CF 8 that change nothing, while a SOLVE or an integral is in progress.
_PASSED_RUN: Final = 281

# Complex mode that begins or ends, and that the key I begins.
COMPLEX_FLAG: Final = 8
ACTIVATED: Final = 500
ACTIVATED_BY_I: Final = 366

# CLEAR REG: two registers.
_CLEARED: Final = 13

# DIM without enough memory: a dimension of 100 or more in Y or X is found before the room is counted.
_TOO_MANY_ROWS: Final = -170
_TOO_MANY_COLUMNS: Final = -136
TOO_MANY_REGISTERS: Final = -137


def counted_room_cost(state: State) -> int:
    """The extra word times of counting the free room, by what else has a part of memory."""
    return (_COMPLEX if state.complex else 0) + _run_cost(state)


def _run_cost(state: State) -> int:
    """The extra word times of passing the registers of a SOLVE or an integral, or of giving them back."""
    if state.run_registers == INTEGRAL:
        return _INTEGRATING
    return _SOLVING if state.run_registers else 0


def dimension_cost(state: State, step: Step) -> int:
    """The word times of DIM, by the dimensions asked for and by the contents of memory."""
    cost = counted_room_cost(state)
    if step.operand == "(i)":
        x = state.stack[X]
        if isinstance(x, Descriptor):
            return cost
        return cost + registers_cost(len(state.registers), cells.magnitude(x)) + moved_cost(state, LETTERS)
    name = _name(state, step)
    if name is None:
        return cost
    y, x = state.stack[Y], state.stack[X]
    before, after = len(state.matrices[name].elements), 0
    if ZERO in (y, x):
        cost += _DELETED
    elif _is_too_many(y) or _is_too_many(x):
        return cost
    elif isinstance(y, Number) and isinstance(x, Number):
        after = cells.magnitude(y) * cells.magnitude(x)
    place = LETTERS.index(name)
    cost += _LETTER * place
    if after == before:
        return cost + _SAME_SIZE
    return cost + _ELEMENT * abs(after - before) + moved_cost(state, LETTERS[place + 1 :])


def refused_registers_cost(highest: int) -> int:
    """The extra word times of a DIM (i) that finds no room for the highest register asked for."""
    return TOO_MANY_REGISTERS if highest >= TOO_MANY else 0


def registers_cost(before: int, highest: int) -> int:
    """The word times of a DIM (i) that finds `before` registers, for the highest register asked for."""
    return _REGISTER * abs(min(max(1, highest), TOO_MANY) + 1 - before) + (_ONE_DIGIT if highest < 10 else 0)


def cleared_cost(registers: int) -> int:
    """The extra word times of CLEAR REG with more or fewer registers than after a reset."""
    return (registers - _REGISTERS_AT_FIRST) * _CLEARED >> 1


def moved_cost(state: State, names: tuple[str, ...]) -> int:
    """The word times of moving the elements of some matrices."""
    return MOVED * sum(len(state.matrices[name].elements) for name in names)


def memory_moved_cost(state: State) -> int:
    """The extra word times of making or giving up room after the registers, when memory is not as after a
    reset.

    The imaginary stack needs such room, and so do SOLVE and the integral.
    """
    return MOVED * (len(state.registers) - _REGISTERS_AT_FIRST) + moved_cost(state, LETTERS)


def activated_cost(state: State, step: Step) -> int:
    """The word times of a line or key that begins or ends complex mode. It is 0 for one that does neither."""
    if step.name in ("SF", "CF"):
        by_i = cells.magnitude(state.i) if isinstance(state.i, Number) else None
        flag = by_i if step.operand == "I" else int(step.operand)
        if flag != COMPLEX_FLAG:
            return 0
        if state.complex == (step.name == "SF"):
            return _PASSED_RUN if of_runs(state) else _run_cost(state)
    elif state.complex:
        return _PASSED_RUN if of_runs(state) else _run_cost(state)
    return (ACTIVATED_BY_I if step.name == "I" else ACTIVATED) + memory_moved_cost(state) + _run_cost(state)


def dimension_failed_cost(state: State, step: Step) -> int:
    """The extra word times of DIM in Error 10, compared with a matrix A to E for which there is no room."""
    cost = counted_room_cost(state)
    x, y = state.stack[X], state.stack[Y]
    if step.operand == "(i)":
        return cost + (refused_registers_cost(cells.magnitude(x)) if isinstance(x, Number) else 0)
    if _is_too_many(y):
        return cost + _TOO_MANY_ROWS
    return cost + (_TOO_MANY_COLUMNS if _is_too_many(x) else 0)


def _is_too_many(value: Number | Descriptor) -> bool:
    return isinstance(value, Number) and cells.magnitude(value) >= TOO_MANY


def _name(state: State, step: Step) -> str | None:
    if step.operand in LETTERS:
        return step.operand
    return state.i.name if isinstance(state.i, Descriptor) else None
