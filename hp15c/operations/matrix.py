"""Matrices by their descriptors: arithmetic, MATRIX 0 to 9, DIM, RESULT (BEHAVIOUR 7)."""

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
from hp15c.operations.readable import Signal, handles
from hp15c.state import cells
from hp15c.state.memory import require, resize
from hp15c.state.state import Descriptor, State, X, Y, Z
from hp15c.table.instructions import LETTERS, Step

WRONG_MATRIX: Final = 11


def matrix_named(state: State, level: int = X) -> str:
    """The matrix that a level names. Error 11 for a number."""
    value = state.stack[level]
    if not isinstance(value, Descriptor):
        raise CalculatorError(WRONG_MATRIX)
    return value.name


def put(state: State, name: str, matrix: Matrix) -> None:
    """Replace a matrix by another one. Error 10 when the pool has no room for its elements."""
    require(state, len(matrix.elements) - len(state.matrices[name].elements))
    state.matrices[name] = matrix


def _finish(state: State, result: MatrixResult) -> None:
    """Store the result of two operands in RESULT. Its descriptor comes into X, and the stack drops.

    The imaginary part is that of Y (BEHAVIOUR 7.6).
    """
    matrix, overflowed = result
    put(state, state.result, matrix)
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
        _refuse_zero(state, decomposed, decomposed)
        matrix, again = lu.divide_number(meter, y, decomposed)
        _finish(state, (matrix, overflowed or again))
    else:
        operands = (state.matrices[one.name] if isinstance(one, Descriptor) else one for one in (y, x))
        _finish(state, matrices.with_number(meter, step.name, *operands))


def _two_matrices(meter: Meter, state: State, sign: str, y: str, x: str) -> None:
    if sign == "÷":
        _not_result(state, x)
        decomposed, overflowed = lu.decompose(meter, state.matrices[x])
        left = state.matrices[y]
        if left.rows == decomposed.rows:
            _refuse_zero(state, decomposed, left, y_becomes=x)
        matrix, again = lu.solve(meter, decomposed, left)
        _finish(state, (matrix, overflowed or again))
        state.matrices[x] = decomposed
        return
    operands = state.matrices[y], state.matrices[x]
    if sign == "×":
        _not_result(state, y, x)
        _finish(state, matrices.multiply(meter, *operands))
    else:
        _finish(state, matrices.element_wise(meter, sign, *operands))


def _refuse_zero(state: State, divisor: Matrix, result: Matrix, y_becomes: str = "") -> None:
    """Raise Error 0 for a 1 x 1 zero.

    It comes late: RESULT (and Y of two matrices) is changed already (BEHAVIOUR 7.5).
    """
    if not lu.is_zero(divisor):
        return
    put(state, state.result, result.copy())
    if y_becomes:
        state.stack[Y] = Descriptor(y_becomes)
    raise CalculatorError(0)


@handles("1/x")
def invert(meter: Meter, state: State, step: Step) -> None:
    """1/x: put the inverse into RESULT."""
    decomposed, overflowed = lu.decompose(meter, state.matrices[matrix_named(state)])
    _refuse_zero(state, decomposed, decomposed)
    matrix, again = lu.inverse(meter, decomposed)
    put(state, state.result, matrix)
    if overflowed or again:
        state.overflow()
    state.save_last_x()
    state.stack[X] = Descriptor(state.result)


def _in_place(state: State, change: Callable[[Matrix], Matrix]) -> None:
    name = matrix_named(state)
    put(state, name, change(state.matrices[name]))


@handles("CHS")
def change_sign(meter: Meter, state: State, step: Step) -> None:
    """CHS: all elements, in place."""
    _in_place(state, matrices.negate)


@handles("Py,x", "Cy,x")
def change_form(meter: Meter, state: State, step: Step) -> None:
    """Py,x and Cy,x: change between the two forms of a complex matrix, in place."""
    _rearrange(state, matrices.part_complex if step.name == "Py,x" else matrices.join_complex)


def _rearrange(state: State, change: Callable[[Matrix], Matrix]) -> None:
    """Put the elements in another order.

    Tags are removed first, even when an Error follows (BEHAVIOUR 7.5).
    """
    state.matrices[matrix_named(state)].tags.clear()
    _in_place(state, change)


@handles("MATRIX")
def matrix_function(meter: Meter, state: State, step: Step) -> Signal | None:
    """Execute one of MATRIX 0 to 9. Returns what the machine has to do besides, or None."""
    return _FUNCTIONS[step.operand](meter, state)


def _two_into_result(state: State, multiply: Callable[[Matrix, Matrix], MatrixResult]) -> None:
    y, x = matrix_named(state, Y), matrix_named(state, X)
    _not_result(state, y, x)
    _finish(state, multiply(state.matrices[y], state.matrices[x]))


def _norm(norm: Callable[[Meter, Matrix], Working], meter: Meter, state: State) -> Signal | None:
    """Execute MATRIX 7 or 8: a norm of the matrix in X. For a number it is its absolute value, and a line is
    skipped.
    """
    x = state.stack[X]
    if not isinstance(x, Descriptor):
        _replace_x(state, abs(x))
        return Signal.SKIP
    _deliver(state, norm(meter, state.matrices[x.name]))
    return None


def _replace_x(state: State, value: Number) -> None:
    state.save_last_x()
    state.stack[X] = value


def _deliver(state: State, value: Working) -> None:
    """Put a number into X in place of the matrix."""
    _replace_x(state, state.deliver(value))


def _determinant(meter: Meter, state: State) -> None:
    decomposed, overflowed = lu.decompose(meter, state.matrices[matrix_named(state)])
    put(state, state.result, decomposed)
    if overflowed:
        state.overflow()
    _deliver(state, lu.determinant(meter, decomposed))


_FUNCTIONS: Final[dict[str, Callable[[Meter, State], Signal | None]]] = {
    "0": lambda _, state: state.matrices.update({name: Matrix.zero(0, 0) for name in LETTERS}),
    "1": lambda _, state: cells.reset_indices(state),
    "2": lambda _, state: _rearrange(state, matrices.double_complex),
    "3": lambda _, state: _rearrange(state, matrices.halve_complex),
    "4": lambda _, state: _in_place(state, matrices.transpose),
    "5": lambda meter, state: _two_into_result(state, partial(matrices.transpose_multiply, meter)),
    "6": lambda meter, state: _two_into_result(
        state, partial(matrices.residual, meter, state.matrices[state.result])
    ),
    "7": partial(_norm, matrices.row_norm),
    "8": partial(_norm, matrices.frobenius_norm),
    "9": _determinant,
}


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
        highest = max(1, cells.magnitude(state.real()))
        require(state, highest - state.highest_register)
        resize(state, highest + 1)
        return
    name = _by_operand(state, step.operand)
    rows, columns = _dimensions(state)
    matrix = state.matrices[name]
    require(state, rows * columns - len(matrix.elements))
    matrix.redimension(rows, columns)


def _dimensions(state: State) -> tuple[int, int]:
    """The rows in Y and columns in X, checked in the machine's order.

    A 0 deletes the matrix (BEHAVIOUR 7.2).
    """
    if ZERO in (state.stack[Y], state.stack[X]):
        return 0, 0
    rows, columns = (_count(state.real(level)) for level in (Y, X))
    return rows, columns


def _count(value: Number) -> int:
    if (count := cells.magnitude(value)) >= cells.TOO_MANY:
        raise CalculatorError(10)
    return count


@handles("RCL DIM")
def recall_dimensions(meter: Meter, state: State, step: Step) -> None:
    """Recall rows and columns of a matrix into Y and X. RCL DIM (i) recalls the highest data register."""
    if step.operand == "(i)":
        state.push(Number.of(state.highest_register))
        return
    matrix = state.matrices[_by_operand(state, step.operand)]
    state.push(Number.of(matrix.rows))
    state.lift_stack()
    state.stack[X] = Number.of(matrix.columns)


@handles("RESULT")
def choose_result(meter: Meter, state: State, step: Step) -> None:
    """Choose the matrix that results go to."""
    state.result = step.operand


@handles("STO RESULT")
def store_result(meter: Meter, state: State, step: Step) -> None:
    """Choose the result matrix by a descriptor in X."""
    state.result = matrix_named(state)


@handles("RCL RESULT")
def recall_result(meter: Meter, state: State, step: Step) -> None:
    """Recall the descriptor of the result matrix."""
    state.push(Descriptor(state.result))


@handles("RCL MATRIX")
def recall_descriptor(meter: Meter, state: State, step: Step) -> None:
    """Recall the descriptor of a matrix."""
    state.push(Descriptor(step.operand))


@handles("STO MATRIX")
def store_matrix(meter: Meter, state: State, step: Step) -> None:
    """Store X in a matrix: a number fills it, and a descriptor copies the matrix that it names, LU mark
    included.
    """
    x = state.stack[X]
    if isinstance(x, Descriptor):
        put(state, step.operand, state.matrices[x.name].copy())
    else:
        state.matrices[step.operand].fill(x)


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
