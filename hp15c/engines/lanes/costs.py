"""What computing and showing costs a lane, compiled by numba: what `hp15c.effort` and `hp15c.timing` say."""

from __future__ import annotations

from typing import Final

import numpy as np

from hp15c import timing
from hp15c.effort import ADD, DIVIDE, MULTIPLY, ROOT, ROUND, SHIFT
from hp15c.engines.lanes import opcodes as o
from hp15c.engines.lanes import packed
from hp15c.engines.lanes.arithmetic import LOWEST, add, compiled, divide, multiply, quotient, root_of
from hp15c.engines.lanes.packed import BIAS, MASK
from hp15c.modes import Notation
from hp15c.number import DIGITS
from hp15c.working import MOST_SHIFTS

DIGIT_SUMS: Final = np.array([sum(map(int, str(n))) for n in range(10**4)], dtype=np.int8)

_FIX: Final = o.NOTATIONS.index(Notation.FIX)
_ENG: Final = o.NOTATIONS.index(Notation.ENG)
_SHOW: Final = timing.SHOW
_DIGIT: Final = timing.SHOW_DIGIT
_SEPARATOR: Final = timing.SHOW_SEPARATOR
_EXPONENT: Final = timing.SHOW_EXPONENT
_NEGATIVE_EXPONENT: Final = timing.SHOW_NEGATIVE_EXPONENT
_OF_ENG: Final = timing.SHOW_ENG
_ENG_PLACE: Final = timing.SHOW_ENG_PLACE
_DIGITS_BESIDE_EXPONENT: Final = timing.DIGITS_BESIDE_EXPONENT


@compiled
def exponent_of(x: int) -> int:
    """The exponent; 0 for 0."""
    return (abs(x) >> packed.SHIFT) - BIAS if x != 0 else 0


@compiled
def digit_sum(mantissa: int) -> int:
    """The sum of at most sixteen digits."""
    high, low = mantissa // 10**8, mantissa % 10**8
    upper = int(DIGIT_SUMS[np.uint64(high // 10**4)]) + int(DIGIT_SUMS[np.uint64(high % 10**4)])
    return upper + int(DIGIT_SUMS[np.uint64(low // 10**4)]) + int(DIGIT_SUMS[np.uint64(low % 10**4)])


@compiled
def of_sum(x: int, y: int) -> int:
    """Word times of x + y: the shifts that align them."""
    if x == 0 or y == 0:
        return ADD
    return ADD + SHIFT * min(abs((abs(x) >> packed.SHIFT) - (abs(y) >> packed.SHIFT)), MOST_SHIFTS)


@compiled
def of_product(multiplier: int) -> int:
    """Word times of a product: the digits of the multiplier."""
    return MULTIPLY + ROUND * digit_sum(abs(multiplier) & MASK)


@compiled
def of_quotient(x: int, y: int) -> int:
    """Word times of x / y: the digits of the quotient, thirteen of them."""
    if x == 0:
        return DIVIDE
    a, b = abs(x) & MASK, abs(y) & MASK
    return DIVIDE + ROUND * digit_sum(a if b == LOWEST else quotient(a, b))


@compiled
def of_root(x: int) -> int:
    """Word times of a square root: its thirteen digits; none for 0."""
    if x == 0:
        return 0
    root, _ = root_of(x & MASK, 10**16 if (x >> packed.SHIFT) % 2 else 10**15)
    return ROOT + ROUND * digit_sum(root)


@compiled
def operate(operation: int, left: int, right: int) -> tuple[int, int]:
    """The sum, difference, product or quotient (0 to 3), and its word times; no divisor is 0."""
    if operation < 2:
        return add(left, right if operation == 0 else -right), of_sum(left, right)
    if operation == 2:
        return multiply(left, right, 0), of_product(right)
    return divide(left, right), of_quotient(left, right)


@compiled
def of_splitting(x: int) -> int:
    """Word times of INT and FRAC: the digits before the point."""
    exponent = exponent_of(x)
    return SHIFT * min(exponent + 1, DIGITS) if exponent >= 0 else 0


@compiled
def of_display(x: int, display_format: int) -> int:
    """Word times of showing X (see timing.display_cost)."""
    notation, digits = display_format // 16, display_format % 16
    if digits >= DIGITS:
        notation, digits = _FIX, 0
    exponent = exponent_of(x)
    if notation == _FIX and (x == 0 or -digits <= exponent < DIGITS):
        before = max(exponent, 0)
        return _SHOW + _DIGIT * min(before + 1 + digits, DIGITS) + _SEPARATOR * (before // 3)
    cost = _SHOW + _DIGIT * min(digits + 1, _DIGITS_BESIDE_EXPONENT) + _EXPONENT
    if exponent < 0:
        cost += _NEGATIVE_EXPONENT
    if notation == _ENG:
        cost += _OF_ENG + _ENG_PLACE * (exponent % 3)
    return cost
