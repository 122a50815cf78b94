"""The states of the search for code, the ways to them, and the values where blocks meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from generator.compiler.code.moves import AgreedPlaces, Move, ScheduledLine, StackState
from generator.compiler.code.problem import LAST_X, REGISTERS
from generator.compiler.code.schedules import Scheduled, SourcedLine

MOST_WAYS = 24


class SearchState(NamedTuple):
    """A state of the search: the block, the machine, the agreements, and where it came from."""

    part: int
    machine: StackState
    agreed: AgreedPlaces


@dataclass(slots=True)
class SearchPath:
    """The way to a state: the state before, the block, the lines."""

    before: SearchPath | None
    part: int
    lines: tuple[ScheduledLine, ...]
    source: int = 0
    straight: bool = True
    cost: float = 0.0


Waiting = tuple[float, float, int, float, SearchState, SearchPath]


def extra_cost(move: Move) -> float:
    """A small extra cost for lines that name a register, so that of equally many lines the fewer bytes
    win.
    """
    cost = 0.0
    for _, operand in move.lines:
        if isinstance(operand, int):
            cost += 0.001
    return cost


def arrivals(
    places: tuple[int, ...], names: dict[int, int], header: bool, constants: frozenset[int]
) -> Iterator[tuple[int, ...]]:
    """The ways to give the values in the places their names in a block that begins there.

    `constants` that the block can use keep their places, except at the start of a loop.
    """
    if not header and len(set(names.values())) == len(names):
        inverse = dict(zip(constants, constants, strict=True))
        inverse |= {value: name for name, value in names.items()}
        arrival = tuple(inverse.get(value, 0) for value in places)
        if set(names) <= set(arrival):
            yield arrival
        return
    choices = []
    for value in names.values():
        where = [i for i, held in enumerate(places) if held == value and (i != LAST_X or not header)]
        stack = [(i,) for i in where if i < REGISTERS]
        register = [(i,) for i in where if i >= REGISTERS][:2]
        both = [(one[0], other[0]) for one in stack[:2] for other in register[:1]]
        choices.append([*stack, *register, *both])
    count = 0
    for chosen in product(*choices):
        used = [i for one in chosen for i in one]
        if len(set(used)) < len(used):
            continue
        found_places = [0] * len(places)
        for name, one in zip(names, chosen, strict=True):
            for i in one:
                found_places[i] = name
        if not header:
            for i, held in enumerate(places):
                if held in constants and not found_places[i]:
                    found_places[i] = held
        yield tuple(found_places)
        count += 1
        if count == MOST_WAYS:
            return


def collect(count: float, trace: SearchPath) -> Scheduled:
    """The lines that a search found on this path, for each block. `count` is what the schedule costs."""
    schedule = Scheduled({}, count)
    one: SearchPath | None = trace
    while one is not None:
        lines = [SourcedLine(line, one.source) for line in one.lines]
        schedule.lines[one.part] = lines + schedule.lines.get(one.part, [])
        one = one.before
    return schedule
