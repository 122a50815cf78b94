"""Ten-digit numbers as Decimals: the arithmetic that translated programs compute with.

In `CONTEXT` Decimal's + - × ÷ and square root give the firmware's results (MATH 1.5). Overflow, underflow and
improper mathematics trap, and so does INT of 10 digits and more: the readable machine then does that line.
"""

from __future__ import annotations

from decimal import (
    ROUND_HALF_UP,
    Context,
    Decimal,
    DecimalException,
    DivisionByZero,
    InvalidOperation,
    Overflow,
    Subnormal,
    Underflow,
)
from functools import lru_cache
from typing import Final

from hp15c.errors import CalculatorError
from hp15c.modes import AngleMode
from hp15c.number import Number
from hp15c.operations.registers import counted
from hp15c.operations.transcendental import OF_ANGLE, OF_NUMBER
from hp15c.working import Working, pack, widen

CONTEXT: Final = Context(
    prec=10,
    rounding=ROUND_HALF_UP,
    Emax=99,
    Emin=-99,
    traps=[Overflow, Underflow, Subnormal, DivisionByZero, InvalidOperation],
)
NIL: Final = Decimal(0)
UNIT: Final = Decimal(1)
PI: Final = Decimal("3.141592654")
HUNDREDTH: Final = Decimal("0.01")
SEED_PLACE: Final = Decimal("1e-10")

# What a translated line can raise; IndexError: a register that does not exist.
TRAPS: Final = (DecimalException, IndexError, CalculatorError)
REMEMBERED: Final = 10_000


def to_decimal(number: Number) -> Decimal:
    """The same value."""
    if not number.mantissa:
        return NIL
    sign = "-" if number.negative else ""
    return Decimal(f"{sign}{number.mantissa}e{number.exponent - 9}")


def to_number(value: Decimal) -> Number:
    """The same value; either zero is 0."""
    if not value:
        return Number(False, 0, 0)
    exponent = value.adjusted()
    return Number(value < 0, exponent, abs(int(value.scaleb(9 - exponent, _WIDE))))


_WIDE: Final = Context(prec=20)


def count_down(counter: Decimal) -> tuple[Decimal, bool]:
    """DSE: the counter one step on, and whether the loop ends (BEHAVIOUR 4.6)."""
    if counter % 1:
        return _count(counter, downwards=True)
    after = counter - UNIT
    return after, after <= NIL


def count_up(counter: Decimal) -> tuple[Decimal, bool]:
    """ISG: the counter one step on, and whether the loop ends."""
    if counter % 1:
        return _count(counter, downwards=False)
    after = counter + UNIT
    return after, after > NIL


def _count(counter: Decimal, *, downwards: bool) -> tuple[Decimal, bool]:
    after, ends = counted(to_number(counter), downwards=downwards)
    return to_decimal(after), ends


@lru_cache(REMEMBERED)
def function(name: str, x: Decimal) -> Decimal:
    """A function of one number by its row's name; programs ask for the same values again and again.

    Raises Overflow where the machine would set its condition, and the machine's own errors.
    """
    return _delivered(OF_NUMBER[name](widen(to_number(x))))


@lru_cache(REMEMBERED)
def angular(name: str, x: Decimal, mode: AngleMode) -> Decimal:
    """A function of an angle or to one, by its row's name; raises as `function` does."""
    return _delivered(OF_ANGLE[name](widen(to_number(x)), mode))


def _delivered(result: Working) -> Decimal:
    number, overflowed = pack(result)
    if overflowed:
        raise Overflow
    return to_decimal(number)
