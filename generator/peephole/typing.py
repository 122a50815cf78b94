"""Numbers that lines type: their value, and the fewest lines that type it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hp15c.numbers.number import Number
from hp15c.state import entry
from hp15c.table.instructions import DIGITS, ROWS, Role, Step, step


def is_typing(one: Step, goes_on: bool = False) -> bool:
    """Whether a line types a key of a number. CHS does when a number is being typed."""
    return one.role is Role.TYPES or (goes_on and one.role is Role.SIGNS)


def value(steps: tuple[Step, ...]) -> Number | None:
    """The number that lines type, None when they overflow or end the number too early."""
    typed: entry.Entry | None = None
    for one in steps:
        key = one.operand or one.name
        typed = entry.start(key) if typed is None else entry.press(typed, key)
        if entry.value(typed).finished:
            return None
    return entry.value(typed).number if typed is not None else None


@cache
def keys(text: str) -> tuple[Step, ...]:
    """The keys that type a number in the fewest lines, as text. Of equally short ones, the simplest."""
    number = Number.of(text)
    ways = [way for way in map(_steps, _ways(number)) if value(way) == number]
    return min(ways, key=len)


def _ways(number: Number) -> Iterator[tuple[str, ...]]:
    """Ways to type a number: with the point at every place of its digits, and an exponent to match."""
    digits = str(number.mantissa).rstrip("0") or "0"
    sign = ("CHS",) if number.negative else ()
    whole = max(number.exponent + 1, 0)
    padded = digits.ljust(whole, "0")
    if number.exponent >= 0:
        yield (*_with_point(padded, whole), *sign)
    else:
        yield (".", *"0" * (-number.exponent - 1), *digits, *sign)
    for point in range(len(digits) + 1):
        exponent = number.exponent + 1 - point
        lower = ("CHS",) if exponent < 0 else ()
        power = tuple(str(abs(exponent)))
        if digits == "1" and point == 1 and not sign:
            yield ("EEX", *power, *lower)
        yield (*_with_point(digits, point), *sign, "EEX", *power, *lower)


def _with_point(digits: str, point: int) -> tuple[str, ...]:
    if point >= len(digits):
        return tuple(digits)
    return (*digits[:point], ".", *digits[point:])


def _steps(way: tuple[str, ...]) -> tuple[Step, ...]:
    return tuple(step("digit", key) if key in DIGITS else Step(ROWS[key]) for key in way)
