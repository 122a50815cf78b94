"""Typing a number: digits, point, EEX and CHS (BEHAVIOUR 1)."""

from __future__ import annotations

from hp15c.rules.book import TYPED, rule
from hp15c.rules.levels import push
from hp15c.rules.machine import B, Machine, V


@rule(
    {
        "digit": (226, 215),
        ".": (165, 143),
        "EEX": (185, 174),
    },
    TYPED,
)
def type_key(m: Machine[V, B]) -> None:
    """Begin a number, or go on with the one being typed."""
    if not m.typing:
        push(m, m.x)
    type_key_of(m, m.step.operand or m.step.name)


def type_key_of(m: Machine[V, B], key: str) -> None:
    """Take a key of a number that has been begun, or the first one."""
    m.x, overflowed = m.type_key(key)
    m.saturate_if(overflowed)
