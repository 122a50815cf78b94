"""Angles and times from one unit to another (MATH 10)."""

from __future__ import annotations

from typing import Final

from hp15c.functions.trigonometry import HALF_PI
from hp15c.numbers.effort import Meter
from hp15c.numbers.working import Working, constant, div, mul, normalise

_NINETY: Final = constant("90")

# From this exponent on a time has no minutes that ten digits could show.
WHOLE_HOURS: Final = 9


def to_radians(meter: Meter, x: Working) -> Working:
    """Degrees to radians (MATH 10.1)."""
    return div(meter, mul(meter, HALF_PI, x), _NINETY)


def to_degrees(meter: Meter, x: Working) -> Working:
    """Radians to degrees (MATH 10.1)."""
    return div(meter, mul(meter, x, _NINETY), HALF_PI)


def to_hms(x: Working) -> Working:
    """Decimal hours to hours, minutes and seconds H.MMSSs (MATH 10.2).

    The digits that are kept are counted from the exponent of x, so small results have fewer than ten.
    """
    if x.mantissa == 0 or x.exponent >= WHOLE_HOURS:
        return x
    minutes, seconds = (12 - x.exponent, 10 - x.exponent) if x.exponent >= -2 else (14, 13)
    return normalise(
        x.negative, x.exponent, _sixty_for_hundred(_sixty_for_hundred(x.mantissa, minutes), seconds)
    )


def to_hours(x: Working) -> Working:
    """Hours, minutes and seconds H.MMSSs to decimal hours (MATH 10.3)."""
    if x.mantissa == 0 or x.exponent >= WHOLE_HOURS:
        return x
    rest, excess = x.mantissa, 0
    for width in (10 - x.exponent, 12 - x.exponent) if x.exponent >= -2 else (13, 14):
        rest, excess = _hundred_for_sixty(rest, excess, width)
    return normalise(x.negative, x.exponent, 10 * excess + rest)


def _sixty_for_hundred(digits: int, width: int) -> int:
    """The fold of MATH 10.2: the lowest `width` digits times 0.6, rounded to the tenth digit of thirteen."""
    part: int = digits % 10**width
    folded = digits - 4 * (part // 10)
    folded += folded % 1000
    return folded - folded % 1000


def _hundred_for_sixty(digits: int, excess: int, width: int) -> tuple[int, int]:
    """The unfold of MATH 10.3: the lowest `width` digits are divided by 0.6, digit by digit."""
    part = digits % 10**width
    whole = digits - part
    part = part // 10 + excess
    addend = part - 4 * (part // 10)
    excess = part
    while addend:
        excess += addend
        addend //= 10
    return whole, excess
