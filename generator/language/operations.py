"""The one table of the language's operations and their instructions.

Operators have the names that the compiler's tree gives them ('add', 'floordiv'), functions their own.

ISG and DSE count in a register and leave out the next line at the end of the loop. The counter goes to I for
that, and I gets back what it held. The 1 that is pushed becomes 0 where the loop goes on. A clear flag leaves
out 10ˣ, which makes 1 of 0.

A complex number is two numbers on the stack, the imaginary part above the real part. The key I makes one
level of them and turns complex mode on by flag 8. At the end the result is two numbers again, and the flag is
clear. Only `held` leaves complex mode on, for what a person sees.
"""

from __future__ import annotations

from typing import Final

from generator.language.matrix_lines import MATRIX_OPERATIONS, WITHOUT_MATRIX, KeyedOperation, Lines
from hp15c.rules.number_functions import SQUARE
from hp15c.rules.stack import ENTER, EXCHANGE, ROLL_DOWN, ROLL_UP

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


def _count(row: str) -> KeyedOperation:
    pushed = ("x↔", "I"), ("digit", "1")
    back = (EXCHANGE, ""), ("x↔", "I"), (EXCHANGE, "")
    return KeyedOperation(1, 2, (*pushed, (row, "I"), ("LN", ""), *back), changes=False)


COUNTING_OPERATIONS: Final = {"count_up": _count("ISG"), "count_down": _count("DSE")}
PERCENT_OPERATIONS: Final = {
    name: KeyedOperation(2, 1, ((row, ""),), changes=False)
    for name, row in (("percent", "%"), ("percent_change", "Δ%"))
}
"""The operations of per cent, which leave Y as it is."""
RANDOM_OPERATIONS: Final = {
    "set_random": KeyedOperation(1, 0, (("STO RAN#", ""),)),
    "last_random": KeyedOperation(0, 1, (("RCL RAN#", ""),)),
}
ASKING_OPERATIONS: Final = {"ask_two": KeyedOperation(1, 2, (("R/S", ""),))}
FLAGS: Final = range(8)
FLAG_OPERATIONS: Final = {
    f"flag_{number}": KeyedOperation(0, 1, (("digit", "0"), ("F?", str(number)), ("10ˣ", "")), changes=False)
    for number in FLAGS
}
"""`flag(number)` of the language, by the flags of programs."""

_TAKEN_APART: Final[Lines] = ((ENTER, ""), ("Re↔Im", ""), ("CF", "8"))
_TWO_JOINED: Final[Lines] = (("I", ""), (ROLL_DOWN, ""), ("I", ""), (ROLL_UP, ""))


def _of_one(*rows: str) -> KeyedOperation:
    return KeyedOperation(2, 2, (("I", ""), *((row, "") for row in rows), *_TAKEN_APART), changes=False)


def _of_two(name: str, row: str) -> dict[str, KeyedOperation]:
    """An operation of two complex numbers, and the two of one with a real number, which stays as it is."""
    ways = {"": (4, _TWO_JOINED), "_of_real": (3, _TWO_JOINED[:1]), "_by_real": (3, _TWO_JOINED[1:])}
    return {
        f"{name}{of}": KeyedOperation(takes, 2, (*joined, (row, ""), *_TAKEN_APART), changes=False)
        for of, (takes, joined) in ways.items()
    }


OF_COMPLEX: Final = {
    name: INSTRUCTIONS[name]
    for name in (
        *("square", "sqrt", "exp", "ln", "log10", "polar", "rect"),
        *("sin", "cos", "tan", "asin", "acos", "atan"),
        *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    )
} | {"reciprocal": "1/x"}
"""The instructions for functions of a complex number, by the names of the functions of a real one."""
COMPLEX_OPERATIONS: Final = {
    **_of_two("complex_product", "×"),
    "complex_product_with_itself": _of_one(ENTER, "×"),
    **_of_two("complex_quotient", "÷"),
    **_of_two("complex_power", "yˣ"),
    "held": KeyedOperation(2, 1, (("I", ""),), changes=False),
    "held_two": KeyedOperation(4, 2, _TWO_JOINED, changes=False),
    "complex_ask": KeyedOperation(2, 1, (("I", ""), ("R/S", ""), ("CF", "8"))),
    "complex_pause": KeyedOperation(2, 0, (("I", ""), ("PSE", ""), ("CF", "8"))),
    "complex_abs": KeyedOperation(2, 1, (("I", ""), ("ABS", ""), ("CF", "8")), changes=False),
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
