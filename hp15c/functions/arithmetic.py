"""Percentages, and the integer and fraction parts (MATH 1.6 and 1.7).

The four operations and the square root are those of `hp15c.numbers.working`.
"""

from __future__ import annotations

from hp15c.numbers import effort
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import DIGITS, ZERO, Number
from hp15c.numbers.working import Working, div, mul, normalise, significant_digits, sub


def percent(meter: Meter, y: Working, x: Working) -> Working:
    """x per cent of y (MATH 1.6)."""
    return mul(meter, y, _hundredth(x))


def percent_change(meter: Meter, y: Working, x: Working) -> Working:
    """The change from y to x in per cent of y (MATH 1.6). Error 0 when y is 0."""
    return div(meter, sub(meter, x, y), _hundredth(y))


def integer_part(meter: Meter, x: Number) -> Number:
    """x without its fraction, towards zero. The result is exact (MATH 1.7)."""
    if x.exponent < 0:
        return ZERO
    return Number(x.negative, x.exponent, x.mantissa - _fraction_digits(meter, x))


def fraction_part(meter: Meter, x: Number) -> Number:
    """The fraction that `integer_part` drops, with the sign of x. It is exact (MATH 1.7)."""
    if x.exponent < 0:
        return x
    fraction = normalise(x.negative, x.exponent, _fraction_digits(meter, x) * 1000)
    return Number(fraction.negative, fraction.exponent, fraction.mantissa // 1000)


def _hundredth(x: Working) -> Working:
    return Working(x.negative, x.exponent - 2, x.mantissa) if x.mantissa else x


def _fraction_digits(meter: Meter, x: Number) -> int:
    """The part of the mantissa that stands after the point, for a non-negative exponent."""
    meter.spent += effort.SPLIT * min(x.exponent + 1, significant_digits(x.mantissa))
    behind = DIGITS - 1 - x.exponent
    return x.mantissa % 10**behind if behind > 0 else 0
