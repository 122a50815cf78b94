"""Permutations and combinations (MATH 9)."""

from __future__ import annotations

from hp15c import effort
from hp15c.effort import meter
from hp15c.errors import CalculatorError
from hp15c.number import DIGITS, Number
from hp15c.working import UNIT, Working, div, integer, mul, sub, widen


def permutations(y: Number, x: Number) -> Working:
    """Ordered choices of x out of y: Py,x (MATH 9); Error 0 unless 0 <= x <= y < 10**10 are integers."""
    items, taken = _whole(y, x)
    product = UNIT
    for i in range(1, taken + 1):
        meter.spent += effort.CHOICE
        factor = integer(items - taken + i)
        product = mul(factor, product) if i > 1 else factor
        if product.exponent >= 100:
            break
    return product


def combinations(y: Number, x: Number) -> Working:
    """Choices of x out of y in any order: Cy,x (MATH 9); Error 0 unless 0 <= x <= y < 10**10 are integers.

    Cut at thirteen digits after each factor, so not always the exact integer before rounding.
    """
    items, taken = _whole(y, x)
    taken = min(taken, items - taken)
    product = UNIT
    for i in range(1, taken + 1):
        meter.spent += effort.CHOICE
        factor = integer(items - taken + i)
        product = mul(div(factor, integer(i)), product) if i > 1 else factor
        if product.exponent >= 100:
            break
    return product


def _whole(y: Number, x: Number) -> tuple[int, int]:
    checks = (
        x.negative,
        not x.is_integer or x.exponent >= DIGITS,
        y.negative,
        not y.is_integer or y.exponent >= DIGITS,
    )
    if any(checks):
        meter.spent += effort.CHOICE_CHECK * checks.index(True)
        raise CalculatorError(0)
    if y < x:
        meter.spent += effort.CHOICE_CHECK * len(checks)
        sub(widen(y), widen(x))
        raise CalculatorError(0)
    return int(y), int(x)
