"""Statistics of two variables: the six sums that the calculator keeps, and what it makes of them.

The sums are in R2 to R7 (R0 to R5 on the HP-11C). Results are pairs in the order of the stack: that of y
first, that of x last, in X.
"""

from __future__ import annotations

from typing import Any

from generator.language.machine import machine
from generator.language.operations import SUMS
from generator.language.values import Value, results, value


class StatisticsSum:
    """One of the six sums. Where a program reads its name, it is the number that the calculator holds now."""

    def __init__(self, number: int) -> None:
        self.number = number

    @property
    def now(self) -> Value:
        """The number that the sum is now."""
        return value(machine().sum(self.number))

    @now.setter
    def now(self, number: Any) -> None:
        """Store another number, as a program does that makes its sums itself."""
        machine().store_sum(self.number, value(number))

    def __repr__(self) -> str:
        return str(self.now)


def sums() -> Any:
    """Names for the six sums: `n, sum_x, sum_xx, sum_y, sum_yy, sum_xy = sums()`.

    It stands at the level of the module. `sum_plus`, `sum_minus` and `clear_sums` change them, and a function
    that says `global n` may assign one.
    """
    return tuple(StatisticsSum(number) for number in range(SUMS))


def sum_plus(*point: Any) -> Any:
    """Add a point to the sums: `sum_plus(y, x)`, or `sum_plus(x)` with y 0. Gives how many there are."""
    return results("sum_plus", *_point(*point))


def sum_minus(*point: Any) -> Any:
    """Take a point off the sums again, as `sum_plus` added it. Gives the number of points."""
    return results("sum_minus", *_point(*point))


def _point(first: Any, *second: Any) -> tuple[Any, ...]:
    return (first, *second) if second else (0, first)


def clear_sums() -> None:
    """Make the sums 0."""
    results("clear_sums")


def mean() -> Any:
    """The means: `mean_y, mean_x = mean()`. Error 2 without a point."""
    return results("mean")


def sdev() -> Any:
    """The standard deviations of a sample: `s_y, s_x = sdev()`. Error 2 with fewer than two points."""
    return results("sdev")


def linreg() -> Any:
    """The line of least squares: `slope, intercept = linreg()`. Error 2 when all x are equal."""
    return results("linreg")


def estimate(x: Any) -> Any:
    """The y of the fitted line at x, and the correlation: `r, y = estimate(x)`. Error 2 as in `linreg`."""
    return results("estimate", x)
