"""Later guesses: whether a scoring begins as the first one did, except for the turn.

After an answer another guess is keyed in. If the calculator then comes to its first comparison in the same
state as after the first guess, all that follows is the same, and so are all later guesses. The numbers that
may differ are 1 and then 2, the turn. While a proof runs they are replaced by a value that no line can
compute with, so that nothing else can depend on them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from hp15c.number import Number
from hp15c.state import State
from programs.proof import digits
from programs.proof.digits import Symbol, SymbolicNumber, SymbolicValue, TurnPower

Turns = frozenset[tuple[int, int]]
"""The cells that hold the turn, by their places among `cells`, each with the power of ten by which the turn
is multiplied there.
"""

OLD = "o"
FIRST, SECOND = Number.of(1), Number.of(2)


def cells(state: State) -> list[Any]:
    """All numbers that a calculator holds: stack, LAST X, I, registers."""
    return [*state.stack, state.last_x, state.i, *state.registers]


def changed(state: State, change: Callable[[int, Any], Any]) -> None:
    """Change every number of `cells` in place, by its index there and its value."""
    made = [change(index, value) for index, value in enumerate(cells(state))]
    state.stack[:] = made[:4]
    state.last_x, state.i = made[4:6]
    state.registers[:] = made[6:]


def rest(state: State) -> tuple[object, ...]:
    """The other parts of the state that decide how the program goes on."""
    return state.line, state.lift, tuple(state.returns), frozenset(state.flags), state.format


def outdated(value: Any) -> Any:
    """A number in which the digits of the guess are marked as those of an old guess."""
    if not isinstance(value, SymbolicNumber):
        return value
    named = (
        Symbol(OLD, digit.place) if isinstance(digit, Symbol) and digit.code == "g" else digit
        for digit in value.digits
    )
    return SymbolicNumber(value.top, tuple(named))


def turns(first: State, second: State) -> Turns | None:
    """The cells in which the second beginning has twice the power of ten that the first has.

    None when other cells differ too.

    With each cell comes the power of ten of the first.
    """
    if rest(first) != rest(second):
        return None
    turned = set()
    for index, (one, other) in enumerate(zip(cells(first), cells(second), strict=True)):
        if one == other:
            continue
        power = digits.power_of_ten(one)
        if power is None or other != Number.of(f"2e{power}"):
            return None
        turned.add((index, power))
    return frozenset(turned)


def hide(state: State, places: Turns) -> None:
    """Replace the turn by a value that no line can compute with."""
    hidden = dict(places)
    changed(
        state,
        lambda index, value: cast("SymbolicValue", TurnPower(hidden[index])) if index in hidden else value,
    )


def show(state: State) -> None:
    """The turn as it was before `hide`."""
    changed(state, lambda _, value: Number.of(f"1e{value.power}") if isinstance(value, TurnPower) else value)
