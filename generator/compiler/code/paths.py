"""The states of the search for code, the ways to them, and the values where blocks meet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, product
from typing import NamedTuple

from generator.compiler.code.moves import AgreedPlaces, ScheduledLine, StackState
from generator.compiler.code.problem import LAST_X, REGISTERS
from generator.compiler.code.schedules import Scheduled, SourcedLine

MOST_WAYS = 24


class SearchState(NamedTuple):
    """A state of the search: the block, the machine, the agreements, and where it came from."""

    part: int
    machine: StackState
    agreed: AgreedPlaces


class SearchPath(NamedTuple):
    """The way to a state: the state before, the block, the lines."""

    before: SearchPath | None
    part: int
    lines: tuple[ScheduledLine, ...]
    source: int = 0
    straight: bool = True
    cost: float = 0.0


def extra_cost(lines: tuple[ScheduledLine, ...]) -> float:
    """A small extra cost for lines that name a register, so that of equally many lines the fewer bytes
    win.
    """
    cost = 0.0
    for _, operand in lines:
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
    named: dict[int, list[int]] = {}
    for name, value in names.items():
        named.setdefault(value, []).append(name)
    choices = []
    for value, alike in named.items():
        choices.append(list(islice(_apart(_held_by(places, value, header), len(alike)), MOST_WAYS)))
        if not choices[-1]:
            return
    ordered = [name for alike in named.values() for name in alike]
    for chosen in islice(product(*choices), MOST_WAYS):
        found_places = [0] * len(places)
        for name, one in zip(ordered, chain(*chosen), strict=True):
            for i in one:
                found_places[i] = name
        if not header:
            for i, held in enumerate(places):
                if held in constants and not found_places[i]:
                    found_places[i] = held
        yield tuple(found_places)


def _held_by(places: tuple[int, ...], value: int, header: bool) -> list[tuple[int, ...]]:
    """The places that may go on holding a value: one of the stack, a register, or both."""
    where = [i for i, held in enumerate(places) if held == value and (i != LAST_X or not header)]
    stack = [i for i in where if i < REGISTERS]
    registers = [i for i in where if i >= REGISTERS][:2]
    both = [(one, other) for one in stack[:2] for other in registers[:1]]
    return [*((one,) for one in (*stack, *registers)), *both]


def _apart(choices: list[tuple[int, ...]], count: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """So many of these sets of places that have no place in common, in each order."""
    if not count:
        yield ()
    for one in choices if count else ():
        apart = [other for other in choices if not {*one} & {*other}] if count > 1 else []
        for others in _apart(apart, count - 1):
            yield one, *others


def collect(count: float, trace: SearchPath) -> Scheduled:
    """The lines that a search found on this path, for each block. `count` is what the schedule costs."""
    schedule = Scheduled({}, count)
    one: SearchPath | None = trace
    while one is not None:
        lines = [SourcedLine(line, one.source) for line in one.lines]
        schedule.lines[one.part] = lines + schedule.lines.get(one.part, [])
        one = one.before
    return schedule
