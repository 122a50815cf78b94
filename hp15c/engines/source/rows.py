"""The rows of the table that the source engine translates, and the Python text of each."""

from __future__ import annotations

from typing import Final

from hp15c.engines.plain import COMPLEX
from hp15c.table.instructions import LETTERS, TABLE, OperandKind, Role, Step

ARITHMETIC: Final = {"+": "+", "−": "-", "×": "*", "÷": "/"}

# Text of conditions and functions, to be filled in with the variables or constants that stand for X and Y.
TESTS: Final = {
    "x=0": "not {x}",
    "x≠0": "{x}",
    "x>0": "{x} > NIL",
    "x<0": "{x} < NIL",
    "x≥0": "{x} >= NIL",
    "x≤0": "{x} <= NIL",
    "x=y": "{x} == {y}",
    "x≠y": "{x} != {y}",
    "x>y": "{x} > {y}",
    "x<y": "{x} < {y}",
    "x≥y": "{x} >= {y}",
    "x≤y": "{x} <= {y}",
}
_unwritten = [
    row.name
    for row in TABLE
    if row.role is Role.TESTS and row.names is not OperandKind.FLAG and row.name not in TESTS
]
if _unwritten:
    raise LookupError(f"tests that engines/source does not write: {', '.join(_unwritten)}")

OF_ONE: Final = {
    "√x": "{x}.sqrt()",
    "x²": "{x} * {x}",
    "1/x": "UNIT / {x}",
    "ABS": "abs({x})",
    "INT": "{x} // UNIT",
    "FRAC": "{x} % UNIT",
}

# Rows that only move what is in the stack: where X, Y, Z and T come from.
MOVES: Final = {
    "ENTER": ("x", "x", "y", "z"),
    "x↔y": ("y", "x", "z", "t"),
    "R↓": ("y", "z", "t", "x"),
    "R↑": ("t", "x", "y", "z"),
    "LBL": ("x", "y", "z", "t"),
}


WRITTEN: Final[set[str]] = set()
"""The rows for which `computing` has a writer."""


def is_translated(step: Step) -> bool:
    """Whether a line becomes Python. The readable machine does the others, and rows without a writer."""
    row, operand = step.instruction, step.operand
    if row.handed_over or step.user or (row.role is Role.COMPUTES and row.name not in WRITTEN):
        return False
    if row.names is OperandKind.FLAG:
        return operand.isdigit() and (row.role is Role.TESTS or int(operand) != COMPLEX)
    if row.names is OperandKind.PLACES:
        return operand != "I"
    return row.names is OperandKind.LABEL or operand not in LETTERS
