"""Numbers with digits that are symbols, and what can be computed without knowing their values.

A symbol is a digit from 1 to 9. It moves with its number under × and ÷ by powers of ten, INT, FRAC, and sums
in which nothing is carried into it. An operation that needs more raises NotSymbolic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple, cast

from hp15c.numbers.number import DIGITS as TEN
from hp15c.numbers.number import LOWEST_MANTISSA, ZERO, Number


class Symbol(NamedTuple):
    """A digit of the secret ('s') or of the guess ('g'), its place counted from 0 on the left."""

    code: str
    place: int

    def __str__(self) -> str:
        return f"{self.code}{self.place + 1}"


Digit = int | Symbol


class NotSymbolic(Exception):  # no error of the listing
    """Raised for a computation that the symbols do not allow."""


class SymbolicNumber:
    """A positive number: its digits from the one at 10^top on, without zeros at either end.

    There is one object for each number, so that two are compared and looked up as objects.
    """

    __slots__ = ("digits", "top")
    top: int
    digits: tuple[Digit, ...]
    _made: ClassVar[dict[tuple[int, tuple[Digit, ...]], SymbolicNumber]] = {}

    def __new__(cls, top: int, digits: tuple[Digit, ...]) -> SymbolicNumber:
        made = cls._made.get((top, digits))
        if made is None:
            made = super().__new__(cls)
            made.top, made.digits = top, digits
            cls._made[top, digits] = made
        return made

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.digits))} × 10^{self.top}"


@dataclass(frozen=True, slots=True)
class Logarithm:
    """log10 of a symbolic number, which is at least `whole` and below the next integer."""

    whole: int


@dataclass(frozen=True, slots=True)
class TurnPower:
    """A number of turns times a power of ten: `least` and as many more as there were guesses before.

    `dust` is how many ones a digit 0 may have added to it, which the next turn's sum rounds away.
    """

    power: int = 0
    least: int = 1
    dust: int = 0


@dataclass(frozen=True, slots=True)
class HeldValue:
    """The value of a register that a digit may name, and the lines that changed it (see `named_registers`).

    It is the value now, or with `kept` the value where the scoring began.
    """

    number: int
    done: tuple[str, ...] = ()
    kept: bool = False

    def after(self, holds: Number, began: Number) -> Number:
        """The number after these lines in a register that holds and began so."""
        value = began if self.kept else holds
        for name in self.done:
            value = cast("Number", integer_part(value) if name == "INT" else fraction_part(value))
        return value


@dataclass(frozen=True, slots=True)
class Unknown:
    """A number of which nothing is known."""


UNKNOWN: Final = Unknown()

SymbolicValue = Number | SymbolicNumber | Logarithm | TurnPower | HeldValue | Unknown
Same = Callable[[Symbol, Symbol], bool]
"""Whether two symbols are known to be equal."""

RESULTS_KEPT: Final = 1 << 16
"""The number of results of an operation that are kept, because many ways compute with the same numbers."""

MOST_FOR_LOG: Final = 8
"""The most digits for a logarithm. With more, the logarithm of 999...9 is rounded up to the next integer."""


def code(name: str, digits: int) -> SymbolicNumber:
    """A code of `digits` unknown digits."""
    return SymbolicNumber(digits - 1, tuple(Symbol(name, place) for place in range(digits)))


def places(value: SymbolicValue) -> dict[int, Digit]:
    """The digits that are not 0, by the exponents of their places. NotSymbolic for none or a sign."""
    if isinstance(value, SymbolicNumber):
        return {value.top - place: digit for place, digit in enumerate(value.digits) if digit != 0}
    if not isinstance(value, Number) or value.negative:
        raise NotSymbolic("a sum or a part of a number with a sign or without known places")
    text = str(value.mantissa) if value.mantissa else ""
    return {value.exponent - place: int(digit) for place, digit in enumerate(text) if digit != "0"}


def number(places: Mapping[int, Digit]) -> SymbolicValue:
    """The number of these digits. NotSymbolic when it has more than ten places."""
    held = {place: digit for place, digit in places.items() if digit != 0}
    if not held:
        return ZERO
    top, last = max(held), min(held)
    if top - last >= TEN:
        raise NotSymbolic("a result of more than ten digits, which is rounded")
    digits = tuple(held.get(place, 0) for place in range(top, last - 1, -1))
    known = [digit for digit in digits if isinstance(digit, int)]
    if len(known) < len(digits):
        return SymbolicNumber(top, digits)
    return Number(False, top, int("".join(map(str, known)).ljust(TEN, "0")))


def integer_part(value: SymbolicValue) -> SymbolicValue:
    """The value of INT."""
    if isinstance(value, Logarithm):
        return Number.of(value.whole)
    if isinstance(value, HeldValue):
        return replace(value, done=(*value.done, "INT"))
    return _cut(value, True) if isinstance(value, SymbolicNumber) else _part(value, True)


@lru_cache(maxsize=RESULTS_KEPT)
def _cut(value: SymbolicNumber, whole: bool) -> SymbolicValue:
    return _part(value, whole)


def _part(value: SymbolicValue, whole: bool) -> SymbolicValue:
    """The digits before the point, or those after it."""
    return number({place: digit for place, digit in places(value).items() if (place >= 0) == whole})


def fraction_part(value: SymbolicValue) -> SymbolicValue:
    """The value of FRAC."""
    if isinstance(value, HeldValue):
        return replace(value, done=(*value.done, "FRAC"))
    return _cut(value, False) if isinstance(value, SymbolicNumber) else _part(value, False)


def shift(value: SymbolicValue, by: int) -> SymbolicValue:
    """The number times 10 to the power `by`."""
    if isinstance(value, TurnPower) and not value.dust:
        return TurnPower(value.power + by, value.least)
    if isinstance(value, SymbolicNumber):
        return SymbolicNumber(value.top + by, value.digits)
    return number({place + by: digit for place, digit in places(value).items()})


def power_of_ten(value: SymbolicValue) -> int | None:
    """The exponent of a positive power of ten. None for another number."""
    exact = isinstance(value, Number) and value.mantissa == LOWEST_MANTISSA and not value.negative
    return value.exponent if exact and isinstance(value, Number) else None


def product(one: SymbolicValue, other: SymbolicValue) -> SymbolicValue:
    """A product one of whose factors is 0 or a power of ten. NotSymbolic for another one."""
    for factor, value in ((one, other), (other, one)):
        if factor == ZERO:
            return ZERO
        by = power_of_ten(factor)
        if by is not None:
            return shift(value, by)
    raise NotSymbolic("a product with a symbol in which neither factor is a power of ten")


def quotient(one: SymbolicValue, other: SymbolicValue) -> SymbolicValue:
    """One number divided by another, which must be a power of ten. NotSymbolic where it is none."""
    by = power_of_ten(other)
    if by is None:
        raise NotSymbolic("a quotient with a symbol whose divisor is no power of ten")
    return shift(one, -by)


def total(one: SymbolicValue, other: SymbolicValue) -> SymbolicValue:
    """A sum. NotSymbolic where a symbol is added to another digit or gets a carry."""
    for turns, more in ((one, other), (other, one)):
        if isinstance(turns, TurnPower) and power_of_ten(more) == turns.power and turns.dust <= MOST_DUST:
            return TurnPower(turns.power, turns.least + 1)
    if isinstance(one, SymbolicNumber) and isinstance(other, SymbolicNumber):
        return _total_of_symbolic(one, other)
    return _total(places(one), places(other))


@lru_cache(maxsize=RESULTS_KEPT)
def _total_of_symbolic(one: SymbolicNumber, other: SymbolicNumber) -> SymbolicValue:
    return _total(places(one), places(other))


def _total(left: Mapping[int, Digit], right: Mapping[int, Digit]) -> SymbolicValue:
    """The sum of two numbers given by their digits."""
    sums: dict[int, Digit] = {}
    carry = 0
    low, high = min([*left, *right], default=0), max([*left, *right], default=0)
    for place in range(low, high + 2):
        a, b = left.get(place, 0), right.get(place, 0)
        if isinstance(a, int) and isinstance(b, int):
            carry, sums[place] = divmod(a + b + carry, 10)
        elif carry or (a != 0 and b != 0):
            raise NotSymbolic("a sum in which a symbol is added to or carried into")
        else:
            sums[place] = a if a != 0 else b
    return number(sums)


def difference(one: SymbolicValue, other: SymbolicValue, same: Same) -> SymbolicValue:
    """A difference without a borrow. Equal symbols leave 0. NotSymbolic where it cannot be computed so."""
    left, right = places(one), places(other)
    rest: dict[int, Digit] = dict(left)
    for place, b in right.items():
        a = left.get(place, 0)
        if a == b or (isinstance(a, Symbol) and isinstance(b, Symbol) and same(a, b)):
            rest[place] = 0
        elif isinstance(a, int) and isinstance(b, int) and a > b:
            rest[place] = a - b
        else:
            raise NotSymbolic("a difference in which a symbol is subtracted from something else, or a borrow")
    return number(rest)


def logarithm(value: SymbolicValue) -> Logarithm:
    """LOG of a symbolic number, of which INT is known. NotSymbolic for a number with too many digits."""
    if not isinstance(value, SymbolicNumber) or len(value.digits) > MOST_FOR_LOG:
        raise NotSymbolic("a logarithm of too many digits")
    return Logarithm(value.top)


BEYOND_COUNTING: Final = 11
"""From this exponent on a step of 1 does not change a number of ten digits."""

MOST_DUST: Final = 49
"""This number of ones is less than half of the last digit of 10^11."""


def counted_up(value: SymbolicValue) -> SymbolicValue:
    """ISG of an integer with symbols, by 1, which exceeds the goal of 0. NotSymbolic for another number."""
    if isinstance(value, TurnPower) and value.power >= BEYOND_COUNTING:
        return value if value.least else replace(value, dust=value.dust + 1)
    if not isinstance(value, SymbolicNumber) or min(places(value)) < 0:
        raise NotSymbolic("ISG of a number that is no integer with symbols")
    return total(value, Number.of(1))


def unequal_place(one: SymbolicValue, other: SymbolicValue, same: Same) -> tuple[Symbol, Symbol] | bool:
    """Whether two numbers are equal: True, False, or the first pair of symbols that decides it. NotSymbolic
    for a symbol beside a known digit.
    """
    left, right = places(one), places(other)
    if left.keys() != right.keys():
        return False
    undecided = None
    for place, a in left.items():
        b = right[place]
        if a == b:
            continue
        if isinstance(a, int) and isinstance(b, int):
            return False
        if not (isinstance(a, Symbol) and isinstance(b, Symbol)):
            raise NotSymbolic("a symbol compared with a known digit")
        if not same(a, b):
            undecided = undecided or (a, b)
    return undecided or True


def above(one: SymbolicValue, other: SymbolicValue) -> bool:
    """Whether one number is greater, by the highest places alone. NotSymbolic when these are the same."""
    left, right = max(places(one), default=-100), max(places(other), default=-100)
    if left == right:
        raise NotSymbolic("numbers with a symbol compared that have equally many places")
    return left > right
