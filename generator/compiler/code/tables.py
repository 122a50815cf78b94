"""Facts about instructions that code generation needs, beside the table of instructions.

The instructions that can fail, those whose operands can change places, and the mirror and the opposite of
each test.
"""

from __future__ import annotations

from typing import Final

from generator.compiler.tree.ir import Relation
from generator.compiler.tree.relations import NEGATED, SIGNS
from generator.language.operations import ANGLE_MODES, FLAG_SETTINGS, INSTRUCTIONS, PAIRS, SETTINGS
from hp15c.table.instructions import TABLE, Lift

__all__ = ["INSTRUCTIONS", "PAIRS"]

SETTING_ROWS: Final = ANGLE_MODES | SETTINGS

BINARY: Final = frozenset(("+", "−", "×", "÷", "yˣ", "Cy,x", "Py,x"))
COMMUTING: Final = frozenset(("+", "×"))
ARITHMETIC: Final = frozenset(("+", "−", "×", "÷"))
TWO_RESULTS: Final = frozenset(("→P", "→R"))

# Statistics: the lines that add a point or take one off, that clears the sums, and that gives ŷ and r.
SUMMING: Final = frozenset(("Σ+", "Σ−"))
CLEARING: Final = "CLEAR Σ"
CORRELATING: Final = "ŷ,r"
STATISTICS: Final = SUMMING | {CLEARING, CORRELATING, "x̄", "s", "L.R."}
# The kind of an operation with lines of its own: what is done with matrices.
KEYS: Final = "keys"
# What stands between the name of a piece and a number, in the label that GTO I finds for the number.
OF_NUMBER: Final = "#"
# The jump to the label of the number in I, whose operand gets the name of its piece in front.
BY_NUMBER: Final = ("GTO", f"{OF_NUMBER}I")
# The detail of a difference with 1 that is a whole number above 0, as DSE takes it, which then skips no line.
ABOVE_ZERO: Final = "above 0"
# The lines with which a number is keyed in.
KEYED: Final = frozenset(("digit", ".", "EEX", "CHS"))
# Lines after which stack lift is disabled.
DISABLING: Final = frozenset(row.name for row in TABLE if row.lift is Lift.DISABLE)
# Lines after which no label may come: that, and the line that skips the next one.
HOLDING: Final = DISABLING | {"SOLVE"}

# Lines that may end in an Error, and so must stay even where their result is not used.
FAILING: Final = (
    frozenset(
        (
            "÷",
            "1/x",
            "√x",
            "LN",
            "LOG",
            "yˣ",
            "SIN⁻¹",
            "COS⁻¹",
            "HYP⁻¹ COS",
            "HYP⁻¹ TAN",
            "Cy,x",
            "Py,x",
            "load",
        )
    )
    | (STATISTICS - SUMMING - {CLEARING})
    | {KEYS}
)
# Kinds after which a run may have ended or shown a number.
SHOWING: Final = frozenset(("call", "ask", "PSE"))

# The mode on which the result of a line depends, and the mode that a line sets. The elements of arrays are
# one mode, which each store sets.
MODE_READ: Final = dict.fromkeys(("SIN", "COS", "TAN", "SIN⁻¹", "COS⁻¹", "TAN⁻¹", "→P", "→R"), "angle") | {
    "RND": "display",
    "load": "arrays",
}
FLAGS: Final = "flags"
MODE_SET: Final = (
    dict.fromkeys(ANGLE_MODES.values(), "angle")
    | dict.fromkeys(SETTINGS.values(), "display")
    | dict.fromkeys(FLAG_SETTINGS.values(), FLAGS)
)
MATRICES: Final = "matrices"
ARRAYS: Final = "arrays"
SUMS_HELD: Final = "sums"
MODES: Final = ("angle", "display", FLAGS, MATRICES, ARRAYS, SUMS_HELD)


# The kinds that read or write an element: arithmetic into one is the row of the instruction table.
STORES: Final = frozenset(("store", "STO +", "STO −", "STO ×"))
ELEMENTS: Final = STORES | {"load"}


def test_with_zero(relation: Relation) -> str:
    """The row of the test of X against 0."""
    return f"x{SIGNS[relation]}0"


def test_with_y(relation: Relation) -> str:
    """The row of the test of X against Y: x relation y."""
    return f"x{SIGNS[relation]}y"


# The row of a test that holds when another does not.
OPPOSITE: Final = {test_with_zero(one): test_with_zero(other) for one, other in NEGATED.items()} | {
    test_with_y(one): test_with_y(other) for one, other in NEGATED.items()
}
