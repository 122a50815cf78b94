"""Permutations and combinations (MATH 9)."""

from __future__ import annotations

from hp15c.errors import CalculatorError
from hp15c.numbers import effort
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import DIGITS, Number
from hp15c.numbers.working import (
    UNIT,
    Working,
    cost_of_sum,
    div,
    integer,
    mul,
    significant_digits,
    sub,
    widen,
)


def permutations(meter: Meter, y: Number, x: Number, each: int = effort.CHOICE) -> Working:
    """Ordered choices of x out of y: Py,x (MATH 9). Error 0 unless 0 <= x <= y < 10**10 are integers.

    `each` is the word times of a factor besides those of its sum and product.
    """
    items, taken = _whole(meter, y, x)
    product, others = UNIT, integer(items - taken)
    for i in range(1, taken + 1):
        meter.spent += each + cost_of_sum(others, integer(i))
        factor = integer(items - taken + i)
        product = mul(meter, factor, product) if i > 1 else factor
        if product.exponent >= 100:
            break
    return product


def combinations(meter: Meter, y: Number, x: Number, each: int = effort.CHOICE) -> Working:
    """Choices of x out of y in any order: Cy,x (MATH 9). Error 0 unless 0 <= x <= y < 10**10 are integers.

    The result is cut at thirteen digits after each factor, so it is not always the exact integer before
    rounding. `each` is the word times of a factor besides those of its sum, quotient and product.
    """
    items, taken = _whole(meter, y, x)
    taken = min(taken, items - taken)
    product, others = UNIT, integer(items - taken)
    for i in range(1, taken + 1):
        meter.spent += each + cost_of_sum(others, integer(i))
        factor = integer(items - taken + i)
        product = mul(meter, div(meter, factor, integer(i)), product) if i > 1 else factor
        if product.exponent >= 100:
            break
    return product


def _whole(meter: Meter, y: Number, x: Number) -> tuple[int, int]:
    """Both numbers as integers, checked as the firmware does. Error 0 takes the time of checks before it."""
    for number, (negative, below_one, broken) in zip((x, y), effort.CHOICE_CHECKS, strict=True):
        if number.negative:
            meter.spent += negative
            raise CalculatorError(0)
        if not number.is_integer:
            whole = number.exponent >= 0
            meter.spent += broken + effort.SPLIT * number.exponent if whole else below_one
            raise CalculatorError(0)
        meter.spent += effort.SPLIT * max(0, significant_digits(number.mantissa) - 1)
    if y.exponent >= DIGITS:
        meter.spent += effort.CHOICE_TOO_LARGE
        raise CalculatorError(0)
    if y < x:
        meter.spent += effort.CHOICE_TOO_FEW
        sub(meter, widen(y), widen(x))
        raise CalculatorError(0)
    return int(y), int(x)
