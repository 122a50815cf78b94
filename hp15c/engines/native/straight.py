"""Arithmetic of lanes without branches, for many lanes at once: one choice between values after the other.

Each function gives what its namesake of `lanes.arithmetic` or `lanes.costs` gives. Those that give a pair
give the result and whether it is right: 0 where the usual case does not hold, and the other must be asked.

Both sides of a choice are always computed. So shifts are kept within tables, also where they do not count.
"""

from __future__ import annotations

from typing import Final

from hp15c.engines.lanes.arithmetic import FIVE, LIMIT, LOWEST, NOT_COUNTED, cut, lacking, ten
from hp15c.engines.lanes.packed import BIAS, MASK
from hp15c.engines.lanes.packed import SHIFT as WORD
from hp15c.numbers.effort import (
    ADD,
    ADD_EXCHANGED,
    ADD_SIGNS,
    ADD_ZERO,
    DIVIDE,
    MOST_SHIFTS,
    MULTIPLY,
    NORMALISED,
    NORMALISED_AT_ONCE,
    ROUND,
    SHIFT,
    SPLIT,
)
from hp15c.numbers.number import DIGITS
from hp15c.timing import operands, showing

FIRST_SCALE: Final = 9
TWO_MORE: Final = 10**11 - 5
"""From here on a number is one of twelve digits, or becomes one when it is rounded."""

_ZERO: Final = operands.MOVED_ZERO
_BELOW_ONE: Final = operands.MOVED_BELOW_ONE
_FRAME_15C, _FRAME_11C = showing.FRAME
_HALF_DIGIT_15C, _HALF_DIGIT_11C = showing.HALF_DIGIT
_SIGN_15C, _SIGN_11C = showing.SIGN
_SEPARATOR_15C, _SEPARATOR_11C = showing.SEPARATOR
_SHOWN_BELOW_ONE_15C, _SHOWN_BELOW_ONE_11C = showing.BELOW_ONE
_CARRY_15C, _CARRY_11C = showing.CARRY


def add(x: int, y: int) -> tuple[int, int]:
    """x + y. Right where no digit of the smaller lies beyond the tenth of the larger."""
    swapped = abs(x) < abs(y)
    first = y if swapped else x
    second = x if swapped else y
    large = abs(first)
    small = abs(second)
    exponent = large >> WORD
    gap = exponent - (small >> WORD)
    near = gap <= FIRST_SCALE
    places = gap if near else 0
    part = cut(small & MASK, places)
    exact = near and part * ten(places) == small & MASK
    sign_differs = (x ^ y) < 0
    total = (large & MASK) + (0 - part if sign_differs else part)
    carried = total >= LIMIT
    left = max(cut(total + 5, 1) if carried else total, 1)
    shift = lacking(left)
    up = 1 if carried else 0 - shift
    reached = exponent + up
    word = reached << WORD | left * ten(shift)
    signed = 0 - word if first < 0 else word
    sum_of_both = 0 if total == 0 or reached <= 0 else signed
    known = y if x == 0 else x if y == 0 else sum_of_both
    return known, exact or x == 0 or y == 0


def multiply(x: int, y: int, shift: int) -> tuple[int, int]:
    """x * y * 10**shift. Right where a factor is 0 or a power of ten."""
    a, b = abs(x), abs(y)
    word = a + b + ((shift - BIAS) << WORD) - LOWEST
    usual = a & MASK == LOWEST or b & MASK == LOWEST
    signed = 0 - word if (x ^ y) < 0 else word
    zero = x == 0 or y == 0
    return 0 if zero or word >> WORD <= 0 else signed, usual or zero


def divide(x: int, y: int) -> tuple[int, int]:
    """x / y. Right where y is a power of ten, and where x is 0."""
    a, b = abs(x), abs(y)
    word = a - b + (BIAS << WORD) + LOWEST
    signed = 0 - word if (x ^ y) < 0 else word
    return 0 if x == 0 or word >> WORD <= 0 else signed, x == 0 or b & MASK == LOWEST


def integer_part(x: int) -> int:
    """x without its fraction, towards zero."""
    size = abs(x)
    places = BIAS + FIRST_SCALE - (size >> WORD)
    inside = places >= 0 and places <= FIRST_SCALE
    kept = places if inside else 0
    whole = size - (size & MASK) + cut(size & MASK, kept) * ten(kept)
    part = 0 if places > FIRST_SCALE else whole
    return 0 - part if x < 0 else part


def fraction_part(x: int) -> int:
    """What `integer_part` leaves out, with the sign of x."""
    size = abs(x)
    exponent = size >> WORD
    places = BIAS + FIRST_SCALE - exponent
    inside = places > 0 and places <= FIRST_SCALE
    kept = places if inside else 0
    mantissa = (size & MASK) - cut(size & MASK, kept) * ten(kept)
    shift = lacking(max(mantissa, 1))
    word = (exponent - shift) << WORD | mantissa * ten(shift)
    part = word if mantissa != 0 else 0
    signed = 0 - part if x < 0 else part
    return x if places > FIRST_SCALE else signed


def magnitude(x: int) -> int:
    """The integer part without sign, at most 10**10."""
    size = abs(x)
    places = BIAS + FIRST_SCALE - (size >> WORD)
    inside = places >= 0 and places <= FIRST_SCALE
    whole = cut(size & MASK, places if inside else 0)
    return LIMIT if places < 0 else whole if inside else 0


def next_count(counter: int, downwards: int) -> tuple[int, int]:
    """The loop counter one step on, and whether the loop ends.

    NOT_COUNTED where its exponent is not from -9 to 9, and where two digits are lost.
    """
    size = abs(counter)
    exponent = (size >> WORD) - BIAS if counter != 0 else 0
    usual = exponent >= -FIRST_SCALE and exponent <= FIRST_SCALE
    inside = usual and exponent >= 0
    before = 0 - exponent if usual and exponent < 0 else 0
    digits = cut(size & MASK, before)
    decimals = FIRST_SCALE - (exponent if inside else 0) if usual else 0
    scale = ten(decimals)
    whole = cut(digits, decimals)
    fraction = digits - whole * scale
    control = cut(fraction * FIVE, decimals)
    goal = cut(control, 2)
    given = control - goal * 100
    step = 1 if given == 0 else given
    reached = (0 - whole if counter < 0 else whole) + (0 - step if downwards else step)
    ends = reached <= goal if downwards else reached > goal
    held = abs(reached) * scale + fraction
    carried = held >= LIMIT
    left = max(cut(held + 5, 1) if carried else held, 1)
    shift = lacking(left)
    up = 1 if carried else 0 - shift
    word = (BIAS + FIRST_SCALE - decimals + up) << WORD | left * ten(shift)
    signed = 0 - word if reached < 0 else word
    return 0 if held == 0 else signed, ends if usual and held < TWO_MORE else NOT_COUNTED


# what it costs


def exponent_of(x: int) -> int:
    """The exponent. 0 for 0."""
    return (abs(x) >> WORD) - BIAS if x != 0 else 0


def of_moving(x: int) -> int:
    """See `lanes.costs.of_moving`."""
    return _ZERO if x == 0 else _BELOW_ONE if abs(x) >> WORD < BIAS else 0


def of_sum(x: int, y: int) -> int:
    """See `lanes.costs.of_sum`."""
    a, b = abs(x), abs(y)
    large = b if a < b else a
    small = a if a < b else b
    gap = (large >> WORD) - (small >> WORD)
    exchanged = ADD_EXCHANGED if a < b else 0
    signs = ADD_SIGNS if (x ^ y) < 0 else 0
    moved = SHIFT * max(0, min(gap - 1, MOST_SHIFTS))
    near = gap <= 1 and (x ^ y) < 0
    difference = 10 * (large & MASK) - (10 if gap == 0 else 1) * (small & MASK) if near else 0
    left = cut(difference, 1)
    lost = lacking(left | (left == 0)) + (left == 0)
    normalised = NORMALISED * max(0, lost - NORMALISED_AT_ONCE) if difference != 0 else 0
    return ADD + (ADD_ZERO if x == 0 or y == 0 else exchanged + signs + moved + normalised)


def of_product(multiplier: int) -> int:
    """See `lanes.costs.of_product`."""
    return MULTIPLY + ROUND * digit_sum(abs(multiplier) & MASK)


def of_quotient(x: int, y: int) -> tuple[int, int]:
    """See `lanes.costs.of_quotient`. Right where x is 0, and for a divisor that is a power of ten."""
    mantissa = abs(x) & MASK
    return DIVIDE + ROUND * digit_sum(mantissa), x == 0 or abs(y) & MASK == LOWEST


def digit_sum(mantissa: int) -> int:
    """The sum of ten digits: five of them in each half of a word, taken apart by twos and then one by one."""
    high = cut(mantissa, 5)
    low = mantissa - high * FIVE
    hundreds = (high * 167773 >> 24) << 32 | low * 167773 >> 24
    pairs = (high << 32 | low) - hundreds * 100
    middle = hundreds * 6554 >> 16 & 0x7F0000007F
    tens = pairs * 103 >> 10 & 0xF0000000F
    top = middle * 103 >> 10 & 0xF0000000F
    digits = pairs - 9 * tens + hundreds - 9 * middle - 9 * top
    return (digits >> 32) + (digits & 0xFF)


def significant_digits(x: int) -> int:
    """The digits of the mantissa, trailing zeros apart. 0 for 0."""
    mantissa = abs(x) & MASK
    five = cut(mantissa, 5)
    has_five = five * FIVE == mantissa
    one = five if has_five else mantissa
    two = cut(one, 2)
    has_two = two * 100 == one
    three = two if has_two else one
    four = cut(three, 2)
    has_four = four * 100 == three
    last = four if has_four else three
    odd = cut(last, 1) * 10 == last
    fewer = (5 if has_five else 0) + (2 if has_two else 0) + (2 if has_four else 0) + (1 if odd else 0)
    return 0 if mantissa == 0 else DIGITS - fewer


def of_splitting(x: int) -> int:
    """See `lanes.costs.of_splitting`."""
    exponent = exponent_of(x)
    return SPLIT * min(exponent + 1, significant_digits(x)) if exponent >= 0 else 0


def of_counter(counter: int, is_11c: int) -> int:
    """See `lanes.costs.of_counter`."""
    return operands.counter_cost(exponent_of(counter), significant_digits(counter), is_11c)


def of_index(index: int, is_11c: int) -> int:
    """See `lanes.costs.of_index`."""
    return of_index_found(index, magnitude(index), is_11c)


def of_index_found(index: int, number: int, is_11c: int) -> int:
    """The word times of finding the register of (i), whose number is known."""
    return operands.found_cost(number, integer_part(index) != index, is_11c)


def of_display(x: int, display_format: int, is_11c: int) -> tuple[int, int]:
    """See `lanes.costs.of_display`. Right for FIX where the number is shown without an exponent."""
    mantissa = abs(x) & MASK
    exponent = exponent_of(x)
    chosen = display_format & 15
    digits = 0 if chosen >= DIGITS else chosen
    kept = digits + 1 + exponent
    rounded = kept >= 0 and kept < DIGITS and x != 0
    carried = 1 if rounded and mantissa + (ten(DIGITS - kept if rounded else 0) >> 1) >= LIMIT else 0
    before = max(exponent + carried, 0)
    half = _HALF_DIGIT_11C if is_11c else _HALF_DIGIT_15C
    cost = (_FRAME_11C if is_11c else _FRAME_15C) + (half * min(before + 1 + digits, DIGITS) >> 1)
    sign = _SIGN_11C if is_11c else _SIGN_15C
    below_one = _SHOWN_BELOW_ONE_11C if is_11c else _SHOWN_BELOW_ONE_15C
    separator = _SEPARATOR_11C if is_11c else _SEPARATOR_15C
    carry = _CARRY_11C if is_11c else _CARRY_15C
    third = min(before, DIGITS) * 11 >> 5
    beside = (sign if x < 0 else 0) + (below_one if exponent < 0 else 0) + (carry if carried else 0)
    right = display_format < 16 and exponent + carried < DIGITS and (kept + carried > 0 or x == 0)
    return cost + beside + separator * third, right
