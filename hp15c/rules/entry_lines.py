"""Typing a number: digits, point, EEX and CHS (BEHAVIOUR 1)."""

from __future__ import annotations

from functools import lru_cache

from hp15c.rules.book import rule
from hp15c.rules.levels import push
from hp15c.rules.machine import B, Machine, V
from hp15c.state import entry


@rule("digit", ".", "EEX")
def type_key(m: Machine[V, B]) -> None:
    """Begin a number, or go on with the one being typed."""
    if m.entry is None:
        push(m, m.x)
    type_key_of(m, m.step.operand or m.step.name)


def type_key_of(m: Machine[V, B], key: str) -> None:
    """Take a key of a number that has been begun, or the first one."""
    typed, (number, overflowed, finished) = _typed(m.entry, key)
    m.x = m.number(number)
    m.entry = None if finished else typed
    m.saturate_if(m.known(overflowed))


@lru_cache(maxsize=10_000)
def _typed(typed: entry.Entry | None, key: str) -> tuple[entry.Entry, entry.EntryValue]:
    """An entry after one more key, and its value.

    It is cached, because programs type the same numbers again and again.
    """
    typed = entry.start(key) if typed is None else entry.press(typed, key)
    return typed, entry.value(typed)
