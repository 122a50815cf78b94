"""What pressing keys and showing numbers costs, in word times (BEHAVIOUR 10.2)."""

from __future__ import annotations

from typing import Final

from hp15c.entry import Entry
from hp15c.instructions import Step
from hp15c.models import Model
from hp15c.modes import Notation
from hp15c.number import DIGITS
from hp15c.state import Descriptor, State, X
from hp15c.timing.base import ARITHMETIC_ROWS

# What a function that computes takes more when its key is pressed than in a program; the four operations,
# registers' among them, and functions that only take a number apart less.
_KEYED: Final = {Model.HP15C: 46, Model.HP11C: 38}
_KEYED_OPERATION: Final = {Model.HP15C: 20, Model.HP11C: 24}
_OPERATIONS: Final = frozenset(("+", "−", "×", "÷", "INT", "FRAC", "ABS", "CHS", "RND", *ARITHMETIC_ROWS))

# A message that a key takes away.
DISMISSED: Final = {Model.HP15C: 88, Model.HP11C: 65}

# From a key that starts a program going down to its first line, a search apart: R/S (which shows the line),
# more from line 000; GSB; and what f A takes more than GSB A. BEHAVIOUR 10.2 says 800 for R/S, which leaves
# out some of what showing the line takes: measured programs need this much.
START: Final = {Model.HP15C: 969, Model.HP11C: 820}
START_FROM_000: Final = {Model.HP15C: 120, Model.HP11C: 110}
START_AT_LABEL: Final = {Model.HP15C: 360, Model.HP11C: 890}
START_BY_LETTER: Final = {Model.HP15C: 23, Model.HP11C: 12}

# A key pressed and let go, what it does and the display apart; the imaginary part that f (i) shows for a
# moment; ← with two parts of X to clear; what a prefix adds, and the display of a line.
KEY: Final = {Model.HP15C: 315, Model.HP11C: 274}
SHOW_IMAGINARY: Final = 4700
BACKSPACE_COMPLEX: Final = 127
PREFIX: Final = 150
PREFIX_BESIDE_LINE: Final = 250
SHOW_LINE: Final = 480

# The display of a number: the frame, a digit, a separator of groups; an exponent, its sign; what ENG adds,
# and a place that it moves the point.
SHOW: Final = 85
SHOW_DIGIT: Final = 24
SHOW_SEPARATOR: Final = 14
SHOW_EXPONENT: Final = 48
SHOW_NEGATIVE_EXPONENT: Final = 18
SHOW_ENG: Final = 40
SHOW_ENG_PLACE: Final = 10

# With an exponent no more digits than these are shown.
DIGITS_BESIDE_EXPONENT: Final = 7

# A mantissa from here on rounds up to the last place shown.
HALF: Final = 5 * 10 ** (DIGITS - 1)


def display_cost(state: State) -> int:
    """Word times of forming the display of X, by its digits, separators and exponent."""
    x = state.stack[X]
    if isinstance(x, Descriptor):
        return SHOW
    notation, digits = state.format
    if digits >= DIGITS:
        notation, digits = Notation.FIX, 0
    exponent = x.exponent
    lowest = -digits - (x.mantissa >= HALF)
    if notation is Notation.FIX and (not x.mantissa or lowest <= exponent < DIGITS):
        before = max(exponent, 0)
        shown = min(before + 1 + digits, DIGITS)
        return SHOW + SHOW_DIGIT * shown + SHOW_SEPARATOR * (before // 3)
    cost = SHOW + SHOW_DIGIT * min(digits + 1, DIGITS_BESIDE_EXPONENT) + SHOW_EXPONENT
    if exponent < 0:
        cost += SHOW_NEGATIVE_EXPONENT
    if notation is Notation.ENG:
        cost += SHOW_ENG + SHOW_ENG_PLACE * (exponent % 3)
    return cost


def key_cost(state: State) -> int:
    """Word times of a key that has been pressed, beyond what its instruction spends.

    A key that starts a program costs what `START` says instead.
    """
    if state.running:
        return 0
    cost = KEY[state.model]
    if state.message is not None:
        return cost
    if state.programming:
        return cost + (PREFIX_BESIDE_LINE if state.pending else SHOW_LINE)
    if state.pending:
        return cost + PREFIX
    return cost + (display_cost(state) if state.entry is None else _entry_cost(state.entry))


def _entry_cost(entry: Entry) -> int:
    """Word times of showing a number that is being typed."""
    cost = SHOW_DIGIT * len(entry.digits) + SHOW_SEPARATOR * (max(entry.whole - 1, 0) // 3)
    return cost + (SHOW_EXPONENT if entry.exponent is not None else 0)


def keyed_cost(step: Step, model: Model, computed: int) -> int:
    """Word times that a line which has computed for so long takes more when it is pressed as a key."""
    if step.name in _OPERATIONS:
        return _KEYED_OPERATION[model]
    return _KEYED[model] if computed else 0


def start_cost(model: Model, line: int) -> int:
    """Word times from R/S going down to the first line, when `line` is the current one."""
    return START[model] + (0 if line else START_FROM_000[model])
