"""Complex functions on pairs of working numbers, by the firmware's own formulas (MATH 21).

The parts of the operands come from registers. The results have thirteen digits a part, which the caller packs
one by one. Angles are in radians unless a function takes an angle mode.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hp15c.errors import CalculatorError
from hp15c.functions import exponential, hyperbolic, logarithm, polar, trigonometry
from hp15c.numbers import effort
from hp15c.numbers.effort import meter
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


def add(w: Complex, z: Complex) -> Complex:
    """w + z (MATH 21.1)."""
    return Complex(plus(w.re, z.re), plus(w.im, z.im))


def sub(w: Complex, z: Complex) -> Complex:
    """w - z (MATH 21.1)."""
    return Complex(minus(w.re, z.re), minus(w.im, z.im))


def mul(w: Complex, z: Complex) -> Complex:
    """w z, each of the four products truncated before they are added (MATH 21.1, PROD)."""
    return Complex(
        plus(times(z.re, w.re), -times(z.im, w.im)),
        plus(times(z.re, w.im), times(z.im, w.re)),
    )


def div(w: Complex, z: Complex) -> Complex:
    """w / z (MATH 21.1). Error 0 when z is 0."""
    _refuse_zero(z)
    p, q = mul(w, Complex(z.re, -z.im))
    d = _norm(z)
    return Complex(over(p, d), over(q, d))


def square(z: Complex) -> Complex:
    """z z (MATH 21.1)."""
    return mul(z, z)


def reciprocal(z: Complex) -> Complex:
    """1 / z (MATH 21.1). Error 0 when z is 0."""
    _refuse_zero(z)
    d = _norm(z)
    return Complex(over(z.re, d), over(-z.im, d))


def absolute(z: Complex) -> Complex:
    """|z|, with imaginary part 0 (MATH 21.1)."""
    return Complex(sqrt(_norm(z)), NOTHING)


def square_root(z: Complex) -> Complex:
    """The square root in the right half plane. Of a negative real number it is on the positive imaginary axis
    (MATH 21.2).
    """
    u = sqrt(times(plus(sqrt(_norm(z)), abs(z.re)), _HALF))
    if u.mantissa == 0:
        return Complex(NOTHING, NOTHING)
    v = over(z.im, twice(u))
    if not z.re.negative:
        return Complex(u, v)
    return Complex(abs(v), -u if v.negative else u)


def ln(z: Complex) -> Complex:
    """The natural logarithm, cut along the negative real axis (MATH 21.3). Error 0 for 0."""
    return _ln(z, AngleMode.RAD)


def log10(z: Complex) -> Complex:
    """The common logarithm (MATH 21.3). Error 0 for 0."""
    re, im = ln(z)
    return Complex(over(re, logarithm.LN10), over(im, logarithm.LN10))


def exp(z: Complex) -> Complex:
    """e to the z (MATH 21.4)."""
    return _turned(exponential.exp(z.re), z.im, AngleMode.RAD)


def power10(z: Complex) -> Complex:
    """10 to the z (MATH 21.4)."""
    if z.is_real:
        return Complex(exponential.power10(z.re), NOTHING)
    return exp(mul(z, _LN10))


def power(w: Complex, z: Complex) -> Complex:
    """w to the z (MATH 21.4). Error 0 for 0 to a power whose real part is not positive."""
    if w.is_zero and z.re.sign <= 0:
        meter.spent += effort.NO_POWER_OF_ZERO
        raise CalculatorError(0)
    if w.is_zero or (z.is_real and w.is_real):
        return _real_power(w.re, z.re)
    meter.spent += effort.COMPLEX_POWER
    mode = AngleMode.DEG if z.is_real else AngleMode.RAD
    a, b = mul(z, _ln(w, mode))
    return _turned(exponential.exp(a), b, mode)


def _real_power(w: Working, x: Working) -> Complex:
    """w to the x for real numbers, where w may be negative.

    An angle of 0 keeps the exponent of x, because the word times of its reduction depend on it.
    """
    meter.spent += effort.REAL_POWER
    angle = times(x, polar.angle_of(NOTHING, w, AngleMode.DEG))
    if not angle.mantissa:
        angle = Working(False, x.exponent, 0)
    return _turned(exponential.power(abs(w), x), angle, AngleMode.DEG)


def sine(z: Complex) -> Complex:
    """The sine (MATH 21.5)."""
    c, s = polar.cis(z.re, AngleMode.RAD)
    sinh_y, cosh_y = _hyperbolic_pair(z.im)
    return Complex(times(s, cosh_y), times(sinh_y, c))


def cosine(z: Complex) -> Complex:
    """The cosine (MATH 21.5)."""
    c, s = polar.cis(z.re, AngleMode.RAD)
    sinh_y, cosh_y = _hyperbolic_pair(z.im)
    return Complex(times(c, cosh_y), -times(sinh_y, s))


def tangent(z: Complex) -> Complex:
    """The tangent (MATH 21.5)."""
    c, s = polar.cis(z.re, AngleMode.RAD)
    sinh_y, cosh_y = _hyperbolic_pair(z.im)
    d = plus(times(sinh_y, sinh_y), times(c, c))
    return Complex(over(times(s, c), d), over(times(sinh_y, cosh_y), d))


def sinh(z: Complex) -> Complex:
    """The hyperbolic sine (MATH 21.6)."""
    return _turn_back(sine(_turn(z)))


def cosh(z: Complex) -> Complex:
    """The hyperbolic cosine (MATH 21.6)."""
    return cosine(_turn(z))


def tanh(z: Complex) -> Complex:
    """The hyperbolic tangent (MATH 21.6)."""
    return _turn_back(tangent(_turn(z)))


def arc_sine(z: Complex) -> Complex:
    """The inverse sine (MATH 21.7)."""
    arc = _Arc(z)
    if arc.is_steep:
        re = trigonometry.arc_sine(arc.ratio, AngleMode.RAD)
    else:
        re = trigonometry.arc_cosine(arc.complement, AngleMode.RAD)
        re = -re if z.re.negative else re
    return Complex(re, arc.imaginary)


def arc_cosine(z: Complex) -> Complex:
    """The inverse cosine (MATH 21.7)."""
    arc = _Arc(z)
    if arc.is_steep:
        re = trigonometry.arc_cosine(arc.ratio, AngleMode.RAD)
    else:
        re = trigonometry.arc_sine(arc.complement, AngleMode.RAD)
        re = plus(-re, _PI) if z.re.negative else re
    return Complex(re, -arc.imaginary)


def arc_tangent(z: Complex) -> Complex:
    """The inverse tangent. INFINITE in the imaginary part at i and -i (MATH 21.8)."""
    x, y = z
    y_less_one = minus(abs(y), UNIT)
    square_x = times(x, x)
    height = INFINITE
    d = plus(times(y_less_one, y_less_one), square_x)
    if d.mantissa:
        height = over(logarithm.ln1p(times(_FOUR, over(abs(y), d))), _FOUR)
    one_less_norm = -plus(times(plus(y_less_one, _TWO), y_less_one), square_x)
    angle = polar.angle_of(twice(x), one_less_norm, AngleMode.RAD)
    if x.mantissa == 0 and y.negative:
        angle = -angle
    return Complex(times(angle, _HALF), -height if y.negative else height)


def asinh(z: Complex) -> Complex:
    """The inverse hyperbolic sine (MATH 21.9)."""
    return _turn_back(arc_sine(_turn(z)))


def acosh(z: Complex) -> Complex:
    """The inverse hyperbolic cosine (MATH 21.9)."""
    a, b = arc_cosine(z)
    return Complex(b, -a) if b.sign > 0 else Complex(-b, a)


def atanh(z: Complex) -> Complex:
    """The inverse hyperbolic tangent. INFINITE in the real part at 1 and -1 (MATH 21.9)."""
    return _turn_back(arc_tangent(_turn(z)))


def to_polar(z: Complex, mode: AngleMode) -> Complex:
    """Radius and angle as the two parts (MATH 21.10)."""
    return Complex(sqrt(_norm(z)), polar.angle_of(z.im, z.re, mode))


def to_rectangular(z: Complex, mode: AngleMode) -> Complex:
    """The number whose radius and angle are the two parts (MATH 21.10)."""
    return Complex(*polar.to_rectangular(z.re, z.im, mode))


class _Arc:
    """The common part of arc sine and arc cosine (MATH 21.7)."""

    def __init__(self, z: Complex) -> None:
        x, y = z
        above = plus(abs(x), UNIT)
        below = minus(abs(x), UNIT)
        square_y = times(y, y)
        to_minus_one = sqrt(plus(times(above, above), square_y))
        to_one = sqrt(plus(times(below, below), square_y))
        q1 = over(square_y, plus(to_minus_one, above))
        k = plus(to_one, abs(below))
        q2 = over(square_y, k) if k.mantissa else NOTHING
        # The sum of the distances to 1 and -1, less 2 and less 2|x|, without cancellation.
        less_two, less_x = plus(q1, q2), plus(q1, k)
        if not below.negative:
            less_two, less_x = less_x, less_two
        half = times(less_two, _HALF)
        height = logarithm.ln1p(plus(sqrt(times(plus(half, _TWO), half)), half))
        downwards = y.negative if y.mantissa else not x.negative
        distances = plus(less_two, _TWO)
        flatness = over(less_x, distances)

        self.imaginary = -height if downwards else height
        self.is_steep = not minus(flatness, _STEEP).negative
        self.ratio = self.complement = NOTHING
        if self.is_steep:
            self.ratio = over(twice(x), distances)
            meter.spent += 0 if x.mantissa else effort.ARC_OF_NOTHING
        else:
            self.complement = sqrt(abs(times(minus(_TWO, flatness), flatness)))


def _refuse_zero(z: Complex) -> None:
    if z.is_zero:
        raise CalculatorError(0)


def _norm(z: Complex) -> Working:
    """The square of |z|."""
    return plus(times(z.im, z.im), times(z.re, z.re))


def _turn(z: Complex) -> Complex:
    """i z."""
    return Complex(-z.im, z.re)


def _turn_back(z: Complex) -> Complex:
    """-i z."""
    return Complex(z.im, -z.re)


def _turned(r: Working, angle: Working, mode: AngleMode) -> Complex:
    """The number of radius r at this angle (MATH 21.4, POLARFORM)."""
    c, s = polar.cis(angle, mode)
    return Complex(times(r, c), times(s, r))


def _ln(z: Complex, mode: AngleMode) -> Complex:
    """The natural logarithm with the angle in the unit of `mode` (MATH 21.3, CLN)."""
    square_y = times(z.im, z.im)
    if minus(abs(z.re), _NEAR_ONE).negative:
        norm = logarithm.ln(plus(square_y, times(z.re, z.re)))
    else:
        norm = logarithm.ln1p(plus(square_y, times(plus(z.re, UNIT), minus(z.re, UNIT))))
    return Complex(times(norm, _HALF), polar.angle_of(z.im, z.re, mode))


def _hyperbolic_pair(y: Working) -> tuple[Working, Working]:
    """Hyperbolic sine, and cosine made from it."""
    s = hyperbolic.sinh(y)
    return s, hypotenuse_with_one(s)
