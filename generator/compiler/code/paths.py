"""The states of the search for code: the ways to them, those that wait, and the values where blocks meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import chain, islice, product
from typing import Final, NamedTuple

from generator.compiler.code.moves import AgreedPlaces, Move, ScheduledLine, StackState
from generator.compiler.code.problem import LAST_X, REGISTERS, Problem
from generator.compiler.code.schedules import Scheduled, SourcedLine, Width

MOST_WAYS = 24
_NOTHING: Final = (0,)


class SearchState(NamedTuple):
    """A state of the search: the block, the machine, the agreements, and where it came from."""

    part: int
    machine: StackState
    agreed: AgreedPlaces


class SearchPath(NamedTuple):
    """The way to a state: the state before, the block, the lines.

    `places` are those after a move without lines, such as the one that begins a block.
    """

    before: SearchPath | None
    part: int
    lines: tuple[ScheduledLine, ...]
    source: int = 0
    cost: float = 0.0
    places: tuple[int, ...] = ()


def extra_cost(lines: tuple[ScheduledLine, ...]) -> float:
    """A small cost for lines that name a register: of equally many lines those with fewer bytes win."""
    cost = 0.0
    for _, operand in lines:
        if isinstance(operand, int):
            cost += 0.001
    return cost


def arrivals(
    places: tuple[int, ...], names: dict[int, int], header: bool, constants: frozenset[int]
) -> Iterator[tuple[int, ...]]:
    """What the places may hold when a block begins there, each value under a name that it has in the block.

    `constants` that the block can use keep their places, except at the start of a loop.
    """
    if not header and len(set(names.values())) == len(names):
        inverse = dict(zip(constants, constants, strict=True))
        inverse.update(zip(names.values(), names, strict=True))
        arrival = tuple([inverse.get(value, 0) for value in places])
        if names.keys() <= {*arrival}:
            yield arrival
        return
    named: dict[int, list[int]] = {}
    for name, value in names.items():
        named.setdefault(value, []).append(name)
    choices = []
    for value, alike in named.items():
        choices.append(list(islice(_disjoint_sets(_held_by(places, value, header), len(alike)), MOST_WAYS)))
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


def _disjoint_sets(choices: list[tuple[int, ...]], count: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Each choice of `count` sets of places that have no place in common, in each order."""
    if not count:
        yield ()
    for one in choices if count else ():
        apart = [other for other in choices if not {*one} & {*other}] if count > 1 else []
        for others in _disjoint_sets(apart, count - 1):
            yield one, *others


def collect(count: float, trace: SearchPath) -> Scheduled:
    """The lines that a search found on this path, for each block. `count` is what the schedule costs."""
    schedule = Scheduled({}, count)
    one: SearchPath | None = trace
    while one is not None:
        lines = [SourcedLine(line, one.source) for line in one.lines]
        schedule.lines[one.part] = lines + schedule.lines.get(one.part, [])
        if one.places:
            schedule.starts[one.part] = one.places
        one = one.before
    return schedule


# states that wait

Waiting = tuple[float, float, int, float, int, AgreedPlaces, SearchPath | None, Move]
"""A state that waits: its cost in sum, what decides among equal ones, its number, the cost so far, its block,
the agreements, the way to the state before, and the move from there.
"""
ARRANGING = 8
"""How many times more states go on at the end of a block, where values are only brought to their places."""
WIDEST = 64
"""How many times wider a layer may become from which no state comes to the next layer."""


def state_of(one: Waiting) -> tuple[float, SearchState, SearchPath]:
    """The cost of a state that waited, the state, and the way to it."""
    _, _, _, level, number, agreed, before, (places, lift, done, lines, source) = one
    cost = extra_cost(lines) if before is None else before.cost + extra_cost(lines)
    path = SearchPath(before, number, lines, source, cost, () if lines else places)
    return level, SearchState(number, StackState(places, lift, done), agreed), path


@dataclass(slots=True, eq=False)
class Crowd:
    """The states with equally many nodes of a block done: how many have gone on, and of how many groups."""

    gone: int = 0
    groups: int = 0


@dataclass(slots=True, eq=False)
class Group:
    """The states of a crowd that have the same agreements: how many have gone on, and those that wait.

    No more of them go on when it is `full`.
    """

    crowd: Crowd
    progress: int
    gone: int = 0
    full: bool = False
    waiting: list[Waiting] = field(default_factory=list)


@dataclass(slots=True)
class Queue:
    """States that wait for a search by cost.

    Of each crowd and of each group only as many go on as the width allows. Then the others are dropped.
    """

    width: Width
    crowds: dict[tuple[int, int], Crowd] = field(default_factory=dict)
    groups: dict[tuple[int, int, int], Group] = field(default_factory=dict)
    first: list[tuple[float, float, int, Group]] = field(default_factory=list)

    def group(self, part: int, done: int, agreed: int) -> Group:
        """The group of a block, the number of its nodes that are done, and the number of the agreements."""
        found = self.groups.get((part, done, agreed))
        if found is None:
            crowd = self.crowds.setdefault((part, done), Crowd())
            found = self.groups[part, done, agreed] = Group(crowd, -1000 * part - done)
        return found

    def is_full(self, group: Group) -> bool:
        """Whether no more states of a group go on. It stays so, because more groups leave less to each."""
        gone, crowd, width = group.gone, group.crowd, self.width
        return crowd.gone >= width.states or (
            gone >= width.alike and gone >= width.states // crowd.groups and gone > 0
        )

    def add(self, group: Group, one: Waiting) -> None:
        """Put a state among those that wait to be followed."""
        waiting = group.waiting
        heappush(waiting, one)
        if waiting[0] is one:
            heappush(self.first, (*one[:3], group))

    def pop(self) -> Waiting | None:
        """The next state that may go on. None when there is none."""
        while self.first:
            _, _, number, group = heappop(self.first)
            waiting = group.waiting
            if not waiting or waiting[0][2] != number:
                continue  # it comes again, after one that was added later
            if self.is_full(group):
                waiting.clear()
                continue
            one = heappop(waiting)
            if waiting:
                heappush(self.first, (*waiting[0][:3], group))
            group.crowd.groups += not group.gone
            group.crowd.gone += 1
            group.gone += 1
            return one
        return None


@dataclass(slots=True)
class Layers:
    """States that wait for a search layer by layer: those with fewer nodes done go on first.

    States of a layer are alike when they hold equally many values on the stack only. The width limits how
    many of them go on, and how many of these may have the same agreements. States that hold few values there
    have stored more. They cost more now and less later. A layer from which no state comes to the next one
    becomes `wider`, as long as there is no program (`ended`).
    """

    problem: Problem
    width: Width
    ended: Callable[[], bool]
    layers: dict[tuple[int, int], list[Waiting]] = field(default_factory=dict)
    gone: dict[object, int] = field(default_factory=dict)
    refused: list[Waiting] = field(default_factory=list)
    wider: int = 1

    def add(self, one: Waiting) -> None:
        """Put a state among those that wait to be followed."""
        heappush(self.layers.setdefault((one[4], one[7][2].bit_count()), []), one)

    def pop(self) -> Waiting | None:
        """The next state that may go on. None when there is none."""
        while self.layers:
            stage = min(self.layers)
            layer = self.layers[stage]
            while layer:
                one = heappop(layer)
                if self._goes_on(one):
                    return one
                self.refused.append(one)
            if self.refused and len(self.layers) == 1 and self.wider < WIDEST and not self.ended():
                layer += self.refused
                heapify(layer)
                self.wider *= 2
            else:
                del self.layers[stage]
                self.wider = 1
            self.refused = []
        return None

    def _goes_on(self, one: Waiting) -> bool:
        """Whether this state may go on, by the number of states of its layer that are like it."""
        part, agreed = self.problem.parts[one[4]], one[5]
        places, _, done, *_ = one[7]
        loose = {*places[:LAST_X]}.difference(places[REGISTERS:], self.problem.constants, _NOTHING)
        stage = (part.number, done.bit_count(), len(loose))
        gone = self.gone.get(stage, 0)
        most = self.wider
        if gone >= most * self.width.layer:
            if done != part.full or not self._is_arranged(part.targets, agreed):
                return False
            most *= ARRANGING
            if gone >= most * self.width.layer:
                return False
        elif done == part.full and self._is_arranged(part.targets, agreed):
            most *= ARRANGING
        key = (*stage, id(agreed))
        alike = self.gone.get(key, 0)
        if agreed and alike >= most * max(4, self.width.layer // 3):
            return False
        self.gone[stage], self.gone[key] = gone + 1, alike + 1
        return True

    def _is_arranged(self, targets: list[int], agreed: AgreedPlaces) -> bool:
        """Whether it is agreed where values stand after a block. For a loop it may also be still free."""
        parts = self.problem.parts
        return not targets or any(
            parts[target].header or any(target == to for to, _ in agreed) for target in targets
        )
