"""The one table of what is done with matrices, and the lines that do it on the HP-15C.

A line is a row of the instruction table and its operand. `{0}` stands for the letter of the first matrix, the
one that is written where one is. Numbers that an operation takes stand on the stack, the last one in X.
"""

from __future__ import annotations

from typing import Final, NamedTuple

Lines = tuple[tuple[str, str], ...]


class MatrixOperation(NamedTuple):
    """What an operation takes from the stack, what it gives, and its lines. `{n}` are letters of matrices."""

    takes: int
    gives: int
    lines: Lines
    changes: bool = True


def _into_result(*lines: tuple[str, str]) -> Lines:
    return ("RESULT", "{0}"), *lines


_FIRST: Final = ("RCL MATRIX", "{1}")
_SECOND: Final = ("RCL MATRIX", "{2}")

MATRIX_OPERATIONS: Final = {
    "dim": MatrixOperation(2, 0, (("DIM", "{0}"),)),
    "element": MatrixOperation(2, 1, (("RCL g", "{0}"),), changes=False),
    "set_element": MatrixOperation(3, 0, (("STO g", "{0}"),)),
    "size": MatrixOperation(0, 2, (("RCL DIM", "{0}"),), changes=False),
    "fill": MatrixOperation(1, 0, (("STO MATRIX", "{0}"),)),
    "copy": MatrixOperation(0, 0, (_FIRST, ("STO MATRIX", "{0}"))),
    "det": MatrixOperation(0, 1, _into_result(_FIRST, ("MATRIX", "9"))),
    "inverse": MatrixOperation(0, 0, _into_result(_FIRST, ("1/x", ""))),
    "transpose": MatrixOperation(0, 0, (("RCL MATRIX", "{0}"), ("MATRIX", "4"))),
    "negative": MatrixOperation(0, 0, (("RCL MATRIX", "{0}"), ("CHS", ""))),
    "matrix_product": MatrixOperation(0, 0, _into_result(_FIRST, _SECOND, ("×", ""))),
    "matrix_quotient": MatrixOperation(0, 0, _into_result(_FIRST, _SECOND, ("÷", ""))),
    "matrix_sum": MatrixOperation(0, 0, _into_result(_FIRST, _SECOND, ("+", ""))),
    "matrix_difference": MatrixOperation(0, 0, _into_result(_FIRST, _SECOND, ("−", ""))),
    "scaled": MatrixOperation(1, 0, _into_result(_FIRST, ("×", ""))),
    "divided": MatrixOperation(1, 0, _into_result(_FIRST, ("x↔y", ""), ("÷", ""))),
    "raised": MatrixOperation(1, 0, _into_result(_FIRST, ("+", ""))),
    "lowered": MatrixOperation(1, 0, _into_result(_FIRST, ("x↔y", ""), ("−", ""))),
    "taken_from": MatrixOperation(1, 0, _into_result(_FIRST, ("−", ""))),
}
"""`matrix_quotient` is the first divided by the second, which solves second @ x = first."""
