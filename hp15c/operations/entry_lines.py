"""Typing a number: digits, point, EEX and CHS (BEHAVIOUR 1)."""

from __future__ import annotations

from functools import lru_cache

from hp15c.operations import effect
from hp15c.state import entry as typing
from hp15c.state.state import State, X
from hp15c.table.instructions import Step


@effect("digit", ".", "EEX")
def type_key(state: State, step: Step) -> None:
    """Begin a number, or go on with the one being typed."""
    if state.entry is None:
        state.push(state.stack[X])
    _type(state, step.operand or step.instruction.name)


def change_sign_of_entry(state: State) -> None:
    """CHS while a number is being typed."""
    _type(state, typing.CHS)


def _type(state: State, key: str) -> None:
    entry, (number, overflowed, finished) = _typed(state.entry, key)
    state.stack[X] = number
    state.entry = None if finished else entry
    if overflowed:
        state.saturate()


@lru_cache(maxsize=10_000)
def _typed(entry: typing.Entry | None, key: str) -> tuple[typing.Entry, typing.EntryValue]:
    """An entry after one more key, and its value.

    It is cached, because programs type the same numbers again and again.
    """
    entry = typing.start(key) if entry is None else typing.press(entry, key)
    return entry, typing.value(entry)
