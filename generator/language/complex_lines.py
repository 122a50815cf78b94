"""The one table of what is done with complex numbers, and the lines that do it on the HP-15C.

A complex number is two numbers on the stack, the imaginary part above the real part. The key I makes one
level of them and turns complex mode on by flag 8. At the end the result is two numbers again, and the flag is
clear. Only `held` leaves complex mode on, for what a person sees.
"""

from __future__ import annotations

from typing import Final

from generator.language.counting_lines import (
    ASKING_OPERATIONS,
    COUNTING_OPERATIONS,
    FLAG_OPERATIONS,
    PERCENT_OPERATIONS,
    RANDOM_OPERATIONS,
)
from generator.language.matrix_lines import MATRIX_OPERATIONS, Lines, MatrixOperation
from hp15c.rules.number_functions import SQUARE
from hp15c.rules.stack import ENTER, ROLL_DOWN, ROLL_UP

_TAKEN_APART: Final[Lines] = ((ENTER, ""), ("Re↔Im", ""), ("CF", "8"))
_TWO_JOINED: Final[Lines] = (("I", ""), (ROLL_DOWN, ""), ("I", ""), (ROLL_UP, ""))


def _of_one(*rows: str) -> MatrixOperation:
    return MatrixOperation(2, 2, (("I", ""), *((row, "") for row in rows), *_TAKEN_APART), changes=False)


def _of_two(name: str, row: str) -> dict[str, MatrixOperation]:
    """An operation of two complex numbers, and the two of one with a real number, which stays as it is."""
    ways = {"": (4, _TWO_JOINED), "_of_real": (3, _TWO_JOINED[:1]), "_by_real": (3, _TWO_JOINED[1:])}
    return {
        f"{name}{of}": MatrixOperation(takes, 2, (*joined, (row, ""), *_TAKEN_APART), changes=False)
        for of, (takes, joined) in ways.items()
    }


# The functions of a complex number, by the name of the function of a real one.
OF_COMPLEX: Final = {
    "square": SQUARE,
    "sqrt": "√x",
    "exp": "eˣ",
    "ln": "LN",
    "sin": "SIN",
    "cos": "COS",
    "tan": "TAN",
    "sinh": "HYP SIN",
    "cosh": "HYP COS",
    "tanh": "HYP TAN",
    "log10": "LOG",
    "asin": "SIN⁻¹",
    "acos": "COS⁻¹",
    "atan": "TAN⁻¹",
    "asinh": "HYP⁻¹ SIN",
    "acosh": "HYP⁻¹ COS",
    "atanh": "HYP⁻¹ TAN",
    "polar": "→P",
    "rect": "→R",
    "reciprocal": "1/x",
}
COMPLEX_OPERATIONS: Final = {
    **_of_two("complex_product", "×"),
    "complex_product_with_itself": _of_one(ENTER, "×"),
    **_of_two("complex_quotient", "÷"),
    **_of_two("complex_power", "yˣ"),
    "held": MatrixOperation(2, 1, (("I", ""),), changes=False),
    "held_two": MatrixOperation(4, 2, _TWO_JOINED, changes=False),
    "complex_ask": MatrixOperation(2, 1, (("I", ""), ("R/S", ""), ("CF", "8"))),
    "complex_pause": MatrixOperation(2, 0, (("I", ""), ("PSE", ""), ("CF", "8"))),
    "complex_abs": MatrixOperation(2, 1, (("I", ""), ("ABS", ""), ("CF", "8")), changes=False),
} | {f"complex_{name}": _of_one(row) for name, row in OF_COMPLEX.items()}

HELD: Final = {1: "held", 2: "held_two"}
"""The operations that end a program with complex numbers as a person sees them, by how many there are."""
KEYED: Final = (
    MATRIX_OPERATIONS
    | COMPLEX_OPERATIONS
    | COUNTING_OPERATIONS
    | FLAG_OPERATIONS
    | PERCENT_OPERATIONS
    | RANDOM_OPERATIONS
    | ASKING_OPERATIONS
)
"""All operations that are several lines, or a line with an operand."""
SHOWING: Final = {name: row for name, one in KEYED.items() for row, _ in one.lines if row in ("R/S", "PSE")}
"""The operations that show a number, with the line that does."""


def keyed_lines(name: str, letters: tuple[str, ...] = ()) -> Lines:
    """The lines of an operation, on the matrices of these letters where it has some."""
    return tuple((row, operand.format(*letters)) for row, operand in KEYED[name].lines)
