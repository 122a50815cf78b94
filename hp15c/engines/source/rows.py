"""What the source engine translates: the rows of the table, and the Python text that each becomes."""

from __future__ import annotations

from typing import Final

from hp15c.instructions import LETTERS, Step
from hp15c.operations.transcendental import OF_ANGLE, OF_NUMBER

ARITHMETIC: Final = {"+": "+", "−": "-", "×": "*", "÷": "/"}
TYPING: Final = ("digit", ".", "EEX")
COUNTING: Final = ("DSE", "ISG")

# Conditions and functions, to be filled in with the variables or constants that stand for X and Y.
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
OF_ONE: Final = {
    "√x": "{x}.sqrt()",
    "x²": "{x} * {x}",
    "1/x": "UNIT / {x}",
    "ABS": "abs({x})",
    "INT": "{x} // UNIT",
    "FRAC": "{x} % UNIT",
}

OF_TWO: Final = ("yˣ", "Py,x", "Cy,x", "Δ%")

# Rows that only move what is in the stack: where X, Y, Z and T come from.
MOVES: Final = {
    "ENTER": ("x", "x", "y", "z"),
    "x↔y": ("y", "x", "z", "t"),
    "R↓": ("y", "z", "t", "x"),
    "R↑": ("t", "x", "y", "z"),
    "LBL": ("x", "y", "z", "t"),
}

TRANSLATED: Final = frozenset(
    (
        *TESTS,
        *OF_ONE,
        *MOVES,
        *ARITHMETIC,
        *TYPING,
        *COUNTING,
        *OF_TWO,
        *("CLx", "CLEAR REG", "CLEAR Σ", "π", "LSTx", "%", "CHS", "x!", "RND"),
        *("RAN#", "RCL RAN#", "STO RAN#", "RCL", "STO", "x↔"),
        *("GTO", "GSB", "RTN", "R/S", "PSE", "DEG", "RAD", "GRD"),
        *OF_NUMBER,
        *OF_ANGLE,
    )
)


def is_translated(step: Step) -> bool:
    """Whether a line becomes Python; the readable machine does the others."""
    name = step.name
    if step.user or (step.operand in LETTERS and name not in ("LBL", "GTO", "GSB")):
        return False
    if name in ("SF", "CF", "F?"):
        return step.operand.isdigit() and (name == "F?" or step.operand != "8")
    if name in ("FIX", "SCI", "ENG"):
        return step.operand != "I"
    if name[:4] in ("STO ", "RCL ") and name[4:] in ARITHMETIC:
        return True
    return name in TRANSLATED


def is_conditional(step: Step) -> bool:
    """Whether a line may skip the next."""
    return step.name in TESTS or step.name in COUNTING or step.name == "F?"
