"""Rectangular and polar coordinates (MATH 11, 20.2 and 20.3)."""

from __future__ import annotations

from typing import Final

from hp15c.functions.trigonometry import HALF_PI, arc, reduce, tangent_of
from hp15c.numbers import effort
from hp15c.numbers.effort import Meter
from hp15c.numbers.working import NOTHING, UNIT, Working, add, constant, div, hypotenuse_with_one, mul, sqrt
from hp15c.table.modes import AngleMode

QUARTER_TURN: Final = {AngleMode.DEG: constant("90"), AngleMode.RAD: HALF_PI, AngleMode.GRD: constant("100")}


def to_polar(meter: Meter, x: Working, y: Working, mode: AngleMode) -> tuple[Working, Working]:
    """The radius and the angle of the point x, y (MATH 11.1)."""
    return sqrt(meter, add(meter, mul(meter, y, y), mul(meter, x, x))), angle_of(meter, y, x, mode)


def to_rectangular(
    meter: Meter, r: Working, angle: Working, mode: AngleMode, by_abscissa: bool = False
) -> tuple[Working, Working]:
    """The coordinates x, y of the point at radius r and this angle (MATH 11.2).

    A result of zero can be negative, which shows in Y of the HP-11C (BEHAVIOUR 0.3). `by_abscissa` tells
    whether the ordinate is found through the digits of the abscissa, as on the HP-11C: only word times depend
    on it.
    """
    phi, quarter, flipped = reduce(meter, angle, mode)
    t = tangent_of(meter, phi)
    x = div(meter, r, hypotenuse_with_one(meter, t))
    y = mul(meter, t, x) if by_abscissa else mul(meter, x, t)
    if flipped:
        x, y = y, x
    if quarter % 2:
        x, y = _opposite(y), x
    if quarter >= 2:
        x, y = _opposite(x), _opposite(y)
    return x, _opposite(y) if angle.negative else y


def _opposite(x: Working) -> Working:
    """The other sign, of a zero too."""
    return Working(not x.negative, x.exponent, x.mantissa)


def cis(meter: Meter, t: Working, mode: AngleMode) -> tuple[Working, Working]:
    """The cosine and the sine of an angle, computed from its tangent (MATH 20.2)."""
    c, s = to_rectangular(meter, UNIT, t, mode)
    return c if c.mantissa else NOTHING, s if s.mantissa else NOTHING


def angle_of(meter: Meter, v: Working, u: Working, mode: AngleMode) -> Working:
    """The angle of the point with real part u and imaginary part v, above -180 to 180 degrees (MATH 20.3)."""
    if u.mantissa == 0:
        if v.mantissa == 0:
            meter.spent += effort.ANGLE_OF_NOTHING
            return NOTHING
        meter.spent += effort.ANGLE_ON_AXIS
        return -QUARTER_TURN[mode] if v.negative else QUARTER_TURN[mode]
    if v.mantissa == 0:
        meter.spent += effort.ANGLE_ON_AXIS + (effort.ANGLE_OF_HALF_TURN if u.negative else 0)
    slope = div(meter, v, abs(u))
    angle = arc(meter, abs(slope), u.negative, u.negative, mode)
    return -angle if slope.negative else angle
