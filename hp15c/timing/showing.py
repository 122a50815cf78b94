"""The cost of showing a number, or a program line by its keycodes and its place in memory, in word times.

`showing_cost` is plain arithmetic on integers, so that the faster engines can compile it unchanged.
"""

from __future__ import annotations

from typing import Final

from hp15c.listing.program import Program
from hp15c.numbers.number import DIGITS, GREATEST_EXPONENT
from hp15c.state.state import Descriptor, State, X
from hp15c.table.instructions import LETTERS
from hp15c.table.models import Model
from hp15c.table.modes import Notation
from hp15c.timing.figures import by_model, figure
from hp15c.timing.jumps import place

NOTATIONS: Final = (Notation.FIX, Notation.SCI, Notation.ENG)
"""The notations, in the order of their numbers in `showing_cost`."""

# With an exponent no more digits than these are shown.
DIGITS_BESIDE_EXPONENT: Final = 7

_ASPECTS: Final = ("shown", "half digit", "sign", "separator", "below one", "carried")
_FRAME, _HALF_DIGIT, _SIGN, _SEPARATOR, _BELOW_ONE, _CARRY = (by_model(f"number {one}") for one in _ASPECTS)
_BY_EXPONENT, _EXPONENT, _EXPONENT_SIGN, _HIDDEN = (
    by_model(f"number {one}") for one in ("by exponent", "exponent", "exponent sign", "digit hidden")
)
_TOO_LARGE, _TOO_SMALL, _ROUNDED_AWAY = (
    by_model(f"number {one}") for one in ("too large", "too small", "rounded away")
)
_ENG, _ENG_PLACE, _ENG_SIGN = (by_model(f"number {one}") for one in ("ENG", "ENG place", "ENG sign"))

_THREES: Final = 99  # no exponent is below -99, so that no remainder of a negative number is taken


def showing_cost(
    negative: bool, exponent: int, mantissa: int, notation: int, digits: int, is_11c: bool
) -> int:
    """Word times of showing a number in a format. `notation` is its place in NOTATIONS."""
    model = 1 if is_11c else 0
    if digits >= DIGITS:
        digits = 0
    kept = digits + 1 + (exponent if notation == 0 else 0)
    cost = _FRAME[model] + (_SIGN[model] if negative else 0)
    carried = 0
    if 0 <= kept < DIGITS and mantissa != 0:
        unit = 10 ** (DIGITS - kept)
        carried = 1 if mantissa + unit // 2 >= 10**DIGITS else 0
    by_exponent = exponent + carried >= DIGITS
    usual = notation == 0 and not by_exponent and (kept + carried > 0 or mantissa == 0)
    if usual:
        before = max(exponent + carried, 0)
        cost += _HALF_DIGIT[model] * min(before + 1 + digits, DIGITS) // 2
        if exponent < 0:
            cost += _BELOW_ONE[model]
        return cost + _SEPARATOR[model] * (before // 3) + _CARRY[model] * carried
    if notation == 0:
        if by_exponent:
            cost += _TOO_LARGE[model]
        else:
            cost += _ROUNDED_AWAY[model] if kept == 0 else _TOO_SMALL[model]
        carried = 0
        if digits < DIGITS - 1 and mantissa + 10 ** (DIGITS - 1 - digits) // 2 >= 10**DIGITS:
            carried = 1
    cost += _EXPONENT[model] + _HIDDEN[model] * max(0, digits + 1 - DIGITS_BESIDE_EXPONENT)
    shown = min(digits + 1, DIGITS_BESIDE_EXPONENT)
    if carried == 1 and exponent == GREATEST_EXPONENT:
        shown = DIGITS_BESIDE_EXPONENT  # it cannot be rounded, so all of it is shown
    else:
        cost += _CARRY[model] * carried
        exponent += carried
    if notation != 0:
        cost += _BY_EXPONENT[model]
    if notation == 2:
        places = (exponent + _THREES) % 3
        shown = max(shown, places + 1)
        cost += _ENG[model] + _ENG_PLACE[model] * places
    if exponent < 0:
        cost += _ENG_SIGN[model] if notation == 2 else _EXPONENT_SIGN[model]
    return cost + _HALF_DIGIT[model] * shown // 2


def display_cost(state: State) -> int:
    """Word times of forming the display of X, by its digits, separators and exponent."""
    x = state.stack[X]
    if isinstance(x, Descriptor):
        dashes = figure("matrix shown decomposed") if state.matrices[x.name].is_lu else 0
        return figure("matrix shown") + dashes
    notation, digits = state.format
    is_11c = state.model is Model.HP11C
    return showing_cost(x.negative, x.exponent, x.mantissa, NOTATIONS.index(notation), digits, is_11c)


def line_shown_cost(program: Program, line: int) -> int:
    """Word times of fetching a line from memory and showing it."""
    model = program.model
    if not line:
        return figure("line shown 000", model)
    step = program.steps[line - 1]
    codes = "-".join(str(len(code)) for code in step.codes(model).replace(",", " ").split())
    cost = figure("line shown", model) + figure(f"line shown {codes}", model)
    cost += figure("line shown place", model, place(program, line))
    if step.operand in LETTERS:
        cost += figure("line shown letter", model)
    elif step.operand in ("I", "(i)"):
        cost += figure("line shown I", model)
    return cost + (figure("line shown user") if step.user else 0)
