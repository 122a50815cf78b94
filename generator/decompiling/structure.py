"""A routine without goto: loops, conditions, early returns.

Each loop is entered at one place: what leads to another one is written a second time. It becomes `while
True`, which is left by break. Code at which several ways meet is written after the condition where they part.
Where that is not possible, short code is written once for each way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from generator.decompiling.routines import NotWritten
from generator.decompiling.statements import BREAK, CONTINUE, Block, If, Loop, Statement, size, walk
from hp15c.graphs import circles, nearest_dominators, postorder, reach, sources
from hp15c.terms.term import Term

N = TypeVar("N", bound=Hashable)
Copy = tuple[N, int]
"""A node, and the number of its copy."""
MOST_COPIES: Final = 60
MOST_SIZE: Final = 600
MOST_CHOICES: Final = 3
_WRONG: Final = 10_000


@dataclass(frozen=True, slots=True)
class Way(Generic[N]):
    """A way from a node: to another one, or to the end with a return among its statements."""

    target: N | None
    statements: Block


@dataclass(frozen=True, slots=True)
class Place(Generic[N]):
    """A node: its statements, and its one or two ways. The first of two is that where the condition holds."""

    statements: Block
    ways: tuple[Way[N], ...]
    condition: Term | None = None


class _Loop(NamedTuple, Generic[N]):
    """A loop, and the nodes at which ways from outside lead into it."""

    nodes: frozenset[N]
    entries: frozenset[N]


def entered_once(places: Mapping[N, Place[N]], first: N) -> Mapping[Copy[N], Place[Copy[N]]]:
    """The same nodes, some of them twice, so that each loop is entered at one place.

    A loop begins at that of its entries for which least is written again. NotWritten when that is too much.
    """
    made: dict[Copy[N], Place[Copy[N]]] = {
        (node, 0): _lead(place, lambda target: (target, 0)) for node, place in places.items()
    }
    copies = 0
    while (loop := _entered_twice(made, (first, 0))) is not None:
        again = min(
            (_written_again(made, loop, head) for head in _heads(loop, (first, 0))),
            key=lambda found: (len(found), sorted(map(repr, found))),
        )
        copies += len(again)
        if copies > MOST_COPIES:
            raise NotWritten("a loop is entered at two places", *line_of(min(loop.entries, key=repr)))
        number = 1 + max(copy for _, copy in made)
        twins = {node: (node[0], number + place) for place, node in enumerate(sorted(again, key=repr))}
        made |= {twin: _lead(made[node], _twin_of(twins)) for node, twin in twins.items()}
        outside = made.keys() - loop.nodes - {*twins.values()}
        made |= {node: _lead(made[node], _twin_of(twins)) for node in outside}
    return made


def _twin_of(twins: Mapping[N, N]) -> Callable[[N], N]:
    return lambda target: twins.get(target, target)


M = TypeVar("M", bound=Hashable)


def _lead(place: Place[N], to: Callable[[N], M]) -> Place[M]:
    """The same node with ways that lead elsewhere: `to` gives the new node for each old one."""
    ways = tuple(Way(None if way.target is None else to(way.target), way.statements) for way in place.ways)
    return Place(place.statements, ways, place.condition)


def targets(place: Place[N]) -> list[N]:
    """The nodes to which the ways from a node lead."""
    return [way.target for way in place.ways if way.target is not None]


def _heads(loop: _Loop[N], first: N) -> Iterable[N]:
    """The entries at which a loop may begin: where the routine begins, if that is one of them."""
    return [first] if first in loop.entries else loop.entries


def _written_again(places: Mapping[N, Place[N]], loop: _Loop[N], head: N) -> set[N]:
    """The nodes of a loop that the other entries lead to before its head."""
    inside = loop.nodes - {head}

    def ahead(node: N) -> list[N]:
        return [one for one in targets(places[node]) if one in inside]

    return set(reach(loop.entries - {head}, ahead))


def _entered_twice(places: Mapping[N, Place[N]], first: N) -> _Loop[N] | None:
    """An outermost loop that is entered at more than one place. None where there is none."""

    def ahead(node: N) -> list[N]:
        return targets(places[node])

    reached = dict.fromkeys(reach([first], ahead))
    before = sources(reached, ahead)
    waiting = [reached]
    while waiting:
        for part in circles(waiting.pop(), ahead):
            nodes = frozenset(part)
            entries = frozenset(node for node in part if node == first or not nodes.issuperset(before[node]))
            if len(entries) > 1:
                return _Loop(nodes, entries)
            if len(nodes) > 1:
                waiting.append(dict.fromkeys(node for node in part if node not in entries))
    return None


def line_of(node: object) -> tuple[int, ...]:
    """The line of a node, of which there may be copies of copies."""
    while isinstance(node, tuple) and not hasattr(node, "line"):
        node = node[0]
    line = getattr(node, "line", None)
    return (line,) if isinstance(line, int) else ()


def structure(places: Mapping[N, Place[N]], first: N, begins: Block) -> Block:
    """The statements of a routine, after `begins`. NotWritten for a loop that is left to two places."""
    made = _Structure(entered_once(places, first), (first, 0)).block()
    if OUT in walk(made):
        raise NotWritten("a loop is left to two places")
    return (*begins, *made)


class _Structure(Generic[N]):
    def __init__(self, places: Mapping[N, Place[N]], first: N) -> None:
        self._places, self._first = places, first
        self._order = postorder([first], self._targets)[::-1]
        self._rank = {node: rank for rank, node in enumerate(self._order)}
        self._sources = sources(self._order, self._targets)
        self._above = nearest_dominators(self._order, self._sources.__getitem__, {first})
        self._loops = self._find_loops()
        self._written = 0

    def block(self) -> Block:
        return self._emit(self._first, {}, frozenset())

    def _targets(self, node: N) -> list[N]:
        return targets(self._places[node])

    # graph

    def _find_loops(self) -> Mapping[N, frozenset[N]]:
        """The nodes of each loop by its head."""
        found: dict[N, set[N]] = {}
        for node in self._order:
            for target in self._targets(node):
                if self._rank[target] <= self._rank[node]:
                    found.setdefault(target, {target}).update(self._loop_body(target, node))
        return {head: frozenset(body) for head, body in found.items()}

    def _loop_body(self, head: N, last: N) -> set[N]:
        return {head, *reach([last], lambda node: () if node == head else self._sources[node])}

    # statements

    def _emit(self, node: N | None, stops: Mapping[N, Block], inside: frozenset[N]) -> Block:
        """The statements from a node up to one of the stops, which has its own statements.

        `inside` are the heads of the loops in which this stands.
        """
        made: list[Statement] = []
        while node is not None:
            if node in stops:
                return (*made, *stops[node])
            if node in self._loops and node not in inside:
                loop, follow = self._best_loop(node, stops, inside)
                made += loop
                if follow is None:
                    return tuple(made)
                node = follow
                continue
            if self._written >= MOST_SIZE + 40 * len(self._places):
                raise NotWritten("too many ways cross", *line_of(node))
            parted, node = self._node(node, stops, inside)
            made += parted
        return tuple(made)

    def _node(self, node: N, stops: Mapping[N, Block], inside: frozenset[N]) -> tuple[Block, N | None]:
        """The statements of a node and of where its ways part, and the node after them, None for none."""
        self._written += 1
        place = self._places[node]
        if len(place.ways) < 2:
            more = [one for way in place.ways for one in way.statements]
            return (*place.statements, *more), place.ways[0].target if place.ways else None
        parted, after = self._part(node, place, stops, inside)
        return (*place.statements, *parted), after

    def _part(
        self, node: N, place: Place[N], stops: Mapping[N, Block], inside: frozenset[N]
    ) -> tuple[Block, N | None]:
        """An if statement, and the node that stands after it, None where nothing does."""
        assert place.condition is not None
        best: tuple[int, Block, N | None] | None = None
        meetings = self._meetings(node, stops, inside)
        for meeting in meetings:
            before = self._written
            until = stops
            if meeting is not None:  # what stands after an outer meeting cannot be reached from here
                until = {stop: block or (OUT,) for stop, block in stops.items()} | {meeting: ()}
            arms = [(*way.statements, *self._emit(way.target, until, inside)) for way in place.ways]
            cost = sum(map(size, arms[0])) + sum(map(size, arms[1]))
            wrong = OUT in walk(arms[0]) or OUT in walk(arms[1])
            if meeting is not None:
                cost += len(self._reached_nodes(meeting, stops))
            if len(meetings) > 2:
                self._written = before + (self._written - before) // 3
            cost += _WRONG * wrong
            if best is None or cost < best[0]:
                best = cost, (If(place.condition, *arms),), meeting
            if meeting is not None and len(meetings) == 2 and not wrong:
                break  # the ways part and meet again
        assert best is not None
        return best[1], best[2]

    def _meetings(self, node: N, stops: Mapping[N, Block], inside: frozenset[N]) -> list[N | None]:
        """The nodes at which the ways from a node may meet again."""
        arms = [self._reached_nodes(way.target, stops) for way in self._places[node].ways]
        both = [one for one in self._order if one in arms[0] and one in arms[1] and self._above[one] == node]
        return [*both[:MOST_CHOICES], None]

    def _reached_nodes(self, node: N | None, stops: Mapping[N, Block]) -> set[N]:
        begins = [] if node is None else [node]
        return {*reach(begins, lambda one: () if one in stops else self._targets(one))} - stops.keys()

    def _best_loop(self, head: N, stops: Mapping[N, Block], inside: frozenset[N]) -> tuple[Block, N | None]:
        """A loop, and the node after it. Others are tried where its ways out lead to several places."""
        usual = self._follow(head, stops)
        first = self._loop(head, usual, stops, inside)
        if OUT not in walk(first):
            return first, usual
        before = self._written
        for follow in self._other_nodes(head, stops):
            loop = self._loop(head, follow, stops, inside) if follow != usual else first
            self._written = before + (self._written - before) // 3
            if OUT not in walk(loop):
                return loop, follow
        return first, usual

    def _other_nodes(self, head: N, stops: Mapping[N, Block]) -> Iterable[N | None]:
        """The other nodes that may stand after a loop: outer ones, those of its ways out, or None."""
        exits = self._exits(head)
        led = {
            target
            for one in exits
            for node in (one, *self._reached_nodes(one, stops))
            for target in (node, *self._targets(node))
        }
        yield from (stop for stop in stops if stop in led)
        yield from sorted(set(exits), key=lambda one: self._rank[one])
        yield None

    def _follow(self, head: N, stops: Mapping[N, Block]) -> N | None:
        """The node after a loop, at which the ways out of it meet. None where no way leads out."""
        exits = self._exits(head)
        if not exits:
            return None
        inner = list(dict.fromkeys(exits))
        outer = [one for one in inner if one in stops]
        if outer:
            return max(outer, key=exits.count)
        reached = [self._reached_nodes(one, stops) for one in inner]
        common = [one for one in self._order if all(one in found for found in reached)]
        if common:
            return common[0]
        alive = [one for one in inner if not self._short(one)]
        return max(alive or inner, key=lambda one: (exits.count(one), self._rank[one]))

    def _exits(self, head: N) -> list[N]:
        """The nodes to which the ways out of a loop lead, as often as they do."""
        body = self._loops[head]
        ways = (target for node in self._order if node in body for target in self._targets(node))
        return [target for target in ways if target not in body]

    def _short(self, node: N) -> bool:
        """Whether the code at a node soon ends."""
        return len(self._reached_nodes(node, {})) <= 6

    def _loop(self, head: N, follow: N | None, stops: Mapping[N, Block], inside: frozenset[N]) -> Block:
        until: dict[N, Block] = {head: (CONTINUE,)}
        if follow is not None:
            until[follow] = (BREAK,)
        for stop in stops:
            if stop not in until:
                until[stop] = (OUT,)
        place_inside = inside | {head}
        begun, node = self._node(head, until, place_inside)
        body = (*begun, *self._emit(node, until, place_inside))
        return (Loop(_without_last(body, CONTINUE)),)


OUT: Final = Statement()
"""Marks a way out of a loop to a place that is not after it."""


def _without_last(block: Block, last: Statement) -> Block:
    """A block without a statement at its ends that changes nothing there."""
    if not block:
        return block
    end = block[-1]
    if end is last:
        return _without_last(block[:-1], last)
    if isinstance(end, If):
        body, orelse = _without_last(end.body, last), _without_last(end.orelse, last)
        if (body, orelse) != (end.body, end.orelse):
            made = (If(end.condition, body, orelse),) if body or orelse else ()
            return (*block[:-1], *made)
    return block
