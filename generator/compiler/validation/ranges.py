"""Ranges of numbers between whole numbers, and sums of whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context
from typing import Final, NamedTuple

from hp15c.numbers.number import Number
from hp15c.terms import Term, constant

EXACT: Final = 10**10
"""Whole numbers below this size have at most ten digits."""
COUNTED: Final = 10**10 - 1
"""Below this size DSE and ISG change a whole number by exactly 1."""
_SMALLEST: Final = Number.of("1e-99")
_LARGEST: Final = Number.of("9.999999999e99")
_MACHINE: Final = Context(prec=10)


class Range(NamedTuple):
    """A number is not below `low` and not above `high`, two whole numbers. None is no limit.

    A limit that has more than ten digits is 10¹⁰ where that is weaker, and else none, so that a rounded
    result keeps within its limits.
    """

    low: int | None
    high: int | None
    whole: bool = False

    @classmethod
    def of(cls, number: Number) -> Range:
        """The range of one number."""
        if number.exponent >= 10:
            return cls(EXACT, None, True) if not number.negative else cls(None, -EXACT, True)
        size = abs(number)
        low = int(size)
        high = low if size.is_integer else low + 1
        return cls(-high, -low, size.is_integer) if number.negative else cls(low, high, size.is_integer)

    @property
    def is_empty(self) -> bool:
        """Whether no number is in the range."""
        return self.low is not None and self.high is not None and self.low > self.high

    @property
    def size(self) -> int | None:
        """The largest absolute value of a number in the range. None where there is no limit."""
        return None if self.low is None or self.high is None else max(abs(self.low), abs(self.high))

    def above(self, limit: int) -> bool:
        """Whether all numbers are above a limit."""
        return self.low is not None and self.low > limit

    def below(self, limit: int) -> bool:
        """Whether all numbers are below a limit."""
        return self.high is not None and self.high < limit

    def meet(self, other: Range) -> Range:
        """The numbers in both ranges."""
        lows = [one for one in (self.low, other.low) if one is not None]
        highs = [one for one in (self.high, other.high) if one is not None]
        return Range(max(lows, default=None), min(highs, default=None), self.whole or other.whole)

    def join(self, other: Range) -> Range:
        """The numbers in one of the ranges."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return Range(low, high, self.whole and other.whole)

    @property
    def negative(self) -> Range:
        """The range of the numbers with the other sign."""
        return Range(
            None if self.high is None else -self.high, None if self.low is None else -self.low, self.whole
        )

    @property
    def magnitude(self) -> Range:
        """The range of the absolute values."""
        if self.low is not None and self.low >= 0:
            return self
        if self.high is not None and self.high <= 0:
            return self.negative
        return Range(0, self.size, self.whole)

    @property
    def toward_zero(self) -> Range:
        """The range of the integer parts."""
        return Range(self.low, self.high, True)

    @property
    def edges(self) -> Edges:
        """The limits as constants. Those that have more than ten digits are none."""
        sizes = (one if one is not None and abs(one) <= EXACT else None for one in self[:2])
        return Edges(*(None if one is None else Number.of(one) for one in sizes))

    def without(self, part: int, whole: bool) -> Range:
        """The range of a number, perhaps `whole`, to which a whole `part` was added.

        Beyond it the rounded sum is outside, too.
        """
        room = 0 if whole else 1
        return Range(
            None if self.low is None or abs(self.low) >= EXACT - 1 else self.low - part - room,
            None if self.high is None or abs(self.high) >= EXACT - 1 else self.high - part + room,
        )

    def divide(self, other: Range) -> Range:
        """The quotients, by numbers that are not 0. They are limited where these are at least 1 in size."""
        if other.low is None or other.low < 0:
            if other.high is None or other.high > 0:
                return UNKNOWN
            return self.negative.divide(other.negative)
        low = None if self.low is None else min(0, self.low)
        high = None if self.high is None else max(0, self.high)
        return (
            Range(low, high) if other.low else Range(low if low == 0 else None, high if high == 0 else None)
        )


UNKNOWN: Final = Range(None, None)


def exactly(number: int) -> Range:
    """The range of one whole number."""
    return Range(number, number, True)


def _limit(low: int | None, high: int | None, whole: bool, exact: bool) -> Range:
    if not exact:
        low = None if low is None or low <= -EXACT else min(low, EXACT)
        high = None if high is None or high >= EXACT else max(high, -EXACT)
    return Range(low, high, whole)


def sum_range(one: Range, other: Range, exact: bool = False) -> Range:
    """The range of the sums of a number of each range. They are rounded unless they are `exact`."""
    low = None if one.low is None or other.low is None else one.low + other.low
    high = None if one.high is None or other.high is None else one.high + other.high
    return _limit(low, high, one.whole and other.whole, exact)


def product(one: Range, other: Range) -> Range:
    """The range of the products of a number of each range, as the calculator rounds them."""
    if other.below(0) and not other.above(0):  # both where facts contradict each other
        return product(one.negative, other.negative)
    whole = one.whole and other.whole
    if one.low is not None and other.low is not None and one.low >= 0 and other.low >= 0:
        high = None if one.high is None or other.high is None else one.high * other.high
        return _limit(one.low * other.low, high, whole, exact=False)
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return Range(None, None, whole)
    ends = [left * right for left in one[:2] for right in other[:2] if left is not None and right is not None]
    return _limit(min(ends), max(ends), whole, exact=False)


class Edges(NamedTuple):
    """Two constants, perhaps with a fraction, between which a number is. None is no limit."""

    low: Number | None = None
    high: Number | None = None

    def meet(self, other: Edges) -> Edges:
        """The constants between which a number lies that lies between the constants of both."""
        lows = [one for one in (self.low, other.low) if one is not None]
        highs = [one for one in (self.high, other.high) if one is not None]
        return Edges(max(lows, default=None), min(highs, default=None))

    def below(self, strictly: bool) -> Edges:
        """The range of a number that is below (`strictly`) or not above a number between these constants."""
        return Edges(None, _next_smaller(self.high) if strictly and self.high is not None else self.high)

    def above(self, strictly: bool) -> Edges:
        """The range of a number that is above (`strictly`) or not below a number between these constants."""
        return self.negative.below(strictly).negative

    @property
    def negative(self) -> Edges:
        """The constants between which the number with the other sign is."""
        return Edges(*(None if one is None else -one for one in (self.high, self.low)))

    def image(self, change: Callable[[Term], Term]) -> Edges:
        """The range of the results of an operation that never falls when its number rises.

        Rounding keeps the order of the exact results. What is too large has no limit.
        """
        return Edges(*(None if one is None else change(constant(one)).number for one in self))

    @property
    def whole(self) -> Range:
        """The range of a whole number between them."""
        low, high = (None if one is None else Range.of(one) for one in self)
        return Range(low and low.low, high and high.high, True)

    @property
    def only(self) -> Number | None:
        """The only number in the range. None where there are more."""
        return self.low if self.low is not None and self.low == self.high else None

    def is_left_of(self, other: Edges, strictly: bool = True) -> bool:
        """Whether all numbers here are below, or else not above, all numbers there."""
        if self.high is None or other.low is None:
            return False
        return self.high < other.low or (not strictly and self.high == other.low)


def _next_smaller(number: Number) -> Number:
    """The largest number of the calculator below another one."""
    if number.is_zero:
        return -_SMALLEST
    return number if number == -_LARGEST else Number.of(_MACHINE.next_minus(number.decimal))


class Linear(NamedTuple):
    """A sum of whole numbers, each times a factor, and a constant. The numbers stand in their order."""

    factors: tuple[tuple[Term, int], ...]
    constant: int


def total(one: Linear, other: Linear) -> Linear:
    """The sum of two linear forms."""
    found = dict(one.factors)
    for term, factor in other.factors:
        found[term] = found.get(term, 0) + factor
    terms = sorted((term for term, factor in found.items() if factor), key=lambda term: term.order)
    return Linear(tuple((term, found[term]) for term in terms), one.constant + other.constant)


def multiple(one: Linear, times: int) -> Linear:
    """A linear form multiplied by a whole number."""
    if not times:
        return Linear((), 0)
    return Linear(tuple((term, factor * times) for term, factor in one.factors), one.constant * times)


def key_of(linear: Linear) -> tuple[tuple[tuple[Term, int], ...], int]:
    """The sum without its constant, its first factor positive, and the sign that it had."""
    if linear.factors and linear.factors[0][1] < 0:
        return tuple((term, -factor) for term, factor in linear.factors), -1
    return linear.factors, 1
