"""The one table of the language's operations and their instructions.

Operators have the names that the compiler's tree gives them ('add', 'floordiv'), functions their own.
"""

from __future__ import annotations

from typing import Final

from generator.language.complex_lines import COMPLEX_OPERATIONS, KEYED
from generator.language.counting_lines import (
    ASKING_OPERATIONS,
    COUNTING_OPERATIONS,
    PERCENT_OPERATIONS,
    RANDOM_OPERATIONS,
)
from generator.language.matrix_lines import MATRIX_OPERATIONS, WITHOUT_MATRIX
from hp15c.rules.number_functions import SQUARE

# Operations that are one instruction each: the name of its row in hp15c/table/instructions.py. Operands stand
# on the stack from left to right, the last one in X.
INSTRUCTIONS: Final = {
    "add": "+",
    "sub": "−",
    "mul": "×",
    "div": "÷",
    "pow": "yˣ",
    "square": SQUARE,
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
    "sum_plus": "Σ+",
    "sum_minus": "Σ−",
    "clear_sums": "CLEAR Σ",
    "mean": "x̄",
    "sdev": "s",
    "linreg": "L.R.",
    "estimate": "ŷ,r",
}

# The number of operands of each operation. An operation that is not here takes one.
OPERANDS: Final = dict.fromkeys(("ran", "pi", "clear_sums", "mean", "sdev", "linreg"), 0) | dict.fromkeys(
    ("add", "sub", "mul", "div", "pow", "comb", "perm", "polar", "rect", "floordiv", "mod"), 2
) | dict.fromkeys(("sum_plus", "sum_minus"), 2)  # fmt: skip

# Operations with two results, in the order of the stack: the last one in X.
PAIRS: Final = frozenset({"polar", "rect", "mean", "sdev", "linreg", "estimate"})
# Operations without a result.
SILENT: Final = frozenset({"clear_sums"})

# Operations that change the statistics sums, and those that use them.
CHANGING_SUMS: Final = frozenset({"sum_plus", "sum_minus", "clear_sums"})
OF_SUMS: Final = frozenset({"mean", "sdev", "linreg", "estimate"})
SUMS: Final = 6
"""The number of statistics registers: n, Σx, Σx², Σy, Σy², Σxy."""

CHANGING_MATRICES: Final = frozenset(name for name, one in MATRIX_OPERATIONS.items() if one.changes)

CHANGING_COMPLEX: Final = frozenset(name for name, one in COMPLEX_OPERATIONS.items() if one.changes)

# Operations that change what stays. Each stands alone in a statement, or is all that an assignment computes.
EFFECTS: Final = (
    CHANGING_SUMS | CHANGING_MATRICES | CHANGING_COMPLEX | RANDOM_OPERATIONS.keys() | ASKING_OPERATIONS.keys()
)

OF_SEED: Final = frozenset({"ran", *RANDOM_OPERATIONS})
"""Operations with the random number from which the next one is drawn. They keep their order."""

# The functions that a program may call. `abs` is Python's own, 'ran' and the others are imported.
FUNCTIONS: Final = (
    frozenset(INSTRUCTIONS) - {"add", "sub", "mul", "div", "pow", "square", "neg", "abs", "pi"}
) | {*COUNTING_OPERATIONS, *PERCENT_OPERATIONS, *RANDOM_OPERATIONS, *ASKING_OPERATIONS, *WITHOUT_MATRIX}

FOUND: Final = "found"
RESULTS_OF_RUN: Final[dict[str, tuple[str, ...]]] = {
    "solve": ("x",),
    "search": ("x", FOUND),
    "search_with_value": ("z", "y", "x", FOUND),
    "integral": ("x",),
    "integral_with_uncertainty": ("y", "x"),
}
"""The words that call a function of the program many times, each with the levels in which its results stand.
FOUND stands for 1 where there is a root, else 0.
"""
RUNS: Final = {word: len(places) for word, places in RESULTS_OF_RUN.items()}
INTEGRALS: Final = frozenset(word for word in RUNS if word.startswith("integral"))
RETURNS_OF_RUN: Final = 2
"""The levels of returns that SOLVE and the integral take in a program."""

ANGLE_MODES: Final = {"deg": "DEG", "rad": "RAD", "grad": "GRD"}
FORMATS: Final = {"fix": "FIX", "sci": "SCI", "eng": "ENG"}
BLINKING: Final = {"blink": "SF", "steady": "CF"}
"""Settings of flag 9, which makes the display of the HP-15C blink."""
BLINK_FLAG: Final = 9
FLAG_SETTINGS: Final = {"set_flag": "SF", "clear_flag": "CF"}
SETTINGS: Final = FORMATS | BLINKING | FLAG_SETTINGS
"""The settings with a digit: of the display, or the number of the flag."""


def operand_count(name: str) -> int:
    """How many numbers an operation takes."""
    if name in KEYED:
        return KEYED[name].takes
    return OPERANDS.get(name, 1)


def result_count(name: str) -> int:
    """How many numbers an operation gives."""
    if name in KEYED:
        return KEYED[name].gives
    return 2 if name in PAIRS else 0 if name in SILENT else 1
