"""The cost of complex numbers, matrices and the memory that they share, in word times.

Such keys cost more than the same keys on real numbers because they fetch and store both parts of a complex
number or the elements of a matrix, and search for pivots row by row (MATH 24). Computing is counted by the
meter of `numbers.effort`. Registers, matrices and the imaginary stack share one pool (BEHAVIOUR 4.9). The
registers come first, then the matrices in the order of their letters. A part that changes its size moves
everything after it, register by register. Found from keys measured one by one.
"""

from __future__ import annotations

from typing import Final

from hp15c.functions.matrix import Matrix
from hp15c.numbers.number import ZERO, Number
from hp15c.state import cells
from hp15c.state.cells import TOO_MANY
from hp15c.state.memory import INTEGRAL, of_runs
from hp15c.state.state import Descriptor, State, X, Y
from hp15c.table.instructions import LETTERS, Step
from hp15c.table.models import Model
from hp15c.timing.figures import FIGURES, by_size, extra, figure

_INTO_RESULT: Final = frozenset(("+", "−", "÷", "1/x", "MATRIX 9"))


def matrix_cost(state: State, step: Step) -> int:
    """The word times of a key for the matrices that X and Y name. It is 0 when they name none."""
    x, y = _matrix(state, X), _matrix(state, Y)
    if x is None and y is None and step.name != "MATRIX":
        return 0
    name = f"{step.name} {step.operand}".strip()
    if name in ("MATRIX 0", "MATRIX 1"):
        return figure(name)
    if name in ("MATRIX 7", "MATRIX 8") and x is None:
        return figure("norm of number")
    return _computed_cost(name, x, y) + _apart_cost(state, name, x, y)


def singular_cost(state: State, step: Step) -> int:
    """The word times of a division by a matrix without an inverse, or of its inversion, before Error 0."""
    x, y = _matrix(state, X), _matrix(state, Y)
    divided = 0 if y is None or step.name != "÷" else figure("matrix quotient") * len(y.elements)
    return figure("singular") + divided + _apart_cost(state, step.name, x, y)


def refused_cost(state: State, step: Step) -> int:
    """The word times of an operation on the matrix in X before Error 11."""
    x, y = _matrix(state, X), _matrix(state, Y)
    name = f"{step.name} {step.operand}".strip()
    if x is not None and f"{name} in vain" in FIGURES:
        return by_size(f"{name} in vain", len(x.elements))
    if name != "MATRIX 9" and y is None:
        return 0
    operands = [value.name for level in (X, Y) if isinstance(value := state.stack[level], Descriptor)]
    with_result = name != "MATRIX 9" and state.result in operands
    return extra(f"unequal {'with RESULT ' if with_result else ''}{name}", Model.HP15C)


def _apart_cost(state: State, name: str, x: Matrix | None, y: Matrix | None) -> int:
    """The word times of copying an operand into RESULT. It is 0 when it is there already."""
    with_number = x is None or y is None
    if name not in _INTO_RESULT and not (name == "×" and with_number):
        return 0
    levels = (X,) if name in ("1/x", "MATRIX 9") or (name == "÷" and y is None) else (X, Y)
    if name == "÷" and not with_number:
        levels = (Y,)
    operands = [value.name for level in levels if isinstance(value := state.stack[level], Descriptor)]
    if not operands or state.result in operands:
        return 0
    return by_size("into RESULT", len(state.matrices[operands[-1]].elements))


def _computed_cost(name: str, x: Matrix | None, y: Matrix | None) -> int:
    """The word times of computing, with RESULT as an operand where it can be one."""
    if x is not None and f"{name} of one" in FIGURES:
        rows = figure("row sum") * x.rows if name == "MATRIX 7" else 0
        return by_size(f"{name} of one", len(x.elements)) + rows
    if x is not None and name == "1/x":
        return _inverse_cost(x.rows)
    if x is not None and name == "MATRIX 9":
        return by_size("determinant", x.rows)
    if x is not None and y is not None:
        if name == "÷":
            return by_size("solution", x.rows) + figure("matrix quotient") * len(y.elements)
        rows = y.columns if name == "MATRIX 5" else y.rows
        return by_size(f"{name} of two", rows * x.columns)
    matrix = x if x is not None else y
    if matrix is None:
        return 0
    if x is not None and name == "÷":
        return _inverse_cost(x.rows) + figure("matrix divides number")
    return by_size(f"{name} with number", len(matrix.elements))


def _inverse_cost(order: int) -> int:
    return by_size("inverse", order) + (0 if order else figure("inverse of order 0"))


def _matrix(state: State, level: int) -> Matrix | None:
    value = state.stack[level]
    return state.matrices[value.name] if isinstance(value, Descriptor) else None


_REGISTERS_AT_FIRST: Final = 20

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
    return (figure("room in complex mode") if state.complex else 0) + _run_cost(state)


def _run_cost(state: State) -> int:
    """The extra word times of passing the registers of a SOLVE or an integral, or of giving them back."""
    if state.run_registers == INTEGRAL:
        return figure("room beside ∫")
    return figure("room beside SOLVE") if state.run_registers else 0


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
        cost += figure("DIM 0")
    elif _is_too_many(y) or _is_too_many(x):
        return cost
    elif isinstance(y, Number) and isinstance(x, Number):
        after = cells.magnitude(y) * cells.magnitude(x)
    place = LETTERS.index(name)
    cost += figure("DIM letter") * place
    if after == before:
        return cost + figure("DIM same size")
    cost += figure("DIM element") * abs(after - before)
    return cost + moved_cost(state, LETTERS[place + 1 :])


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
    return figure("moved register") * sum(len(state.matrices[name].elements) for name in names)


def memory_moved_cost(state: State) -> int:
    """The extra word times of making or giving up room after the registers, when memory is not as after a
    reset.

    The imaginary stack needs such room, and so do SOLVE and the integral.
    """
    more = len(state.registers) - _REGISTERS_AT_FIRST
    return figure("moved register") * more + moved_cost(state, LETTERS)


def activated_cost(state: State, step: Step) -> int:
    """The word times that SF 8, CF 8, I and Re↔Im spend on the memory of the imaginary stack.

    Where complex mode stays as it is, they are those of a SOLVE or an integral that has a part of memory.
    They are 0 for other flags.
    """
    if step.name in ("SF", "CF"):
        by_i = cells.magnitude(state.i) if isinstance(state.i, Number) else None
        flag = by_i if step.operand == "I" else int(step.operand)
        if flag != COMPLEX_FLAG:
            return 0
        if state.complex == (step.name == "SF"):
            return figure("flag 8 beside run") if of_runs(state) else _run_cost(state)
    elif state.complex:
        return figure("flag 8 beside run") if of_runs(state) else _run_cost(state)
    begun = figure("flag 8 by I" if step.name == "I" else "flag 8")
    return begun + memory_moved_cost(state) + _run_cost(state)


def dimension_failed_cost(state: State, step: Step) -> int:
    """The extra word times of DIM in Error 10, compared with a matrix A to E for which there is no room."""
    cost = counted_room_cost(state)
    x, y = state.stack[X], state.stack[Y]
    if step.operand == "(i)":
        return cost + (refused_registers_cost(cells.magnitude(x)) if isinstance(x, Number) else 0)
    if _is_too_many(y):
        return cost + figure("DIM too many rows")
    return cost + (figure("DIM too many columns") if _is_too_many(x) else 0)


def _is_too_many(value: Number | Descriptor) -> bool:
    return isinstance(value, Number) and cells.magnitude(value) >= TOO_MANY


def _name(state: State, step: Step) -> str | None:
    if step.operand in LETTERS:
        return step.operand
    return state.i.name if isinstance(state.i, Descriptor) else None
