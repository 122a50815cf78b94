"""Word times of computing and the display for a lane, by `hp15c.numbers.effort` and `hp15c.timing`."""

from __future__ import annotations

from typing import Final

from hp15c.engines.lanes.arithmetic import (
    FIVE,
    LIMIT,
    LOWEST,
    integer_part,
    lacking,
    quotient,
    root_of,
)
from hp15c.engines.lanes.layout import BIAS, MASK, SHIFT
from hp15c.numbers import effort
from hp15c.numbers.number import DIGITS
from hp15c.timing import operands, showing
from hp15c.timing.operands import MOVED_BELOW_ONE, MOVED_ZERO


def exponent_of(x: int) -> int:
    """The exponent of a word. That of 0 is 0."""
    return (abs(x) >> SHIFT) - BIAS if x != 0 else 0


def digit_sum(mantissa: int) -> int:
    """The sum of ten digits: five of them in each half of a word, taken apart by twos and then one by one."""
    high = mantissa // FIVE
    low = mantissa - high * FIVE
    hundreds = (high * 167773 >> 24) << 32 | low * 167773 >> 24
    pairs = (high << 32 | low) - hundreds * 100
    middle = hundreds * 6554 >> 16 & 0x7F0000007F
    tens = pairs * 103 >> 10 & 0xF0000000F
    top = middle * 103 >> 10 & 0xF0000000F
    digits = pairs - 9 * tens + hundreds - 9 * middle - 9 * top
    return (digits >> 32) + (digits & 0xFF)


def sum_of_more(digits: int) -> int:
    """The sum of up to seventeen digits."""
    high = digits // 10**7
    return digit_sum(high) + digit_sum(digits - high * 10**7)


def of_sum(x: int, y: int) -> int:
    """Word times of x + y (see working.cost_of_sum)."""
    if x == 0 or y == 0:
        return effort.ADD + effort.ADD_ZERO
    a, b = abs(x), abs(y)
    large, small = max(a, b), min(a, b)
    cost = effort.ADD + effort.ADD_EXCHANGED if a < b else effort.ADD
    gap = (large >> SHIFT) - (small >> SHIFT)
    if (x ^ y) < 0:
        cost += effort.ADD_SIGNS
        if gap <= 1:
            cost += of_normalising(large & MASK, small & MASK, 1 if gap == 1 else 10)
    return cost + effort.SHIFT * max(0, min(gap - 1, effort.MOST_SHIFTS))


def of_normalising(large: int, small: int, scale: int) -> int:
    """Word times of removing leading zeros from a difference (see `working.add`).

    `scale` is 10 for equal exponents, 1 where that of `large` is higher by one.
    """
    difference = 10 * large - scale * small
    if difference == 0:
        return 0
    lost = lacking(difference) + 1 if difference < LIMIT else 0
    return effort.NORMALISED * max(0, lost - effort.NORMALISED_AT_ONCE)


def of_product(_: int, multiplier: int) -> int:
    """Word times of a product: the digits of the multiplier."""
    return effort.MULTIPLY + effort.ROUND * digit_sum(abs(multiplier) & MASK)


def of_quotient(x: int, y: int) -> int:
    """Word times of x / y: the digits of the quotient, thirteen of them. Usually y is a power of ten."""
    a, b = abs(x) & MASK, abs(y) & MASK
    if a == 0:
        return effort.DIVIDE
    usual = b == LOWEST
    if usual:
        return effort.DIVIDE + effort.ROUND * digit_sum(a)
    return effort.DIVIDE + effort.ROUND * sum_of_more(quotient(a, b))


def of_root(x: int) -> int:
    """Word times of a square root: its thirteen digits."""
    if x == 0:
        return effort.ROOT_OF_ZERO
    root, _ = root_of(x & MASK, 10**16 if (x >> SHIFT) % 2 else 10**15)
    return effort.ROOT + effort.ROUND * sum_of_more(root)


def of_moving(x: int) -> int:
    """Extra word times of moving a number, compared with a number of 1 or more."""
    if x == 0:
        return MOVED_ZERO
    return MOVED_BELOW_ONE if exponent_of(x) < 0 else 0


_WORD: Final = (1 << 64) - 1
_BY_FIVES, _BY_TWOS = (pow(5**zeros, -1, 1 << 64) for zeros in (5, 2))


def significant_digits(x: int) -> int:
    """The number of digits of the mantissa without trailing zeros. It is 0 for 0.

    Zeros are taken away by fives, twos and ones. A multiple of 10**k is divided by 5**k when it is multiplied
    by the inverse of that modulo 2**64 (Granlund and Montgomery 1994, section 9).
    """
    mantissa, digits = abs(x) & MASK, DIGITS
    if mantissa == 0:
        return 0
    if mantissa % 10**5 == 0:
        mantissa = (mantissa * _BY_FIVES & _WORD) // 2**5
        digits -= 5
    if mantissa % 10**2 == 0:
        mantissa = (mantissa * _BY_TWOS & _WORD) // 2**2
        digits -= 2
    if mantissa % 10**2 == 0:
        mantissa = (mantissa * _BY_TWOS & _WORD) // 2**2
        digits -= 2
    if mantissa % 10 == 0:
        digits -= 1
    return digits


def of_index(index: int, number: int, is_11c: bool) -> int:
    """Extra word times of finding the register of (i), compared with R2. `number` is that of the register."""
    return operands.found_cost(number, integer_part(index) != index, is_11c)


def of_counter(counter: int, is_11c: bool) -> int:
    """Word times that DSE and ISG spend on the digits of their number."""
    return operands.counter_cost(exponent_of(counter), significant_digits(counter), is_11c)


def of_splitting(x: int) -> int:
    """Word times of INT and FRAC: the digits before the point, to the last that is not 0."""
    return effort.SPLIT * min(exponent_of(x) + 1, significant_digits(x)) if exponent_of(x) >= 0 else 0


def of_display(x: int, display_format: int, is_11c: bool) -> int:
    """Word times of showing X (see timing.showing.display_cost)."""
    mantissa, notation, digits = abs(x) & MASK, display_format >> 4, display_format & 15
    return showing.showing_cost(x < 0, exponent_of(x), mantissa, notation, digits, is_11c)
