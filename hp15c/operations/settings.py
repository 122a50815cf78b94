"""Flags, display formats, angle modes (BEHAVIOUR 3.1, 4.7)."""

from __future__ import annotations

from typing import Final

from hp15c.errors import CalculatorError
from hp15c.numbers.number import Number
from hp15c.operations import Signal, effect
from hp15c.operations.stack import enter_complex_mode, leave_complex_mode
from hp15c.state.cells import index_number, magnitude
from hp15c.state.state import State
from hp15c.table.instructions import Step
from hp15c.table.models import LIMITS
from hp15c.table.modes import GREATEST_SETTING, AngleMode, Format, Notation

COMPLEX: Final = 8
_MOST_DIGITS: Final = 9


def _flag(state: State, operand: str) -> int:
    number = int(operand) if operand != "I" else magnitude(index_number(state))
    if number >= LIMITS[state.model].flags:
        raise CalculatorError(6)
    return number


@effect("SF")
def set_flag(state: State, step: Step) -> None:
    """Set a flag. 8 begins complex mode."""
    flag = _flag(state, step.operand)
    if flag == COMPLEX:
        enter_complex_mode(state)
    else:
        state.flags.add(flag)


@effect("CF")
def clear_flag(state: State, step: Step) -> None:
    """Clear a flag. 8 ends complex mode."""
    flag = _flag(state, step.operand)
    if flag == COMPLEX:
        leave_complex_mode(state)
    else:
        state.flags.discard(flag)


@effect("F?")
def test_flag(state: State, step: Step) -> Signal | None:
    """Do the next line if the flag is set."""
    return None if _flag(state, step.operand) in state.flags else Signal.SKIP


@effect("FIX", "SCI", "ENG")
def set_format(state: State, step: Step) -> None:
    """Choose how numbers are shown. A number in I from -1 down gives a setting above 9 (BEHAVIOUR 3.1)."""
    if step.operand != "I":
        digits = int(step.operand)
    else:
        number = index_number(state)
        digits = _below_zero(number) if number.negative else min(magnitude(number), _MOST_DIGITS)
    state.format = Format(Notation(step.name), digits)


def _below_zero(number: Number) -> int:
    """The setting for a negative I: 9 plus the integer part, at most 15. For an integer part of 0 it is 0."""
    size = magnitude(number)
    return min(_MOST_DIGITS + size, GREATEST_SETTING) if size else 0


@effect("DEG", "RAD", "GRD")
def set_angle_mode(state: State, step: Step) -> None:
    """Choose the unit of angles."""
    state.angle = AngleMode(step.name)
