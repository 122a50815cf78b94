"""A number while it is being typed, key by key (BEHAVIOUR 1, MATH 15)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from hp15c.numbers.number import DIGITS, GREATEST, GREATEST_EXPONENT, ZERO, Number

POINT: Final = "."
EEX: Final = "EEX"
CHS: Final = "CHS"

_BEFORE_EXPONENT: Final = 7  # digits that stay on the display beside an exponent


@dataclass(frozen=True, slots=True)
class Entry:
    """The part of a number that has been typed so far.

    `digits` holds at most ten, leading zeros included. `point` is how many of them stand before the point,
    None while no point is typed. `exponent` is None until EEX was accepted, then 0 to 99.
    """

    digits: str = ""
    point: int | None = None
    negative: bool = False
    exponent: int | None = None
    exponent_negative: bool = False

    @property
    def is_zero(self) -> bool:
        """Whether no digit but zeros is typed."""
        return not self.digits.strip("0")

    @property
    def whole(self) -> int:
        """How many digits stand before the point."""
        return len(self.digits) if self.point is None else self.point


class EntryValue(NamedTuple):
    """The value that X gets: the number, whether it overflowed, whether entry ends (BEHAVIOUR 1.6)."""

    number: Number
    overflowed: bool
    finished: bool


def start(key: str) -> Entry:
    """The entry that a digit, '.' or 'EEX' begins."""
    return press(Entry(), key)


def press(entry: Entry, key: str) -> Entry:
    """The entry after a key: digit, '.', 'EEX' or 'CHS'. What is ignored changes nothing (BEHAVIOUR 1.3)."""
    if key == CHS:
        return _change_sign(entry)
    if key == EEX:
        return _begin_exponent(entry)
    if key == POINT:
        return _set_point(entry)
    if entry.exponent is not None:
        return replace(entry, exponent=(10 * entry.exponent + int(key)) % 100)
    return replace(entry, digits=entry.digits + key) if len(entry.digits) < DIGITS else entry


@lru_cache(maxsize=10_000)
def press_and_read(entry: Entry | None, key: str) -> tuple[Entry | None, Number, bool]:
    """The entry after one more key, None where that ends it, with its number and whether that overflowed.

    It is cached, because programs type the same numbers again and again.
    """
    pressed = start(key) if entry is None else press(entry, key)
    number, overflowed, finished = value(pressed)
    return None if finished else pressed, number, overflowed


def _set_point(entry: Entry) -> Entry:
    if entry.point is not None or entry.exponent is not None:
        return entry
    digits = entry.digits or "0"
    return replace(entry, digits=digits, point=len(digits))


def _change_sign(entry: Entry) -> Entry:
    if entry.exponent is not None:
        return replace(entry, exponent_negative=not entry.exponent_negative)
    return entry if entry.is_zero else replace(entry, negative=not entry.negative)


def _begin_exponent(entry: Entry) -> Entry:
    """BEHAVIOUR 1.4: a zero mantissa becomes 1. EEX is ignored when no digit would stay on the display."""
    if entry.exponent is not None:
        return entry
    if entry.is_zero:
        return replace(entry, digits="1", point=None, negative=False, exponent=0)
    return replace(entry, exponent=0) if takes_exponent(entry) else entry


def takes_exponent(entry: Entry) -> bool:
    """Whether EEX is accepted after this mantissa: a digit of it stays on the display (BEHAVIOUR 1.4)."""
    return entry.whole <= _BEFORE_EXPONENT and bool(entry.digits[:_BEFORE_EXPONENT].strip("0"))


def backspace(entry: Entry) -> Entry | None:
    """The entry with its last key taken back, None when nothing is left of it (BEHAVIOUR 1.5)."""
    if entry.exponent:
        return replace(entry, exponent=entry.exponent // 10)
    if entry.exponent_negative:
        return replace(entry, exponent_negative=False)
    if entry.exponent is not None:
        return replace(entry, exponent=None)
    if entry.point == len(entry.digits):
        return replace(entry, point=None)
    digits = entry.digits[:-1]
    if not digits:
        return None
    return replace(entry, digits=digits, negative=entry.negative and bool(digits.strip("0")))


def value(entry: Entry) -> EntryValue:
    """The number typed so far, checked for overflow and underflow (MATH 15.2)."""
    significant = entry.digits.lstrip("0")
    if not significant:
        return EntryValue(ZERO, False, False)
    scale = -(entry.exponent or 0) if entry.exponent_negative else (entry.exponent or 0)
    exponent = len(significant) - 1 - (len(entry.digits) - entry.whole) + scale
    if exponent > GREATEST_EXPONENT:
        return EntryValue(-GREATEST if entry.negative else GREATEST, True, True)
    if exponent < -GREATEST_EXPONENT:
        return EntryValue(ZERO, False, True)
    return EntryValue(Number(entry.negative, exponent, int(significant.ljust(DIGITS, "0"))), False, False)
