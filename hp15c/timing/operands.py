"""The part of a line's cost that depends on its operands.

The firmware multiplies, divides and takes roots digit by digit, shifts to align what it adds, and finds
logarithms, exponentials and angles by counting how often a table entry can be taken off; `loops` counts
the rounds. Constants are word times, found by least squares from the keys measured one by one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from hp15c.errors import CalculatorError
from hp15c.instructions import TABLE, Step
from hp15c.models import Model
from hp15c.modes import AngleMode
from hp15c.number import ONE, Number
from hp15c.operations import cells
from hp15c.state import State, X, Y
from hp15c.timing import loops
from hp15c.timing.wide import COMPLEX_MODE, matrix_cost

# What begins a number.
_FIRST_DIGIT: Final = {Model.HP15C: 20, Model.HP11C: 30}

# Rounds of a digit loop.
DIGIT_ROUND: Final = 3
SHIFT_ROUND: Final = 8
_COUNT: Final = 27

# What a function spends beyond its base, which it spends on a trivial argument too.
_BULK: Final = {
    "LN": 435,
    "LOG": 790,
    "eˣ": 240,
    "10ˣ": 210,
    "yˣ": 800,
    "SIN": 1340,
    "COS": 1340,
    "TAN": 500,
    "SIN⁻¹": 1920,
    "COS⁻¹": 1920,
    "TAN⁻¹": 600,
    "HYP SIN": 1545,
    "HYP COS": 1020,
    "HYP TAN": 2230,
    "HYP⁻¹ SIN": 1860,
    "HYP⁻¹ COS": 1660,
    "HYP⁻¹ TAN": 1350,
    "x!": 6700,
    "→R": 760,
    "→P": 1430,
}

# A logarithm of 1 to 10; an exponential of a negative number; another unit than radians; a sine or cosine of
# 1; an arc whose tangent is above 1; a leading zero of an angle.
_NEAR_ONE: Final = 430
_NEGATIVE: Final = 168
_OF_UNIT: Final = {AngleMode.DEG: 650, AngleMode.RAD: 0, AngleMode.GRD: 500}
_OF_ONE: Final = 440
_INVERTED: Final = 440
_LEADING_ZERO: Final = -60

# One factor of x!, of Py,x and of Cy,x; one shift of the gamma function's argument.
_FACTOR: Final = 28
_PERMUTATION_FACTOR: Final = 450
_COMBINATION_FACTOR: Final = 820
_GAMMA_SHIFT: Final = 560

_MOST_FACTORS: Final = 70
_TINY_EXPONENT: Final = -8
_NOTHING: Final = 1e-12

Count = Callable[[State, Step], int]


def _number(state: State, level: int) -> Number:
    value = state.stack[level]
    return value if isinstance(value, Number) else ONE


def _register(state: State, step: Step) -> Number:
    try:
        value = cells.read(state, step.operand)
    except CalculatorError:
        return ONE
    return value if isinstance(value, Number) else ONE


def _times(x: Number) -> int:
    return DIGIT_ROUND * loops.digit_sum(x.mantissa)


def _over(y: Number, x: Number) -> int:
    return DIGIT_ROUND * loops.quotient(y, x)


def _plus(x: Number, y: Number) -> int:
    return SHIFT_ROUND * loops.shifts(x, y)


def _logarithm(state: State, step: Step) -> int:
    x = _number(state, X)
    return 0 if x == ONE else _BULK[step.name] + _rounds_of_logarithm(loops.ln(x))


def _rounds_of_logarithm(result: float) -> int:
    return _COUNT * loops.logarithm(result) + (_NEAR_ONE if 0 <= result < loops.LN10 else 0)


def _exponential(state: State, step: Step) -> int:
    x = _number(state, X)
    if not x.mantissa:
        return 0
    size = loops.size(x) * (loops.LN10 if step.name == "10ˣ" else 1)
    return _BULK[step.name] + _COUNT * loops.exponential(size) + (_NEGATIVE if x.negative else 0)


def _power(state: State, step: Step) -> int:
    y, x = _number(state, Y), _number(state, X)
    if not y.mantissa or not x.mantissa:
        return 0
    logarithm = loops.ln(y)
    product = abs(logarithm) * loops.size(x)
    negative = (logarithm < 0) != x.negative
    rounds = _rounds_of_logarithm(logarithm) + _COUNT * loops.exponential(product)
    return _BULK[step.name] + rounds + (_NEGATIVE if negative else 0)


def _hyperbolic(state: State, step: Step) -> int:
    x = _number(state, X)
    if x.exponent <= _TINY_EXPONENT or not x.mantissa:
        return 0
    return _BULK[step.name] + _COUNT * loops.exponential(loops.size(x))


def _inverse_hyperbolic(state: State, step: Step) -> int:
    x = _number(state, X)
    if x.exponent <= _TINY_EXPONENT or not x.mantissa:
        return 0
    return _BULK[step.name] + _rounds_of_logarithm(math.asinh(loops.size(x)))


def _rounds_of_angle(radians: float) -> int:
    zeros = max(0, -math.floor(math.log10(radians)))
    return _COUNT * loops.angle(radians) + _LEADING_ZERO * zeros


def _trigonometric(state: State, step: Step) -> int:
    x = _number(state, X)
    radians, odd = loops.reduced(x, state.angle)
    unit = _OF_UNIT[state.angle] if x.mantissa else 0
    if radians < _NOTHING:
        return unit + (_OF_ONE if odd is (step.name == "SIN") and step.name != "TAN" else 0)
    return unit + _BULK[step.name] + _rounds_of_angle(radians)


def _arc(state: State, step: Step) -> int:
    tangent = loops.size(_number(state, X))
    unit = _OF_UNIT[state.angle]
    if step.name != "TAN⁻¹":
        if tangent >= 1:
            return unit
        tangent /= math.sqrt(1 - tangent * tangent)
    if tangent == 0:
        return unit // 2
    radians = math.atan(min(tangent, 1 / tangent))
    inverted = _INVERTED if tangent > 1 else 0
    return unit + _BULK[step.name] + (_rounds_of_angle(radians) if radians > _NOTHING else 0) + inverted


def _to_rectangular(state: State, step: Step) -> int:
    radians, _ = loops.reduced(_number(state, Y), state.angle)
    if radians < _NOTHING:
        return 0
    return _OF_UNIT[state.angle] + _BULK[step.name] + _rounds_of_angle(radians)


def _to_polar(state: State, step: Step) -> int:
    y, x = loops.size(_number(state, Y)), loops.size(_number(state, X))
    if not x or not y:
        return 0
    radians = math.atan(min(y / x, x / y))
    rounds = _rounds_of_angle(radians) if radians > _NOTHING else 0
    return _OF_UNIT[state.angle] + _BULK[step.name] + rounds + (_INVERTED if y > x else 0)


def _factorial(state: State, step: Step) -> int:
    x = _number(state, X)
    if x.exponent >= 2:
        return 0
    if x.is_integer:
        return 0 if x.negative else _FACTOR * min(cells.magnitude(x), _MOST_FACTORS)
    return _BULK[step.name] + _GAMMA_SHIFT * max(0, math.ceil(3 - float(x)))


def _choices(state: State, step: Step) -> int:
    y, x = cells.magnitude(_number(state, Y)), cells.magnitude(_number(state, X))
    if step.name == "Py,x":
        return _PERMUTATION_FACTOR * min(x, _MOST_FACTORS)
    return _COMBINATION_FACTOR * min(x, max(0, y - x), _MOST_FACTORS)


def _begins(state: State, step: Step) -> int:
    return _FIRST_DIGIT[state.model] if state.entry is None else 0


_ON_REAL_NUMBERS: Final[dict[str, Count]] = {
    **dict.fromkeys(("digit", ".", "EEX"), _begins),
    **dict.fromkeys(("×", "x²", "%", "STO ×"), lambda state, step: _times(_number(state, X))),
    "RCL ×": lambda state, step: _times(_register(state, step)),
    "÷": lambda state, step: _over(_number(state, Y), _number(state, X)),
    "1/x": lambda state, step: _over(ONE, _number(state, X)),
    "STO ÷": lambda state, step: _over(_register(state, step), _number(state, X)),
    "RCL ÷": lambda state, step: _over(_number(state, X), _register(state, step)),
    **dict.fromkeys(("+", "−"), lambda state, step: _plus(_number(state, X), _number(state, Y))),
    **dict.fromkeys(
        ("STO +", "STO −", "RCL +", "RCL −"),
        lambda state, step: _plus(_number(state, X), _register(state, step)),
    ),
    "√x": lambda state, step: DIGIT_ROUND * loops.root(_number(state, X)),
    **dict.fromkeys(("LN", "LOG"), _logarithm),
    **dict.fromkeys(("eˣ", "10ˣ"), _exponential),
    "yˣ": _power,
    **dict.fromkeys(("SIN", "COS", "TAN"), _trigonometric),
    **dict.fromkeys(("SIN⁻¹", "COS⁻¹", "TAN⁻¹"), _arc),
    **dict.fromkeys(("HYP SIN", "HYP COS", "HYP TAN"), _hyperbolic),
    **dict.fromkeys(("HYP⁻¹ SIN", "HYP⁻¹ COS", "HYP⁻¹ TAN"), _inverse_hyperbolic),
    "→R": _to_rectangular,
    "→P": _to_polar,
    "x!": _factorial,
    **dict.fromkeys(("Py,x", "Cy,x"), _choices),
}


def _counted(name: str) -> Count | None:
    """The operand cost of a row: on real numbers, and what complex numbers and matrices add."""
    real, extra = _ON_REAL_NUMBERS.get(name), COMPLEX_MODE.get(name, 0)
    on_matrices = matrix_cost if name in _ON_MATRICES else None
    if not extra and on_matrices is None:
        return real

    def count(state: State, step: Step) -> int:
        cost = real(state, step) if real is not None else 0
        if on_matrices is not None and state.model is Model.HP15C:
            cost += on_matrices(state, step)
        return cost + extra if 8 in state.flags else cost

    return count


_ON_MATRICES: Final = frozenset(("+", "−", "×", "÷", "1/x", "CHS", "Py,x", "Cy,x", "MATRIX"))

OPERAND_COSTS: Final = {
    row.name: count for row in TABLE if row.programmable and (count := _counted(row.name)) is not None
}
