"""LU decomposition, and what is computed by it: determinant, division, inverse (MATH 24.2 to 24.5)."""

from __future__ import annotations

from typing import Final

from hp15c.errors import CalculatorError
from hp15c.functions.matrix import WRONG_DIMENSIONS, Matrix, MatrixResult, inner, with_number
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import LOWEST_MANTISSA, Number
from hp15c.numbers.working import UNIT, Working, add, div, mul, pack, round10, sub, widen

# A zero pivot becomes 10**-10 times its column's largest element, but at least 1e-99.
LEAST_EXPONENT: Final = -89


class _Grid:
    """A matrix computed in place: rows of numbers, counted from 0, and whether an element overflowed."""

    def __init__(self, matrix: Matrix) -> None:
        columns = matrix.columns
        self.rows = [matrix.elements[i * columns : (i + 1) * columns] for i in range(matrix.rows)]
        self.columns = columns
        self.overflowed = False

    def deliver(self, i: int, j: int, value: Working) -> None:
        """Pack a value into an element."""
        self.rows[i][j], overflow = pack(value)
        self.overflowed |= overflow

    def result(self) -> MatrixResult:
        """The finished matrix, and whether an element overflowed."""
        elements = [x for row in self.rows for x in row]
        return Matrix(len(self.rows), self.columns, elements), self.overflowed


def decompose(meter: Meter, matrix: Matrix) -> MatrixResult:
    """The LU form of a square matrix, L with a unit diagonal. One marked as LU already is only copied.

    A zero pivot is replaced by a tiny number, so that a singular matrix is no error. Only a 1 x 1 zero stays.
    Error 11 unless square.
    """
    if not matrix.is_square:
        raise CalculatorError(WRONG_DIMENSIONS)
    if matrix.is_lu or matrix.rows == 0:
        return matrix.copy(), False
    grid = _Grid(matrix)
    a, n = grid.rows, matrix.rows
    tags: dict[int, int] = {}
    for j in range(n):
        largest = max([LEAST_EXPONENT] + [row[j].exponent for row in a if row[j]])
        for i in range(1, n):
            if j > 0:
                grid.deliver(
                    i,
                    j,
                    sub(meter, widen(a[i][j]), inner(meter, ((a[i][k], a[k][j]) for k in range(min(i, j))))),
                )
        p = _pivot(meter, a, j)
        if p:
            tags[j * (n + 1)] = p + 1
        if p != j:
            a[p], a[j] = a[j], a[p]
        if a[j][j].is_zero and n > 1:
            a[j][j] = Number(False, largest - 10, LOWEST_MANTISSA)
        for i in range(j + 1, n):
            grid.deliver(i, j, div(meter, widen(a[i][j]), widen(a[j][j])))
    result, overflowed = grid.result()
    result.tags = tags
    return result, overflowed


def _pivot(meter: Meter, a: list[list[Number]], j: int) -> int:
    """The row, from j on, whose element of column j is largest. Of equal ones it is the first."""
    p = j
    for i in range(j + 1, len(a)):
        if round10(sub(meter, widen(abs(a[p][j])), widen(abs(a[i][j])))).negative:
            p = i
    return p


def _exchanges(lu: Matrix) -> list[int]:
    """The pivot rows of an LU form, counted from 0. A row that redimensioning took away is not exchanged."""
    return [row - 1 if row <= lu.rows else k for k, row in enumerate(lu.pivots)]


def determinant(meter: Meter, lu: Matrix) -> Working:
    """The determinant of a matrix whose LU form is given. It is 1 for 0 x 0 (MATH 24.3)."""
    product = UNIT
    for i, p in enumerate(_exchanges(lu)):
        if p != i:
            product = -product
        product = mul(meter, product, widen(lu.get(i + 1, i + 1)))
    return product


def is_zero(lu: Matrix) -> bool:
    """Whether an LU form is a 1 x 1 zero. Only there a zero pivot is not replaced."""
    return lu.rows == 1 and lu.elements[0].is_zero


def _check_divisor(lu: Matrix) -> None:
    if is_zero(lu):
        raise CalculatorError(0)


def solve(meter: Meter, lu: Matrix, y: Matrix) -> MatrixResult:
    """Y divided by the matrix whose LU form is given: the C with X C = Y (MATH 24.4).

    Error 11 unless Y has as many rows. Error 0 for a 1 x 1 zero.
    """
    if lu.rows != y.rows:
        raise CalculatorError(WRONG_DIMENSIONS)
    _check_divisor(lu)
    a, n = _Grid(lu).rows, lu.rows
    grid = _Grid(y)
    c = grid.rows
    for k, p in enumerate(_exchanges(lu)):
        c[k], c[p] = c[p], c[k]

    def rest(i: int, column: int, others: range) -> Working:
        known = inner(meter, ((a[i][k], c[k][column]) for k in others))
        return sub(meter, widen(c[i][column]), known)

    for i in range(1, n):
        for column in range(y.columns):
            grid.deliver(i, column, rest(i, column, range(i)))
    for i in reversed(range(n)):
        for column in range(y.columns):
            grid.deliver(i, column, div(meter, rest(i, column, range(i + 1, n)), widen(a[i][i])))
    return grid.result()


def inverse(meter: Meter, lu: Matrix) -> MatrixResult:
    """The inverse of the matrix whose LU form is given (MATH 24.5). Error 0 for a 1 x 1 zero."""
    _check_divisor(lu)
    grid = _Grid(lu)
    a, n = grid.rows, lu.rows

    def product(i: int, j: int, places: range) -> Working:
        return inner(meter, ((a[i][k], a[k][j]) for k in places))

    for j in range(n - 1):
        for i in range(j + 1, n):
            grid.deliver(i, j, -add(meter, widen(a[i][j]), product(i, j, range(j + 1, i))))
    for j in reversed(range(n)):
        grid.deliver(j, j, div(meter, UNIT, widen(a[j][j])))
        for i in reversed(range(j)):
            grid.deliver(i, j, div(meter, product(i, j, range(i + 1, j + 1)), -widen(a[i][i])))
    for i in range(n):
        for j in range(n - 1):
            total = product(i, j, range(max(i, j + 1), n))
            grid.deliver(i, j, add(meter, widen(a[i][j]), total) if i <= j else total)
    for k, p in reversed(list(enumerate(_exchanges(lu)))):
        for row in a:
            row[k], row[p] = row[p], row[k]
    return grid.result()


def divide_number(meter: Meter, x: Number, lu: Matrix) -> MatrixResult:
    """A number divided by the matrix whose LU form is given: the number times its inverse (MATH 24.5)."""
    inverted, overflowed = inverse(meter, lu)
    result, overflowed_again = with_number(meter, "×", inverted, x)
    return result, overflowed or overflowed_again
