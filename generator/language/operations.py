"""The one table of the language's operations and their instructions.

Operators have the names that the compiler's tree gives them ('add', 'floordiv'), functions their own.
"""

from __future__ import annotations

from typing import Final

# Operations that are one instruction each: the name of its row in hp15c/table/instructions.py. Operands stand
# on the stack from left to right, the last one in X.
INSTRUCTIONS: Final = {
    "add": "+",
    "sub": "−",
    "mul": "×",
    "div": "÷",
    "pow": "yˣ",
    "square": "x²",
    "neg": "CHS",
    "abs": "ABS",
    "sqrt": "√x",
    "exp": "eˣ",
    "ln": "LN",
    "log10": "LOG",
    "sin": "SIN",
    "cos": "COS",
    "tan": "TAN",
    "asin": "SIN⁻¹",
    "acos": "COS⁻¹",
    "atan": "TAN⁻¹",
    "sinh": "HYP SIN",
    "cosh": "HYP COS",
    "tanh": "HYP TAN",
    "asinh": "HYP⁻¹ SIN",
    "acosh": "HYP⁻¹ COS",
    "atanh": "HYP⁻¹ TAN",
    "factorial": "x!",
    "comb": "Cy,x",
    "perm": "Py,x",
    "intpart": "INT",
    "frac": "FRAC",
    "to_hms": "→H.MS",
    "from_hms": "→H",
    "to_deg": "→DEG",
    "to_rad": "→RAD",
    "rnd": "RND",
    "ran": "RAN#",
    "pi": "π",
    "polar": "→P",
    "rect": "→R",
}

# The number of operands of each operation. An operation that is not here takes one.
OPERANDS: Final = {"ran": 0, "pi": 0} | dict.fromkeys(
    ("add", "sub", "mul", "div", "pow", "comb", "perm", "polar", "rect", "floordiv", "mod"), 2
)

# Operations with two results, in the order of the stack: the last one in X.
PAIRS: Final = frozenset({"polar", "rect"})

# The functions that a program may call. `abs` is Python's own, 'ran' and the others are imported.
FUNCTIONS: Final = frozenset(INSTRUCTIONS) - {"add", "sub", "mul", "div", "pow", "square", "neg", "abs", "pi"}

ANGLE_MODES: Final = {"deg": "DEG", "rad": "RAD", "grad": "GRD"}
FORMATS: Final = {"fix": "FIX", "sci": "SCI", "eng": "ENG"}


def operand_count(name: str) -> int:
    """How many numbers an operation takes."""
    return OPERANDS.get(name, 1)
