"""The four operations, and CHS and 1/x, which matrices share (BEHAVIOUR 2.2, 6.3, 7.5)."""

from __future__ import annotations

from hp15c.functions import arithmetic, complex_numbers
from hp15c.numbers import working
from hp15c.numbers.number import PI
from hp15c.numbers.working import UNIT, Working, div, mul
from hp15c.operations import Effect, Signal, effect, matrix
from hp15c.operations.entry_lines import change_sign_of_entry
from hp15c.operations.numbers import of_one, of_two, replace_x
from hp15c.state.state import Descriptor, State, X, Y
from hp15c.table.instructions import Step


def reciprocal(x: Working) -> Working:
    """1 / x. Error 0 for 0."""
    return div(UNIT, x)


def square(x: Working) -> Working:
    """x * x."""
    return mul(x, x)


def _or_matrices(name: str, numbers: Effect) -> Effect:
    """The operation on matrices when X or Y names one, else on numbers."""

    def apply(state: State, step: Step) -> Signal | None:
        if isinstance(state.stack[X], Descriptor) or isinstance(state.stack[Y], Descriptor):
            matrix.operate(state, name)
            return None
        return numbers(state, step)

    return apply


for _name, _real, _complex in (
    ("+", working.add, complex_numbers.add),
    ("−", working.sub, complex_numbers.sub),
    ("×", working.mul, complex_numbers.mul),
    ("÷", working.div, complex_numbers.div),
):
    effect(_name)(_or_matrices(_name, of_two(_real, _complex)))

effect("√x")(of_one(working.sqrt, complex_numbers.square_root))
effect("x²")(of_one(square, complex_numbers.square))

effect("ABS")(of_one(abs, complex_numbers.absolute))

_reciprocal_of_number = of_one(reciprocal, complex_numbers.reciprocal)


@effect("1/x")
def reciprocal_or_inverse(state: State, step: Step) -> Signal | None:
    """1/x, or the inverse of a matrix."""
    if isinstance(state.stack[X], Descriptor):
        matrix.invert(state)
        return None
    return _reciprocal_of_number(state, step)


@effect("CHS")
def change_sign(state: State, step: Step) -> Signal | None:
    """CHS: the number being typed, X, or a matrix. A zero leaves stack lift as it was (BEHAVIOUR 2.1)."""
    x = state.stack[X]
    if state.entry is not None:
        change_sign_of_entry(state)
    elif isinstance(x, Descriptor):
        matrix.change_sign(state)
    elif x.mantissa == 0:
        return Signal.KEEP_LIFT
    else:
        state.stack[X] = -x
    return None


@effect("π")
def pi(state: State, step: Step) -> None:
    """3.141592654."""
    state.push(PI)


@effect("INT")
def integer_part(state: State, step: Step) -> None:
    """The integer part."""
    replace_x(state, arithmetic.integer_part(state.real()))


@effect("FRAC")
def fraction_part(state: State, step: Step) -> None:
    """The fraction."""
    replace_x(state, arithmetic.fraction_part(state.real()))


@effect("%")
def percent(state: State, step: Step) -> None:
    """Replace X by X per cent of Y. Y stays."""
    replace_x(state, state.deliver(arithmetic.percent(state.wide(Y), state.wide(X))))


@effect("Δ%")
def percent_change(state: State, step: Step) -> None:
    """Replace X by the change from Y to X in per cent. Y stays."""
    replace_x(state, state.deliver(arithmetic.percent_change(state.wide(Y), state.wide(X))))
