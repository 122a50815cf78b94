"""The random number sequence: a seed of ten digits, 0 <= seed < 10**10 (MATH 13)."""

from __future__ import annotations

from typing import Final

from hp15c.numbers.number import DIGITS, ZERO, Number
from hp15c.numbers.working import normalise

_MULTIPLIER: Final = 1_574_352_261
_INCREMENT: Final = 1_017_980_433
_MODULUS: Final = 10**DIGITS


def next_seed(seed: int) -> int:
    """The seed that RAN # makes from the one before."""
    return (_MULTIPLIER * seed + _INCREMENT) % _MODULUS


def as_number(seed: int) -> Number:
    """The number that RAN # and RCL RAN # show for a seed: the seed over 10**10."""
    if not seed:
        return ZERO
    fraction = normalise(False, -1, seed * 1000)
    return Number(False, fraction.exponent, fraction.mantissa // 1000)


def seed_of(x: Number) -> int:
    """The seed that STO RAN # makes from x: all ten digits, or for a fraction those after the point."""
    return x.mantissa if x.exponent >= 0 else x.mantissa // 10 ** (-x.exponent - 1)
