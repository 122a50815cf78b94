"""The cheapest moves from one arrangement of values on the stack to another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import count

from generator.peephole.costs import SearchGoal, cost_of
from generator.peephole.symbolic import OFF, ON, Op, TermCalculator, TermState
from hp15c.table.models import Model

LEVELS = 4
SHUFFLES: tuple[Op, ...] = tuple((name, "") for name in ("x↔y", "R↓", "R↑", "ENTER", "LSTx", "CLx"))

ShuffledValue = str | None


@cache
def shortest_shuffle(
    before: tuple[ShuffledValue, ...],
    after: tuple[ShuffledValue, ...],
    model: Model = Model.HP15C,
    goal: SearchGoal = "small",
    lift: int = ON,
) -> tuple[Op, ...] | None:
    """The cheapest operations that bring values from their places to the wanted places.

    None when there are none.

    Both name the values in X, Y, Z, T and perhaps LAST X, from X on. In `before` None stands for a value that
    is not wanted, in `after` for a level that may hold anything. '0' is the number 0. `lift` is stack lift
    before. Afterwards it is enabled.
    """
    machine = TermCalculator(model=model)
    begin = _begin(machine, before, lift)
    wanted = [None if value is None else _term(machine, value) for value in after]
    order = count()
    waiting: list[tuple[tuple[int, ...], int, TermState, tuple[Op, ...]]] = [((0, 0, 0), 0, begin, ())]
    done: set[tuple[int, ...]] = set()
    while waiting:
        price, _, state, ops = heappop(waiting)
        if state[:6] in done:
            continue
        done.add(state[:6])
        if state.lift != OFF and _holds(state, wanted):
            return ops
        for op in SHUFFLES:
            step = cost_of((op,), model).by(goal)
            reached = machine.step(state, op)
            total = tuple(map(sum, zip(price, step, strict=True)))
            heappush(waiting, (total, next(order), reached, (*ops, op)))
    return None


def _begin(machine: TermCalculator, before: Sequence[ShuffledValue], lift: int) -> TermState:
    """The stack with these values. A level that is not named has an unknown value of its own."""
    terms = [
        machine.terms.atom(f"level {place}") if value is None else _term(machine, value)
        for place, value in enumerate([*before, *[None] * (LEVELS + 1 - len(before))])
    ]
    state = machine.begin(lift)
    return state._replace(x=terms[0], y=terms[1], z=terms[2], t=terms[3], last=terms[4])


def _term(machine: TermCalculator, value: str) -> int:
    return 0 if value == "0" else machine.terms.atom(f"value {value}")


def _holds(state: TermState, wanted: Sequence[int | None]) -> bool:
    return all(want is None or want == there for want, there in zip(wanted, state, strict=False))
