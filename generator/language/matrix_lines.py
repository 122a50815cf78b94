"""The one table of what is done with matrices, and the lines that do it on the HP-15C.

A line is a row of the instruction table and its operand. `{0}` stands for the letter of the first matrix, the
one that is written where one is. `{0} u` is its element at R0 and R1, which move on to the next one as in
USER mode. Numbers that an operation takes stand on the stack, the last one in X.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hp15c.rules.stack import EXCHANGE
from hp15c.table.instructions import Step, step

Lines = tuple[tuple[str, str], ...]


class KeyedOperation(NamedTuple):
    """What an operation takes from the stack, what it gives, and its lines. `{n}` are letters of matrices."""

    takes: int
    gives: int
    lines: Lines
    changes: bool = True


def _into_result(*lines: tuple[str, str]) -> Lines:
    return ("RESULT", "{0}"), *lines


_FIRST: Final = ("RCL MATRIX", "{1}")
_SECOND: Final = ("RCL MATRIX", "{2}")


FLAG: Final = "7"
"""The flag that keeps whether another element follows. Programs may use it too, by `flag(7)`."""
MAKING_NUMBER: Final = ("digit", "0"), ("F?", FLAG), ("10ˣ", "")
"""The lines that make 1 or 0 of the flag."""


def _going_on(row: str) -> Lines:
    """The lines that store or recall the element at R0 and R1, and give 1 where another one follows, else 0.

    After the last element the next line is left out, so that the flag stays clear.
    """
    return ("CF", FLAG), (row, "{0} u"), ("SF", FLAG), *MAKING_NUMBER


def _of_result(row: str, operand: str = "") -> KeyedOperation:
    return KeyedOperation(0, 0, _into_result(_FIRST, _SECOND, (row, operand)))


def _in_place(row: str, operand: str = "") -> KeyedOperation:
    return KeyedOperation(0, 0, (("RCL MATRIX", "{0}"), (row, operand)))


MATRIX_OPERATIONS: Final = {
    "dim": KeyedOperation(2, 0, (("DIM", "{0}"),)),
    "dim_registers": KeyedOperation(1, 0, (("DIM", "(i)"),)),
    "element": KeyedOperation(2, 1, (("RCL g", "{0}"),), changes=False),
    "set_element": KeyedOperation(3, 0, (("STO g", "{0}"),)),
    "size": KeyedOperation(0, 2, (("RCL DIM", "{0}"),), changes=False),
    "fill": KeyedOperation(1, 0, (("STO MATRIX", "{0}"),)),
    "copy": KeyedOperation(0, 0, (_FIRST, ("STO MATRIX", "{0}"))),
    "det": KeyedOperation(0, 1, _into_result(_FIRST, ("MATRIX", "9"))),
    "inverse": KeyedOperation(0, 0, _into_result(_FIRST, ("1/x", ""))),
    "transpose": _in_place("MATRIX", "4"),
    "negative": _in_place("CHS"),
    "double_complex": _in_place("MATRIX", "2"),
    "halve_complex": _in_place("MATRIX", "3"),
    "part_complex": _in_place("Py,x"),
    "join_complex": _in_place("Cy,x"),
    "matrix_product": _of_result("×"),
    "matrix_quotient": _of_result("÷"),
    "matrix_sum": _of_result("+"),
    "matrix_difference": _of_result("−"),
    "transposed_product": _of_result("MATRIX", "5"),
    "residual": _of_result("MATRIX", "6"),
    "scaled": KeyedOperation(1, 0, _into_result(_FIRST, ("×", ""))),
    "divided": KeyedOperation(1, 0, _into_result(_FIRST, (EXCHANGE, ""), ("÷", ""))),
    "raised": KeyedOperation(1, 0, _into_result(_FIRST, ("+", ""))),
    "lowered": KeyedOperation(1, 0, _into_result(_FIRST, (EXCHANGE, ""), ("−", ""))),
    "row_norm": KeyedOperation(0, 1, (("RCL MATRIX", "{0}"), ("MATRIX", "7")), changes=False),
    "norm": KeyedOperation(0, 1, (("RCL MATRIX", "{0}"), ("MATRIX", "8")), changes=False),
    "clear_matrices": KeyedOperation(0, 0, (("MATRIX", "0"),)),
    "first_element": KeyedOperation(0, 0, (("MATRIX", "1"),)),
    "put": KeyedOperation(1, 0, (("STO", "{0} u"), ("CF", "7"))),
    "take": KeyedOperation(0, 1, (("RCL", "{0} u"), ("CF", "7"))),
    "put_on": KeyedOperation(1, 0, (("STO", "{0} u"),)),
    "take_on": KeyedOperation(0, 1, (("RCL", "{0} u"),)),
    "put_next": KeyedOperation(1, 1, _going_on("STO")),
    "take_next": KeyedOperation(0, 2, _going_on("RCL")),
    "put_here": KeyedOperation(1, 0, (("STO", "{0}"),)),
    "here": KeyedOperation(0, 1, (("RCL", "{0}"),), changes=False),
    "row": KeyedOperation(0, 1, (("RCL", "0"),), changes=False),
    "column": KeyedOperation(0, 1, (("RCL", "1"),), changes=False),
    "set_row": KeyedOperation(1, 0, (("STO", "0"),)),
    "set_column": KeyedOperation(1, 0, (("STO", "1"),)),
    "matrix_shown": KeyedOperation(0, 1, (("RCL MATRIX", "{0}"),), changes=False),
    "matrix_pause": KeyedOperation(0, 0, (("RCL MATRIX", "{0}"), ("PSE", ""))),
    "matrix_ask": KeyedOperation(0, 1, (("RCL MATRIX", "{0}"), ("R/S", ""))),
    "taken_from": KeyedOperation(1, 0, _into_result(_FIRST, ("−", ""))),
}
"""The operations on matrices. `matrix_quotient` is the first divided by the second, which solves second @ x =
first. The compiler writes `put_on` and `take_on` where an element is known to follow, so that no line is left
out.
"""
PLACED: Final = frozenset(
    name
    for name, one in MATRIX_OPERATIONS.items()
    if any(row in ("STO", "RCL") or (row, operand) == ("MATRIX", "1") for row, operand in one.lines)
)
"""The operations by the place in R0 and R1, which a program with one of them uses for nothing else."""
WITHOUT_MATRIX: Final = frozenset(
    name for name, one in MATRIX_OPERATIONS.items() if not any("{0}" in operand for _, operand in one.lines)
)
"""The operations that name no matrix."""


def step_of(row: str, operand: str) -> Step:
    """The instruction of a line of an operation."""
    name, _, user = operand.partition(" ")
    return step(row, name, user=bool(user))
