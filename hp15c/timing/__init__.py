"""What the real machine spends, in word times (BEHAVIOUR 10): about 3,839 of them make a second.

The cost of a program line is a base (`base`), by instruction and kind of operand, and a part that depends on
the numbers (`operands`), which is to be asked before the line runs. A jump costs what its search passes. The
machine adds all this to the state's word times; everything is data or a plain function, so that an engine or
a generator can ask the same.
"""

from __future__ import annotations

from typing import Final

from hp15c.instructions import Step
from hp15c.models import Model
from hp15c.modes import Notation
from hp15c.number import Number
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

# One evaluation by SOLVE or the integral, apart from the function's own lines; the integral's end.
SOLVE_STEP: Final = 1940
INTEGRAL_STEP: Final = 2250
INTEGRAL_END: Final = 13_000

# A line that ends in an error.
FAILED: Final = {Model.HP15C: 265, Model.HP11C: 282}

# From a key that starts a program going down to its first line: R/S (which shows the line) and others.
START: Final = {Model.HP15C: 1250, Model.HP11C: 1055}
START_AT_LABEL: Final = {Model.HP15C: 705, Model.HP11C: 1190}
IMPLIED_RETURN: Final = {Model.HP15C: 115, Model.HP11C: 74}

# A key pressed and let go, what it does and the display apart; the display of a number, by its shape.
KEY: Final = {Model.HP15C: 370, Model.HP11C: 335}
SHOW: Final = 155
SHOW_EXPONENT: Final = 200
SHOW_PLACE: Final = 19
SHOW_ZERO: Final = 8

# A false conditional passes the next line: its first byte, and its second where it has one.
SKIP: Final = {Model.HP15C: 75, Model.HP11C: 20}
SKIP_SECOND_BYTE: Final = 20


def base_cost(step: Step, model: Model) -> int:
    """Word times of a program line, apart from what depends on its operands."""
    costs = BASE.get(step.name + _kind(step.operand)) or BASE[step.name]
    return costs[model is Model.HP11C]


def display_cost(state: State) -> int:
    """Word times of forming the display of X: exponents, and places before and zeros behind the point."""
    x = state.stack[X]
    if isinstance(x, Descriptor) or not x.mantissa:
        return SHOW
    if state.format.notation is not Notation.FIX or not -6 < x.exponent < 10:
        return SHOW_EXPONENT
    return SHOW + (SHOW_PLACE * x.exponent if x.exponent > 0 else -SHOW_ZERO * x.exponent)


def key_cost(state: State) -> int:
    """Word times of a key that has been pressed, beyond what its instruction spends.

    A key that starts a program costs what `START` says instead.
    """
    if state.running:
        return 0
    unshown = state.pending or state.entry is not None or state.message is not None
    return KEY[state.model] + (0 if unshown else display_cost(state))


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
