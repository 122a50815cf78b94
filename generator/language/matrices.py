"""Matrices of the HP-15C: declared by their letter, given a size while the program runs.

Rows and columns count from 1, as on the calculator. What is assigned to all of a matrix, `c[:] = a @ b`, is
one operation of the calculator with its result in c.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.language.machine import machine
from generator.language.values import value
from hp15c.numbers.number import Number
from hp15c.table.instructions import LETTERS


class MatrixValue(NamedTuple):
    """What an operation makes of matrices. It is computed when it is assigned to all of a matrix."""

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
        return _done("element", (self.letter,), row, column)

    def __setitem__(self, place: Any, new: Any) -> None:
        if not isinstance(place, slice):
            row, column = place
            _done("set_element", (self.letter,), new, row, column)
        elif isinstance(new, Matrix):
            _done("copy", (self.letter, new.letter))
        elif isinstance(new, MatrixValue):
            self._take(new)
        else:
            _done("fill", (self.letter,), new)

    def _take(self, new: MatrixValue) -> None:
        if new.name in ("transpose", "negative"):
            if new.letters != (self.letter,):
                _done("copy", (self.letter, *new.letters))
            _done(new.name, (self.letter,))
        else:
            _done(new.name, (self.letter, *new.letters), *new.numbers)

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
    """Give a matrix its size. Elements that it has stay, row by row, and new ones are 0.

    Error 10 without room.
    """
    _done("dim", (one.letter,), rows, columns)


def size(one: Any) -> tuple[Any, Any]:
    """The size of a matrix: `rows, columns = size(a)`."""
    rows, columns = machine().several("size", letters=(one.letter,))
    return value(rows), value(columns)


def det(one: Any, work: Any = None) -> Any:
    """The determinant. `work` is overwritten by the factors of the matrix, and that is the matrix itself when
    no other is given.
    """
    return _done("det", ((work or one).letter, one.letter))


def inverse(one: Any) -> Any:
    """The inverse of a matrix: `b[:] = inverse(a)`."""
    return MatrixValue("inverse", (one.letter,))


def transpose(one: Any) -> Any:
    """A matrix with rows and columns exchanged: `b[:] = transpose(a)`."""
    return MatrixValue("transpose", (one.letter,))


def _done(name: str, letters: tuple[str, ...], *numbers: Any) -> Any:
    given: tuple[Number, ...] = machine().several(name, *map(value, numbers), letters=letters)
    return value(given[0]) if given else None
