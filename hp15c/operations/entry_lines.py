"""Typing a number: digits, point, EEX and CHS (BEHAVIOUR 1)."""

from __future__ import annotations

from hp15c import entry as typing
from hp15c.instructions import Step
from hp15c.operations import Outcome, effect
from hp15c.state import State, X


@effect("digit", ".", "EEX")
def type_key(state: State, step: Step) -> Outcome | None:
    """Begin a number, or go on with the one being typed."""
    key = step.operand or step.name
    if state.entry is None:
        state.push(state.stack[X])
        _show(state, typing.start(key))
    else:
        _show(state, typing.press(state.entry, key))
    return None


def change_sign_of_entry(state: State) -> None:
    """CHS while a number is being typed."""
    assert state.entry is not None
    _show(state, typing.press(state.entry, typing.CHS))


def _show(state: State, entry: typing.Entry) -> None:
    number, overflowed, finished = typing.value(entry)
    state.stack[X] = number
    state.entry = None if finished else entry
    if overflowed:
        state.overflow()
