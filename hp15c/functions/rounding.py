"""Rounding to a display format: RND, and the digits that the display shows (MATH 14, BEHAVIOUR 3.1)."""

from __future__ import annotations

from typing import Final, NamedTuple

from hp15c.numbers.number import DIGITS, GREATEST_EXPONENT, LOWEST_MANTISSA, MANTISSA_LIMIT, ZERO, Number
from hp15c.table.modes import Format, Notation

# In exponent display seven digits have a place, whatever the format asks for.
_SHOWN_WITH_EXPONENT: Final = 7


class DisplayedDigits(NamedTuple):
    """A number as the display writes it, before commas: the digits before and after the point.

    `exponent` is the one shown, or None in fixed notation.
    """

    negative: bool
    before: str
    after: str
    exponent: int | None


def round_to_format(x: Number, fmt: Format) -> Number:
    """x rounded by RND: the value that the format shows (MATH 14). It is 0 where FIX shows only zeros."""
    notation, digits = _effective(fmt)
    if notation is not Notation.FIX:
        return to_significant(x, digits + 1)
    return x if x.exponent >= DIGITS else to_significant(x, x.exponent + digits + 1)


def to_significant(x: Number, count: int) -> Number:
    """x rounded half up to `count` digits. When no digit is kept, it is 0 or the carry alone (MATH 14).

    Where the carry would lead beyond the greatest exponent x stays as it is.
    """
    if count >= DIGITS:
        return x
    if count < 0:
        return ZERO
    unit: int = 10 ** (DIGITS - count)
    mantissa = (x.mantissa + unit // 2) // unit * unit
    if mantissa == 0:
        return ZERO
    if mantissa < MANTISSA_LIMIT:
        return Number(x.negative, x.exponent, mantissa)
    return x if x.exponent == GREATEST_EXPONENT else Number(x.negative, x.exponent + 1, LOWEST_MANTISSA)


def displayed_digits(x: Number, fmt: Format) -> DisplayedDigits:
    """The digits of x that the display shows in this format (MATH 14.1 to 14.3)."""
    notation, digits = _effective(fmt)
    if notation is Notation.FIX:
        value = round_to_format(x, fmt)
        if value.exponent < DIGITS and (value.mantissa or not x.mantissa):
            return _fixed_notation(value, digits)
    value = to_significant(x, digits + 1)
    extra = value.exponent % 3 if notation is Notation.ENG else 0
    left_unrounded = value.mantissa % 10 ** (DIGITS - 1 - digits) != 0
    count = _SHOWN_WITH_EXPONENT if left_unrounded else min(digits + 1, _SHOWN_WITH_EXPONENT)
    text = f"{value.mantissa:0{DIGITS}}"[: max(count, extra + 1)]
    return DisplayedDigits(x.negative, text[: extra + 1], text[extra + 1 :], value.exponent - extra)


def _fixed_notation(value: Number, decimals: int) -> DisplayedDigits:
    """Fixed notation of a number that is rounded already. Ten digits in all from the units up (MATH 14.1)."""
    text = f"{value.mantissa:0{DIGITS}}"
    if value.exponent < 0:
        return DisplayedDigits(value.negative, "0", ("0" * (-value.exponent - 1) + text)[:decimals], None)
    point = value.exponent + 1
    return DisplayedDigits(value.negative, text[:point], text[point : point + decimals], None)


def _effective(fmt: Format) -> Format:
    """The format itself, or no digits for the settings above 9 that I <= -1 makes (BEHAVIOUR 3.1)."""
    return Format(fmt.notation, 0) if fmt.digits >= DIGITS else fmt
