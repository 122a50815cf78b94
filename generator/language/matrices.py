"""Matrices of the HP-15C: declared by their letter, given a size while the program runs.

Rows and columns count from 1, as on the calculator. What is assigned to all of a matrix, `c[:] = a @ b`, is
one operation of the calculator with its result in c.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.language.machine import machine
from generator.language.values import results
from hp15c.table.instructions import LETTERS


class MatrixValue(NamedTuple):
    """The result of an operation with matrices. It is computed when it is assigned to all of a matrix."""

    name: str
    letters: tuple[str, ...]
    numbers: tuple[Any, ...] = ()


class Matrix:
    """One of the matrices A to E. It has no elements until `dim` gives it a size."""

    def __init__(self, letter: str) -> None:
        if letter not in LETTERS:
            raise ValueError(f"there is no matrix {letter!r}: write a letter from A to E")
        self.letter = letter

    def __getitem__(self, place: Any) -> Any:
        row, column = place
        return results("element", row, column, letters=(self.letter,))

    def __setitem__(self, place: Any, new: Any) -> None:
        if not isinstance(place, slice):
            row, column = place
            results("set_element", new, row, column, letters=(self.letter,))
        elif isinstance(new, Matrix):
            results("copy", letters=(self.letter, new.letter))
        elif isinstance(new, MatrixValue):
            self._take(new)
        else:
            results("fill", new, letters=(self.letter,))

    def _take(self, new: MatrixValue) -> None:
        if new.name in ("transpose", "negative"):
            if new.letters != (self.letter,):
                results("copy", letters=(self.letter, *new.letters))
            results(new.name, letters=(self.letter,))
        else:
            results(new.name, *new.numbers, letters=(self.letter, *new.letters))

    def __add__(self, other: Any) -> MatrixValue:
        return self._two("matrix_sum", "raised", other)

    def __radd__(self, other: Any) -> MatrixValue:
        return MatrixValue("raised", (self.letter,), (other,))

    def __sub__(self, other: Any) -> MatrixValue:
        return self._two("matrix_difference", "lowered", other)

    def __rsub__(self, other: Any) -> MatrixValue:
        return MatrixValue("taken_from", (self.letter,), (other,))

    def __mul__(self, other: Any) -> MatrixValue:
        return MatrixValue("scaled", (self.letter,), (other,))

    __rmul__ = __mul__

    def __matmul__(self, other: Matrix) -> MatrixValue:
        return MatrixValue("matrix_product", (self.letter, other.letter))

    def __truediv__(self, other: Any) -> MatrixValue:
        return self._two("matrix_quotient", "divided", other)

    def __neg__(self) -> MatrixValue:
        return MatrixValue("negative", (self.letter,))

    def _two(self, both: str, one: str, other: Any) -> MatrixValue:
        if isinstance(other, Matrix):
            return MatrixValue(both, (self.letter, other.letter))
        return MatrixValue(one, (self.letter,), (other,))

    def __repr__(self) -> str:
        held = machine().state.matrices[self.letter]
        rows = (
            ", ".join(str(held.get(row, column)) for column in range(1, held.columns + 1))
            for row in range(1, held.rows + 1)
        )
        return f"matrix {self.letter}: [{'; '.join(rows)}]"


def matrix(letter: str) -> Any:
    """A matrix of the calculator: `a = matrix("A")`, at the level of the module."""
    return Matrix(letter)


def dim(one: Any, rows: Any, columns: Any) -> None:
    """Give a matrix its size. Its elements stay, row by row, and new ones are 0. Error 10 without room."""
    results("dim", rows, columns, letters=(one.letter,))


def dim_registers(highest: Any) -> None:
    """Let the registers end with this one, at least with R1: `dim_registers(24)`.

    New registers hold 0. Those above are gone and leave their room to matrices, so a program must not use
    them any more. Arrays without a place stand below the largest number that a file writes here. Error 10
    without room.
    """
    results("dim_registers", highest)


def size(one: Any) -> Any:
    """The size of a matrix: `rows, columns = size(a)`."""
    return results("size", letters=(one.letter,))


def det(one: Any, work: Any = None) -> Any:
    """The determinant. The LU factors overwrite `work`, or the matrix itself when no other one is given."""
    return results("det", letters=((work or one).letter, one.letter))


def inverse(one: Any) -> Any:
    """The inverse of a matrix: `b[:] = inverse(a)`."""
    return MatrixValue("inverse", (one.letter,))


def transpose(one: Any) -> Any:
    """A matrix with rows and columns exchanged: `b[:] = transpose(a)`."""
    return MatrixValue("transpose", (one.letter,))


def row_norm(one: Any) -> Any:
    """The largest sum of the absolute values of a row."""
    return results("row_norm", letters=(one.letter,))


def norm(one: Any) -> Any:
    """The square root of the sum of the squares of all elements."""
    return results("norm", letters=(one.letter,))


def transposed_product(one: Any, other: Any) -> Any:
    """The product of the transposed first matrix and the second: `c[:] = transposed_product(a, b)`."""
    return MatrixValue("transposed_product", (one.letter, other.letter))


def residual(one: Any, other: Any) -> Any:
    """A matrix minus the product of two others: `c[:] = residual(a, b)` makes c - a @ b of c."""
    return MatrixValue("residual", (one.letter, other.letter))


def double_complex(one: Any) -> None:
    """Make a matrix of real above imaginary parts twice as wide, as complex systems of equations need it."""
    results("double_complex", letters=(one.letter,))


def halve_complex(one: Any) -> None:
    """Take back what `double_complex` does."""
    results("halve_complex", letters=(one.letter,))


def part_complex(one: Any) -> None:
    """Put all real parts of a matrix of complex numbers above all imaginary parts."""
    results("part_complex", letters=(one.letter,))


def join_complex(one: Any) -> None:
    """Put each imaginary part after its real part again."""
    results("join_complex", letters=(one.letter,))


def clear_matrices() -> None:
    """Leave every matrix without elements (MATRIX 0)."""
    results("clear_matrices")


def first_element() -> None:
    """Begin at row 1, column 1: there `put`, `take` and `here` work next, in any matrix."""
    results("first_element")


def put(one: Any, number: Any) -> None:
    """Store a number in the next element, row by row. After the last one follows the first."""
    results("put", number, letters=(one.letter,))


def take(one: Any) -> Any:
    """The next element, row by row. After the last one follows the first."""
    return results("take", letters=(one.letter,))


def put_next(one: Any, number: Any) -> Any:
    """As `put`, with 1 where another element follows and 0 after the last: `more = put_next(a, x)`."""
    return results("put_next", number, letters=(one.letter,))


def take_next(one: Any) -> Any:
    """As `take`, with 1 where another element follows and 0 after the last: `x, more = take_next(a)`."""
    return results("take_next", letters=(one.letter,))


def put_here(one: Any, number: Any) -> None:
    """Store a number at the row in R0 and the column in R1, which stay. Error 3 where there is no element."""
    results("put_here", number, letters=(one.letter,))


def here(one: Any) -> Any:
    """The element at the row in R0 and the column in R1, which stay. Error 3 where there is none."""
    return results("here", letters=(one.letter,))


def row() -> Any:
    """The row at which `put`, `take` and `here` work next."""
    return results("row")


def column() -> Any:
    """The column at which `put`, `take` and `here` work next."""
    return results("column")


def set_row(number: Any) -> None:
    """Go to another row."""
    results("set_row", number)


def set_column(number: Any) -> None:
    """Go to another column."""
    results("set_column", number)
