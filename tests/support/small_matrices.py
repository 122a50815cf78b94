"""Five matrices, a stack and the matrix keys: enough to replay what was measured of matrices."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from hp15c.errors import CalculatorError
from hp15c.functions import lu, matrix
from hp15c.functions.matrix import Matrix, MatrixResult
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ZERO, Number
from hp15c.numbers.working import UNIT, Working, add, div, mul, pack, sub, widen
from tests.support.observed import raw_elements

LETTERS = {"11": "A", "12": "B", "13": "C", "14": "D", "15": "E"}
NUMBER_KEYS = {*"0123456789", "48", "26"}
IN_PLACE: dict[str, Callable[[Matrix], Matrix]] = {
    "16": matrix.negate,
    "42 16 2": matrix.double_complex,
    "42 16 3": matrix.halve_complex,
    "42 16 4": matrix.transpose,
    "42 40": matrix.part_complex,
    "43 40": matrix.join_complex,
}
NORMS: dict[str, Callable[[Matrix], Working]] = {
    "42 16 7": partial(matrix.row_norm, Meter()),
    "42 16 8": partial(matrix.frobenius_norm, Meter()),
}
PAIRS: dict[str, Callable[[Matrix, Matrix], MatrixResult]] = {
    "40": partial(matrix.element_wise, Meter(), "+"),
    "30": partial(matrix.element_wise, Meter(), "−"),
    "20": partial(matrix.multiply, Meter()),
    "42 16 5": partial(matrix.transpose_multiply, Meter()),
}
MATRIX_THEN_NUMBER: dict[str, Callable[[Matrix, Number], MatrixResult]] = {
    "40": partial(matrix.with_number, Meter(), "+"),
    "30": partial(matrix.with_number, Meter(), "−"),
    "20": partial(matrix.with_number, Meter(), "×"),
    "10": partial(matrix.with_number, Meter(), "÷"),
}
NUMBER_THEN_MATRIX: dict[str, Callable[[Number, Matrix], MatrixResult]] = {
    "40": partial(matrix.with_number, Meter(), "+"),
    "30": partial(matrix.with_number, Meter(), "−"),
    "20": partial(matrix.with_number, Meter(), "×"),
    "10": lambda x, m: lu.divide_number(Meter(), x, lu.decompose(Meter(), m)[0]),
}
MEMORY = 46
REFUSED_AS_RESULT: dict[str, Callable[[str, str], tuple[str, ...]]] = {
    "20": lambda y, x: (y, x),
    "42 16 5": lambda y, x: (y, x),
    "42 16 6": lambda y, x: (y, x),
    "10": lambda y, x: (x,),
}
REAL: dict[str, Callable[[Working, Working], Working]] = {
    "40": partial(add, Meter()),
    "30": partial(sub, Meter()),
    "20": partial(mul, Meter()),
    "10": partial(div, Meter()),
}

Entry = Number | str


class UnsupportedError(Exception):
    """A key that only a whole calculator has."""


INSTRUCTION = re.compile(
    r"""(?:  42[ ](?:16|23|26)[ ]\S+            # MATRIX n, DIM A, RESULT A
          | 4[45][ ](?:16|23)[ ]\S+            # STO and RCL MATRIX A, RCL DIM A
          | 4[2345][ ]\S+                      # other shifted keys, STO A, RCL A
          | (?:\d|48|26)(?:[ ](?:\d|48|26|16))*(?=[ ]|$)   # a number
          | \d\d
        )""",
    re.VERBOSE,
)


def instructions(keys: str) -> list[str]:
    """A row of keys cut into instructions, the keys of a number in one piece: '1 48 5 16'."""
    return INSTRUCTION.findall(keys)


def number_typed(keys: str) -> Number:
    """The number that a row of digit, point, CHS and EEX keys types."""
    mantissa, _, exponent = keys.partition("26")
    texts = []
    for part in (mantissa, exponent):
        row = part.split()
        digits = "".join("." if key == "48" else key for key in row if key != "16")
        texts.append("-" * (row.count("16") % 2) + (digits or "0"))
    return Number.of("e".join(texts))


class SmallMatrices:
    """Presses keys. Only what the measurements of matrices need of a calculator is here."""

    def __init__(self) -> None:
        self.matrices = {letter: Matrix.zero(0, 0) for letter in "ABCDE"}
        self.stack: list[Entry] = [ZERO] * 4
        self.result = "A"
        self.row = self.column = 0
        self.lift = True
        self.user = self.overflow = False

    def press(self, keys: str) -> None:
        """Press a row of keys. CalculatorError as the functions raise it, UnsupportedError for other keys."""
        for instruction in instructions(keys):
            if self.user and instruction in LETTERS:
                raise UnsupportedError("USER")
            first, *rest = instruction.split()
            if first in NUMBER_KEYS:
                self._push(number_typed(instruction))
            elif instruction == "36":
                self.stack = [self.stack[0], *self.stack[:3]]
                self.lift = False
            elif rest and rest[-1] in LETTERS and first != "43":
                self._name(" ".join([first, *rest[:-1]]), LETTERS[rest[-1]])
            else:
                self._operate(instruction)
                self.lift = True
            if sum(len(m.elements) for m in self.matrices.values()) > MEMORY:
                raise UnsupportedError("memory")

    def shown(self) -> dict[str, Any]:
        """X and the matrices as a record gives them."""
        x = self.stack[0]
        return {
            "x": f"MAT {x}" if isinstance(x, str) else x,
            "matrices": {
                letter: [m.rows, m.columns, raw_elements(m)] for letter, m in self.matrices.items() if m.rows
            },
        }

    def _push(self, entry: Entry) -> None:
        kept = self.stack[:3] if self.lift else self.stack[1:]
        self.stack = [entry, *kept]
        self.lift = True

    def _name(self, verb: str, letter: str) -> None:
        """An instruction that ends in the name of a matrix."""
        target = self.matrices[letter]
        x, y = self.stack[:2]
        if verb == "45 16":
            self._push(letter)
            return
        if verb == "42 23":
            assert isinstance(x, Number)
            assert isinstance(y, Number)
            target.redimension(int(y), int(x))
        elif verb == "42 26":
            self.result = letter
        elif verb == "44 16" and isinstance(x, str):
            self.matrices[letter] = self.matrices[x].copy()
        elif verb == "44 16" and isinstance(x, Number):
            target.fill(x)
        elif verb == "44" and isinstance(x, Number):
            target.set(self.row, self.column, x)
            self._advance(target)
        elif verb == "45":
            self._push(target.get(self.row, self.column))
            self._advance(target)
        else:
            raise UnsupportedError(verb)
        self.lift = True

    def _advance(self, target: Matrix) -> None:
        if self.user:
            self.column = self.column % target.columns + 1
            if self.column == 1:
                self.row = self.row % target.rows + 1

    def _operate(self, key: str) -> None:
        x, y = self.stack[:2]
        if key == "42 16 1":
            self.row = self.column = 1
        elif key == "34":
            self.stack[:2] = y, x
        elif key == "42 45":
            self.user = not self.user
        elif key in ("44 0", "44 1") and isinstance(x, Number):
            index = abs(int(x))
            self.row, self.column = (index, self.column) if key == "44 0" else (self.row, index)
        elif key == "42 16 0":
            self.matrices = {letter: Matrix.zero(0, 0) for letter in "ABCDE"}
        elif isinstance(x, str) and key in IN_PLACE:
            self.matrices[x] = IN_PLACE[key](self.matrices[x])
        elif isinstance(x, str) and key in NORMS:
            self._deliver(NORMS[key](self.matrices[x]))
        elif isinstance(x, str) and key == "42 16 9":
            self._factorise(x)
            self._deliver(lu.determinant(Meter(), self.matrices[self.result]))
        elif isinstance(x, str) and key == "15":
            form, overflow = lu.decompose(Meter(), self.matrices[x])
            self.overflow |= overflow
            self._store(lu.inverse(Meter(), form), drop=False)
        elif key == "15" and isinstance(x, Number):
            self._deliver(div(Meter(), UNIT, widen(x)))
        else:
            self._combine(key, y, x)

    def _combine(self, key: str, y: Entry, x: Entry) -> None:
        """An operation on X and Y."""
        if isinstance(x, str) and isinstance(y, str):
            if key in REFUSED_AS_RESULT and self.result in REFUSED_AS_RESULT[key](y, x):
                raise CalculatorError(11)
            if key == "10":
                form, overflow = lu.decompose(Meter(), self.matrices[x])
                self.overflow |= overflow
                result = lu.solve(Meter(), form, self.matrices[y])
                self.matrices[x] = form
                self._store(result)
            elif key == "42 16 6":
                self._store(
                    matrix.residual(Meter(), self.matrices[self.result], self.matrices[y], self.matrices[x])
                )
            elif key in PAIRS:
                self._store(PAIRS[key](self.matrices[y], self.matrices[x]))
            else:
                raise UnsupportedError(key)
        elif isinstance(x, str) and isinstance(y, Number) and key in NUMBER_THEN_MATRIX:
            self._store(NUMBER_THEN_MATRIX[key](y, self.matrices[x]))
        elif isinstance(y, str) and isinstance(x, Number) and key in MATRIX_THEN_NUMBER:
            self._store(MATRIX_THEN_NUMBER[key](self.matrices[y], x))
        elif isinstance(y, Number) and isinstance(x, Number) and key in REAL:
            self.stack = [*self.stack[1:], self.stack[3]]
            self._deliver(REAL[key](widen(y), widen(x)))
        else:
            raise UnsupportedError(key)

    def _factorise(self, x: str) -> None:
        form, overflow = lu.decompose(Meter(), self.matrices[x])
        self.overflow |= overflow
        self.matrices[self.result] = form

    def _deliver(self, value: Working) -> None:
        self.stack[0], overflow = pack(value)
        self.overflow |= overflow

    def _store(self, result: MatrixResult, *, drop: bool = True) -> None:
        self.matrices[self.result], overflow = result
        self.overflow |= overflow
        if drop:
            self.stack = [*self.stack[1:], self.stack[3]]
        self.stack[0] = self.result
