"""The numbers of registers and stack: ten decimal digits and an exponent (MATH 0.1), immutable and exact."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from functools import cache
from typing import Final

from hp15c.errors import InputError

DIGITS: Final = 10
LOWEST_MANTISSA: Final = 10 ** (DIGITS - 1)
MANTISSA_LIMIT: Final = 10**DIGITS
GREATEST_EXPONENT: Final = 99

_TEN_DIGITS = Context(prec=DIGITS, rounding=ROUND_HALF_UP, Emax=999, Emin=-999)
_TEXT = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*", re.IGNORECASE)


@cache
def _hash_of_place(exponent: int) -> int:
    """The hash of the last digit's place of a number. Python reduces all numbers by one prime."""
    return pow(10, exponent - (DIGITS - 1), sys.hash_info.modulus)


class Number:
    """A user number: sign, ten digits d.ddddddddd and an exponent from -99 to 99.

    `mantissa` is the digits as an integer, 0 or 10**9 <= mantissa < 10**10. The value is mantissa *
    10**(exponent - 9), negated when `negative`. Zero has exponent 0 and no sign. Only MINUS_ZERO has one.
    Equal to any Number, int or Decimal of the same value, with the same hash. `+ - * /` with one of these
    give the Number nearest to the exact result. They raise InputError for a result of 1e100 and more.
    """

    __slots__ = ("exponent", "mantissa", "negative")

    negative: bool
    exponent: int
    mantissa: int

    def __init__(self, negative: bool, exponent: int, mantissa: int) -> None:
        _SET_NEGATIVE(self, negative)
        _SET_EXPONENT(self, exponent)
        _SET_MANTISSA(self, mantissa)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Number cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Number cannot be changed")

    @classmethod
    def of(cls, value: int | str | Decimal | Number) -> Number:
        """The Number nearest to an int, a Decimal or a text like '-1.5e3', rounded half up to ten digits.

        Raises InputError for text that is no number and for magnitudes of 1e100 and more. Magnitudes below
        1e-99 become 0.
        """
        if isinstance(value, Number):
            return value
        if isinstance(value, str):
            if not _TEXT.fullmatch(value):
                raise InputError(f"{value!r} is not a number; write it like -1.5 or 2.5e-7")
            try:
                value = Decimal(value.strip())
            except InvalidOperation:
                raise InputError(f"{value!r} has an exponent that no calculator could hold") from None
        return cls.from_decimal(Decimal(value))

    @classmethod
    def from_decimal(cls, value: Decimal) -> Number:
        """The Number nearest to a finite Decimal, rounded half up. InputError when it is 1e100 or more."""
        if not value.is_finite():
            raise InputError(f"{value} is not a number that the calculator can hold")
        if not value:
            return ZERO
        exponent = value.adjusted()
        if abs(exponent) <= GREATEST_EXPONENT + 1:  # beyond, even rounding up cannot matter
            value = _TEN_DIGITS.plus(value)
            exponent = value.adjusted()
        if exponent > GREATEST_EXPONENT:
            raise InputError(f"{value:.9e} is too large: the calculator ends at 9.999999999e99")
        if exponent < -GREATEST_EXPONENT:
            return ZERO
        mantissa = int(_TEN_DIGITS.scaleb(value.copy_abs(), DIGITS - 1 - exponent))
        return cls(value.is_signed(), exponent, mantissa)

    @property
    def decimal(self) -> Decimal:
        """The exact value."""
        digits = tuple(map(int, str(self.mantissa)))
        return Decimal((int(self.negative), digits, self.exponent - (DIGITS - 1) if self.mantissa else 0))

    @property
    def is_zero(self) -> bool:
        """Whether the value is 0."""
        return self.mantissa == 0

    @property
    def is_integer(self) -> bool:
        """Whether the value has no fraction."""
        return self.mantissa == 0 or (
            self.exponent >= DIGITS - 1
            or (self.exponent >= 0 and self.mantissa % 10 ** (DIGITS - 1 - self.exponent) == 0)
        )

    def __neg__(self) -> Number:
        return Number(not self.negative, self.exponent, self.mantissa) if self.mantissa else self

    def __abs__(self) -> Number:
        return Number(False, self.exponent, self.mantissa) if self.negative else self

    def __int__(self) -> int:
        """The integer part, towards zero."""
        shift = self.exponent - (DIGITS - 1)
        magnitude: int
        if shift >= 0:
            magnitude = self.mantissa * 10**shift
        elif self.exponent < 0:
            magnitude = 0
        else:
            magnitude = self.mantissa // 10**-shift
        return -magnitude if self.negative else magnitude

    def __float__(self) -> float:
        return float(self.decimal)

    # The four operations: the exact result, rounded half up to ten digits (MATH 1.5).

    def __add__(self, other: Number | int | Decimal) -> Number:
        return _compute(_TEN_DIGITS.add, self, other)

    def __sub__(self, other: Number | int | Decimal) -> Number:
        return _compute(_TEN_DIGITS.subtract, self, other)

    def __mul__(self, other: Number | int | Decimal) -> Number:
        return _compute(_TEN_DIGITS.multiply, self, other)

    def __truediv__(self, other: Number | int | Decimal) -> Number:
        return _compute(_TEN_DIGITS.divide, self, other)

    def __radd__(self, other: int | Decimal) -> Number:
        return _compute(_TEN_DIGITS.add, other, self)

    def __rsub__(self, other: int | Decimal) -> Number:
        return _compute(_TEN_DIGITS.subtract, other, self)

    def __rmul__(self, other: int | Decimal) -> Number:
        return _compute(_TEN_DIGITS.multiply, other, self)

    def __rtruediv__(self, other: int | Decimal) -> Number:
        return _compute(_TEN_DIGITS.divide, other, self)

    def __bool__(self) -> bool:
        return self.mantissa != 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Number):
            return (
                self.mantissa == other.mantissa
                and self.exponent == other.exponent
                and self.negative == other.negative
            )
        if isinstance(other, int):
            return self.is_integer and int(self) == other
        return self.decimal == other if isinstance(other, Decimal) else NotImplemented

    def __hash__(self) -> int:
        found = self.mantissa * _hash_of_place(self.exponent) % sys.hash_info.modulus
        found = -found if self.negative else found
        return -2 if found == -1 else found

    def _order(self) -> tuple[int, int, int]:
        """A key that sorts by value."""
        if not self.mantissa:
            return (0, 0, 0)
        return (-1, -self.exponent, -self.mantissa) if self.negative else (1, self.exponent, self.mantissa)

    def __lt__(self, other: Number | int | Decimal) -> bool:
        return self._order() < other._order() if isinstance(other, Number) else self.decimal < other

    def __le__(self, other: Number | int | Decimal) -> bool:
        return self._order() <= other._order() if isinstance(other, Number) else self.decimal <= other

    def __gt__(self, other: Number | int | Decimal) -> bool:
        return self._order() > other._order() if isinstance(other, Number) else self.decimal > other

    def __ge__(self, other: Number | int | Decimal) -> bool:
        return self._order() >= other._order() if isinstance(other, Number) else self.decimal >= other

    def __str__(self) -> str:
        """The shortest text that reads back equal: '28.5', '-0.001', '1.5e-30'."""
        if not self.mantissa:
            return "-0" if self.negative else "0"
        sign = "-" if self.negative else ""
        digits = str(self.mantissa).rstrip("0")
        count, exponent = len(digits), self.exponent
        point = "." if count > 1 else ""
        scientific = f"{digits[0]}{point}{digits[1:]}e{exponent}"
        if exponent >= count - 1:
            plain = digits + "0" * (exponent - count + 1)
        elif exponent >= 0:
            plain = f"{digits[: exponent + 1]}.{digits[exponent + 1 :]}"
        else:
            plain = "0." + "0" * (-exponent - 1) + digits
        return sign + (plain if len(plain) <= len(scientific) or -5 <= exponent < DIGITS else scientific)

    def __repr__(self) -> str:
        return f"Number.of({str(self)!r})"

    def __reduce__(self) -> tuple[type[Number], tuple[bool, int, int]]:
        return (Number, (self.negative, self.exponent, self.mantissa))


def _compute(
    operation: Callable[[Decimal, Decimal], Decimal],
    left: Number | int | Decimal,
    right: Number | int | Decimal,
) -> Number:
    """The result of an operation in ten digits. ZeroDivisionError for a division by 0."""
    if not (isinstance(left, Number | int | Decimal) and isinstance(right, Number | int | Decimal)):
        return NotImplemented
    exact = (one.decimal if isinstance(one, Number) else Decimal(one) for one in (left, right))
    try:
        return Number.from_decimal(operation(*exact))
    except (DivisionByZero, InvalidOperation):
        raise ZeroDivisionError(f"{left} / {right}") from None
    except Overflow:
        raise InputError("the result is too large: the calculator ends at 9.999999999e99") from None


_SET_NEGATIVE, _SET_EXPONENT, _SET_MANTISSA = (
    Number.__dict__[name].__set__ for name in ("negative", "exponent", "mantissa")
)
ZERO: Final = Number(False, 0, 0)
MINUS_ZERO: Final = Number(True, 0, 0)
"""The negative zero that →R of the HP-11C can leave in Y. It is unequal to ZERO, and becomes ZERO when it
comes into X (BEHAVIOUR 0.3).
"""

ONE: Final = Number(False, 0, LOWEST_MANTISSA)
PI: Final = Number(False, 0, 3_141_592_654)
GREATEST: Final = Number(False, GREATEST_EXPONENT, MANTISSA_LIMIT - 1)
