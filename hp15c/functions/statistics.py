"""Statistics of two variables from six sums (MATH 12).

The sums are what the statistics registers hold, rounded to ten digits. Error 2 wherever a divisor is 0
or a radicand negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from hp15c.errors import CalculatorError
from hp15c.numbers import effort
from hp15c.numbers.effort import meter
from hp15c.numbers.number import Number
from hp15c.numbers.working import NOTHING, UNIT, Working, add, div, mul, sqrt, sub, widen

Root = Callable[[Working], Working]

HALVED_WRONGLY: Final = 250
TOO_SMALL: Final = 200


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


def deviation(sums: Sums, root: Root = sqrt) -> tuple[Working, Working]:
    """The sample standard deviations of x and of y (MATH 12). Error 2 when n is 0 or 1.

    `root` is the model's square root: `sqrt`, or `root_11c`.
    """
    n = widen(sums.n)

    def of(squares: Number, total: Number) -> Working:
        spread = _over(_spread(n, squares, total, total), n)
        others = sub(n, UNIT)
        if not others.mantissa:
            meter.spent += effort.ONE_POINT
        return _root(_over(spread, others), root)

    return of(sums.xx, sums.x), of(sums.yy, sums.y)


def slope(sums: Sums) -> Working:
    """The slope of the line of least squares (MATH 12). Error 2 when all x are equal."""
    return _over(_xy(sums), _xx(sums))


def intercept(sums: Sums) -> Working:
    """The y of the line of least squares at 0 (MATH 12). Error 2 when all x are equal or n is 0."""
    return _on_line(sums, NOTHING)


def estimate(sums: Sums, x: Number, root: Root = sqrt) -> tuple[Working, Working]:
    """The y of the line of least squares at x, and the correlation coefficient (MATH 12).

    Error 2 when all x or all y are equal. `root` is the model's square root, as in `deviation`.
    """
    y_hat = _on_line(sums, widen(x))
    spread_of_y = _spread(widen(sums.n), sums.yy, sums.y, sums.y)
    spread = _root(mul(_xx(sums), spread_of_y), root)
    return y_hat, _over(_xy(sums), spread)


def root_11c(x: Working) -> Working:
    """The square root of the HP-11C, whose exponent is too small by 200 for 1e250 and above (MATH 12)."""
    root = sqrt(x)
    return root._replace(exponent=root.exponent - TOO_SMALL) if x.exponent >= HALVED_WRONGLY else root


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


def _root(x: Working, root: Root) -> Working:
    if x.negative:
        raise CalculatorError(2)
    return root(x)
