"""Complex functions on pairs of working numbers, by the firmware's own formulas (MATH 21).

The parts of the operands come from registers. The results have thirteen digits a part, which the caller packs
one by one. Angles are in radians unless a function takes an angle mode.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hp15c.errors import CalculatorError
from hp15c.functions import exponential, hyperbolic, logarithm, polar, trigonometry
from hp15c.numbers import effort
from hp15c.numbers.effort import Meter
from hp15c.numbers.working import INFINITE, NOTHING, UNIT, Working, constant, hypotenuse_with_one, sqrt, twice
from hp15c.numbers.working import add as plus
from hp15c.numbers.working import div as over
from hp15c.numbers.working import mul as times
from hp15c.numbers.working import sub as minus
from hp15c.table.modes import AngleMode

_HALF: Final = constant("0.5")
_TWO: Final = constant("2")
_FOUR: Final = constant("4")
_PI: Final = constant("3.141592653590")
_NEAR_ONE: Final = constant("0.6999999999")
_STEEP: Final = constant("0.2999999999")


class Complex(NamedTuple):
    """A complex number: real and imaginary part."""

    re: Working
    im: Working

    @property
    def is_zero(self) -> bool:
        """Whether both parts are 0."""
        return self.re.mantissa == 0 and self.im.mantissa == 0

    @property
    def is_real(self) -> bool:
        """Whether the imaginary part is 0."""
        return self.im.mantissa == 0


_LN10: Final = Complex(logarithm.LN10, NOTHING)


def add(meter: Meter, w: Complex, z: Complex) -> Complex:
    """w + z (MATH 21.1)."""
    return Complex(plus(meter, w.re, z.re), plus(meter, w.im, z.im))


def sub(meter: Meter, w: Complex, z: Complex) -> Complex:
    """w - z (MATH 21.1)."""
    return Complex(minus(meter, w.re, z.re), minus(meter, w.im, z.im))


def mul(meter: Meter, w: Complex, z: Complex) -> Complex:
    """w z, each of the four products truncated before they are added (MATH 21.1, PROD)."""
    return Complex(
        plus(meter, times(meter, z.re, w.re), -times(meter, z.im, w.im)),
        plus(meter, times(meter, z.re, w.im), times(meter, z.im, w.re)),
    )


def div(meter: Meter, w: Complex, z: Complex) -> Complex:
    """w / z (MATH 21.1). Error 0 when z is 0."""
    _refuse_zero(z)
    p, q = mul(meter, w, Complex(z.re, -z.im))
    d = _norm(meter, z)
    return Complex(over(meter, p, d), over(meter, q, d))


def square(meter: Meter, z: Complex) -> Complex:
    """The square: z times z (MATH 21.1)."""
    return mul(meter, z, z)


def reciprocal(meter: Meter, z: Complex) -> Complex:
    """1 / z (MATH 21.1). Error 0 when z is 0."""
    _refuse_zero(z)
    d = _norm(meter, z)
    return Complex(over(meter, z.re, d), over(meter, -z.im, d))


def absolute(meter: Meter, z: Complex) -> Complex:
    """|z|, with imaginary part 0 (MATH 21.1)."""
    return Complex(sqrt(meter, _norm(meter, z)), NOTHING)


def square_root(meter: Meter, z: Complex) -> Complex:
    """The square root in the right half plane, of a negative real number on the axis above (MATH 21.2)."""
    u = sqrt(meter, times(meter, plus(meter, sqrt(meter, _norm(meter, z)), abs(z.re)), _HALF))
    if u.mantissa == 0:
        return Complex(NOTHING, NOTHING)
    v = over(meter, z.im, twice(u))
    if not z.re.negative:
        return Complex(u, v)
    return Complex(abs(v), -u if v.negative else u)


def ln(meter: Meter, z: Complex) -> Complex:
    """The natural logarithm, cut along the negative real axis (MATH 21.3). Error 0 for 0."""
    return _ln(meter, z, AngleMode.RAD)


def log10(meter: Meter, z: Complex) -> Complex:
    """The common logarithm (MATH 21.3). Error 0 for 0."""
    re, im = ln(meter, z)
    return Complex(over(meter, re, logarithm.LN10), over(meter, im, logarithm.LN10))


def exp(meter: Meter, z: Complex) -> Complex:
    """e to the z (MATH 21.4)."""
    return _at_angle(meter, exponential.exp(meter, z.re), z.im, AngleMode.RAD)


def power10(meter: Meter, z: Complex) -> Complex:
    """10 to the z (MATH 21.4)."""
    if z.is_real:
        return Complex(exponential.power10(meter, z.re), NOTHING)
    return exp(meter, mul(meter, z, _LN10))


def power(meter: Meter, w: Complex, z: Complex) -> Complex:
    """w to the z (MATH 21.4). Error 0 for 0 to a power whose real part is not positive."""
    if w.is_zero and z.re.sign <= 0:
        meter.spent += effort.NO_POWER_OF_ZERO
        raise CalculatorError(0)
    if w.is_zero or (z.is_real and w.is_real):
        return _real_power(meter, w.re, z.re)
    meter.spent += effort.COMPLEX_POWER
    mode = AngleMode.DEG if z.is_real else AngleMode.RAD
    a, b = mul(meter, z, _ln(meter, w, mode))
    return _at_angle(meter, exponential.exp(meter, a), b, mode)


def _real_power(meter: Meter, w: Working, x: Working) -> Complex:
    """w to the x for real numbers, where w may be negative.

    An angle of 0 keeps the exponent of x, because the word times of its reduction depend on it.
    """
    meter.spent += effort.REAL_POWER
    angle = times(meter, x, polar.angle_of(meter, NOTHING, w, AngleMode.DEG))
    if not angle.mantissa:
        angle = Working(False, x.exponent, 0)
    return _at_angle(meter, exponential.power(meter, abs(w), x), angle, AngleMode.DEG)


def sine(meter: Meter, z: Complex) -> Complex:
    """The sine (MATH 21.5)."""
    c, s = polar.cis(meter, z.re, AngleMode.RAD)
    sinh_y, cosh_y = _hyperbolic_pair(meter, z.im)
    return Complex(times(meter, s, cosh_y), times(meter, sinh_y, c))


def cosine(meter: Meter, z: Complex) -> Complex:
    """The cosine (MATH 21.5)."""
    c, s = polar.cis(meter, z.re, AngleMode.RAD)
    sinh_y, cosh_y = _hyperbolic_pair(meter, z.im)
    return Complex(times(meter, c, cosh_y), -times(meter, sinh_y, s))


def tangent(meter: Meter, z: Complex) -> Complex:
    """The tangent (MATH 21.5)."""
    c, s = polar.cis(meter, z.re, AngleMode.RAD)
    sinh_y, cosh_y = _hyperbolic_pair(meter, z.im)
    d = plus(meter, times(meter, sinh_y, sinh_y), times(meter, c, c))
    return Complex(over(meter, times(meter, s, c), d), over(meter, times(meter, sinh_y, cosh_y), d))


def sinh(meter: Meter, z: Complex) -> Complex:
    """The hyperbolic sine (MATH 21.6)."""
    return _turn_back(sine(meter, _turn(z)))


def cosh(meter: Meter, z: Complex) -> Complex:
    """The hyperbolic cosine (MATH 21.6)."""
    return cosine(meter, _turn(z))


def tanh(meter: Meter, z: Complex) -> Complex:
    """The hyperbolic tangent (MATH 21.6)."""
    return _turn_back(tangent(meter, _turn(z)))


def arc_sine(meter: Meter, z: Complex) -> Complex:
    """The inverse sine (MATH 21.7)."""
    arc = _Arc(meter, z)
    if arc.is_steep:
        re = trigonometry.arc_sine(meter, arc.ratio, AngleMode.RAD)
    else:
        re = trigonometry.arc_cosine(meter, arc.complement, AngleMode.RAD)
        re = -re if z.re.negative else re
    return Complex(re, arc.imaginary)


def arc_cosine(meter: Meter, z: Complex) -> Complex:
    """The inverse cosine (MATH 21.7)."""
    arc = _Arc(meter, z)
    if arc.is_steep:
        re = trigonometry.arc_cosine(meter, arc.ratio, AngleMode.RAD)
    else:
        re = trigonometry.arc_sine(meter, arc.complement, AngleMode.RAD)
        re = plus(meter, -re, _PI) if z.re.negative else re
    return Complex(re, -arc.imaginary)


def arc_tangent(meter: Meter, z: Complex) -> Complex:
    """The inverse tangent. INFINITE in the imaginary part at i and -i (MATH 21.8)."""
    x, y = z
    y_less_one = minus(meter, abs(y), UNIT)
    square_x = times(meter, x, x)
    height = INFINITE
    d = plus(meter, times(meter, y_less_one, y_less_one), square_x)
    if d.mantissa:
        height = over(meter, logarithm.ln1p(meter, times(meter, _FOUR, over(meter, abs(y), d))), _FOUR)
    one_less_norm = -plus(meter, times(meter, plus(meter, y_less_one, _TWO), y_less_one), square_x)
    angle = polar.angle_of(meter, twice(x), one_less_norm, AngleMode.RAD)
    if x.mantissa == 0 and y.negative:
        angle = -angle
    return Complex(times(meter, angle, _HALF), -height if y.negative else height)


def asinh(meter: Meter, z: Complex) -> Complex:
    """The inverse hyperbolic sine (MATH 21.9)."""
    return _turn_back(arc_sine(meter, _turn(z)))


def acosh(meter: Meter, z: Complex) -> Complex:
    """The inverse hyperbolic cosine (MATH 21.9)."""
    a, b = arc_cosine(meter, z)
    return Complex(b, -a) if b.sign > 0 else Complex(-b, a)


def atanh(meter: Meter, z: Complex) -> Complex:
    """The inverse hyperbolic tangent. INFINITE in the real part at 1 and -1 (MATH 21.9)."""
    return _turn_back(arc_tangent(meter, _turn(z)))


def to_polar(meter: Meter, z: Complex, mode: AngleMode) -> Complex:
    """Radius and angle as the two parts (MATH 21.10)."""
    return Complex(sqrt(meter, _norm(meter, z)), polar.angle_of(meter, z.im, z.re, mode))


def to_rectangular(meter: Meter, z: Complex, mode: AngleMode) -> Complex:
    """The number whose radius and angle are the two parts (MATH 21.10)."""
    return Complex(*polar.to_rectangular(meter, z.re, z.im, mode))


class _Arc:
    """The common part of arc sine and arc cosine (MATH 21.7)."""

    def __init__(self, meter: Meter, z: Complex) -> None:
        x, y = z
        above = plus(meter, abs(x), UNIT)
        below = minus(meter, abs(x), UNIT)
        square_y = times(meter, y, y)
        to_minus_one = sqrt(meter, plus(meter, times(meter, above, above), square_y))
        to_one = sqrt(meter, plus(meter, times(meter, below, below), square_y))
        q1 = over(meter, square_y, plus(meter, to_minus_one, above))
        k = plus(meter, to_one, abs(below))
        q2 = over(meter, square_y, k) if k.mantissa else NOTHING
        # The sum of the distances to 1 and -1, less 2 and less 2|x|, without cancellation.
        less_two, less_x = plus(meter, q1, q2), plus(meter, q1, k)
        if not below.negative:
            less_two, less_x = less_x, less_two
        half = times(meter, less_two, _HALF)
        height = logarithm.ln1p(
            meter, plus(meter, sqrt(meter, times(meter, plus(meter, half, _TWO), half)), half)
        )
        downwards = y.negative if y.mantissa else not x.negative
        distances = plus(meter, less_two, _TWO)
        flatness = over(meter, less_x, distances)

        self.imaginary = -height if downwards else height
        self.is_steep = not minus(meter, flatness, _STEEP).negative
        self.ratio = self.complement = NOTHING
        if self.is_steep:
            self.ratio = over(meter, twice(x), distances)
            meter.spent += 0 if x.mantissa else effort.ARC_OF_NOTHING
        else:
            self.complement = sqrt(meter, abs(times(meter, minus(meter, _TWO, flatness), flatness)))


def _refuse_zero(z: Complex) -> None:
    if z.is_zero:
        raise CalculatorError(0)


def _norm(meter: Meter, z: Complex) -> Working:
    """The square of |z|."""
    return plus(meter, times(meter, z.im, z.im), times(meter, z.re, z.re))


def _turn(z: Complex) -> Complex:
    """z turned by a right angle to the left: i z."""
    return Complex(-z.im, z.re)


def _turn_back(z: Complex) -> Complex:
    """z turned by a right angle to the right: -i z."""
    return Complex(z.im, -z.re)


def _at_angle(meter: Meter, r: Working, angle: Working, mode: AngleMode) -> Complex:
    """The number of radius r at this angle (MATH 21.4, POLARFORM)."""
    c, s = polar.cis(meter, angle, mode)
    return Complex(times(meter, r, c), times(meter, s, r))


def _ln(meter: Meter, z: Complex, mode: AngleMode) -> Complex:
    """The natural logarithm with the angle in the unit of `mode` (MATH 21.3, CLN)."""
    square_y = times(meter, z.im, z.im)
    if minus(meter, abs(z.re), _NEAR_ONE).negative:
        norm = logarithm.ln(meter, plus(meter, square_y, times(meter, z.re, z.re)))
    else:
        norm = logarithm.ln1p(
            meter, plus(meter, square_y, times(meter, plus(meter, z.re, UNIT), minus(meter, z.re, UNIT)))
        )
    return Complex(times(meter, norm, _HALF), polar.angle_of(meter, z.im, z.re, mode))


def _hyperbolic_pair(meter: Meter, y: Working) -> tuple[Working, Working]:
    """Hyperbolic sine, and cosine made from it."""
    s = hyperbolic.sinh(meter, y)
    return s, hypotenuse_with_one(meter, s)
