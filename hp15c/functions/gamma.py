"""The factorial and the gamma function after it (MATH 8)."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from hp15c.functions.exponential import exp
from hp15c.functions.logarithm import ln
from hp15c.numbers import effort
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import Number
from hp15c.numbers.working import (
    INFINITE,
    NOTHING,
    UNIT,
    Working,
    add,
    constant,
    digit_sum,
    div,
    integer,
    mul,
    round10,
    significant_digits,
    sub,
    widen,
)

_HALF_LN_2_PI: Final = constant("0.918938533207")
_THREE: Final = constant("3")
_SEVEN: Final = constant("7")
_TWELVE: Final = constant("12")
_MINUS_HALF: Final = constant("-0.5")

# The continued fraction of Stirling's correction, from the inside out (MATH 8.2).
_FRACTION: Final = tuple(map(constant, ("55", "-495.92", "30.348", "-535.92", "65.351", "-8.48", "0.4")))


def factorial(meter: Meter, x: Number) -> Working:
    """x!, or gamma(x + 1) for a fraction (MATH 8). INFINITE from 100 on, -INFINITE for -1, -2, -3, ..."""
    if x.is_integer:
        if x.negative:
            meter.spent += effort.SPLIT * (significant_digits(x.mantissa) - 1)
            return -INFINITE
        if x.exponent >= 2:
            meter.spent += effort.MAGNITUDE * x.exponent
            return INFINITE
        meter.spent += effort.FACTOR * int(x) + effort.ROUND * sum(map(digit_sum, range(int(x) + 1)))
        return _factorial_of_integer(int(x))
    if x.exponent >= 2:
        return NOTHING if x.negative else INFINITE
    return _gamma_of_one_more(meter, widen(x))


@cache
def _factorial_of_integer(n: int) -> Working:
    """The exact factorial, cut at thirteen digits: MATH 8.1 delivers the correctly rounded one."""
    return integer(math.factorial(n))


def _gamma_of_one_more(meter: Meter, x: Working) -> Working:
    """gamma(x + 1) by Stirling's series as a continued fraction, about three or more (MATH 8.2)."""
    lift = round10(sub(meter, _THREE, x))
    shifts = 0 if lift.negative or lift.exponent < 0 else lift.mantissa // 10 ** (12 - lift.exponent)
    w = add(meter, add(meter, integer(shifts), x), UNIT)
    exponent = add(
        meter,
        mul(meter, ln(meter, w), add(meter, w, _MINUS_HALF)),
        add(meter, -w, add(meter, _stirling(meter, w), _HALF_LN_2_PI)),
    )
    g = exp(meter, exponent)
    meter.spent += effort.GAMMA_UNSHIFTED if lift.negative else effort.GAMMA_SHIFT * shifts
    for k in range(shifts, 0, -1):
        g = div(meter, g, add(meter, integer(k), x))
    return g


def _stirling(meter: Meter, w: Working) -> Working:
    """The correction of Stirling's formula for ln gamma(w): step 3 of MATH 8.2."""
    a, b, c, d, e, f, g = _FRACTION
    q = mul(meter, mul(meter, w, w), _TWELVE)
    r = div(meter, b, add(meter, q, a))
    r = div(meter, d, add(meter, add(meter, r, c), q))
    r = div(meter, f, add(meter, mul(meter, q, _SEVEN), add(meter, r, e)))
    return div(meter, w, add(meter, add(meter, r, g), q))
