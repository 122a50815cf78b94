"""Arithmetic on packed words: correctly rounded to ten digits, as MATH 1.5 has it.

The functions are plain Python on whole numbers of 64 bits, of which `functions` makes machine code. A result
beyond 9.999999999e99 comes back with its exponent, larger than GREATEST. One below 1e-99 is 0.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from hp15c.engines.lanes.layout import BIAS, MASK, SHIFT

LOWEST: Final = 10**9
LIMIT: Final = 10**10
FIVE: Final = 10**5
FARTHEST: Final = 13  # from this distance of exponents on the smaller addend matters only by its sign
GUARD: Final = 2
_GUARDED: Final = 10**GUARD

_TEN_TO_TEN: Final = BIAS + 10 << SHIFT | LOWEST
_MULTIPLIER: Final = 1_574_352_261
_INCREMENT: Final = 1_017_980_433


_POWERS: Final[tuple[int, ...]] = tuple(10**power for power in range(16))
_PARTS: Final[tuple[float, ...]] = tuple(10.0**-power for power in range(16))
_SHIFTS: Final = tuple((power - 1).bit_length() for power in _POWERS)
_FACTORS: Final = tuple(-(-(1 << 63 + shift) // power) for power, shift in zip(_POWERS, _SHIFTS, strict=True))


def ten(power: int) -> int:
    """10**power, of at most 15 zeros."""
    return _POWERS[power]


def cut(digits: int, places: int) -> int:
    """digits // 10**places, for digits from 0 to 2**51 - 1 and at most 15 places.

    The quotient of n < 2**63 by d is the high half of 2n times M, shifted by s. Here 2**(s-1) < d <= 2**s,
    and M is 2**(63+s) / d rounded up. The error of M is less than 1, which makes less than n / 2**(63+s) in
    the quotient, and so less than 1/d (Granlund and Montgomery, "Division by invariant integers using
    multiplication", 1994).
    """
    factor, shift = _FACTORS[places], _SHIFTS[places]
    return (2 * digits * factor >> 64) >> shift


def cut_by_reals(digits: int, places: int) -> int:
    """digits // 10**places as in `cut`, by a product of real numbers. This is faster for many numbers at
    once.

    n + 1/2 times 1/10**k lies at least 1/2 of 1/10**k from any integer. The two roundings err by 2**-52 of it
    at most, which is less.
    """
    return int((digits + 0.5) * _PARTS[places])


def lacking(digits: int) -> int:
    """How many digits are missing to ten. `digits` is from 1 to 10**10 - 1.

    1233 / 4096 is a little more than log10(2). It gives the number of digits, or one less.
    """
    fewest = digits.bit_length() * 1233 >> 12
    places = 9 - fewest
    return places + 1 if digits < ten(fewest) else places


def assemble(negative: bool, exponent: int, mantissa: int) -> int:
    """The word of a mantissa of ten digits, or of 10**10 after rounding. The exponent is biased."""
    if mantissa == LIMIT:
        mantissa = LOWEST
        exponent += 1
    if exponent <= 0:
        return 0
    word = exponent << SHIFT | mantissa
    return -word if negative else word


def add(x: int, y: int) -> int:
    """x + y. Usually no digit of the smaller is lost, and the exponent stays that of the larger."""
    a, b = abs(x), abs(y)
    first = x if a >= b else y
    large, small = max(a, b), min(a, b)
    if small == 0:
        return first
    differs = (x ^ y) < 0
    gap = (large >> SHIFT) - (small >> SHIFT)
    places = min(gap, 10)
    part = cut(small & MASK, places)
    exact = part * ten(places) == small & MASK
    signed = -part if differs else part
    total = (large & MASK) + signed
    usual = exact and LOWEST <= total < LIMIT
    if usual:
        return -(large + signed) if first < 0 else large + signed
    # More digits of the smaller are kept. Of a difference the rest is cut off downwards.
    places = min(gap, FARTHEST)
    digits = (small & MASK) * _GUARDED
    part = cut(digits, places)
    if differs:
        part = -part - (part * ten(places) != digits)
    total = (large & MASK) * _GUARDED + part
    if total == 0:
        return 0
    lost = (total >= LIMIT) + (total >= LIMIT * 10) + (total >= LIMIT * 100)
    rounded = cut(total + (ten(lost) >> 1), lost)
    more = lacking(min(rounded, LIMIT - 1))
    exponent = (large >> SHIFT) + lost - GUARD - more
    return assemble(first < 0, exponent, rounded * ten(more))


def multiply(x: int, y: int, shift: int) -> int:
    """x * y * 10**shift. Usually a factor is a power of ten."""
    a, b = abs(x), abs(y)
    exponent = (a >> SHIFT) + (b >> SHIFT) - BIAS + shift
    negative = (x ^ y) < 0
    a &= MASK
    b &= MASK
    if a == 0 or b == 0:
        return 0
    usual = a == LOWEST or b == LOWEST
    if usual:
        return assemble(negative, exponent, max(a, b))
    a1, b1 = a // FIVE, b // FIVE
    a0, b0 = a - a1 * FIVE, b - b1 * FIVE
    middle = (a1 * b0 + a0 * b1) * FIVE + a0 * b0
    carry = middle // LIMIT
    high = a1 * b1 + carry
    low = middle - carry * LIMIT
    if high >= LOWEST:
        return assemble(negative, exponent + 1, high + (low >= LIMIT // 2))
    digit = low // LOWEST
    low -= digit * LOWEST
    return assemble(negative, exponent, 10 * high + digit + (low >= LOWEST // 2))


def quotient(a: int, b: int) -> int:
    """The quotient of two mantissas: thirteen digits, truncated."""
    scale = 10**4 if a >= b else FIVE
    first = a * 10**8 // b
    return first * scale + (a * 10**8 - first * b) * scale // b


def divide(x: int, y: int) -> int:
    """x / y, where y is not 0. Usually y is a power of ten."""
    a, b = abs(x), abs(y)
    exponent = (a >> SHIFT) - (b >> SHIFT) + BIAS
    a &= MASK
    b &= MASK
    negative = (x ^ y) < 0
    if a == 0:
        return 0
    usual = b == LOWEST
    if usual:
        return assemble(negative, exponent, a)
    return assemble(negative, exponent - (a < b), (quotient(a, b) + 500) // 1000)


def root_of(mantissa: int, scale: int) -> tuple[int, int]:
    """The root of mantissa * scale as an integer, and the remainder."""
    # It is found from a root that is right or beside it, modulo 2**64: there the remainder is exact.
    root = int(sqrt(float(mantissa) * float(scale)))
    rest = mantissa * scale - root * root
    if rest < 0:
        root -= 1
        rest += 2 * root + 1
    if rest > 2 * root:
        rest -= 2 * root + 1
        root += 1
    return root, rest


def square_root(x: int) -> int:
    """The square root of x, where x is not negative."""
    if x == 0:
        return 0
    exponent = x >> SHIFT  # an even number above the exponent
    root, rest = root_of(x & MASK, LIMIT if exponent % 2 else LOWEST)
    if rest > root:
        root += 1
    return assemble(False, (exponent + BIAS) // 2, root)


def integer_part(x: int) -> int:
    """x without its fraction, towards zero."""
    size = abs(x)
    exponent = (size >> SHIFT) - BIAS
    if exponent < 0:
        return 0
    if exponent >= 9:
        return x
    places = 9 - exponent
    size = size - (size & MASK) + cut(size & MASK, places) * ten(places)
    return -size if x < 0 else size


def fraction_part(x: int) -> int:
    """The fraction that `integer_part` drops, with the sign of x."""
    size = abs(x)
    exponent = size >> SHIFT
    if exponent < BIAS:
        return x
    if exponent >= BIAS + 9:
        return 0
    places = BIAS + 9 - exponent
    mantissa = (size & MASK) - cut(size & MASK, places) * ten(places)
    if mantissa == 0:
        return 0
    shift = lacking(mantissa)
    return assemble(x < 0, exponent - shift, mantissa * ten(shift))


def magnitude(x: int) -> int:
    """The integer part without sign, at most 10**10. Numbers of registers, labels and lines are taken so."""
    size = abs(x)
    exponent = (size >> SHIFT) - BIAS
    if exponent < 0:
        return 0
    if exponent > 9:
        return LIMIT
    return cut(size & MASK, 9 - exponent)


def control(fraction: int, decimals: int) -> tuple[int, int]:
    """The end xxx and the step yy in the fraction of a loop counter.

    They are 0 and 1 when there are no decimals.
    """
    if fraction == 0:
        return 0, 1
    digits = cut(fraction * FIVE, decimals)
    goal = cut(digits, 2)
    step = digits - goal * 100
    if step == 0:
        step = 1
    return goal, step


def next_count(counter: int, downwards: bool) -> tuple[int, int]:
    """The loop counter c.xxxyy one step on, and whether the loop ends (BEHAVIOUR 4.6).

    Usually the counter is positive, and its whole part keeps its number of digits.
    """
    size = abs(counter)
    exponent = (size >> SHIFT) - BIAS if counter != 0 else 0
    if exponent > 9:
        # A step of 1 is beyond the tenth digit, except from 10**10 to what is nearer to 0.
        ends = int((counter < 0) == downwards)
        nearer = assemble(counter < 0, BIAS + 9, LIMIT - 1)
        return (counter if ends or size != _TEN_TO_TEN else nearer), ends
    # Of the fraction nine decimals stay.
    digits = size & MASK if exponent >= 0 else cut(size & MASK, min(-exponent, 10))
    decimals = 9 - max(exponent, 0)
    scale = ten(decimals)
    whole = cut(digits, decimals)
    fraction = digits - whole * scale
    goal, step = control(fraction, decimals)
    if downwards:
        step = -step
    reached = (-whole if counter < 0 else whole) + step
    ends = int(reached <= goal if downwards else reached > goal)
    after = digits + step * scale
    usual = counter > 0 and LOWEST <= after < LIMIT
    if usual:
        return (BIAS + 9 - decimals) << SHIFT | after, ends
    held = abs(reached) * scale + fraction
    if held == 0:
        return 0, ends
    lost = (held >= LIMIT) + (held >= LIMIT * 10)
    rounded = cut(held + (ten(lost) >> 1), lost)
    more = lacking(min(rounded, LIMIT - 1))
    return assemble(reached < 0, BIAS + 9 - decimals + lost - more, rounded * ten(more)), ends


def word_of(integer: int) -> int:
    """The word of an integer below 10**10."""
    if integer == 0:
        return 0
    size = abs(integer)
    places = lacking(size)
    return assemble(integer < 0, BIAS + 9 - places, size * ten(places))


def parts(x: int) -> tuple[int, int]:
    """The signed mantissa and the exponent of a word."""
    size = abs(x)
    mantissa = size & MASK
    return (-mantissa if x < 0 else mantissa), ((size >> SHIFT) - BIAS if size > 0 else 0)


def next_seed(seed: int) -> int:
    """The seed that follows another one, as RAN # makes it (MATH 13)."""
    high = seed // FIVE
    low = seed - high * FIVE
    return (_MULTIPLIER * high % FIVE * FIVE + _MULTIPLIER * low + _INCREMENT) % LIMIT


def of_seed(seed: int) -> int:
    """The number that a seed stands for: seed / 10**10."""
    if seed == 0:
        return 0
    places = lacking(seed)
    return assemble(False, BIAS - 1 - places, seed * ten(places))


def seed_of(x: int) -> int:
    """The seed that STO RAN # makes of x."""
    size = abs(x)
    exponent = (size >> SHIFT) - BIAS
    mantissa = size & MASK
    if exponent >= 0:
        return mantissa
    return mantissa // ten(-exponent - 1) if exponent >= -10 else 0
