"""The hyperbolic functions and their inverses (MATH 7)."""

from __future__ import annotations

from typing import Final

from hp15c.errors import CalculatorError
from hp15c.functions.exponential import exp, exp_and_expm1
from hp15c.functions.logarithm import ln1p
from hp15c.numbers import effort
from hp15c.numbers.effort import Meter
from hp15c.numbers.working import INFINITE, UNIT, Working, add, constant, div, mul, sqrt, sub

_HALF: Final = constant("0.5")


def sinh(meter: Meter, x: Working) -> Working:
    """The hyperbolic sine."""
    if _is_tiny(x):
        return x
    e, e_less_one = exp_and_expm1(meter, abs(x))
    value = mul(meter, add(meter, div(meter, e_less_one, e), e_less_one), _HALF)
    return -value if x.negative else value


def cosh(meter: Meter, x: Working) -> Working:
    """The hyperbolic cosine."""
    if _is_tiny(x):
        meter.spent += effort.DIVIDE
        return UNIT
    e = exp(meter, abs(x))
    return mul(meter, add(meter, div(meter, UNIT, e), e), _HALF)


def tanh(meter: Meter, x: Working) -> Working:
    """The hyperbolic tangent."""
    if _is_tiny(x):
        return x
    e, e_less_one = exp_and_expm1(meter, abs(x))
    value = div(meter, add(meter, div(meter, e_less_one, e), e_less_one), add(meter, div(meter, UNIT, e), e))
    return -value if x.negative else value


def asinh(meter: Meter, x: Working) -> Working:
    """The inverse hyperbolic sine."""
    if _is_tiny(x):
        return x
    square = mul(meter, x, x)
    root_less_one = div(meter, square, add(meter, sqrt(meter, add(meter, square, UNIT)), UNIT))
    value = ln1p(meter, add(meter, root_less_one, abs(x)))
    return -value if x.negative else value


def acosh(meter: Meter, x: Working) -> Working:
    """The inverse hyperbolic cosine. Error 0 below 1."""
    less_one, one_more = sub(meter, x, UNIT), add(meter, UNIT, x)
    if less_one.negative != one_more.negative and less_one.mantissa and one_more.mantissa:
        mul(meter, less_one, one_more)
        raise CalculatorError(0)
    root_more = add(meter, sqrt(meter, mul(meter, less_one, one_more)), less_one)
    try:
        return ln1p(meter, root_more)
    except CalculatorError:
        meter.spent -= effort.NEGATIVE_AREA
        raise


def atanh(meter: Meter, x: Working) -> Working:
    """The inverse hyperbolic tangent. INFINITE with the sign of x at -1 and 1, Error 0 beyond."""
    if _is_tiny(x):
        return x
    magnitude = abs(x)
    if magnitude == UNIT:
        return -INFINITE if x.negative else INFINITE
    doubled, left = abs(add(meter, x, x)), sub(meter, UNIT, magnitude)
    ratio = div(meter, doubled, left)
    value = mul(meter, ln1p(meter, ratio), _HALF)
    return -value if x.negative else value


def _is_tiny(x: Working) -> bool:
    return x.mantissa == 0 or x.exponent <= -8
