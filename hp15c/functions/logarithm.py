"""Logarithms by pseudo-division with ln(1 + 10**-j) (MATH 5)."""

from __future__ import annotations

from typing import Final

from hp15c.errors import CalculatorError
from hp15c.numbers import effort
from hp15c.numbers.effort import Meter
from hp15c.numbers.working import (
    MANTISSA_LIMIT,
    NOTHING,
    ONE_MANTISSA,
    UNIT,
    Working,
    add,
    constant,
    digit_sum,
    div,
    div_mantissas,
    normalise,
)

LN10: Final = constant("2.302585092994")

# ln(1 + 10**-j) scaled by 10**(13 + j). The first keeps eleven digits only (MATH 0.5).
LOGARITHMS: Final = (
    6_931_471_805_600,
    9_531_017_980_433,
    9_950_330_853_168,
    9_995_003_330_835,
    9_999_500_033_331,
    9_999_950_000_333,
    9_999_995_000_003,
)
LAST: Final = len(LOGARITHMS) - 1

# From a number of this negative exponent on, 1 and the number make 1. It is divided by 1 all the same.
_UNSEEN: Final = 14


def ln(meter: Meter, v: Working) -> Working:
    """The natural logarithm (MATH 5.3). Error 0 unless v is positive."""
    if v.mantissa == 0 or v.negative:
        raise CalculatorError(0)
    if v == UNIT:
        return NOTHING
    if v.exponent > 0:
        return _digits_of_ln(meter, MANTISSA_LIMIT - v.mantissa, 0, v.exponent, False)
    if v.exponent < 0:
        return _digits_of_ln(meter, MANTISSA_LIMIT - v.mantissa, 0, -v.exponent - 1, True)
    excess = normalise(False, 0, v.mantissa - ONE_MANTISSA)
    return _ln_of_complement(meter, div_mantissas(meter, excess.mantissa, v.mantissa, excess.exponent), False)


def log10(meter: Meter, v: Working) -> Working:
    """The common logarithm (MATH 5.4). Error 0 unless v is positive."""
    return div(meter, ln(meter, v), LN10)


def ln1p(meter: Meter, v: Working) -> Working:
    """ln(1 + v), accurate for small v (MATH 5.5). Error 0 when 1 + v is not positive."""
    if v.mantissa == 0 or v.exponent >= -1:
        return ln(meter, add(meter, v, UNIT))
    if v.negative:
        return _ln_of_complement(meter, -v, True)
    if v.exponent <= -_UNSEEN:
        meter.spent += effort.DIVIDE + effort.ROUND * digit_sum(v.mantissa)
    return _ln_of_complement(meter, over_one_more(meter, v), False)


def over_one_more(meter: Meter, v: Working) -> Working:
    """v / (1 + v) for a positive v below 1, normalised or not: V1 of MATH 5.5."""
    shifted = v.mantissa // 10**-v.exponent if v.exponent > -_UNSEEN else 0
    return div_mantissas(meter, v.mantissa, ONE_MANTISSA + shifted, v.exponent) if shifted else v


def correct(meter: Meter, remainder: int, exponent: int) -> tuple[int, int]:
    """r / (1 - r/2) as mantissa and exponent, for r = remainder * 10**(exponent - 12): Q of MATH 5.1."""
    half = 5 * remainder // 10**-exponent if exponent > -15 else 0
    if half == 0:
        return remainder, exponent
    _, exponent, mantissa = div_mantissas(meter, remainder, MANTISSA_LIMIT - half, exponent + 1)
    return mantissa, exponent


def _ln_of_complement(meter: Meter, w: Working, negative: bool) -> Working:
    """-ln(1 - w), negated when `negative`, for 0 < w < 1: LNW of MATH 5.3."""
    if w.exponent <= -8:
        mantissa, exponent = correct(meter, w.mantissa, w.exponent)
        return _scale(negative, exponent + 1, mantissa)
    return _digits_of_ln(meter, w.mantissa, -w.exponent - 1, 0, negative)


def _digits_of_ln(meter: Meter, complement: int, first: int, decades: int, negative: bool) -> Working:
    """The digit loop G of MATH 5.2, from table entry `first` on, with `decades` factors of ten."""
    counts = [0] * (LAST + 1)
    meter.spent += effort.LOGARITHM + effort.LOGARITHM_ENTRY * (LAST + 1 - first)
    for j in range(first, LAST + 1):
        place = 10**j
        while (rest := complement + complement // place - MANTISSA_LIMIT) >= 0:
            complement = rest
            counts[j] += 1
        complement *= 10
        meter.spent += (effort.LOGARITHM_TAKEN + effort.LOGARITHM_PLACE * j) * counts[j]
    if decades:
        meter.spent += effort.DECADE * digit_sum(decades)
    total, exponent = complement // 10, -LAST - 1
    if not decades:
        total, exponent = correct(meter, total, exponent)
    for j in range(LAST, -1, -1):
        meter.spent += effort.LOGARITHM_BACK
        total += counts[j] * LOGARITHMS[j]
        exponent += 1
        if not decades and not any(counts[:j]):
            return _scale(negative, exponent, total)
        if j:
            total //= 10
    total = (total + total % 10) // 10
    if not negative:
        total = LN10.mantissa - total
    while True:
        decades, digit = divmod(decades, 10)
        total += digit * LN10.mantissa
        exponent += 1
        if not decades:
            return _scale(negative, exponent, total)
        total //= 10


def _scale(negative: bool, exponent: int, total: int) -> Working:
    """The working number of a sum of digits and its exponent: step 6 of MATH 5.2."""
    if total >= MANTISSA_LIMIT:
        return normalise(negative, exponent, total // 10)
    return normalise(negative, exponent - 1, total)
