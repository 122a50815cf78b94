"""What the real machine spends, in word times (BEHAVIOUR 10): about 3,839 of them make a second.

The cost of a program line is a base (`base`), by instruction and kind of operand; what its computing takes,
which the meter of `hp15c.effort` counts while it is done; and what else depends on the state (`operands`),
to be asked before the line runs. A jump costs what its search passes. The machine adds all this to the
state's word times; everything is data or a plain function, so that an engine or a generator can ask the same.
"""

from __future__ import annotations

from typing import Final

from hp15c.entry import Entry
from hp15c.instructions import Step
from hp15c.models import Model
from hp15c.modes import Notation
from hp15c.number import DIGITS, Number
from hp15c.operations import cells
from hp15c.program import Program
from hp15c.state import Descriptor, State, X
from hp15c.timing.base import BASE
from hp15c.timing.operands import OPERAND_COSTS, Count

__all__ = [
    "OPERAND_COSTS",
    "WORD_TIMES_PER_SECOND",
    "Count",
    "base_cost",
    "display_cost",
    "jump_cost",
    "key_cost",
    "operand_cost",
    "search_cost",
    "skip_cost",
]

WORD_TIMES_PER_SECOND: Final = 3839

# Passing a byte (HP-11C: a line) in search of a label, and a line in search of a line's number.
PER_BYTE: Final = {Model.HP15C: 8.6, Model.HP11C: 10.0}
PER_LINE: Final = {Model.HP15C: 9.2, Model.HP11C: 10.0}

# One evaluation by SOLVE or the integral, the function's lines and all computing apart. The integral's
# arithmetic moves its numbers less than that of other functions does.
SOLVE_STEP: Final = 165
INTEGRAL_STEP: Final = -290

# A line that ends in an error, what it computed before apart.
FAILED: Final = {Model.HP15C: 325, Model.HP11C: 310}

# What a function that computes takes more when its key is pressed than in a program: the difference of the
# keys measured one by one and BEHAVIOUR 10.1, the same for all of them.
KEYED: Final = {Model.HP15C: 30, Model.HP11C: 40}

# A message that a key takes away.
DISMISSED: Final = {Model.HP15C: 88, Model.HP11C: 65}

# From a key that starts a program going down to its first line: R/S (which shows the line) and others. Found
# from measured programs; BEHAVIOUR 10.2 says about 1,000 to 1,300.
START: Final = {Model.HP15C: 1250, Model.HP11C: 1055}
START_AT_LABEL: Final = {Model.HP15C: 705, Model.HP11C: 1190}
IMPLIED_RETURN: Final = {Model.HP15C: 115, Model.HP11C: 74}

# A key pressed and let go, what it does and the display apart; what a prefix adds, and the display of a line.
KEY: Final = {Model.HP15C: 300, Model.HP11C: 264}
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

# A false conditional passes the next line: its first byte (BEHAVIOUR 10.1), and its second where it has one.
SKIP: Final = {Model.HP15C: 54, Model.HP11C: 26}
SKIP_SECOND_BYTE: Final = 9


def base_cost(step: Step, model: Model) -> int:
    """Word times of a program line, apart from what depends on its operands."""
    costs = BASE.get(step.name + _kind(step.operand)) or BASE[step.name]
    return costs[model is Model.HP11C]


def display_cost(state: State) -> int:
    """Word times of forming the display of X, by its digits, separators and exponent."""
    x = state.stack[X]
    if isinstance(x, Descriptor):
        return SHOW
    notation, digits = state.format
    if digits >= DIGITS:
        notation, digits = Notation.FIX, 0
    exponent = x.exponent
    if notation is Notation.FIX and (not x.mantissa or -digits <= exponent < DIGITS):
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


def _kind(operand: str) -> str:
    """How the costs name a kind of operand: ' .' for .0 to .9, ' A' for letters, nothing for digits."""
    if operand.startswith("."):
        return " ."
    if operand in ("I", "(i)"):
        return f" {operand}"
    return " A" if operand.isalpha() else ""


def operand_cost(state: State, step: Step) -> int:
    """Word times that a line spends on its operands, as they are before it runs."""
    count = OPERAND_COSTS.get(step.name)
    return count(state, step) if count is not None else 0


def search_cost(program: Program, start: int, line: int) -> int:
    """Word times of the search for a label found on `line`, from line `start` on (0: the end) and round."""
    offsets = program.offsets
    passed = (offsets[line - 1] - offsets[start - 1]) % offsets[-1] if start else offsets[line - 1]
    return round(PER_BYTE[program.model] * passed)


def jump_cost(state: State, step: Step, start: int) -> int:
    """What a GTO, GSB, SOLVE or ∫ spends to find the line that is current after it, from line `start` on."""
    if step.operand == "I" and isinstance(state.i, Number) and state.i.negative and cells.magnitude(state.i):
        return round(PER_LINE[state.model] * state.line)
    return search_cost(state.program, start, state.line)


def skip_cost(program: Program, line: int) -> int:
    """Word times of leaving out a line; 0 is the end of the program."""
    long = line > 0 and program.steps[line - 1].bytes(program.model) == 2
    return SKIP[program.model] + (SKIP_SECOND_BYTE if long else 0)
