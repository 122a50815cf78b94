"""Keying a constant in: the shortest digits, point, EEX and CHS that make it (BEHAVIOUR 1), with a function
of a shorter number or a quotient of two where that gives all its digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Context
from fractions import Fraction
from functools import lru_cache
from typing import Final

from generator.peephole.items import typed_keys
from hp15c.numbers.number import ONE, Number
from hp15c.rules.number_functions import result
from hp15c.rules.stack import ENTER
from hp15c.terms import laws

TYPED: Final = frozenset((*"0123456789", ".", "EEX", "CHS"))
"""The keys with which a number is typed."""
_INVERSES: Final = {
    "1/x": "1/x",
    "x²": "√x",
    "√x": "x²",
    "10ˣ": "LOG",
    "eˣ": "LN",
    "LN": "eˣ",
    "→RAD": "→DEG",
    "→DEG": "→RAD",
}
"""Functions by which a constant may be computed, each with one that leads back to about its argument."""
HUNDRED: Final = Number.of(100)
_LARGEST_FACTORIAL: Final = 20
_DIVISORS: Final = (9, 99, 999)
"""The largest divisors of one, two and three digits, for numbers that are keyed in as a quotient."""


@lru_cache(maxsize=10_000)
def keys_of(number: Number) -> tuple[str, ...]:
    """The keys that bring a number to X, one program line each: typed ones, maybe with functions between.

    The first one is typed. Functions come only where they save a line.
    """
    return min([typed_keys(number), *_function_of(number)], key=len)


def is_typed(keys: tuple[str, ...]) -> bool:
    """Whether keys of a constant are typed ones only, so that more digits would go on with the number."""
    return keys[-1] in TYPED


def rate_of(line: str, operands: Sequence[Number | None]) -> tuple[str, ...]:
    """The keys of the number of per cent that a product or quotient with one constant takes of the other
    operand. They are empty where the constant itself has no more keys, or where the digits may differ.
    """
    if line not in ("×", "÷"):
        return ()
    left, right = operands
    factor = left if line == "×" and right is None else right
    if factor is None or (left is None) == (right is None):
        return ()
    part: Number | None = factor
    if line == "÷":
        part = _exact("1/x", factor)
        if part is None or (factor.mantissa != ONE.mantissa and laws.whole_inverse(part) != factor):
            return ()
    rate = None if part is None else hundredfold(part)
    keys = () if rate is None else keys_of(rate)
    return keys if keys and is_typed(keys) and len(keys) < len(keys_of(factor)) else ()


def hundredfold(number: Number) -> Number | None:
    """A number times 100, None where that is too large."""
    return _exact("×", number, HUNDRED)


def _exact(line: str, *operands: Number) -> Number | None:
    """The result of a line on constants. None for an Error or an overflow."""
    made = result(line, *operands)
    return None if made is None or made[1] else made[0][0]


def functions_between(constants: Mapping[int, Number]) -> dict[int, tuple[tuple[str, int], ...]]:
    """The functions that make one constant from another, by the number of the constant they begin with.

    Each is a pair: the function, and the number of the constant that it makes. Only constants that take
    several lines to key in are made in this way.
    """
    several = {i: number for i, number in constants.items() if len(keys_of(number)) > 1}
    made = {}
    for i, number in constants.items():
        lines = _lines_from(number)
        made[i] = tuple((lines[other], to) for to, other in several.items() if to != i and other in lines)
    return {i: ways for i, ways in made.items() if ways}


@lru_cache(maxsize=10_000)
def _lines_from(number: Number) -> dict[Number, str]:
    """The lines that make another number of one in X, by that other number."""
    found = {-number: "CHS"}
    for line in (*_INVERSES, "x!"):
        made = result(line, number)
        if made is not None and not made[1]:
            found.setdefault(made[0][0], line)
    return found


def _function_of(number: Number) -> Iterator[tuple[str, ...]]:
    """Keys that are shorter than those that are only typed. The last of them is a function."""
    most = len(typed_keys(number)) - 1
    if most < 2:
        return
    for function, inverse in _INVERSES.items():
        back = result(inverse, number)
        if back is not None and not back[1]:
            yield from _by_function(number, function, back[0][0], most)
    for argument in range(4, _LARGEST_FACTORIAL + 1):
        yield from _by_function(number, "x!", Number.of(argument), most)
    yield from _by_quotient(number, most)


def _by_function(number: Number, function: str, about: Number, most: int) -> Iterator[tuple[str, ...]]:
    """The keys of the roundest argument near a number whose function is a constant, and the function."""
    for digits in range(1, most + 1):
        argument = Number.of(Context(prec=digits, rounding=ROUND_HALF_UP).plus(about.decimal))
        keys = (*typed_keys(argument), function)
        if len(keys) <= most and result(function, argument) == ((number,), False):
            yield keys
            return


def _by_quotient(number: Number, most: int) -> Iterator[tuple[str, ...]]:
    """The keys of a quotient of whole numbers that is a constant."""
    for limit in _DIVISORS:
        nearest = Fraction(number.decimal).limit_denominator(limit)
        top, divisor = map(Number.of, (nearest.numerator, nearest.denominator))
        keys = (*typed_keys(top), ENTER, *typed_keys(divisor), "÷")
        if len(keys) <= most and result("÷", top, divisor) == ((number,), False):
            yield keys
            return
