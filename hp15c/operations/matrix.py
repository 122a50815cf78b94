"""Matrices by their descriptors: arithmetic, MATRIX 0 to 9, DIM, RESULT (BEHAVIOUR 7).

What such a key takes by the sizes of its matrices, besides computing, is spent where it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from hp15c.errors import CalculatorError
from hp15c.functions import lu
from hp15c.functions import matrix as matrices
from hp15c.functions.matrix import Matrix, MatrixResult
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ZERO, Number
from hp15c.numbers.working import Working
from hp15c.operations.readable import HandedOver, Signal, handles
from hp15c.state import cells
from hp15c.state.memory import require, resize
from hp15c.state.state import Descriptor, State, X, Y, Z
from hp15c.table.instructions import LETTERS, Step
from hp15c.timing.figures import by_size, extra, figure
from hp15c.timing.matrices import counted_room_cost, dimension_cost, moved_cost, registers_cost

WRONG_MATRIX: Final = 11


def matrix_named(state: State, level: int = X) -> str:
    """The matrix that a level names. Error 11 for a number."""
    value = state.stack[level]
    if not isinstance(value, Descriptor):
        raise CalculatorError(WRONG_MATRIX)
    return value.name


def put(state: State, name: str, matrix: Matrix) -> None:
    """Replace a matrix by another one. Error 10 when the pool has no room for its elements."""
    more = len(matrix.elements) - len(state.matrices[name].elements)
    if more > 0:
        require(state, more)
    state.matrices[name] = matrix


def _copied_cost(state: State, *names: str) -> int:
    """The word times of copying the last of these operands into RESULT. It is 0 when one is there already."""
    return 0 if state.result in names else by_size("into RESULT", len(state.matrices[names[-1]].elements))


def _inverse_cost(order: int) -> int:
    return by_size("inverse", order) + (0 if order else figure("inverse of order 0"))


def _spend(state: State, cost: int) -> None:
    """Add the word times of a key that writes RESULT. In a program its descriptor is not shown before."""
    state.word_times += cost - state.running * figure("result shown")


def _finish(state: State, result: MatrixResult, cost: int) -> None:
    """Store the result of two operands in RESULT. Its descriptor comes into X, and the stack drops.

    The imaginary part is that of Y (BEHAVIOUR 7.6). `cost` is what it takes besides computing.
    """
    matrix, overflowed = result
    put(state, state.result, matrix)
    _spend(state, cost)
    if overflowed:
        state.overflow()
    state.save_last_x()
    state.drop(Descriptor(state.result), state.imaginary[Y])


def _not_result(state: State, *names: str) -> None:
    if state.result in names:
        raise CalculatorError(WRONG_MATRIX)


@handles("+", "−", "×", "÷")
def operate(meter: Meter, state: State, step: Step) -> None:
    """Do one of the four operations, of whose operands at least one is a matrix."""
    y, x = state.stack[Y], state.stack[X]
    if isinstance(y, Descriptor) and isinstance(x, Descriptor):
        _two_matrices(meter, state, step.name, y.name, x.name)
    elif isinstance(y, Number) and isinstance(x, Descriptor) and step.name == "÷":
        decomposed, overflowed = lu.decompose(meter, state.matrices[x.name])
        _refuse_zero(state, x.name, decomposed)
        matrix, again = lu.divide_number(meter, y, decomposed)
        cost = _copied_cost(state, x.name) + _inverse_cost(matrix.rows) + figure("matrix divides number")
        _finish(state, (matrix, overflowed or again), cost)
    else:
        operands = (state.matrices[one.name] if isinstance(one, Descriptor) else one for one in (y, x))
        result = matrices.with_number(meter, step.name, *operands)
        copied = _copied_cost(state, *(one.name for one in (x, y) if isinstance(one, Descriptor)))
        _finish(state, result, copied + by_size(f"{step} with number", len(result[0].elements)))


def _two_matrices(meter: Meter, state: State, sign: str, y: str, x: str) -> None:
    if sign == "÷":
        _not_result(state, x)
        left = state.matrices[y]
        if left.rows != state.matrices[x].rows:
            raise CalculatorError(WRONG_MATRIX)
        decomposed, overflowed = lu.decompose(meter, state.matrices[x])
        _refuse_zero(state, x, decomposed, left)
        matrix, again = lu.solve(meter, decomposed, left)
        cost = by_size("solution", decomposed.rows) + figure("matrix quotient") * len(matrix.elements)
        _finish(state, (matrix, overflowed or again), _copied_cost(state, y) + cost)
        state.matrices[x] = decomposed
        return
    operands = state.matrices[y], state.matrices[x]
    if sign == "×":
        _not_result(state, y, x)
        result, copied = matrices.multiply(meter, *operands), 0
    else:
        result, copied = matrices.element_wise(meter, sign, *operands), _copied_cost(state, x, y)
    _finish(state, result, copied + by_size(f"{sign} of two", len(result[0].elements)))


def _refuse_zero(state: State, divisor: str, decomposed: Matrix, left: Matrix | None = None) -> None:
    """Raise Error 0 for a 1 x 1 zero. `left` is what it divides, where that is a matrix.

    It comes late: RESULT (and Y of two matrices) is changed already (BEHAVIOUR 7.5).
    """
    if not lu.is_zero(decomposed):
        return
    put(state, state.result, (decomposed if left is None else left).copy())
    _spend(state, figure("singular") + _copied_cost(state, divisor))
    if left is not None:
        state.word_times += figure("matrix quotient")
        state.stack[Y] = Descriptor(divisor)
    raise CalculatorError(0)


@handles("1/x")
def invert(meter: Meter, state: State, step: Step) -> None:
    """1/x: put the inverse into RESULT."""
    name = matrix_named(state)
    decomposed, overflowed = lu.decompose(meter, state.matrices[name])
    _refuse_zero(state, name, decomposed)
    matrix, again = lu.inverse(meter, decomposed)
    put(state, state.result, matrix)
    _spend(state, _copied_cost(state, name) + _inverse_cost(matrix.rows))
    if overflowed or again:
        state.overflow()
    state.save_last_x()
    state.stack[X] = Descriptor(state.result)


def _in_place(change: Callable[[Matrix], Matrix], meter: Meter, state: State, step: Step) -> None:
    name = matrix_named(state)
    before = state.matrices[name]
    put(state, name, change(before))
    state.word_times += by_size(f"{step} of one", len(before.elements))


def _rearrange(change: Callable[[Matrix], Matrix], meter: Meter, state: State, step: Step) -> None:
    """Put the elements in another order.

    Tags are removed first, even when an Error follows (BEHAVIOUR 7.5).
    """
    state.matrices[matrix_named(state)].tags.clear()
    _in_place(change, meter, state, step)


def _two_into_result(
    multiply: Callable[[Meter, Matrix, Matrix, Matrix], MatrixResult], meter: Meter, state: State, step: Step
) -> None:
    y, x = matrix_named(state, Y), matrix_named(state, X)
    _not_result(state, y, x)
    result = multiply(meter, *(state.matrices[name] for name in (state.result, y, x)))
    _finish(state, result, by_size(f"{step} of two", len(result[0].elements)))


def _norm(norm: Callable[[Meter, Matrix], Working], meter: Meter, state: State, step: Step) -> Signal | None:
    """Execute MATRIX 7 or 8: a norm of the matrix in X. For a number it is its absolute value, and a line is
    skipped.
    """
    x = state.stack[X]
    state.word_times += state.complex * figure("complex norm")
    if not isinstance(x, Descriptor):
        state.word_times += figure("norm of number")
        _replace_x(state, abs(x))
        return Signal.SKIP
    matrix = state.matrices[x.name]
    state.word_times += by_size(f"{step} of one", len(matrix.elements))
    state.word_times += by_size(f"{step} rows", matrix.rows)
    _deliver(state, norm(meter, matrix))
    return None


def _replace_x(state: State, value: Number) -> None:
    state.save_last_x()
    state.stack[X] = value


def _deliver(state: State, value: Working) -> None:
    """Put a number into X in place of the matrix."""
    _replace_x(state, state.deliver(value))


def _determinant(meter: Meter, state: State, step: Step) -> None:
    name = matrix_named(state)
    decomposed, overflowed = lu.decompose(meter, state.matrices[name])
    put(state, state.result, decomposed)
    _spend(state, _copied_cost(state, name) + by_size("determinant", decomposed.rows))
    if overflowed:
        state.overflow()
    _deliver(state, lu.determinant(meter, decomposed))


_FUNCTIONS: Final[dict[str, HandedOver]] = {
    "CHS": partial(_in_place, matrices.negate),
    "Py,x": partial(_rearrange, matrices.part_complex),
    "Cy,x": partial(_rearrange, matrices.join_complex),
    "MATRIX 0": lambda _, state, step: state.matrices.update({name: Matrix.zero(0, 0) for name in LETTERS}),
    "MATRIX 1": lambda _, state, step: cells.reset_indices(state),
    "MATRIX 2": partial(_rearrange, matrices.double_complex),
    "MATRIX 3": partial(_rearrange, matrices.halve_complex),
    "MATRIX 4": partial(_in_place, matrices.transpose),
    "MATRIX 5": partial(_two_into_result, lambda meter, _, y, x: matrices.transpose_multiply(meter, y, x)),
    "MATRIX 6": partial(_two_into_result, matrices.residual),
    "MATRIX 7": partial(_norm, matrices.row_norm),
    "MATRIX 8": partial(_norm, matrices.frobenius_norm),
    "MATRIX 9": _determinant,
}


@handles("CHS", "Py,x", "Cy,x", "MATRIX")
def compute(meter: Meter, state: State, step: Step) -> Signal | None:
    """Change the sign of a matrix or its complex form, in place, or execute one of MATRIX 0 to 9.

    Returns what the machine has to do besides, or None.
    """
    state.word_times += extra(str(step), state.model)
    return _FUNCTIONS[str(step)](meter, state, step)


def _by_operand(state: State, operand: str) -> str:
    """The matrix of an operand A to E. The operand I means the matrix whose descriptor is in I (Error 11 for
    a number).
    """
    if operand in LETTERS:
        return operand
    if not isinstance(state.i, Descriptor):
        raise CalculatorError(WRONG_MATRIX)
    return state.i.name


@handles("DIM")
def dimension(meter: Meter, state: State, step: Step) -> None:
    """Dimension a matrix to Y rows and X columns. DIM (i) sets the highest data register."""
    if step.operand == "(i)":
        highest, before = max(1, cells.magnitude(state.real())), state.highest_register
        _require(state, highest - before)
        resize(state, highest + 1)
        state.word_times += moved_cost(state, LETTERS) + registers_cost(before + 1, highest)
        return
    name = _by_operand(state, step.operand)
    rows, columns = _dimensions(state)
    matrix = state.matrices[name]
    before, after = len(matrix.elements), rows * columns
    _require(state, after - before)
    matrix.redimension(rows, columns)
    state.word_times += dimension_cost(state, name, before, after)


def _require(state: State, registers: int) -> None:
    state.word_times += counted_room_cost(state)
    require(state, registers)


def _dimensions(state: State) -> tuple[int, int]:
    """The rows in Y and columns in X, checked in the machine's order.

    A 0 deletes the matrix (BEHAVIOUR 7.2).
    """
    if ZERO in (state.stack[Y], state.stack[X]):
        state.word_times += figure("DIM 0")
        return 0, 0
    rows, columns = (_count(state, level, kind) for level, kind in ((Y, "rows"), (X, "columns")))
    return rows, columns


def _count(state: State, level: int, kind: str) -> int:
    count = cells.magnitude(state.real(level))
    if count >= cells.TOO_MANY:
        state.word_times += figure(f"DIM too many {kind}")
        raise CalculatorError(10)
    return count


@handles("RCL DIM")
def recall_dimensions(meter: Meter, state: State, step: Step) -> None:
    """Recall rows and columns of a matrix into Y and X. RCL DIM (i) recalls the highest data register."""
    if step.operand == "(i)":
        state.push(Number.of(state.highest_register))
        return
    matrix = state.matrices[_by_operand(state, step.operand)]
    state.word_times += state.complex * figure("complex second")
    state.push(Number.of(matrix.rows))
    state.lift_stack()
    state.stack[X] = Number.of(matrix.columns)


@handles("RESULT", "STO RESULT")
def choose_result(meter: Meter, state: State, step: Step) -> None:
    """Choose the matrix that results go to, by its letter or by a descriptor in X."""
    state.result = step.operand or matrix_named(state)


@handles("RCL RESULT", "RCL MATRIX")
def recall_descriptor(meter: Meter, state: State, step: Step) -> None:
    """Recall the descriptor of a matrix, or of the result matrix."""
    state.push(Descriptor(step.operand or state.result))


@handles("STO MATRIX")
def store_matrix(meter: Meter, state: State, step: Step) -> None:
    """Store X in a matrix: a number fills it, and a descriptor copies the matrix that it names, LU mark
    included.
    """
    x = state.stack[X]
    if isinstance(x, Descriptor):
        copied = state.matrices[x.name].copy()
        put(state, step.operand, copied)
        state.word_times += 0 if copied.elements else figure("copied nothing")
    else:
        state.matrices[step.operand].fill(x)
        state.word_times += figure("filled")


@handles("STO g")
def store_element(meter: Meter, state: State, step: Step) -> None:
    """Store Z in the element at row Y, column X, or in the register (i). The stack drops twice."""
    name = cells.matrix_name(state, step.operand)
    if name is None:
        cells.write(state, step.operand, state.stack[Z])
    else:
        row, column = cells.place(state.stack[Y], state.stack[X])
        state.matrices[name].get(row, column)
        state.matrices[name].set(row, column, state.real(Z))
    _, _, z, t = state.stack
    state.stack[:] = z, t, t, t
    _, _, zi, ti = state.imaginary
    state.imaginary[:] = zi, ti, ti, ti


@handles("RCL g")
def recall_element(meter: Meter, state: State, step: Step) -> None:
    """Recall the element at row Y, column X, or the register (i), in place of both.

    Y's imaginary part stays.
    """
    name = cells.matrix_name(state, step.operand)
    if name is None:
        value = cells.read(state, step.operand)
    else:
        value = state.matrices[name].get(*cells.place(state.stack[Y], state.stack[X]))
    state.drop(value, state.imaginary[Y])
