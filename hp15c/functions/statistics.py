"""Statistics of two variables from six sums (MATH 12).

The sums are what the statistics registers hold, rounded to ten digits. Error 2 wherever a divisor is 0
or a radicand negative.
"""

from __future__ import annotations

from typing import NamedTuple

from hp15c.errors import CalculatorError
from hp15c.numbers import effort
from hp15c.numbers.effort import meter
from hp15c.numbers.number import Number
from hp15c.numbers.working import NOTHING, UNIT, Working, add, div, mul, sqrt, sub, widen


class Sums(NamedTuple):
    """The statistics registers, R2 to R7 in order (R0 to R5 on the HP-11C)."""

    n: Number
    x: Number
    xx: Number
    y: Number
    yy: Number
    xy: Number


def accumulate(sums: Sums, x: Number, y: Number, subtract: bool = False) -> tuple[Working, ...]:
    """The six sums with a point added, or taken off again, in the order of `Sums` (MATH 12)."""
    x_, y_ = widen(x), widen(y)
    terms = (UNIT, x_, mul(x_, x_), y_, mul(y_, y_), mul(y_, x_))
    change = sub if subtract else add
    return tuple(change(widen(register), term) for register, term in zip(sums, terms, strict=True))


def mean(sums: Sums) -> tuple[Working, Working]:
    """The means of x and of y (MATH 12). Error 2 when n is 0."""
    n = widen(sums.n)
    return _over(widen(sums.x), n), _over(widen(sums.y), n)


def deviation(sums: Sums) -> tuple[Working, Working]:
    """The sample standard deviations of x and of y (MATH 12). Error 2 when n is 0 or 1."""
    n = widen(sums.n)

    def of(squares: Number, total: Number) -> Working:
        spread = _over(_spread(n, squares, total, total), n)
        others = sub(n, UNIT)
        if not others.mantissa:
            meter.spent += effort.ONE_POINT
        return _root(_over(spread, others))

    return of(sums.xx, sums.x), of(sums.yy, sums.y)


def slope(sums: Sums) -> Working:
    """The slope of the line of least squares (MATH 12). Error 2 when all x are equal."""
    return _over(_xy(sums), _xx(sums))


def intercept(sums: Sums) -> Working:
    """The y of the line of least squares at 0 (MATH 12). Error 2 when all x are equal or n is 0."""
    return _on_line(sums, NOTHING)


def estimate(sums: Sums, x: Number) -> tuple[Working, Working]:
    """The y of the line of least squares at x, and the correlation coefficient (MATH 12).

    Error 2 when all x or all y are equal.
    """
    y_hat = _on_line(sums, widen(x))
    spread_of_y = _spread(widen(sums.n), sums.yy, sums.y, sums.y)
    root = _root(mul(_xx(sums), spread_of_y))
    return y_hat, _over(_xy(sums), root)


def _spread(n: Working, products: Number, a: Number, b: Number) -> Working:
    """D of MATH 12: n times the sum of the products, less the product of the sums."""
    return sub(mul(n, widen(products)), mul(widen(a), widen(b)))


def _xx(sums: Sums) -> Working:
    return _spread(widen(sums.n), sums.xx, sums.x, sums.x)


def _xy(sums: Sums) -> Working:
    return _spread(widen(sums.n), sums.xy, sums.x, sums.y)


def _on_line(sums: Sums, x: Working) -> Working:
    n, spread = widen(sums.n), _xx(sums)
    rise = mul(_xy(sums), sub(mul(x, n), widen(sums.x)))
    return _over(_over(add(rise, mul(spread, widen(sums.y))), spread), n)


def _over(x: Working, y: Working) -> Working:
    if y.mantissa == 0:
        raise CalculatorError(2)
    return div(x, y)


def _root(x: Working) -> Working:
    if x.negative:
        raise CalculatorError(2)
    return sqrt(x)
