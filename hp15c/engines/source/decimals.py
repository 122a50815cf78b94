"""Ten-digit numbers as Decimals: the arithmetic that translated programs compute with.

In `CONTEXT` Decimal's + - × ÷ and square root give the firmware's results (MATH 1.5). Overflow, underflow and
improper mathematics raise an exception, and so does INT of 10 digits and more. The readable machine then does
that line. Programs ask for the same values again and again, so that functions and loop counters are tables
that fill themselves.
"""

from __future__ import annotations

from collections.abc import Callable
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
from functools import cache, partial
from typing import Any, Final

from hp15c.engines.reference import format_of
from hp15c.errors import CalculatorError
from hp15c.functions import random_numbers
from hp15c.functions.rounding import round_to_format
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import Number
from hp15c.rules.number_functions import ONE, next_count
from hp15c.table.modes import AngleMode

CONTEXT: Final = Context(
    prec=10,
    rounding=ROUND_HALF_UP,
    Emax=99,
    Emin=-99,
    traps=[Overflow, Underflow, Subnormal, DivisionByZero, InvalidOperation],
)
NIL: Final = Decimal(0)
UNIT: Final = Decimal(1)
HUNDREDTH: Final = Decimal("0.01")
SEED_PLACE: Final = Decimal("1e-10")

# Exceptions that a translated line can raise. IndexError stands for a register, label or return that does not
# exist.
TRAPS: Final = (DecimalException, IndexError, CalculatorError)
REMEMBERED: Final = 10_000

_WIDE: Final = Context(prec=20)
_SCALES: Final = {exponent: Decimal(f"1e{9 - exponent}") for exponent in range(-99, 100)}


class Table(dict[Any, Any]):
    """The results of a function of Decimals, kept for the arguments seen before. A full table is emptied.

    A key is the only argument, or the text of all arguments with blanks between. The hash of a new Decimal
    costs more than the rest of a look-up, and a Decimal that has been a key keeps its hash. So numbers that
    come out of a table, such as counters, are best looked up as they are, and results of arithmetic by `str`.
    A function that raises leaves no entry.
    """

    __slots__ = ("_function",)

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, key: Decimal | str) -> Any:
        result = self._function(*map(Decimal, key.split())) if isinstance(key, str) else self._function(key)
        if len(self) >= REMEMBERED:
            self.clear()
        self[key] = result
        return result


def to_decimal(number: Number) -> Decimal:
    """The same value as a Decimal of as few digits as possible. Integers below 10**10 have no exponent."""
    if not number.mantissa:
        return NIL
    digits = str(number.mantissa).rstrip("0")
    exponent = number.exponent - len(digits) + 1
    if exponent > 0 and number.exponent < 10:
        digits += "0" * exponent
        exponent = 0
    return Decimal(f"{'-' if number.negative else ''}{digits}e{exponent}")


def to_number(value: Decimal) -> Number:
    """The same value as a Number. Both zeros become 0."""
    mantissa, exponent = scientific(value)
    return Number(mantissa < 0, exponent, abs(mantissa))


def scientific(value: Decimal) -> tuple[int, int]:
    """The signed mantissa of ten digits and the exponent of its first one."""
    if not value:
        return 0, 0
    exponent = value.adjusted()
    return int(_WIDE.multiply(value, _SCALES[exponent])), exponent


def count(counter: Decimal, downwards: bool) -> tuple[Decimal, bool, int]:
    """DSE and ISG: the counter one step on, whether the loop goes on (BEHAVIOUR 4.6), and the register that
    the counter names where it is in I.
    """
    if counter % UNIT:
        number, ends = next_count(to_number(counter), downwards=downwards)
        after, goes_on = to_decimal(number), not ends
    else:
        after = counter - UNIT if downwards else counter + UNIT
        goes_on = (after > NIL) is downwards
    return after, goes_on, abs(int(after))


COUNTERS: Final = {name: Table(partial(count, downwards=name == "DOWN")) for name in ("UP", "DOWN")}
"""The tables of DSE and ISG, by their names in translated programs."""

SCIENTIFIC: Final = Table(scientific)


@cache
def function(name: str, *mode: AngleMode) -> Table:
    """A function of `number_functions.ONE` of one or two decimals, with a memory of its results.

    `mode` is that of angles. It raises Overflow where the machine would set its condition, and the machine's
    own errors.
    """
    computed = ONE[name]
    return Table(lambda *given: _deliver(*computed(Meter(), *map(to_number, given), *mode)))


def seed_of(x: Decimal) -> int:
    """The seed that STO RAN# makes of x."""
    return random_numbers.seed_of(to_number(x))


@Table
def round_to(x: Decimal, code: Decimal) -> Decimal:
    """RND in the display format with this number (see engines.Shown)."""
    return to_decimal(round_to_format(to_number(x), format_of(int(code))))


def _deliver(number: Number, overflowed: bool) -> Decimal:
    if overflowed:
        raise Overflow
    return to_decimal(number)
