"""Intervals of numbers, and the intervals of results of the calculator's operations.

Bounds are kept where the operation is exact in ten digits. Where it may round, a bound moves outwards to a
number of nine digits, so that rounding cannot leave the interval. Beyond 10⁹⁹ a bound is infinite. What is
too large becomes the calculator's largest number, so a lower bound is 10⁹⁹ at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import Final

INFINITE: Final = Decimal("Infinity")
DIGITS: Final = 10
_ROUGH: Final = 9
_LARGEST: Final = Decimal("1e99")
_LEAST: Final = Decimal("1e-99")
"""A number whose size is below this counts as 0."""
_EXACT: Final = Context(prec=250)
_DOWN: Final = Context(prec=_ROUGH, rounding=ROUND_FLOOR)
_UP: Final = Context(prec=_ROUGH, rounding=ROUND_CEILING)
EXACT_QUOTIENT: Final = Decimal("1e9")
"""Up to this size of a whole number, rounding does not touch INT and FRAC of its quotient by another one.

If b does not divide a, a ÷ b is at least 1/b away from a whole number. Rounded to ten digits it is wrong by
at most 5·10⁻¹⁰ of its value, which is less than 1/b where a is less than 2·10⁹.
"""


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers from `low` to `high`, ends included. With `whole`, only those without a fraction."""

    low: Decimal = -INFINITE
    high: Decimal = INFINITE
    whole: bool = False

    def __contains__(self, number: int | Decimal) -> bool:
        return self.low <= number <= self.high

    @property
    def empty(self) -> bool:
        """Whether the interval has no number, which means that no run reaches this place."""
        return self.low > self.high

    @property
    def size(self) -> Decimal:
        """The largest absolute value."""
        return max(abs(self.low), abs(self.high))

    def join(self, other: Interval) -> Interval:
        """The numbers of both, and those between."""
        return Interval(min(self.low, other.low), max(self.high, other.high), self.whole and other.whole)

    def meet(self, other: Interval) -> Interval:
        """The numbers that are in both."""
        return rounded_in(
            Interval(max(self.low, other.low), min(self.high, other.high), self.whole or other.whole)
        )

    def widen(self, before: Interval, limits: Iterable[Decimal] = ()) -> Interval:
        """This interval, with each end that has moved since `before` made infinite. The upper end goes to the
        next of some limits where there is one.
        """
        low = self.low if self.low >= before.low else -INFINITE
        next_limit = min((one for one in limits if one >= self.high), default=INFINITE)
        high = self.high if self.high <= before.high else next_limit
        return Interval(low, high, self.whole)


ANY: Final = Interval()
WHOLE: Final = Interval(whole=True)


def exactly(number: Decimal) -> Interval:
    """The interval that holds this number alone."""
    return Interval(number, number, number == number.to_integral_value())


def rounded_in(one: Interval) -> Interval:
    """The interval with its ends moved inwards to whole numbers, where it holds whole numbers only."""
    if not one.whole:
        return one
    low = one.low if one.low.is_infinite() else one.low.to_integral_value(ROUND_CEILING)
    high = one.high if one.high.is_infinite() else one.high.to_integral_value(ROUND_FLOOR)
    return Interval(low, high, True)


def _bounds(results: list[Decimal], whole: bool = False) -> Interval:
    """The interval from the smallest to the largest of some results, each of them computed exactly."""
    if any(one.is_nan() for one in results):
        return Interval(whole=whole)
    low, high = _DOWN.plus(min(results)), _UP.plus(max(results))
    if _short(min(results)):
        low = min(results)
    if _short(max(results)):
        high = max(results)
    low = -INFINITE if low < -_LARGEST else Decimal(0) if 0 < low < _LEAST else min(low, _LARGEST)
    high = INFINITE if high > _LARGEST else Decimal(0) if -_LEAST < high < 0 else max(high, -_LARGEST)
    return Interval(low, high, whole)


def _short(number: Decimal) -> bool:
    """Whether a number has at most ten digits."""
    return number.is_infinite() or len(number.normalize(_EXACT).as_tuple().digits) <= DIGITS


def _product(one: Decimal, other: Decimal) -> Decimal:
    return Decimal(0) if not one or not other else _EXACT.multiply(one, other)


def add(a: Interval, b: Interval) -> Interval:
    """The interval of a + b."""
    ends = [_sum(a.low, b.low), _sum(a.high, b.high)]
    return _bounds(ends, a.whole and b.whole)


def _sum(one: Decimal, other: Decimal) -> Decimal:
    if one.is_infinite() or other.is_infinite():
        return one if one.is_infinite() else other
    return _EXACT.add(one, other)


def negative(a: Interval) -> Interval:
    """The interval of −a."""
    return Interval(-a.high, -a.low, a.whole)


def subtract(a: Interval, b: Interval) -> Interval:
    """The interval of a − b."""
    return add(a, negative(b))


def multiply(a: Interval, b: Interval) -> Interval:
    """The interval of a × b."""
    ends = [_product(one, other) for one in (a.low, a.high) for other in (b.low, b.high)]
    return _bounds(ends, a.whole and b.whole)


def square(a: Interval) -> Interval:
    """The interval of a × a."""
    ends = multiply(a, a)
    low = Decimal(0) if 0 in a else min(_product(a.low, a.low), _product(a.high, a.high))
    return _bounds([low, ends.high], a.whole)


def divide(a: Interval, b: Interval) -> Interval:
    """The interval of a ÷ b, for those b that do not end in an Error."""
    if 0 in b:
        return Interval(Decimal(0), INFINITE) if a.low >= 0 and b.low >= 0 else ANY
    ends = [_quotient(one, other) for one in (a.low, a.high) for other in (b.low, b.high)]
    return _bounds(ends)


def _quotient(one: Decimal, other: Decimal) -> Decimal:
    if other == 0 or (one.is_infinite() and other.is_infinite()):  # 0 is an end where no number is left
        return Decimal("NaN")
    return Decimal(0) if other.is_infinite() else _EXACT.divide(one, other)


def absolute(a: Interval) -> Interval:
    """The interval of the absolute value of a."""
    if a.low >= 0:
        return a
    if a.high <= 0:
        return negative(a)
    return Interval(Decimal(0), a.size, a.whole)


def integer_part(a: Interval) -> Interval:
    """The interval of INT(a), which is a without its fraction."""
    ends = [one if one.is_infinite() else one.to_integral_value("ROUND_DOWN") for one in (a.low, a.high)]
    return Interval(ends[0], ends[1], True)


def fraction(a: Interval) -> Interval:
    """The interval of FRAC(a), which has the sign of a."""
    if a.whole:
        return exactly(Decimal(0))
    if a.low > -1 and a.high < 1:
        return a
    return Interval(Decimal(-1 if a.low < 0 else 0), Decimal(1 if a.high > 0 else 0))


def remainder(a: Interval, b: Interval) -> Interval:
    """The interval of a − b × INT(a ÷ b)."""
    whole = a.whole and b.whole
    if not (whole and a.size <= EXACT_QUOTIENT and not b.size.is_infinite()):
        return Interval(whole=whole)
    most = min(max(b.size - 1, Decimal(0)), a.size)
    return Interval(Decimal(0) if a.low >= 0 else -most, Decimal(0) if a.high <= 0 else most, True)


def root(a: Interval) -> Interval:
    """The interval of √a, for those a that do not end in an Error."""
    high = INFINITE if a.high.is_infinite() else _UP.next_plus(_UP.sqrt(max(a.high, Decimal(0))))
    return Interval(Decimal(0), high)


def floor_divide(a: Interval, b: Interval) -> Interval:
    """The interval of INT(a ÷ b)."""
    return integer_part(divide(a, b))


def index_of_loop(first: Interval, last: Interval, step: int) -> Interval:
    """The values of a loop's index: whole numbers from `first` on, `last` excluded."""
    one = exactly(Decimal(1))
    if step > 0:
        return rounded_in(Interval(first.low, subtract(last, one).high, whole=True))
    return rounded_in(Interval(add(last, one).low, first.high, whole=True))


OPERATIONS: Final[dict[str, Callable[..., Interval]]] = {
    "add": add,
    "sub": subtract,
    "mul": multiply,
    "div": divide,
    "square": square,
    "neg": negative,
    "abs": absolute,
    "intpart": integer_part,
    "frac": fraction,
    "mod": remainder,
    "floordiv": floor_divide,
    "sqrt": root,
    "ran": lambda: Interval(Decimal(0), Decimal(1)),
    "factorial": lambda a: Interval(whole=a.whole),
    "comb": lambda a, b: Interval(Decimal(0), INFINITE, True),
    "perm": lambda a, b: Interval(Decimal(0), INFINITE, True),
    "sin": lambda a: Interval(Decimal(-1), Decimal(1)),
    "cos": lambda a: Interval(Decimal(-1), Decimal(1)),
    "exp": lambda a: Interval(Decimal(0), INFINITE),
}
"""The interval of each operation's results. An operation that is not here may give any number."""
