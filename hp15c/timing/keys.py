"""The cost of pressing keys, in word times, without the display of a number (`timing.showing`).

A key takes `KEY`, the cost of its instruction (`timing.base`, `timing.operands` and the meter of
`numbers.effort`), and the display that it leaves. It also takes the difference to the same instruction as a
program line (`keyed_cost`, or `timing.commands` for keys that no line can hold). All costs were found from
keys measured one by one, from the part that is the same for every number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hp15c.display.display import Held, display
from hp15c.numbers.effort import POWER_OF_ZERO, ROOT_OF_ZERO
from hp15c.state.entry import Entry
from hp15c.state.state import Descriptor, State
from hp15c.table.instructions import OperandKind, Role, Step
from hp15c.table.models import Model
from hp15c.table.prefixes import SHIFTS
from hp15c.timing.base import ARITHMETIC_ROWS, kind_of
from hp15c.timing.showing import DIGITS_BESIDE_EXPONENT, display_cost, line_shown_cost

# A key pressed and let go, without what it does and shows.
KEY: Final = {Model.HP15C: 337, Model.HP11C: 288}

# ON that switches the calculator off, which then rests.
_SWITCHED_OFF: Final = {Model.HP15C: -142, Model.HP11C: -91}

# A prefix shows the display again: f or g, another key, and each digit that is shown. In program mode it
# costs less.
_SHIFT: Final = {Model.HP15C: 32, Model.HP11C: 35}
_PREFIX: Final = {Model.HP15C: 69, Model.HP11C: 74}
_PREFIX_DIGIT: Final = {Model.HP15C: 20, Model.HP11C: 21}
_PREFIX_BESIDE_LINE: Final = {Model.HP15C: -40, Model.HP11C: -21}

# A function that computes takes more when its key is pressed than in a program, unless it has its result at
# once, as the root of 0. This is smaller for the four operations, those with registers among them, and for
# functions that only split a number.
_KEYED: Final = {Model.HP15C: 34, Model.HP11C: 27}
_AT_ONCE: Final = {"√x": ROOT_OF_ZERO, "yˣ": POWER_OF_ZERO}
_KEYED_OPERATION: Final = {Model.HP15C: 0, Model.HP11C: 10}
_OPERATIONS: Final = frozenset(("+", "−", "×", "÷", "INT", "FRAC", "ABS", "CHS", "RND", *ARITHMETIC_ROWS))

# An operand that is a digit is part of the key. By the kind of operand, as `base.kind_of` names it.
_BY_OPERAND: Final[Mapping[Model, Mapping[str, Mapping[str, int]]]] = {
    Model.HP15C: {
        "move": {"": -23, " n": -22, " .": -22, " I": -8, " (i)": -6, " A": -20},
        "operate": {"": -31, " n": -31, " .": -33, " I": -2, " (i)": -8},
        "exchange": {"": -7, " n": -30, " .": -34, " I": -5, " (i)": -5, " A": -12},
        "mode": {"": -32, " n": -32, " I": 15},
    },
    Model.HP11C: {
        "move": {"": -34, " n": -20, " .": -18, " I": -34, " (i)": -19},
        "operate": {"": -38, " n": -25, " (i)": -15},
        "exchange": {" I": -22, " (i)": 8},
        "mode": {"": -16, " n": -16},
    },
}
_SORT: Final = {"STO": "move", "RCL": "move", "x↔": "exchange", "DSE": "exchange", "ISG": "exchange"} | (
    dict.fromkeys(ARITHMETIC_ROWS, "operate")
)

# Showing the element that a key stores, recalls or changes, until the key is up.
_ELEMENT_SHOWN: Final = 316
_ELEMENT_SHOWN_BY_I: Final = 276

# SCI and ENG with 8 or 9 digits, which no line of the HP-11C can hold.
_NO_LINE: Final = -75

# A number being typed: its first key and the others.
_TYPED: Final = {
    Model.HP15C: {"digit": (-14, -21), ".": (7, 26), "EEX": (21, 31)},
    Model.HP11C: {"digit": (3, -1), ".": (27, 56), "EEX": (42, 38)},
}

# CHS of a number being typed.
_SIGN_TYPED: Final = 17

# Other keys that take something else than their line. RTN as a key ends no run.
_KEYED_ALONE: Final = {
    Model.HP15C: {"RTN": -237, "CLx": 24, "I": 164, "FRAC": 18, "→H": 16, "→H.MS": -25, "LOG": 19, "x!": -60},
    Model.HP11C: {"RTN": -224, "CLx": 4, "ENTER": 7, "SCI": -13, "ENG": -13, "→H.MS": -22, "x!": -46},
}

# A line that a key skips.
KEY_SKIPPED: Final = {Model.HP15C: 33, Model.HP11C: 18}

# TEST with a number, which is part of the key.
_BY_NUMBER: Final = -18

# A message that a key removes, in run mode and in program mode.
DISMISSED: Final = {Model.HP15C: 54, Model.HP11C: 38}
DISMISSED_BESIDE_LINE: Final = {Model.HP15C: 9, Model.HP11C: 12}

# The display of a number being typed: the fixed part, a digit, a separator of groups.
_TYPED_NUMBER: Final = 6
_TYPED_DIGIT: Final = 20
_TYPED_SEPARATOR: Final = 6

# The same with an exponent: the fixed part, a digit of the mantissa, a separator.
_TYPED_EXPONENT: Final = 48
_DIGIT_BESIDE: Final = 24
_SEPARATOR_BESIDE: Final = 14


def key_cost(state: State) -> int:
    """Word times of a key that has been pressed, beyond what its instruction spends.

    A key that starts a program costs what `timing.commands` says instead, and so does SST in run mode.
    """
    model = state.model
    if not state.on:
        return KEY[model] + _SWITCHED_OFF[model]
    if state.running or (state.held == Held.SINGLE_STEP and not state.programming):
        return 0
    if state.message is not None:
        return KEY[model]
    if state.pending:
        return KEY[model] + _prefix_cost(state)
    if state.programming:
        return KEY[model] + line_shown_cost(state.program, state.line)
    return KEY[model] + shown_cost(state)


def shown_cost(state: State) -> int:
    """Word times of showing X, or a number that is being typed."""
    return display_cost(state) if state.entry is None else _entry_cost(state.entry)


def shown_in_vain_cost(state: State, step: Step) -> int:
    """Word times of the display that `key_cost` counted for a key which fails when it comes up.

    It showed its matrix element. For STO and RCL the cost of the Error contains it.
    """
    is_move = _SORT.get(step.name, "move") == "move"
    return 0 if is_move else shown_cost(state)


def _prefix_cost(state: State) -> int:
    """Word times of a prefix besides `KEY`."""
    model = state.model
    cost = (_SHIFT if state.pending[-1] in SHIFTS else _PREFIX)[model]
    if state.programming:
        cost += _PREFIX_BESIDE_LINE[model]
    return cost + _PREFIX_DIGIT[model] * sum(cell.isdigit() for cell in display(state).text)


def _entry_cost(entry: Entry) -> int:
    """Word times of showing a number that is being typed."""
    digits, separators = len(entry.digits), max(entry.whole - 1, 0) // 3
    if entry.exponent is None:
        return _TYPED_NUMBER + _TYPED_DIGIT * digits + _TYPED_SEPARATOR * separators
    return (
        _TYPED_EXPONENT + _DIGIT_BESIDE * min(digits, DIGITS_BESIDE_EXPONENT) + _SEPARATOR_BESIDE * separators
    )


def keyed_cost(step: Step, model: Model, computed: int, begun: bool = False) -> int:
    """Extra word times when an instruction that has computed for so long is pressed as a key.

    `begun` tells that a number was being typed, for a key that goes on with it.
    """
    name = step.name
    if step.role is Role.TYPES:
        return _TYPED[model][name][begun]
    cost = _KEYED_ALONE[model].get(name, 0) + (_SIGN_TYPED if begun and step.role is Role.SIGNS else 0)
    if name in _OPERATIONS:
        cost += _KEYED_OPERATION[model]
    elif computed not in (0, _AT_ONCE.get(name)):
        cost += _KEYED[model]
    if step.role is Role.TESTS and step.instruction.names is not OperandKind.FLAG and model is Model.HP15C:
        cost += _BY_NUMBER if len(step.codes(model)) > 2 else 0
    sort = "mode" if step.names in (OperandKind.PLACES, OperandKind.FLAG) else _SORT.get(name)
    if sort is None:
        return cost
    if model is Model.HP11C and name in ("SCI", "ENG") and step.operand in ("8", "9"):
        cost += _NO_LINE
    return cost + _BY_OPERAND[model][sort].get(kind_of(step.operand), 0)


def element_cost(state: State, step: Step) -> int:
    """Extra word times of a key that has reached an element of a matrix A to E."""
    if step.name not in _SORT and step.instruction.names is not OperandKind.ELEMENT:
        return 0
    if step.operand == "(i)" and isinstance(state.i, Descriptor):
        return _ELEMENT_SHOWN_BY_I if step.name in _SORT else 0
    return _ELEMENT_SHOWN if kind_of(step.operand) == " A" else 0
