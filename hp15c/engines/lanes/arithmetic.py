"""Arithmetic on packed words, compiled by numba: correctly rounded to ten digits, as MATH 1.5 has it.

Every function takes and gives int64. With NUMBA_DISABLE_JIT=1 they are plain Python on ints. A result beyond
9.999999999e99 comes back with its exponent, larger than GREATEST. One below 1e-99 is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Final, TypeVar

import numba
import numpy as np

from hp15c.engines.lanes.layout import BIAS, MASK, SHIFT

F = TypeVar("F", bound=Callable[..., Any])

_njit: Any = numba.njit
_PACKAGE: Final = Path(__file__).parents[2]


def _stamp() -> tuple[float, int]:
    """The time of the newest source of the package and the bytes of all: compiled code holds constants of
    many sources.
    """
    facts = [path.stat() for path in _PACKAGE.rglob("*.py")]
    return max(one.st_mtime for one in facts), sum(one.st_size for one in facts)


_STAMP: Final = _stamp()


def _guard(file: Any) -> None:
    """Treat a kept file that cannot be read back, as one of another version of the package, like no file."""
    load = file._load_index

    def load_or_nothing() -> Any:
        try:
            return load()
        except (AttributeError, ImportError, EOFError, KeyError, TypeError, ValueError, UnpicklingError):
            return {}

    file._load_index = load_or_nothing


def compile_kept(function: F, inline: bool = False) -> F:
    """The function compiled by numba, and kept on disk as long as no source of the package changes.

    `inline`: a copy stands at every call. No function may make an array: references to arrays are not
    counted, because counting them takes longer than a line of a program.
    """
    copies = "always" if inline else "never"
    dispatcher = _njit(cache=True, nogil=True, error_model="numpy", _nrt=False, inline=copies)(function)
    file: Any = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if file is not None:
        file._source_stamp = _STAMP
        _guard(file)
    return dispatcher  # type: ignore[no-any-return]


def compile_inline(function: F) -> F:
    """The function compiled by numba, with a copy of it at every call."""
    return compile_kept(function, inline=True)


TENS: Final = 10 ** np.arange(19, dtype=np.int64)

LOWEST: Final = 10**9
LIMIT: Final = 10**10
FIVE: Final = 10**5
FARTHEST: Final = 13  # from this distance of exponents on the smaller addend matters only by its sign
GUARD: Final = 2
_GUARDED: Final = 10**GUARD
NOT_COUNTED: Final = 2

_MULTIPLIER: Final = 1_574_352_261
_INCREMENT: Final = 1_017_980_433


@compile_kept
def ten(power: int) -> int:
    """10**power. An unsigned index saves the check for negative ones."""
    return int(TENS[np.uint64(power)])


@compile_kept
def cut(digits: int, places: int) -> int:
    """digits // 10**places, where digits is not negative."""
    return digits // ten(places)


@compile_kept
def lacking(digits: int) -> int:
    """How many digits are missing to ten. `digits` is from 1 to 10**10 - 1."""
    places = 0
    while digits < LOWEST:
        digits *= 10
        places += 1
    return places


@compile_kept
def assemble(negative: bool, exponent: int, mantissa: int) -> int:
    """The word of a mantissa of ten digits, or of 10**10 after rounding. The exponent is biased."""
    if mantissa == LIMIT:
        mantissa = LOWEST
        exponent += 1
    if exponent <= 0:
        return 0
    word = exponent << SHIFT | mantissa
    return -word if negative else word


@compile_kept
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


@compile_kept
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


@compile_kept
def quotient(a: int, b: int) -> int:
    """The quotient of two mantissas: thirteen digits, truncated."""
    scale = 10**4 if a >= b else FIVE
    first = a * 10**8 // b
    return first * scale + (a * 10**8 - first * b) * scale // b


@compile_kept
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


@compile_kept
def root_of(mantissa: int, scale: int) -> tuple[int, int]:
    """The root of mantissa * scale as an integer, and the remainder."""
    # The remainder is taken modulo 2**64, where it is small enough to be exact.
    root = int(np.sqrt(float(mantissa) * float(scale)))
    rest = mantissa * scale - root * root
    while rest < 0:
        root -= 1
        rest += 2 * root + 1
    while rest > 2 * root:
        rest -= 2 * root + 1
        root += 1
    return root, rest


@compile_kept
def square_root(x: int) -> int:
    """The square root of x, where x is not negative."""
    if x == 0:
        return 0
    exponent = (x >> SHIFT) - BIAS
    root, rest = root_of(x & MASK, LIMIT if exponent % 2 else LOWEST)
    if rest > root:
        root += 1
    return assemble(False, exponent // 2 + BIAS, root)


@compile_kept
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


@compile_kept
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


@compile_kept
def magnitude(x: int) -> int:
    """The integer part without sign, at most 10**10. Numbers of registers, labels and lines are taken so."""
    size = abs(x)
    exponent = (size >> SHIFT) - BIAS
    if exponent < 0:
        return 0
    if exponent > 9:
        return LIMIT
    return cut(size & MASK, 9 - exponent)


@compile_kept
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


@compile_kept
def next_count(counter: int, downwards: bool) -> tuple[int, int]:
    """The loop counter c.xxxyy one step on, and whether the loop ends (BEHAVIOUR 4.6).

    Gives NOT_COUNTED in place of the answer where the digits do not fit a word. Usually the counter is
    positive, and its whole part keeps its number of digits.
    """
    size = abs(counter)
    exponent = (size >> SHIFT) - BIAS if counter != 0 else 0
    if exponent > 10:
        # A step of 1 is beyond the tenth digit.
        return counter, int((counter < 0) == downwards)
    if exponent == 10:
        return counter, NOT_COUNTED
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


@compile_kept
def next_seed(seed: int) -> int:
    """The seed that follows another one, as RAN # makes it (MATH 13)."""
    high = seed // FIVE
    low = seed - high * FIVE
    return (_MULTIPLIER * high % FIVE * FIVE + _MULTIPLIER * low + _INCREMENT) % LIMIT


@compile_kept
def of_seed(seed: int) -> int:
    """The number that a seed stands for: seed / 10**10."""
    if seed == 0:
        return 0
    places = lacking(seed)
    return assemble(False, BIAS - 1 - places, seed * ten(places))


@compile_kept
def seed_of(x: int) -> int:
    """The seed that STO RAN # makes of x."""
    size = abs(x)
    exponent = (size >> SHIFT) - BIAS
    mantissa = size & MASK
    if exponent >= 0:
        return mantissa
    return mantissa // ten(-exponent - 1) if exponent >= -10 else 0
