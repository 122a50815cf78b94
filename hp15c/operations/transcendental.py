"""Logarithms, powers, trigonometry, hyperbolics, factorials and conversions (BEHAVIOUR 2.2, 6.3)."""

from __future__ import annotations

from typing import Final

from hp15c.functions import (
    complex_numbers,
    conversions,
    exponential,
    hyperbolic,
    logarithm,
    polar,
    trigonometry,
)
from hp15c.functions.gamma import factorial
from hp15c.functions.probability import combinations, permutations
from hp15c.functions.rounding import rounded
from hp15c.numbers.effort import CHOICE, LESS_ON_CHOICES, LESS_ON_NEGATIVE, meter
from hp15c.numbers.number import MINUS_ZERO, ZERO
from hp15c.operations import Signal, effect, matrix
from hp15c.operations.numbers import (
    OfAngle,
    OfOne,
    complex_level,
    deliver_complex,
    of_angle,
    of_one,
    of_two,
    replace_x,
)
from hp15c.state.state import Descriptor, State, X, Y
from hp15c.table.instructions import Step
from hp15c.table.models import Model
from hp15c.timing.special import gamma_cost, polar_cost

# The functions of one number, and those whose number is an angle, by the names of their rows.
OF_NUMBER: Final[dict[str, OfOne]] = {}
OF_ANGLE: Final[dict[str, OfAngle]] = {}

for _name, _real, _complex in (
    ("eˣ", exponential.exp, complex_numbers.exp),
    ("10ˣ", exponential.power10, complex_numbers.power10),
    ("LN", logarithm.ln, complex_numbers.ln),
    ("LOG", logarithm.log10, complex_numbers.log10),
    ("HYP SIN", hyperbolic.sinh, complex_numbers.sinh),
    ("HYP COS", hyperbolic.cosh, complex_numbers.cosh),
    ("HYP TAN", hyperbolic.tanh, complex_numbers.tanh),
    ("HYP⁻¹ SIN", hyperbolic.asinh, complex_numbers.asinh),
    ("HYP⁻¹ COS", hyperbolic.acosh, complex_numbers.acosh),
    ("HYP⁻¹ TAN", hyperbolic.atanh, complex_numbers.atanh),
):
    OF_NUMBER[_name] = _real
    effect(_name)(of_one(_real, _complex))

for _name, _angular, _complex in (
    ("SIN", trigonometry.sine, complex_numbers.sine),
    ("COS", trigonometry.cosine, complex_numbers.cosine),
    ("TAN", trigonometry.tangent, complex_numbers.tangent),
    ("SIN⁻¹", trigonometry.arc_sine, complex_numbers.arc_sine),
    ("COS⁻¹", trigonometry.arc_cosine, complex_numbers.arc_cosine),
    ("TAN⁻¹", trigonometry.arc_tangent, complex_numbers.arc_tangent),
):
    OF_ANGLE[_name] = _angular
    effect(_name)(of_angle(_angular, _complex))

for _name, _conversion in (
    ("→H.MS", conversions.to_hms),
    ("→H", conversions.to_hours),
    ("→RAD", conversions.to_radians),
    ("→DEG", conversions.to_degrees),
):
    OF_NUMBER[_name] = _conversion
    effect(_name)(of_one(_conversion))

effect("yˣ")(of_two(exponential.power, complex_numbers.power))


@effect("x!")
def gamma(state: State, step: Step) -> None:
    """Replace X by its factorial."""
    x = state.real()
    meter.spent += gamma_cost(x, state.model)
    replace_x(state, state.deliver(factorial(x)))


@effect("RND")
def round_to_format(state: State, step: Step) -> None:
    """X as the present format shows it."""
    replace_x(state, rounded(state.real(), state.format))


@effect("Py,x", "Cy,x")
def choices(state: State, step: Step) -> None:
    """Permutations and combinations. For a matrix they change between its two complex forms."""
    if isinstance(state.stack[X], Descriptor):
        matrix.change_form(state, step.name)
        return
    y, x = state.real(Y), state.real(X)
    if state.model is Model.HP11C and x.negative:
        meter.spent -= LESS_ON_NEGATIVE
    choose = permutations if step.name == "Py,x" else combinations
    each = CHOICE - (LESS_ON_CHOICES if state.model is Model.HP11C else 0)
    result = state.deliver(choose(y, x, each))
    state.save_last_x()
    state.drop(result, state.imaginary[Y])


@effect("→P", "→R")
def coordinates(state: State, step: Step) -> Signal | None:
    """Between rectangular x, y and polar r, angle: in X and Y, or in the two parts of a complex X."""
    if 8 in state.flags:
        change = complex_numbers.to_polar if step.name == "→P" else complex_numbers.to_rectangular
        re, im = deliver_complex(state, change(complex_level(state), state.angle))
        replace_x(state, re)
        state.imaginary[X] = im
        return None
    x, y = state.wide(X), state.wide(Y)
    if step.name == "→P":
        meter.spent += polar_cost(state.real(), state.real(Y), state.angle, state.model)
        first, second = polar.to_polar(x, y, state.angle)
    else:
        first, second = polar.to_rectangular(x, y, state.angle, state.model is Model.HP11C)
    results = state.deliver(first), state.deliver(second)
    state.save_last_x()
    state.stack[X], state.stack[Y] = results
    if state.model is Model.HP11C and step.name == "→R" and results[1].is_zero:
        # the radius gives an ordinate its sign before it underflows, the angle after
        by_radius = x.negative and second.mantissa > 0
        state.stack[Y] = MINUS_ZERO if second.negative != by_radius else ZERO
    return None
