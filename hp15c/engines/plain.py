"""What the faster engines can hold: real numbers, and nothing unfinished."""

from __future__ import annotations

from hp15c.numbers.number import MINUS_ZERO, Number
from hp15c.rules.stack import COMPLEX
from hp15c.state.state import State


def is_plain(state: State) -> bool:
    """Whether a State holds nothing but real numbers, none being typed, and no SOLVE or integral.

    An imaginary part that is not 0 counts even in real mode: tests look at it.
    """
    values = (*state.stack, *state.registers, state.i, state.last_x)
    return (
        COMPLEX not in state.flags
        and state.entry is None
        and all(isinstance(value, Number) for value in values)
        and MINUS_ZERO not in state.stack
        and not any(state.imaginary)
        and not state.last_xi
        and state.solve is None
        and state.integral is None
        and not state.number_ahead
        and all(line >= 0 for line in state.returns)
    )
