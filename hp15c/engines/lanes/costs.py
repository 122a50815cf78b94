"""The word times of computing and of the display for a lane, compiled by numba, by the rules of
`hp15c.numbers.effort` and `hp15c.timing`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hp15c.engines.lanes import packed
from hp15c.engines.lanes.arithmetic import (
    LOWEST,
    add,
    compile_kept,
    divide,
    fraction_part,
    magnitude,
    multiply,
    quotient,
    root_of,
)
from hp15c.engines.lanes.packed import BIAS, MASK
from hp15c.numbers.effort import (
    ADD,
    ADD_EXCHANGED,
    ADD_SIGNS,
    ADD_ZERO,
    DIVIDE,
    MOST_SHIFTS,
    MULTIPLY,
    NORMALISED,
    NORMALISED_AT_ONCE,
    ROOT,
    ROOT_OF_ZERO,
    ROUND,
    SHIFT,
    SPLIT,
)
from hp15c.numbers.number import DIGITS
from hp15c.timing import dimensions, operands, showing

DIGIT_SUMS: Final = np.array([sum(map(int, str(n))) for n in range(10**4)], dtype=np.int8)

_ZERO: Final = operands.MOVED_ZERO
_BELOW_ONE: Final = operands.MOVED_BELOW_ONE

of_clearing: Final = compile_kept(dimensions.cleared_cost)
of_registers: Final = compile_kept(dimensions.registers_cost)
of_refused_registers: Final = compile_kept(dimensions.refused_registers_cost)
_SHOWING_COST: Final = compile_kept(showing.showing_cost)
_INDEX_15C, _INDEX_11C = (
    np.array([operands.found_cost(number, False, is_11c) for number in range(operands.GREATEST_INDEX + 1)])
    for is_11c in (False, True)
)
_COUNTER_COST: Final = compile_kept(operands.counter_cost)


@compile_kept
def exponent_of(x: int) -> int:
    """The exponent of a word. That of 0 is 0."""
    return (abs(x) >> packed.SHIFT) - BIAS if x != 0 else 0


@compile_kept
def digit_sum(mantissa: int) -> int:
    """The sum of at most sixteen digits."""
    high, low = mantissa // 10**8, mantissa % 10**8
    upper = int(DIGIT_SUMS[np.uint64(high // 10**4)]) + int(DIGIT_SUMS[np.uint64(high % 10**4)])
    return upper + int(DIGIT_SUMS[np.uint64(low // 10**4)]) + int(DIGIT_SUMS[np.uint64(low % 10**4)])


@compile_kept
def of_sum(x: int, y: int) -> int:
    """Word times of x + y (see working.cost_of_sum)."""
    if x == 0 or y == 0:
        return ADD + ADD_ZERO
    large, small = abs(x), abs(y)
    cost = ADD
    if large < small:
        cost += ADD_EXCHANGED
    if (x < 0) != (y < 0):
        cost += ADD_SIGNS
    gap = abs((large >> packed.SHIFT) - (small >> packed.SHIFT))
    if gap <= 1 and (x < 0) != (y < 0):
        cost += of_normalising(max(large, small), min(large, small))
    return cost + SHIFT * max(0, min(gap - 1, MOST_SHIFTS))


@compile_kept
def of_normalising(large: int, small: int) -> int:
    """Word times of removing leading zeros from a difference (see working.cost_of_normalising).

    The exponents are equal, or that of `large` is higher by one.
    """
    scale = 1 if large >> packed.SHIFT > small >> packed.SHIFT else 10
    difference = 10 * (large & MASK) - scale * (small & MASK)
    if difference == 0:
        return 0
    lost = 0
    while difference < 10 * LOWEST:
        difference *= 10
        lost += 1
    return NORMALISED * max(0, lost - NORMALISED_AT_ONCE)


@compile_kept
def of_product(multiplier: int) -> int:
    """Word times of a product: the digits of the multiplier."""
    return MULTIPLY + ROUND * digit_sum(abs(multiplier) & MASK)


@compile_kept
def of_quotient(x: int, y: int) -> int:
    """Word times of x / y: the digits of the quotient, thirteen of them."""
    if x == 0:
        return DIVIDE
    a, b = abs(x) & MASK, abs(y) & MASK
    return DIVIDE + ROUND * digit_sum(a if b == LOWEST else quotient(a, b))


@compile_kept
def of_root(x: int) -> int:
    """Word times of a square root: its thirteen digits."""
    if x == 0:
        return ROOT_OF_ZERO
    root, _ = root_of(x & MASK, 10**16 if (x >> packed.SHIFT) % 2 else 10**15)
    return ROOT + ROUND * digit_sum(root)


@compile_kept
def operate(operation: int, left: int, right: int, multiplier: int) -> tuple[int, int]:
    """The sum, difference, product or quotient (0 to 3), and its word times. No divisor is 0.

    `multiplier` is the factor whose digits a product goes through.
    """
    if operation < 2:
        addend = right if operation == 0 else -right
        return add(left, addend), of_sum(left, addend)
    if operation == 2:
        return multiply(left, right, 0), of_product(multiplier)
    return divide(left, right), of_quotient(left, right)


@compile_kept
def of_moving(x: int) -> int:
    """Extra word times of moving a number, compared with a number of 1 or more."""
    if x == 0:
        return _ZERO
    return _BELOW_ONE if exponent_of(x) < 0 else 0


@compile_kept
def significant_digits(x: int) -> int:
    """The number of digits of the mantissa without trailing zeros. It is 0 for 0."""
    mantissa, digits = abs(x) & MASK, DIGITS
    if mantissa == 0:
        return 0
    if mantissa % 10**5 == 0:
        mantissa //= 10**5
        digits -= 5
    if mantissa % 100 == 0:
        mantissa //= 100
        digits -= 2
    if mantissa % 100 == 0:
        mantissa //= 100
        digits -= 2
    if mantissa % 10 == 0:
        digits -= 1
    return digits


@compile_kept
def of_index(index: int, is_11c: bool) -> int:
    """Extra word times of finding the register of (i), compared with R2."""
    number = min(magnitude(index), operands.GREATEST_INDEX)
    cost = int(_INDEX_11C[number]) if is_11c else int(_INDEX_15C[number])
    if fraction_part(index) != 0:
        cost += operands.FRACTION_11C if is_11c else operands.FRACTION_15C
    return cost


@compile_kept
def of_counter(counter: int, is_11c: bool) -> int:
    """Word times that DSE and ISG spend on the digits of their number."""
    return int(_COUNTER_COST(exponent_of(counter), significant_digits(counter), is_11c))


@compile_kept
def of_splitting(x: int) -> int:
    """Word times of INT and FRAC: the digits before the point, to the last that is not 0."""
    return SPLIT * min(exponent_of(x) + 1, significant_digits(x)) if exponent_of(x) >= 0 else 0


@compile_kept
def of_display(x: int, display_format: int, is_11c: bool) -> int:
    """Word times of showing X (see timing.display_cost)."""
    mantissa, notation, digits = abs(x) & MASK, display_format // 16, display_format % 16
    return int(_SHOWING_COST(x < 0, exponent_of(x), mantissa, notation, digits, is_11c))
