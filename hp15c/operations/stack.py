"""ENTER, x↔y, R↓, R↑, LSTx, CLx, and the complex I and Re↔Im (BEHAVIOUR 2.2, 6.1, 6.2)."""

from __future__ import annotations

from typing import Any

from hp15c.numbers.number import MINUS_ZERO, ZERO
from hp15c.operations import effect
from hp15c.state.memory import IMAGINARY_STACK, give_back, require
from hp15c.state.state import State, X, Y
from hp15c.table.instructions import Step


@effect("ENTER")
def enter(state: State, step: Step) -> None:
    """Lift the stack and keep X. The next number overwrites both parts of X."""
    state.lift_stack()
    state.keeps_imaginary = False


@effect("CLx")
def clear_x(state: State, step: Step) -> None:
    """X becomes 0. The imaginary part stays, also when the next number comes."""
    state.stack[X] = ZERO
    state.keeps_imaginary = state.complex


def _both(state: State) -> tuple[list[Any], list[Any]]:
    """The real and the imaginary stack, which move together."""
    return state.stack, state.imaginary


@effect("x↔y")
def exchange(state: State, step: Step) -> None:
    """Exchange X and Y."""
    for levels in _both(state):
        levels[X], levels[Y] = levels[Y], levels[X]
    _settle_x(state)


@effect("R↓")
def roll_down(state: State, step: Step) -> None:
    """Roll the stack down: X goes to T."""
    for levels in _both(state):
        levels.append(levels.pop(X))
    _settle_x(state)


@effect("R↑")
def roll_up(state: State, step: Step) -> None:
    """Roll the stack up: T goes to X."""
    for levels in _both(state):
        levels.insert(X, levels.pop())
    _settle_x(state)


def _settle_x(state: State) -> None:
    """Replace a negative zero in X by 0 (BEHAVIOUR 0.3)."""
    if state.stack[X] == MINUS_ZERO:
        state.stack[X] = ZERO


@effect("LSTx")
def last_x(state: State, step: Step) -> None:
    """Recall both parts of LAST X. Stack lift does not matter."""
    state.push(state.last_x)
    state.imaginary[X] = state.last_xi


@effect("I")
def combine(state: State, step: Step) -> None:
    """Y + i X: the complex number of two real parts. Sets flag 8. A descriptor in Y stays what it is."""
    im = state.real(X)
    enter_complex_mode(state)
    state.drop(state.stack[Y], im)


@effect("Re↔Im")
def exchange_parts(state: State, step: Step) -> None:
    """Exchange the parts of X. Sets flag 8."""
    x = state.real(X)
    enter_complex_mode(state)
    state.stack[X], state.imaginary[X] = state.imaginary[X], x


def enter_complex_mode(state: State) -> None:
    """Set flag 8: an imaginary stack of zeros. Error 10 when there is no room for it."""
    give_back(state)
    if not state.complex:
        require(state, IMAGINARY_STACK)
        leave_complex_mode(state)
        state.flags.add(8)


def leave_complex_mode(state: State) -> None:
    """Clear flag 8. The imaginary parts are lost, LAST X's too."""
    give_back(state)
    state.flags.discard(8)
    state.imaginary[:] = [ZERO] * 4
    state.last_xi = ZERO
    state.keeps_imaginary = False
