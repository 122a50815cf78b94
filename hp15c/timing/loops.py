"""How often the firmware's digit loops go round, as far as operands tell: what `operands` prices.

All counts are small integers, from the numbers that the machine is about to compute with; the loops
themselves are in `functions` (MATH 1 to 8).
"""

from __future__ import annotations

import math
from typing import Final

from hp15c.modes import AngleMode
from hp15c.number import DIGITS, MANTISSA_LIMIT, Number

LOGARITHMS: Final = tuple(math.log1p(10.0**-j) for j in range(7))
ARCTANGENTS: Final = tuple(math.atan(10.0**-j) for j in range(1, 7))
LN10: Final = math.log(10)
MOST_SHIFTS: Final = 13

_QUARTER: Final = {AngleMode.DEG: 90, AngleMode.RAD: math.pi / 2, AngleMode.GRD: 100}
_THREE_DIGITS: Final = tuple(n // 100 + n // 10 % 10 + n % 10 for n in range(1000))


def digit_sum(mantissa: int) -> int:
    """The sum of the digits: rounds of a multiplication by them, or of the division that found them."""
    total = 0
    while mantissa:
        mantissa, part = divmod(mantissa, 1000)
        total += _THREE_DIGITS[part]
    return total


def quotient(dividend: Number, divisor: Number) -> int:
    """Rounds of a division: the digits of the thirteen-digit quotient."""
    if not dividend.mantissa or not divisor.mantissa:
        return 0
    scale = 10**12 if dividend.mantissa >= divisor.mantissa else 10**13
    return digit_sum(dividend.mantissa * scale // divisor.mantissa)


def shifts(x: Number, y: Number) -> int:
    """Shifts that align the smaller of two addends."""
    if not x.mantissa or not y.mantissa:
        return 0
    return min(abs(x.exponent - y.exponent), MOST_SHIFTS)


def root(x: Number) -> int:
    """Rounds of a square root: its thirteen digits."""
    return digit_sum(math.isqrt(x.mantissa * 10 ** (15 + x.exponent % 2)))


def taken_off(value: float, table: tuple[float, ...]) -> int:
    """How many entries of a table, largest first, can be taken off a value."""
    count = 0
    for entry in table:
        times = int(value / entry)
        value -= times * entry
        count += times
    return count


def logarithm(result: float) -> int:
    """Rounds of a logarithm with this result: table entries taken off that of the mantissa (MATH 5).

    Beyond 1 to 10 it is what the mantissa lacks to ten that they are taken off.
    """
    if 0 <= result < LN10:
        return taken_off(result, LOGARITHMS)
    return taken_off(LN10 - math.fmod(result, LN10) if result > 0 else math.fmod(-result, LN10), LOGARITHMS)


def ln(x: Number) -> float:
    """ln |x| as a float, 0 for 0."""
    return math.log(x.mantissa / 10 ** (DIGITS - 1)) + x.exponent * LN10 if x.mantissa else 0.0


def exponential(magnitude: float) -> int:
    """Rounds of e**magnitude: the logarithms taken off what is left beside whole decades (MATH 6)."""
    return taken_off(math.fmod(magnitude, LN10), LOGARITHMS)


def reduced(x: Number, mode: AngleMode) -> tuple[float, bool]:
    """The angle in radians, 0 to pi/4, that sine, cosine and tangent are found from (MATH 3); roughly.

    And whether it stands off an odd number of right angles.
    """
    quarter = _QUARTER[mode]
    turns = size(x) / quarter
    nearest = round(turns)
    return abs(turns - nearest) * math.pi / 2, nearest % 2 == 1


def angle(radians: float) -> int:
    """Rounds of a pseudo-rotation by an angle of 0 to pi/4 (MATH 3.3, 4.1)."""
    return taken_off(radians, ARCTANGENTS)


def size(x: Number) -> float:
    """|x| as a float."""
    return x.mantissa / MANTISSA_LIMIT * 10.0 ** (x.exponent + 1)
