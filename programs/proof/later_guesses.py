"""Later guesses: whether a scoring begins as the first one did, except for the turn.

After an answer another guess is keyed in. If the calculator then comes to its first comparison in the same
state as after the first guess, all that follows is the same, and so are all later guesses. The numbers that
may differ are the turn: 1 and then 2, or 0 and then 1 where it is counted later. While a proof runs they are
replaced by a value that lines can only count on and show: the first turn, and as many more as there were
guesses before. So nothing else depends on them. From each end the next guess is keyed in with that value too,
and the scoring has to begin with one turn more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, Final, cast

from hp15c.numbers.number import ZERO, Number
from hp15c.state.state import State
from hp15c.table.modes import Format, Notation
from programs.proof import digits
from programs.proof.digits import Symbol, SymbolicNumber, SymbolicValue, TurnPower

LISTS: Final = ("stack", "registers", "imaginary", "returns", "flags")
SHARED: Final = tuple(field.name for field in fields(State) if field.name not in LISTS)
"""The fields of a State that its copy shares. No line of a proof changes a matrix in place."""
OLD = "o"
FIRST_REGISTER: Final = 6
"""The place of register 0 among `cells`."""


def copy(state: State) -> State:
    """An independent copy, whose matrices are shared."""
    made = State.__new__(State)
    for name in SHARED:
        setattr(made, name, getattr(state, name))
    made.stack, made.registers = state.stack[:], state.registers[:]
    made.imaginary, made.returns, made.flags = state.imaginary[:], state.returns[:], state.flags.copy()
    return made


Turns = frozenset[tuple[int, TurnPower]]
"""The cells that hold the turn, by their places among `cells`, and what they hold at a first begin."""

SHOWN = (Format(Notation.FIX, 0), Format(Notation.FIX, 2))
"""The formats that a proof asks for where the turn and the answer show."""

FIRST, SECOND = Number.of(1), Number.of(2)
ANY_TURN, NEXT_TURN = TurnPower(0, 1), TurnPower(0, 2)
"""What the pause has to show: at the first and the second guess, and where the turn is hidden."""


def cells(state: State) -> list[Any]:
    """All numbers that a calculator holds: stack, LAST X, I, registers."""
    return [*state.stack, state.last_x, state.i, *state.registers]


def change_numbers(state: State, change: Callable[[int, Any], Any]) -> None:
    """Change every number of `cells` in place, by its index there and its value."""
    put_cells(state, [change(index, value) for index, value in enumerate(cells(state))])


def put_cells(state: State, made: list[Any]) -> None:
    """Set all numbers of `cells`."""
    state.stack[:] = made[:4]
    state.last_x, state.i = made[4:6]
    state.registers[:] = made[6:]


def rest(state: State) -> tuple[object, ...]:
    """What decides how a run goes on, besides the numbers and the format: line, stack lift, pending returns,
    flags, the angle mode and the seed of RAN#.
    """
    lines = state.line, state.lift, tuple(state.returns)
    return *lines, frozenset(state.flags), state.angle, state.seed


def shows_alike(first: State, second: State) -> bool:
    """Whether the format at the begin does not matter: it is the same, or set before anything shows.

    The proof asks for a format where a number shows, and the first begin has another one.
    """
    if first.format == second.format:
        return True
    return first.format not in SHOWN and not any(line.name == "RND" for line in first.program.steps)


def outdate(value: Any) -> Any:
    """A number in which the digits of the guess are marked as those of an old guess."""
    if not isinstance(value, SymbolicNumber):
        return value
    named = (
        Symbol(OLD, digit.place) if isinstance(digit, Symbol) and digit.code == "g" else digit
        for digit in value.digits
    )
    return SymbolicNumber(value.top, tuple(named))


def turns(first: State, second: State) -> Turns | None:
    """The cells in which the second begin has a power of ten more than the first has. None for others.

    With each comes what the first has, 0 or that power of ten.
    """
    alike = rest(first) == rest(second) and len(first.registers) == len(second.registers)
    if not alike or not shows_alike(first, second):
        return None
    turned = set()
    for index, (one, other) in enumerate(zip(cells(first), cells(second), strict=True)):
        if one == other:
            continue
        power = digits.power_of_ten(other if one == ZERO else one)
        if power is None or (one != ZERO and other != Number.of(f"2e{power}")):
            return None
        turned.add((index, TurnPower(power, 0 if one == ZERO else 1)))
    return frozenset(turned)


def hide(state: State, places: Turns) -> None:
    """Put at the places, for the number of the turn, values that lines can only count on and show."""
    hidden = dict(places)
    change_numbers(state, lambda index, value: cast("SymbolicValue", hidden.get(index, value)))


def one_turn_on(first: State, hidden: list[Any], second: State) -> bool:
    """Whether the second begin is the first one, with the cells where it is hidden, one turn later."""
    wanted = [replace(one, least=one.least + 1) if isinstance(one, TurnPower) else one for one in hidden]
    return rest(first) == rest(second) and shows_alike(first, second) and wanted == cells(second)
