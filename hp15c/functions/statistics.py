"""Statistics of two variables from six sums (MATH 12).

The sums are what the statistics registers hold, rounded to ten digits. Error 2 wherever a divisor is 0
or a radicand negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from hp15c.errors import CalculatorError
from hp15c.numbers import effort
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import Number
from hp15c.numbers.working import NOTHING, UNIT, Working, add, div, mul, sqrt, sub, widen

Root = Callable[[Meter, Working], Working]

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


def accumulate(meter: Meter, sums: Sums, x: Number, y: Number, subtract: bool = False) -> tuple[Working, ...]:
    """The six sums with a point added, or taken off again, in the order of `Sums` (MATH 12)."""
    x_, y_ = widen(x), widen(y)
    terms = (UNIT, x_, mul(meter, x_, x_), y_, mul(meter, y_, y_), mul(meter, y_, x_))
    change = sub if subtract else add
    return tuple(change(meter, widen(register), term) for register, term in zip(sums, terms, strict=True))


def mean(meter: Meter, sums: Sums) -> tuple[Working, Working]:
    """The means of x and of y (MATH 12). Error 2 when n is 0."""
    n = widen(sums.n)
    return _quotient(meter, widen(sums.x), n), _quotient(meter, widen(sums.y), n)


def deviation(meter: Meter, sums: Sums, root: Root = sqrt) -> tuple[Working, Working]:
    """The sample standard deviations of x and of y (MATH 12). Error 2 when n is 0 or 1.

    `root` is the model's square root: `sqrt`, or `root_11c`.
    """
    n = widen(sums.n)

    def of(squares: Number, total: Number) -> Working:
        spread = _quotient(meter, _deviation(meter, n, squares, total, total), n)
        others = sub(meter, n, UNIT)
        if not others.mantissa:
            meter.spent += effort.ONE_POINT
        return _root(meter, _quotient(meter, spread, others), root)

    return of(sums.xx, sums.x), of(sums.yy, sums.y)


def slope(meter: Meter, sums: Sums) -> Working:
    """The slope of the line of least squares (MATH 12). Error 2 when all x are equal."""
    return _quotient(meter, _xy(meter, sums), _xx(meter, sums))


def intercept(meter: Meter, sums: Sums) -> Working:
    """The y of the line of least squares at 0 (MATH 12). Error 2 when all x are equal or n is 0."""
    return _on_line(meter, sums, NOTHING)


def estimate(meter: Meter, sums: Sums, x: Number, root: Root = sqrt) -> tuple[Working, Working]:
    """The y of the line of least squares at x, and the correlation coefficient (MATH 12).

    Error 2 when all x or all y are equal. `root` is the model's square root, as in `deviation`.
    """
    y_hat = _on_line(meter, sums, widen(x))
    spread_of_y = _deviation(meter, widen(sums.n), sums.yy, sums.y, sums.y)
    spread = _root(meter, mul(meter, _xx(meter, sums), spread_of_y), root)
    return y_hat, _quotient(meter, _xy(meter, sums), spread)


def root_11c(meter: Meter, x: Working) -> Working:
    """The square root of the HP-11C, whose exponent is too small by 200 for 1e250 and above (MATH 12)."""
    root = sqrt(meter, x)
    return root._replace(exponent=root.exponent - TOO_SMALL) if x.exponent >= HALVED_WRONGLY else root


def _deviation(meter: Meter, n: Working, products: Number, a: Number, b: Number) -> Working:
    """D of MATH 12: n times the sum of the products, minus the product of the sums."""
    return sub(meter, mul(meter, n, widen(products)), mul(meter, widen(a), widen(b)))


def _xx(meter: Meter, sums: Sums) -> Working:
    return _deviation(meter, widen(sums.n), sums.xx, sums.x, sums.x)


def _xy(meter: Meter, sums: Sums) -> Working:
    return _deviation(meter, widen(sums.n), sums.xy, sums.x, sums.y)


def _on_line(meter: Meter, sums: Sums, x: Working) -> Working:
    n, spread = widen(sums.n), _xx(meter, sums)
    rise = mul(meter, _xy(meter, sums), sub(meter, mul(meter, x, n), widen(sums.x)))
    return _quotient(meter, _quotient(meter, add(meter, rise, mul(meter, spread, widen(sums.y))), spread), n)


def _quotient(meter: Meter, x: Working, y: Working) -> Working:
    if y.mantissa == 0:
        raise CalculatorError(2)
    return div(meter, x, y)


def _root(meter: Meter, x: Working, root: Root) -> Working:
    if x.negative:
        raise CalculatorError(2)
    return root(meter, x)
