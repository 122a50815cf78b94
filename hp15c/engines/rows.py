"""What the source engine translates: the rows of the table, and the Python text that each becomes."""

from __future__ import annotations

from typing import Final

from hp15c.instructions import LETTERS, Step
from hp15c.operations.transcendental import OF_ANGLE, OF_NUMBER

ARITHMETIC: Final = {"+": "+", "−": "-", "×": "*", "÷": "/"}
TYPING: Final = ("digit", ".", "EEX")

TESTS: Final = {
    "x=0": "not x",
    "x≠0": "x",
    "x>0": "x > NIL",
    "x<0": "x < NIL",
    "x≥0": "x >= NIL",
    "x≤0": "x <= NIL",
    "x=y": "x == y",
    "x≠y": "x != y",
    "x>y": "x > y",
    "x<y": "x < y",
    "x≥y": "x >= y",
    "x≤y": "x <= y",
}
OF_ONE: Final = {
    "√x": "x.sqrt()",
    "x²": "x * x",
    "1/x": "UNIT / x",
    "ABS": "abs(x)",
    "INT": "x // 1",
    "FRAC": "x % 1",
}
BRINGS: Final = {"π": "PI", "LSTx": "last_x"}
STACK: Final = {
    "ENTER": "t = z; z = y; y = x",
    "CLx": "x = NIL",
    "x↔y": "x, y = y, x",
    "R↓": "x, y, z, t = y, z, t, x",
    "R↑": "x, y, z, t = t, x, y, z",
    "LBL": "",
    "CLEAR REG": "R[:] = [NIL] * len(R); i = NIL",
}

TRANSLATED: Final = frozenset(
    (
        *TESTS,
        *OF_ONE,
        *BRINGS,
        *STACK,
        *ARITHMETIC,
        *TYPING,
        *("%", "CHS", "RCL", "STO", "x↔", "RAN#", "DSE", "ISG", "GTO", "GSB", "RTN", "R/S", "PSE"),
        *("DEG", "RAD", "GRD"),
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
        return step.operand.isdigit() and int(step.operand) < 8
    if name in ("FIX", "SCI", "ENG"):
        return step.operand != "I"
    if name[:4] in ("STO ", "RCL ") and name[4:] in ARITHMETIC:
        return True
    return name in TRANSLATED
