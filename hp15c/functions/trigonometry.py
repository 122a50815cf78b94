"""Sine, cosine, tangent and their inverses by pseudo-rotation with atan(10**-j) (MATH 3 and 4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from hp15c.errors import CalculatorError
from hp15c.numbers import effort
from hp15c.numbers.effort import Meter
from hp15c.numbers.working import (
    INFINITE,
    NOTHING,
    ONE_MANTISSA,
    UNIT,
    Working,
    add,
    constant,
    digit_sum,
    div,
    div_mantissas,
    hypotenuse_with_one,
    mul,
    normalise,
    sqrt,
    sub,
)
from hp15c.table.modes import AngleMode

HALF_PI: Final = constant("1.570796326795")
QUARTER_PI: Final = constant("0.7853981633975")
NINE_TENTHS: Final = constant("0.9")

# atan(10**-j) scaled by 10**(13 + j), for j = 1 to 6 (MATH 0.5).
_ARCTANGENTS: Final = (
    0,
    9_966_865_249_116,
    9_999_666_686_665,
    9_999_996_666_669,
    9_999_999_966_667,
    9_999_999_999_667,
    9_999_999_999_997,
)
_LAST: Final = len(_ARCTANGENTS) - 1

# A degree as the reduction counts it: in units of 10**-10.
_DEGREE: Final = 10**10


class Reduced(NamedTuple):
    """An angle brought into the first octant. Its sign is left to the caller.

    `phi` is in radians, 0 to pi/4. `quarter` counts the quarter turns taken off, 0 to 3. When `flipped`, phi
    is the difference to a quarter turn.
    """

    phi: Working
    quarter: int
    flipped: bool


def sine(meter: Meter, x: Working, mode: AngleMode) -> Working:
    """The sine of an angle (MATH 3.2)."""
    phi, quarter, flipped = reduce(meter, x, mode)
    value = _sine_of(meter, phi) if (quarter % 2 == 1) == flipped else _cosine_of(meter, phi)
    return -value if (quarter >= 2) != x.negative else value


def cosine(meter: Meter, x: Working, mode: AngleMode) -> Working:
    """The cosine of an angle (MATH 3.2)."""
    phi, quarter, flipped = reduce(meter, x, mode)
    value = _cosine_of(meter, phi) if (quarter % 2 == 1) == flipped else _sine_of(meter, phi)
    return -value if quarter in (1, 2) else value


def tangent(meter: Meter, x: Working, mode: AngleMode) -> Working:
    """The tangent of an angle (MATH 3.2). At every pole it is +INFINITE."""
    phi, quarter, flipped = reduce(meter, x, mode)
    odd = quarter % 2 == 1
    value = tangent_of(meter, phi) if odd == flipped else _cotangent_of(meter, phi)
    return -value if odd != x.negative and value != INFINITE else value


def arc_sine(meter: Meter, x: Working, mode: AngleMode) -> Working:
    """The inverse sine (MATH 4.2). Error 0 beyond -1 to 1."""
    angle = _arc_of_sine(meter, x, False, False, mode)
    return -angle if x.negative else angle


def arc_cosine(meter: Meter, x: Working, mode: AngleMode) -> Working:
    """The inverse cosine (MATH 4.2). Error 0 beyond -1 to 1."""
    return _arc_of_sine(meter, x, not x.negative, x.negative, mode)


def arc_tangent(meter: Meter, x: Working, mode: AngleMode) -> Working:
    """The inverse tangent (MATH 4.2)."""
    angle = arc(meter, abs(x), False, False, mode)
    return -angle if x.negative else angle


def reduce(meter: Meter, x: Working, mode: AngleMode) -> Reduced:
    """The octant reduction of |x| (MATH 3.1, for angles of 13 digits MATH 20.2)."""
    if mode is AngleMode.RAD:
        return _reduce_radians(meter, x)
    mantissa = x.mantissa - x.mantissa // 10 if mode is AngleMode.GRD else x.mantissa
    if x.exponent <= 0:
        meter.spent += effort.UNREDUCED[mode.name] if x.mantissa else effort.REDUCTION
        phi = _radians(meter, normalise(False, x.exponent - 2, mantissa))
        return Reduced(phi if mantissa else Working(False, x.exponent - 2, 0), 0, False)
    meter.spent += effort.REDUCTION + effort.REDUCTION_PLACE * x.exponent
    units = mantissa // 10 if x.exponent == 1 else mantissa * 10 ** (x.exponent - 2)
    turns, rest = divmod(units, 360 * _DEGREE)
    meter.spent += effort.REDUCTION_TAKEN * digit_sum(turns)
    quarter, rest = divmod(rest, 90 * _DEGREE)
    flipped = rest >= 45 * _DEGREE
    if flipped:
        rest = 90 * _DEGREE - rest
    return Reduced(_radians(meter, normalise(False, 0, rest)), quarter, flipped)


def tangent_of(meter: Meter, phi: Working) -> Working:
    """The tangent of an angle in the first octant, in radians: the core of MATH 3.3."""
    if phi.exponent <= -8:
        return phi
    if phi.mantissa == 0:
        return _at_zero(meter, phi)
    y, x, j = _rotate(meter, phi)
    return div_mantissas(meter, y, x, -j)


def arc(meter: Meter, v: Working, complement: bool, supplement: bool, mode: AngleMode) -> Working:
    """The angle whose tangent is v >= 0: the arc procedure from step 2 on (MATH 4.2).

    It is then taken from a quarter turn when `complement` (flag K), and a quarter turn is added
    when `supplement` (flag P).
    """
    if v.mantissa == 0:
        return _in_units(meter, NOTHING, complement, supplement, mode)
    if v.exponent >= 0:
        if v == UNIT:
            return _in_units(meter, QUARTER_PI, complement, supplement, mode)
        v = div(meter, UNIT, v)
        complement = not complement
        if v.exponent == 0:
            return _in_units(meter, QUARTER_PI, complement, supplement, mode)
    return _in_units(meter, _arc_of(meter, v), complement, supplement, mode)


def _reduce_radians(meter: Meter, x: Working) -> Reduced:
    """The reduction of MATH 3.1 for radians, with a full turn of thirteen digits."""
    meter.spent += effort.UNREDUCED[AngleMode.RAD.name] if x.exponent < 0 else effort.REDUCTION_RAD
    if x.exponent <= -2:
        return Reduced(abs(x), 0, False)
    meter.spent += effort.REDUCTION_PLACE * max(0, x.exponent)
    quarter = 0
    tenths = x.mantissa  # in units of 10**-13
    if x.exponent >= 0:
        turns, angle = divmod(x.mantissa * 10**x.exponent, 4 * HALF_PI.mantissa)
        meter.spent += effort.REDUCTION_TAKEN * digit_sum(turns)
        quarter, rest = divmod(angle, HALF_PI.mantissa)
        tenths = 10 * rest
    flipped = tenths >= QUARTER_PI.mantissa
    if flipped:
        tenths = 10 * HALF_PI.mantissa - tenths
    return Reduced(normalise(False, -1, tenths), quarter, flipped)


def _radians(meter: Meter, hundredth: Working) -> Working:
    """An angle in radians, from a hundredth of it in degrees."""
    return mul(meter, div(meter, hundredth, NINE_TENTHS), HALF_PI)


def _sine_of(meter: Meter, phi: Working) -> Working:
    if phi.mantissa == 0:
        meter.spent += effort.SINE_OF_ZERO
        return _at_zero(meter, NOTHING)
    return div(meter, UNIT, hypotenuse_with_one(meter, _cotangent_of(meter, phi)))


def _cosine_of(meter: Meter, phi: Working) -> Working:
    return div(meter, UNIT, hypotenuse_with_one(meter, tangent_of(meter, phi)))


def _cotangent_of(meter: Meter, phi: Working) -> Working:
    """The cotangent of an angle in the first octant, in radians. INFINITE for 0 (MATH 3.3)."""
    if phi.mantissa == 0:
        return _at_zero(meter, INFINITE)
    if phi.exponent <= -8:
        return div(meter, UNIT, phi)
    y, x, j = _rotate(meter, phi)
    return INFINITE if y < 1000 else div_mantissas(meter, x, y, j)


def _at_zero(meter: Meter, value: Working) -> Working:
    """A function's value at the angle 0, with the word times of the loops that the firmware runs then."""
    meter.spent += effort.ROTATION_ENTRY * _LAST + effort.DIVIDE
    return value


def _rotate(meter: Meter, phi: Working) -> tuple[int, int, int]:
    """Steps 2 to 6 of MATH 3.3. The results are y, x and j: the tangent of phi is y / x * 10**-j."""
    rest = 10 * phi.mantissa if phi.exponent == -1 else phi.mantissa
    counts = [0] * (_LAST + 1)
    first = max(1, -1 - phi.exponent)
    meter.spent += effort.ROTATION_ENTRY * (_LAST + 1 - first)
    for j in range(first, _LAST + 1):
        counts[j], rest = divmod(rest, _ARCTANGENTS[j])
        meter.spent += (effort.ROTATION_TAKEN + effort.ROTATION_PLACE * j) * counts[j]
        rest *= 10
    y, x, j = rest // 100, ONE_MANTISSA, _LAST
    while True:
        meter.spent += effort.ROTATION_BACK
        place = 10 ** (2 * j)
        for _ in range(counts[j]):
            y, x = y + x, x - y // place
        if not any(counts[:j]):
            return y, x - 1, j
        y //= 10
        j -= 1


def _arc_of_sine(meter: Meter, x: Working, complement: bool, supplement: bool, mode: AngleMode) -> Working:
    """Step 1 of MATH 4.2 for arc sine and arc cosine, and the rest of the procedure."""
    magnitude = abs(x)
    if magnitude == UNIT:
        return _in_units(meter, NOTHING, not complement, supplement, mode)
    if magnitude.mantissa == 0:
        return _in_units(meter, NOTHING, complement, supplement, mode)
    if magnitude.exponent >= 0:
        raise CalculatorError(0)
    adjacent = sqrt(meter, abs(mul(meter, sub(meter, x, UNIT), add(meter, x, UNIT))))
    return arc(meter, div(meter, magnitude, adjacent), complement, supplement, mode)


def _arc_of(meter: Meter, v: Working) -> Working:
    """The angle in radians whose tangent is v, 0 < v < 1: the core of MATH 4.1."""
    if v.exponent <= -7:
        return v
    y, x = v.mantissa, ONE_MANTISSA
    counts = [0] * (_LAST + 1)
    meter.spent += effort.ARC + effort.ARC_ENTRY * (_LAST + 1 + v.exponent)
    for j in range(-v.exponent, _LAST + 1):
        place = 10 ** (2 * j)
        while y >= x:
            y, x = y - x, x + y // place
            counts[j] += 1
        y *= 10
        meter.spent += (effort.ARC_TAKEN + effort.ARC_PLACE * j) * counts[j]
    angle, j = y * ONE_MANTISSA // x, _LAST
    meter.spent += effort.DIVIDE + effort.ROUND * digit_sum(angle)
    while True:
        meter.spent += effort.ARC_BACK
        angle = (angle + counts[j] * _ARCTANGENTS[j]) // 10
        if not any(counts[:j]):
            return normalise(False, -j, angle)
        j -= 1


def _in_units(meter: Meter, t: Working, complement: bool, supplement: bool, mode: AngleMode) -> Working:
    """Steps 4 and 5 of MATH 4.2: from radians to the unit of the mode."""
    if complement:
        t = sub(meter, HALF_PI, t)
    if supplement:
        t = add(meter, t, HALF_PI)
    if mode is AngleMode.RAD:
        return t
    grads = div(meter, Working(t.negative, t.exponent + 2, t.mantissa), HALF_PI)
    meter.spent += effort.TURNED
    if mode is AngleMode.GRD:
        return grads
    meter.spent += effort.LESS_A_TENTH
    return mul(meter, grads, NINE_TENTHS)
