"""A Number in one 64-bit word, as lanes hold it.

The word is ±((exponent + 100) << 34 | mantissa), and 0 for 0: words compare as the numbers do, and CHS, ABS
and all tests are single operations. The exponent of a word may be above 99: such a word is an overflow that
is not saturated yet.
"""

from __future__ import annotations

from typing import Final

from hp15c.numbers.number import GREATEST as GREATEST_NUMBER
from hp15c.numbers.number import ZERO, Number

SHIFT: Final = 34
MASK: Final = (1 << SHIFT) - 1
BIAS: Final = 100


def to_word(number: Number) -> int:
    """The word of a Number."""
    if not number.mantissa:
        return 0
    word = number.exponent + BIAS << SHIFT | number.mantissa
    return -word if number.negative else word


def to_number(word: int) -> Number:
    """The Number of a word that is no overflow."""
    if not word:
        return ZERO
    size = abs(word)
    return Number(word < 0, (size >> SHIFT) - BIAS, size & MASK)


GREATEST: Final = to_word(GREATEST_NUMBER)
UNIT: Final = to_word(Number.of(1))
