"""Keying a constant in: the shortest digits, point, EEX and CHS that make it (BEHAVIOUR 1)."""

from __future__ import annotations

from functools import lru_cache

from hp15c.numbers.number import Number


@lru_cache(maxsize=10_000)
def keys_of(number: Number) -> tuple[str, ...]:
    """The keys of a number, one program line each: digits, '.', 'EEX' and 'CHS'."""
    if number.is_zero:
        return ("0",)
    sign = ("CHS",) if number.negative else ()
    digits = str(number.mantissa).rstrip("0")
    ways = [(*plain, *sign) for plain in _plain(digits, number.exponent)]
    ways += [
        (*mantissa, *sign, "EEX", *_exponent(power))
        for mantissa, power in _mantissas(digits, number.exponent)
        if mantissa or not sign
    ]
    return min(ways, key=len)


def _plain(digits: str, exponent: int) -> list[tuple[str, ...]]:
    """The keys without EEX: at most ten digits, nine behind a point that comes first."""
    if exponent >= 9 and len(digits) <= exponent + 1 > 10:
        return []
    if exponent >= len(digits) - 1:
        return [tuple(digits.ljust(exponent + 1, "0"))]
    if exponent >= 0:
        return [(*digits[: exponent + 1], ".", *digits[exponent + 1 :])]
    text = "0" * (-exponent - 1) + digits
    return [(".", *text)] if len(text) <= 9 else []


def _mantissas(digits: str, exponent: int) -> list[tuple[tuple[str, ...], int]]:
    """The mantissas that may be keyed before EEX, each with the remaining power of ten.

    The power is keyed before its sign, so the number must not be too large with the other sign either.
    """
    mantissas: list[tuple[tuple[str, ...], int]] = []
    if digits == "1":
        mantissas.append(((), exponent))
    if len(digits) <= 7:
        mantissas.append((tuple(digits), exponent - len(digits) + 1))
    mantissas.append(
        ((digits[0], ".", *digits[1:]), exponent) if len(digits) > 1 else ((digits[0],), exponent)
    )
    return [
        (keys, power)
        for keys, power in mantissas
        if abs(power) + (len(keys) - 1 if keys and "." not in keys else 0) <= 99
    ]


def _exponent(power: int) -> tuple[str, ...]:
    return (*str(abs(power)), "CHS") if power < 0 else tuple(str(power))
