"""Functions of one and of two numbers on the stack (BEHAVIOUR 2.2, 6.3), shared by the families of
instructions.
"""

from __future__ import annotations

from collections.abc import Callable

from hp15c.errors import CalculatorError
from hp15c.functions.complex_numbers import Complex
from hp15c.numbers.effort import meter
from hp15c.numbers.number import Number
from hp15c.numbers.working import Working, widen
from hp15c.operations import Effect
from hp15c.state.state import Descriptor, State, X, Y
from hp15c.table.instructions import Step
from hp15c.table.modes import AngleMode
from hp15c.timing.special import special_cost

OfOne = Callable[[Working], Working]
OfTwo = Callable[[Working, Working], Working]
OfAngle = Callable[[Working, AngleMode], Working]
OfComplex = Callable[[Complex], Complex]
OfTwoComplex = Callable[[Complex, Complex], Complex]


def complex_level(state: State, level: int = X) -> Complex:
    """Both parts of a level. Error 1 for a descriptor."""
    return Complex(state.wide(level), widen(state.imaginary[level]))


def deliver_complex(state: State, result: Complex) -> tuple[Number, Number]:
    """Both parts rounded for registers. Either may raise the overflow condition."""
    return state.deliver(result.re), state.deliver(result.im)


def replace_x(state: State, value: Number) -> None:
    """Replace X by a result. LAST X is saved, the imaginary part stays."""
    state.save_last_x()
    state.stack[X] = value


def of_one(real: OfOne, of_complex: OfComplex | None = None) -> Effect:
    """A function of X. Without a complex form it works on the real part."""

    def apply(state: State, step: Step) -> None:
        if of_complex is not None and 8 in state.flags:
            re, im = deliver_complex(state, of_complex(complex_level(state)))
            replace_x(state, re)
            state.imaginary[X] = im
            return
        x = state.stack[X]
        if isinstance(x, Descriptor):
            raise CalculatorError(1)
        result = state.deliver(real(widen(x)))
        meter.spent += special_cost(step.name, x, result, state.model)
        replace_x(state, result)

    return apply


def of_angle(real: OfAngle, of_complex: OfComplex) -> Effect:
    """A function of X whose real form depends on the angle mode."""

    def apply(state: State, step: Step) -> None:
        if 8 in state.flags:
            re, im = deliver_complex(state, of_complex(complex_level(state)))
        else:
            re, im = state.deliver(real(state.wide(), state.angle)), state.imaginary[X]
            meter.spent += special_cost(step.name, state.real(), re, state.model)
        replace_x(state, re)
        state.imaginary[X] = im

    return apply


def of_two(real: OfTwo, of_complex: OfTwoComplex | None = None) -> Effect:
    """A function of Y and X. The stack drops."""

    def apply(state: State, step: Step) -> None:
        if of_complex is not None and 8 in state.flags:
            w, z = complex_level(state, Y), complex_level(state, X)
            re, im = deliver_complex(state, of_complex(w, z))
            state.save_last_x()
            state.drop(re, im)
            return
        y, x = state.stack[Y], state.stack[X]
        if isinstance(x, Descriptor) or isinstance(y, Descriptor):
            raise CalculatorError(1)
        result = state.deliver(real(widen(y), widen(x)))
        state.save_last_x()
        state.drop(result, state.imaginary[Y])

    return apply
