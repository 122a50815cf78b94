"""The class of matrices, and the operations that need no decomposition (MATH 24.1, BEHAVIOUR 7).

Operations never change their operands. Those that compute return the new matrix and whether an element
overflowed. The machine decides which matrix it is stored in, and whether it fits in memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from hp15c.errors import CalculatorError
from hp15c.functions.saved import Saved
from hp15c.numbers import working
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ZERO, Number
from hp15c.numbers.working import NOTHING, Working, pack, round10, widen

MOST_ELEMENTS: Final = 64
WRONG_DIMENSIONS: Final = 11

HIGHEST_PIVOT: Final = 8
"""A pivot row is a digit of an element's register (MATH 24.2)."""


@dataclass(slots=True)
class Matrix:
    """Rows, columns and the elements row by row.

    `tags` holds, by place in `elements`, the pivot rows above 1 that a decomposition has left in the exponent
    sign digit of its diagonal (MATH 24.2). They stay where they are when the dimensions change.
    """

    rows: int
    columns: int
    elements: list[Number]
    tags: dict[int, int] = field(default_factory=dict)

    @classmethod
    def zero(cls, rows: int, columns: int) -> Matrix:
        """A matrix of zeros. It is 0 x 0 when either dimension is 0."""
        if rows == 0 or columns == 0:
            return cls(0, 0, [])
        return cls(rows, columns, [ZERO] * (rows * columns))

    @property
    def is_square(self) -> bool:
        """Whether there are as many rows as columns."""
        return self.rows == self.columns

    @property
    def is_lu(self) -> bool:
        """Whether it is an LU form, shown by two dashes: square, its last element tagged (BEHAVIOUR 7.2)."""
        return self.rows > 1 and self.is_square and len(self.elements) - 1 in self.tags

    @property
    def pivots(self) -> list[int]:
        """The pivot rows that the tags of the diagonal tell, counted from 1, by column."""
        return [self.tags.get(k * (self.columns + 1), 1) for k in range(min(self.rows, self.columns))]

    def copy(self) -> Matrix:
        """An independent matrix, tags included."""
        return Matrix(self.rows, self.columns, self.elements[:], dict(self.tags))

    def has(self, row: int, column: int) -> bool:
        """Whether the element exists, row and column counted from 1."""
        return 1 <= row <= self.rows and 1 <= column <= self.columns

    def get(self, row: int, column: int) -> Number:
        """One element, counted from 1. Error 3 when there is none."""
        return self.elements[self._place(row, column)]

    def set(self, row: int, column: int, value: Number) -> None:
        """Store an element, counted from 1. Error 3 when there is none. Its tag goes."""
        place = self._place(row, column)
        self.elements[place] = value
        self.tags.pop(place, None)

    def fill(self, value: Number) -> None:
        """Make every element the same number, which ends an LU form."""
        self.elements[:] = [value] * len(self.elements)
        self.tags.clear()

    def redimension(self, rows: int, columns: int) -> None:
        """Other dimensions. Elements keep their order by rows, and their tags (BEHAVIOUR 7.2)."""
        if rows == 0 or columns == 0:
            rows = columns = 0
        count = rows * columns
        self.rows, self.columns = rows, columns
        self.elements = self.elements[:count] + [ZERO] * (count - len(self.elements))
        self.tags = {place: row for place, row in self.tags.items() if place < count}

    def _place(self, row: int, column: int) -> int:
        if not self.has(row, column):
            raise CalculatorError(3)
        return (row - 1) * self.columns + column - 1

    def to_json(self) -> dict[str, object]:
        """The matrix as a plain dict. `from_json` reads it back equal."""
        data: dict[str, object] = {
            "rows": self.rows,
            "columns": self.columns,
            "elements": [str(element) for element in self.elements],
        }
        if self.tags:
            data["tags"] = [self.tags.get(place, 1) for place in range(len(self.elements))]
        return data

    @classmethod
    def from_json(cls, data: object) -> Matrix:
        """The matrix that `to_json` wrote. InputError for anything else."""
        saved = Saved("matrix", data)
        rows = saved.integer("rows", 0, MOST_ELEMENTS)
        columns = saved.integer("columns", 0, MOST_ELEMENTS)
        count = rows * columns
        if count > MOST_ELEMENTS or (count == 0 and rows != columns):
            saved.refuse("columns", f"0 only where rows is, and make at most {MOST_ELEMENTS} elements")
        elements = saved.numbers("elements", count)
        tags: dict[int, int] = {}
        if count and saved.has("tags"):
            pivots = saved.integers("tags", 1, HIGHEST_PIVOT, count)
            tags = {place: row for place, row in enumerate(pivots) if row > 1}
        return cls(rows, columns, elements, tags)


MatrixResult = tuple[Matrix, bool]


def matrix_result(rows: int, columns: int, elements: list[Working]) -> MatrixResult:
    """The matrix of the delivered elements, and whether one of them overflowed."""
    delivered = [pack(element) for element in elements]
    return Matrix(rows, columns, [x for x, _ in delivered]), any(overflow for _, overflow in delivered)


def _check_dimensions(fits: bool) -> None:
    """Raise Error 11 unless the dimensions fit."""
    if not fits:
        raise CalculatorError(WRONG_DIMENSIONS)


_OF_NUMBERS: Final = {"+": working.add, "−": working.sub, "×": working.mul, "÷": working.div}


def element_wise(meter: Meter, sign: str, y: Matrix, x: Matrix) -> MatrixResult:
    """Y + X or Y − X. Error 11 unless the dimensions are the same."""
    _check_dimensions(y.rows == x.rows and y.columns == x.columns)
    operation, elements = _OF_NUMBERS[sign], zip(y.elements, x.elements, strict=True)
    return matrix_result(y.rows, y.columns, [operation(meter, widen(a), widen(b)) for a, b in elements])


def with_number(meter: Meter, sign: str, y: Matrix | Number, x: Matrix | Number) -> MatrixResult:
    """An operation of Y and X, of which one is a number, done for every element of the other.

    Error 0 when the number divides and is 0. A number that is divided by a matrix is the matter of `lu`.
    """
    matrix, number = (y, x) if isinstance(y, Matrix) else (x, y)
    assert isinstance(matrix, Matrix)
    assert isinstance(number, Number)
    if sign == "÷" and number.is_zero:
        raise CalculatorError(0)
    operation, other, turned = _OF_NUMBERS[sign], widen(number), sign == "−" and number is y
    pairs = [(other, widen(one)) if turned else (widen(one), other) for one in matrix.elements]
    return matrix_result(matrix.rows, matrix.columns, [operation(meter, *pair) for pair in pairs])


def inner(meter: Meter, pairs: Iterable[tuple[Number, Number]]) -> Working:
    """The sum of products, one after the other in thirteen digits (MATH 24, INNER)."""
    total = NOTHING
    for a, b in pairs:
        total = working.add(meter, working.mul(meter, widen(a), widen(b)), total)
    return total


def _rows(matrix: Matrix) -> list[list[Number]]:
    c = matrix.columns
    return [matrix.elements[i * c : (i + 1) * c] for i in range(matrix.rows)]


def _columns(matrix: Matrix) -> list[list[Number]]:
    return [matrix.elements[j :: matrix.columns] for j in range(matrix.columns)]


def _products(meter: Meter, lefts: list[list[Number]], rights: list[list[Number]]) -> list[Working]:
    return [inner(meter, zip(left, right, strict=True)) for left in lefts for right in rights]


def multiply(meter: Meter, y: Matrix, x: Matrix) -> MatrixResult:
    """The matrix product Y X. Error 11 unless Y has as many columns as X has rows."""
    _check_dimensions(y.columns == x.rows)
    return matrix_result(y.rows, x.columns, _products(meter, _rows(y), _columns(x)))


def transpose_multiply(meter: Meter, y: Matrix, x: Matrix) -> MatrixResult:
    """MATRIX 5: the transpose of Y times X. Error 11 unless they have the same number of rows."""
    _check_dimensions(y.rows == x.rows)
    return matrix_result(y.columns, x.columns, _products(meter, _columns(y), _columns(x)))


def residual(meter: Meter, result: Matrix, y: Matrix, x: Matrix) -> MatrixResult:
    """MATRIX 6: RESULT - Y X. Error 11 unless the dimensions fit."""
    _check_dimensions(y.columns == x.rows and result.rows == y.rows and result.columns == x.columns)
    products = _products(meter, _rows(y), _columns(x))
    differences = [
        working.add(meter, -product, widen(old))
        for product, old in zip(products, result.elements, strict=True)
    ]
    return matrix_result(y.rows, x.columns, differences)


def row_norm(meter: Meter, matrix: Matrix) -> Working:
    """MATRIX 7: the largest sum of absolute values of a row."""
    largest = NOTHING
    for row in _rows(matrix):
        total = NOTHING
        for element in row:
            total = working.add(meter, total, widen(abs(element)))
        if round10(working.sub(meter, largest, total)).negative:
            largest = total
    return largest


def frobenius_norm(meter: Meter, matrix: Matrix) -> Working:
    """MATRIX 8: the square root of the sum of the squares of all elements."""
    return working.sqrt(meter, inner(meter, zip(matrix.elements, matrix.elements, strict=True)))


def negate(matrix: Matrix) -> Matrix:
    """CHS: every element with the other sign."""
    return Matrix(matrix.rows, matrix.columns, [-element for element in matrix.elements])


def transpose(matrix: Matrix) -> Matrix:
    """MATRIX 4: the matrix with its rows as columns."""
    return Matrix(matrix.columns, matrix.rows, [x for column in _columns(matrix) for x in column])


def _of_rows(rows: list[list[Number]]) -> Matrix:
    return Matrix(len(rows), len(rows[0]), [x for row in rows for x in row]) if rows else Matrix(0, 0, [])


def double_complex(matrix: Matrix) -> Matrix:
    """MATRIX 2: [P; Q], real above imaginary part, becomes [P -Q; Q P]. Error 11 when the rows are odd."""
    _check_dimensions(matrix.rows % 2 == 0)
    rows, half = _rows(matrix), matrix.rows // 2
    real, imaginary = rows[:half], rows[half:]
    upper = [p + [-x for x in q] for p, q in zip(real, imaginary, strict=True)]
    lower = [q + p for p, q in zip(real, imaginary, strict=True)]
    return _of_rows(upper + lower)


def halve_complex(matrix: Matrix) -> Matrix:
    """MATRIX 3: the left half of the columns, which undoes MATRIX 2. Error 11 when the columns are odd."""
    _check_dimensions(matrix.columns % 2 == 0)
    return _of_rows([row[: matrix.columns // 2] for row in _rows(matrix)])


def part_complex(matrix: Matrix) -> Matrix:
    """Py,x: columns re, im, re, im ... become [re; im]. Error 11 when the columns are odd."""
    _check_dimensions(matrix.columns % 2 == 0)
    rows = _rows(matrix)
    return _of_rows([row[0::2] for row in rows] + [row[1::2] for row in rows])


def join_complex(matrix: Matrix) -> Matrix:
    """Cy,x: [re; im] becomes columns re, im, re, im ... (undoes Py,x). Error 11 when the rows are odd."""
    _check_dimensions(matrix.rows % 2 == 0)
    rows, half = _rows(matrix), matrix.rows // 2
    pairs = zip(rows[:half], rows[half:], strict=True)
    return _of_rows([[x for pair in zip(re, im, strict=True) for x in pair] for re, im in pairs])
