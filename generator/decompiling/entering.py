"""Loops that are entered at one place each: what leads to another one is written a second time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from generator.decompiling.routines import NotWritten
from generator.decompiling.statements import Block
from hp15c.graphs import circles, reach, sources
from hp15c.terms.term import Term

N = TypeVar("N", bound=Hashable)
Copy = tuple[N, int]
"""A node, and which copy of it."""
MOST_COPIES: Final = 60


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

    A loop begins at that of its entries for which least is written again.
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
        made |= {twin: _lead(made[node], _to(twins)) for node, twin in twins.items()}
        outside = made.keys() - loop.nodes - {*twins.values()}
        made |= {node: _lead(made[node], _to(twins)) for node in outside}
    return made


def _to(twins: Mapping[N, N]) -> Callable[[N], N]:
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
    """An outermost loop that is entered at more than one place."""

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
