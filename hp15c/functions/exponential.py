"""Exponentials and powers: pseudo-division and pseudo-multiplication with the logarithm table (MATH 6)."""

from __future__ import annotations

from typing import Final

from hp15c.errors import CalculatorError
from hp15c.functions.logarithm import LAST, LN10, LOGARITHMS, correct, ln, over_one_more
from hp15c.numbers import effort
from hp15c.numbers.effort import Meter
from hp15c.numbers.working import (
    MANTISSA_LIMIT,
    NOTHING,
    ONE_MANTISSA,
    UNIT,
    Working,
    add,
    digit_sum,
    div,
    normalise,
    sub,
)

_DECADES_LIMIT: Final = 200
_HUGE: Final = Working(False, 199, MANTISSA_LIMIT - 1)
_MINUTE: Final = Working(False, -200, MANTISSA_LIMIT - 1)


def exp(meter: Meter, x: Working) -> Working:
    """e to the x (MATH 6.2)."""
    return _exponential(meter, x.negative, x.exponent, x.mantissa, False)[0]


def exp_and_expm1(meter: Meter, x: Working) -> tuple[Working, Working]:
    """e to the x, and e to the x minus 1, computed together for the hyperbolic functions (MATH 6.1)."""
    return _exponential(meter, x.negative, x.exponent, x.mantissa, True)


def power10(meter: Meter, x: Working) -> Working:
    """10 to the x (MATH 6.3)."""
    return _exponential_of_product(meter, LN10, x)


def power(meter: Meter, y: Working, x: Working) -> Working:
    """y to the x (MATH 6.4). Error 0 for 0 to a power <= 0, and for a negative y unless x is an integer."""
    if y.mantissa == 0:
        meter.spent += effort.POWER_OF_ZERO
        if x.mantissa == 0 or x.negative:
            raise CalculatorError(0)
        return NOTHING
    if not y.negative:
        return _exponential_of_product(meter, ln(meter, y), x)
    odd = _is_odd(x)
    result = _exponential_of_product(meter, ln(meter, -y), x)
    return -result if odd else result


def _is_odd(x: Working) -> bool:
    """Whether the integer x is odd, those of 10**10 and more counting as even. Error 0 for a fraction."""
    if x.mantissa == 0 or x.exponent >= 12:
        return False
    whole, fraction = divmod(x.mantissa, 10 ** (12 - x.exponent)) if x.exponent >= 0 else (0, 1)
    if fraction:
        raise CalculatorError(0)
    return x.exponent < 10 and whole % 2 == 1


def _exponential_of_product(meter: Meter, a: Working, b: Working) -> Working:
    """e to the a * b, the fourteenth digit of the product kept (MATH 6.3)."""
    product = a.mantissa * b.mantissa // ONE_MANTISSA
    meter.spent += effort.MULTIPLY + effort.ROUND * digit_sum(b.mantissa)
    return _exponential(meter, a.negative != b.negative, a.exponent + b.exponent, product, False)[0]


def _exponential(
    meter: Meter, negative: bool, exponent: int, mantissa: int, wants_expm1: bool
) -> tuple[Working, Working]:
    """EXPC of MATH 6.1: e**x and e**x - 1. The latter has its last digits only when `wants_expm1`.

    `mantissa` has 13 or 14 digits, or is 0.
    """
    if mantissa == 0:
        meter.spent += effort.EXPONENTIAL + effort.EXPONENTIAL_BACK * (LAST + 1)
        return UNIT, NOTHING
    if exponent < 0 and mantissa >= MANTISSA_LIMIT:
        mantissa //= 10
        exponent += 1
    meter.spent += effort.EXPONENTIAL
    decades, remainder, first = 0, mantissa, -exponent - 1
    if exponent >= 0:
        # From 10**4 on there are more than 200 decades whatever the digits.
        decades, remainder = divmod(mantissa * 10 ** min(exponent, 4), LN10.mantissa)
        if decades >= _DECADES_LIMIT:
            meter.spent += effort.TOO_MANY_DECADES
            value = _MINUTE if negative else _HUGE
            return value, sub(meter, value, UNIT) if wants_expm1 else NOTHING
        remainder *= 10
        first = 0
        meter.spent += effort.DECADE * digit_sum(decades)

    counts = [0] * (LAST + 1)
    meter.spent += effort.NO_DIGIT if first > LAST else 0
    for j in range(first, LAST + 1):
        counts[j], remainder = divmod(remainder, LOGARITHMS[j])
        meter.spent += (effort.EXPONENTIAL_TAKEN + effort.EXPONENTIAL_PLACE * j) * counts[j]
        if j < LAST:
            remainder *= 10
    power_of_ten = -LAST - 1 if first <= LAST else exponent
    if wants_expm1:
        remainder, power_of_ten = correct(meter, remainder, power_of_ten)

    for j in range(LAST, -1, -1):
        if not decades and not any(counts[: j + 1]):
            break
        meter.spent += effort.EXPONENTIAL_BACK
        place = 10**j
        for _ in range(counts[j]):
            remainder += remainder // place + MANTISSA_LIMIT
        remainder //= 10
        power_of_ten += 1
    else:
        value = normalise(False, decades, remainder + ONE_MANTISSA)
        if negative:
            value = div(meter, UNIT, value)
        return value, sub(meter, value, UNIT) if wants_expm1 else NOTHING

    less_one = Working(False, power_of_ten, remainder)
    if remainder and negative:
        less_one = -over_one_more(meter, less_one)
    return add(meter, less_one, UNIT), normalise(*less_one)
