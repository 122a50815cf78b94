"""The conditionals: the next line is run if the test is true (BEHAVIOUR 4.5, 6.3, 7.6)."""

from __future__ import annotations

from collections.abc import Callable

from hp15c.numbers.number import ZERO
from hp15c.operations import Effect, Signal, effect
from hp15c.state.state import Descriptor, State, X, Y
from hp15c.table.instructions import Step


def _test(holds: Callable[[State], bool]) -> Effect:
    def apply(state: State, step: Step) -> Signal | None:
        return None if holds(state) else Signal.SKIP

    return apply


def _is_zero(state: State) -> bool:
    """Whether both parts of X are 0. A descriptor never is."""
    return state.stack[X] == ZERO and state.imaginary[X].mantissa == 0


def _are_equal(state: State) -> bool:
    """Whether both parts of X and Y are equal. Descriptors are equal when they name the same matrix."""
    x, y = state.stack[X], state.stack[Y]
    if isinstance(x, Descriptor) or isinstance(y, Descriptor):
        return x == y
    return x == y and state.imaginary[X] == state.imaginary[Y]


def _is_positive(state: State) -> bool:
    x = state.real()
    return x.mantissa != 0 and not x.negative


for _name, _holds in (
    ("x=0", _is_zero),
    ("x≠0", lambda state: not _is_zero(state)),
    ("x>0", _is_positive),
    ("x<0", lambda state: state.real().negative),
    ("x≥0", lambda state: not state.real().negative),
    ("x≤0", lambda state: not _is_positive(state)),
    ("x=y", _are_equal),
    ("x≠y", lambda state: not _are_equal(state)),
    ("x>y", lambda state: state.real(X) > state.real(Y)),
    ("x<y", lambda state: state.real(X) < state.real(Y)),
    ("x≥y", lambda state: state.real(X) >= state.real(Y)),
    ("x≤y", lambda state: state.real(X) <= state.real(Y)),
):
    effect(_name)(_test(_holds))
