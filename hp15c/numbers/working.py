"""Working numbers, with which the machine computes: thirteen digits, truncated (MATH 0 to 2).

Everything here follows the firmware's own steps, because the last digit depends on them. Results stay working
numbers until `pack` rounds them for a register.
"""

from __future__ import annotations

from math import isqrt
from typing import Final, NamedTuple

from hp15c.errors import CalculatorError
from hp15c.numbers import effort
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import GREATEST, GREATEST_EXPONENT, LOWEST_MANTISSA, ZERO, Number
from hp15c.numbers.number import MANTISSA_LIMIT as DIGITS_LIMIT

ONE_MANTISSA: Final = 10**12
MANTISSA_LIMIT: Final = 10**13

_THREE_DIGITS: Final = tuple(n // 100 + n // 10 % 10 + n % 10 for n in range(1000))


class Working(NamedTuple):
    """A working number: mantissa * 10**(exponent - 12), negated when `negative` (MATH 0.1).

    The mantissa has 13 digits, or is 0. The exponent may leave -99..99 freely.
    """

    negative: bool
    exponent: int
    mantissa: int

    def __neg__(self) -> Working:
        return Working(not self.negative, self.exponent, self.mantissa) if self.mantissa else self

    def __abs__(self) -> Working:
        return Working(False, self.exponent, self.mantissa)

    @property
    def sign(self) -> int:
        """-1, 0 or 1."""
        return (-1 if self.negative else 1) if self.mantissa else 0


NOTHING: Final = Working(False, 0, 0)
UNIT: Final = Working(False, 0, ONE_MANTISSA)
INFINITE: Final = Working(False, 100, 9_999_999_999_000)


def widen(x: Number) -> Working:
    """A user number as a working number: three zero digits are appended."""
    return Working(x.negative, x.exponent, x.mantissa * 1000)


def constant(text: str) -> Working:
    """The working number that a decimal text like '-495.92' or '3.141592653590' writes."""
    negative = text.startswith("-")
    whole, _, fraction = text.lstrip("-").partition(".")
    digits = int(whole + fraction)
    return normalise(negative, 12 - len(fraction), digits)


def integer(value: int) -> Working:
    """The working number of an integer, cut at thirteen digits."""
    return normalise(value < 0, 12, abs(value))


def normalise(negative: bool, exponent: int, mantissa: int) -> Working:
    """NORM of MATH 0.2, for any non-negative mantissa: excess digits are dropped, leading zeros removed."""
    if mantissa == 0:
        return NOTHING
    while mantissa >= MANTISSA_LIMIT:
        mantissa //= 10
        exponent += 1
    while mantissa < ONE_MANTISSA:
        mantissa *= 10
        exponent -= 1
    return Working(negative, exponent, mantissa)


def digit_sum(mantissa: int) -> int:
    """The sum of the digits: the rounds of a multiplication by them, or of the division that finds them."""
    total = 0
    while mantissa:
        mantissa, part = divmod(mantissa, 1000)
        total += _THREE_DIGITS[part]
    return total


def significant_digits(mantissa: int) -> int:
    """The number of digits without trailing zeros. It is 0 for 0."""
    return len(str(mantissa).rstrip("0"))


def round10(x: Working) -> Working:
    """R10 of MATH 0.3: rounded to ten digits, half away from zero."""
    mantissa = (x.mantissa + 500) // 1000 * 1000
    if mantissa == 0:
        return NOTHING
    if mantissa >= MANTISSA_LIMIT:
        return Working(x.negative, x.exponent + 1, ONE_MANTISSA)
    return Working(x.negative, x.exponent, mantissa)


def pack(x: Working) -> tuple[Number, bool]:
    """PACK of MATH 0.4: the number rounded for a register, and whether it overflowed to +-9.999999999e99."""
    negative, exponent, mantissa = x
    mantissa = (mantissa + 500) // 1000
    if mantissa == DIGITS_LIMIT:
        mantissa, exponent = LOWEST_MANTISSA, exponent + 1
    if mantissa == 0 or exponent < -GREATEST_EXPONENT:
        return ZERO, False
    if exponent > GREATEST_EXPONENT:
        return (-GREATEST if negative else GREATEST), True
    return Number(negative, exponent, mantissa), False


def clamp(x: Working) -> Number:
    """PK of MATH 20.1: as `pack`, without raising the overflow condition."""
    return pack(x)[0]


def cost_of_sum(x: Working, y: Working) -> int:
    """Word times of x + y: the operands are put in order and the smaller is shifted to the larger."""
    if not x.mantissa or not y.mantissa:
        return effort.ADD + effort.ADD_ZERO
    gap = x.exponent - y.exponent
    cost = effort.ADD
    if gap < 0 or (not gap and x.mantissa < y.mantissa):
        cost += effort.ADD_EXCHANGED
    if x.negative != y.negative:
        cost += effort.ADD_SIGNS
    return cost + effort.SHIFT * max(0, min(abs(gap) - 1, effort.MOST_SHIFTS))


def add(meter: Meter, x: Working, y: Working) -> Working:
    """ADD of MATH 1.1: the smaller operand is cut off (equal signs) or rounded up at a guard digit."""
    meter.spent += cost_of_sum(x, y)
    total = _sum(x, y)
    if x.mantissa and y.mantissa and total.mantissa:
        lost = max(x.exponent, y.exponent) - total.exponent
        meter.spent += effort.NORMALISED * max(0, lost - effort.NORMALISED_AT_ONCE)
    return total


def cost_of_difference(x: Working, y: Working) -> int:
    """Word times of x - y, leading zeros removed."""
    meter = Meter()
    sub(meter, x, y)
    return meter.spent


def _sum(x: Working, y: Working) -> Working:
    if x.mantissa == 0:
        return normalise(*y)
    if y.mantissa == 0:
        return normalise(*x)
    if (x.exponent, x.mantissa) < (y.exponent, y.mantissa):
        x, y = y, x
    gap = x.exponent - y.exponent
    if x.negative == y.negative:
        return normalise(x.negative, x.exponent, x.mantissa + (y.mantissa // 10**gap if gap < 13 else 0))
    cut_off = -(-10 * y.mantissa // 10**gap) if gap < 14 else 0
    return normalise(x.negative, x.exponent - 1, 10 * x.mantissa - cut_off)


def sub(meter: Meter, x: Working, y: Working) -> Working:
    """SUB of MATH 1.1: x - y."""
    return add(meter, x, -y)


def mul(meter: Meter, x: Working, y: Working) -> Working:
    """MUL of MATH 1.2: the product, truncated at thirteen digits."""
    meter.spent += effort.MULTIPLY + effort.ROUND * digit_sum(y.mantissa)
    return normalise(
        x.negative != y.negative, x.exponent + y.exponent, x.mantissa * y.mantissa // ONE_MANTISSA
    )


def div(meter: Meter, x: Working, y: Working) -> Working:
    """DIV of MATH 1.3: x / y, truncated. Error 0 when the first ten digits of y are zero."""
    if y.mantissa < 1000:
        raise CalculatorError(0)
    return div_mantissas(meter, x.mantissa, y.mantissa, x.exponent - y.exponent, x.negative != y.negative)


def div_mantissas(meter: Meter, a: int, b: int, exponent: int, negative: bool = False) -> Working:
    """DIVM of MATH 1.3: the quotient of two raw mantissas (a < 10 b) with a given exponent."""
    if a == 0:
        meter.spent += effort.DIVIDE
        return NOTHING
    if a < b:
        a *= 10
        exponent -= 1
    quotient = a * ONE_MANTISSA // b
    meter.spent += effort.DIVIDE + effort.ROUND * digit_sum(quotient)
    return Working(negative, exponent, quotient)


def sqrt(meter: Meter, x: Working) -> Working:
    """SQRT of MATH 1.4: the root cut at thirteen digits or one unit higher. Error 0 when x is negative."""
    if x.mantissa == 0:
        meter.spent += effort.ROOT_OF_ZERO
        return NOTHING
    if x.negative:
        raise CalculatorError(0)
    # The squares are compared in doubled form, and the last step leaves a half out: MATH 1.4.
    square = 10 * x.mantissa if x.exponent % 2 else 5 * x.mantissa // 10 * 2
    square *= ONE_MANTISSA
    root = isqrt(square)
    meter.spent += effort.ROOT + effort.ROUND * digit_sum(root)
    if root * (root + 1) + root - root % 10 <= square:
        root += 1
    return Working(False, x.exponent // 2, root)


def hypotenuse_with_one(meter: Meter, t: Working) -> Working:
    """H of MATH 2: the square root of 1 + t*t."""
    if t.mantissa and t.exponent >= 100:
        return abs(t)
    if t.mantissa == 0 or t.exponent <= -100:
        meter.spent += effort.MULTIPLY + effort.ADD + effort.ROOT
        return UNIT
    return sqrt(meter, add(meter, mul(meter, t, t), UNIT))


def twice(x: Working) -> Working:
    """TWICE of MATH 20.1: the doubled mantissa, a fourteenth digit dropped."""
    return normalise(x.negative, x.exponent, 2 * x.mantissa)
