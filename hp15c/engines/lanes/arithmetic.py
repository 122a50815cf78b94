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

from hp15c.engines.lanes.packed import BIAS, MASK, SHIFT

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
    """Compiled by numba, and kept on disk as long as no source of the package changes.

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
    """Compiled, with a copy at every call."""
    return compile_kept(function, inline=True)


TENS: Final = 10 ** np.arange(19, dtype=np.int64)

LOWEST: Final = 10**9
LIMIT: Final = 10**10
FIVE: Final = 10**5
LARGEST_SHIFT: Final = 8  # a mantissa times 10**8 fits a word
FARTHEST: Final = 12  # from this distance of exponents on the smaller addend changes nothing
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
    """x + y."""
    if x == 0:
        return y
    if y == 0:
        return x
    if abs(x) < abs(y):
        x, y = y, x
    large, small = abs(x), abs(y)
    exponent = large >> SHIFT
    gap = exponent - (small >> SHIFT)
    if gap > FARTHEST:
        return x
    large &= MASK
    small &= MASK
    same = (x < 0) == (y < 0)
    shift = gap
    if gap > LARGEST_SHIFT:
        lost = ten(gap - LARGEST_SHIFT)
        shift = LARGEST_SHIFT
        small = small // lost if same else (small + lost - 1) // lost
    large *= ten(shift)
    if same:
        total = large + small
        if total >= ten(10 + shift):
            shift += 1
            exponent += 1
    else:
        total = large - small
        if total == 0:
            return 0
        while shift > 0 and total < ten(9 + shift):
            shift -= 1
            exponent -= 1
        if total < LOWEST:
            places = lacking(total)
            total *= ten(places)
            exponent -= places
    if shift > 0:
        unit = ten(shift)
        total = cut(total + unit // 2, shift)
    return assemble(x < 0, exponent, total)


@compile_kept
def multiply(x: int, y: int, shift: int) -> int:
    """x * y * 10**shift."""
    if x == 0 or y == 0:
        return 0
    a, b = abs(x), abs(y)
    exponent = (a >> SHIFT) + (b >> SHIFT) - BIAS + shift
    a &= MASK
    b &= MASK
    negative = (x < 0) != (y < 0)
    if b == LOWEST:
        return assemble(negative, exponent, a)
    if a == LOWEST:
        return assemble(negative, exponent, b)
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
    first = a * 10**8 // b
    rest = a * 10**8 - first * b
    if a >= b:
        return first * 10**4 + rest * 10**4 // b
    return first * FIVE + rest * FIVE // b


@compile_kept
def divide(x: int, y: int) -> int:
    """x / y, where y is not 0."""
    if x == 0:
        return 0
    a, b = abs(x), abs(y)
    exponent = (a >> SHIFT) - (b >> SHIFT) + BIAS
    a &= MASK
    b &= MASK
    negative = (x < 0) != (y < 0)
    if b == LOWEST:
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

    Gives NOT_COUNTED in place of the answer where the digits do not fit a word.
    """
    size = abs(counter)
    exponent = (size >> SHIFT) - BIAS if counter != 0 else 0
    if exponent > 10:
        # A step of 1 is beyond the tenth digit.
        return counter, int((counter < 0) == downwards)
    if exponent == 10:
        return counter, NOT_COUNTED
    digits = size & MASK
    if exponent < 0:
        # Of the fraction nine decimals stay.
        digits = digits // ten(-exponent) if exponent > -10 else 0
        exponent = 0
    decimals = 9 - exponent
    scale = ten(decimals)
    whole = cut(digits, decimals)
    fraction = digits - whole * scale
    goal, step = control(fraction, decimals)
    reached = -whole if counter < 0 else whole
    reached += -step if downwards else step
    ends = reached <= goal if downwards else reached > goal
    digits = abs(reached) * scale + fraction
    if digits == 0:
        return 0, int(ends)
    power = BIAS + 9 - decimals
    excess = 0
    while digits >= ten(10 + excess):
        excess += 1
    if excess > 0:
        unit = ten(excess)
        digits = (digits + unit // 2) // unit
        power += excess
    if digits < LOWEST:
        places = lacking(digits)
        digits *= ten(places)
        power -= places
    return assemble(reached < 0, power, digits), int(ends)


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
