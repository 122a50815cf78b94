"""The levels that a part takes from the stack: what it computes, shows or decides depends on them.

A value where ways meet depends on what it is on each of them, and the result of a call on what the called
part takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from generator.reading.flow import LEVELS, Reading
from generator.reading.parts import Part
from hp15c.graphs import reach
from hp15c.table.instructions import Role
from hp15c.terms import TermState, Way, constant, laws, uses
from hp15c.terms.term import FALSE, Term, inputs


class Taking:
    """What the parts of a program take."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._graph = reading.graph
        self.used = {part.start: _used_in(reading, part) for part in reading.parts}
        self._taken = {part.start: self._at_beginning(part, ()) for part in reading.parts}
        before: dict[int, frozenset[str]] = {}
        while before != self._taken:
            before = {**self._taken}
            for part in reading.parts:
                self._taken[part.start] = self._at_beginning(part, self._given_to_calls(part))

    def levels(self, part: Part) -> tuple[str, ...]:
        """The levels that a part takes, X first."""
        return tuple(name for name in LEVELS if name in self._taken[part.start])

    def _at_beginning(self, part: Part, more: tuple[Term, ...]) -> frozenset[str]:
        """The levels at the beginning of a part on which values that it uses depend."""
        used = *self.used[part.start], *more
        found = set(reach(used, lambda leaf: chain.from_iterable(map(inputs, self._on_each_way(leaf)))))
        begun = self._reading.before[part.start]
        parts_of = {name: (getattr(begun, name), getattr(begun, f"{name}i")) for name in LEVELS}
        return frozenset(name for name, parts in parts_of.items() if not found.isdisjoint(parts))

    def _on_each_way(self, leaf: Term) -> Iterator[Term]:
        """What a value where ways meet is on each of them."""
        name, _, where = str(leaf.payload).partition("@")
        if leaf.op != "input" or not where.isdecimal():
            return
        before = self._reading.before.get(int(where))
        if before is not None and _value_at(before, name) is leaf:
            for state in self._reading.origins.get(int(where), {}).values():
                value = _value_at(state, name)
                if value is not None:
                    yield value

    def _given_to_calls(self, part: Part) -> tuple[Term, ...]:
        """The inputs in the values that other parts take: those called, and those in which it goes on."""
        reading, found = self._reading, list[Term]()
        for line in part.lines:
            entered: list[tuple[int, TermState]] = []
            if self._graph.lines[line].role is Role.CALLS:
                entered += [(target, reading.before[line]) for target in self._graph.calls[line]]
            for target in self._graph.run(line):
                if target and reading.part_of(target).start == target:
                    ways = [way.state for way in reading.ways[line]]
                    entered += [(target, state) for state in ways if state.line in (target, line)]
            for target, state in entered:
                taken = [place for name in self._taken[target] for place in (name, f"{name}i")]
                found += [one for name in taken for one in inputs(getattr(state, name))]
        return tuple(found)


def _value_at(state: TermState, name: str) -> Term | None:
    """What a place of a state holds, None for a place that is not followed."""
    if name[:1] == "r" and name[1:].isdigit():
        return laws.register(state.memory, constant(int(name[1:])))
    value = getattr(state, name, None)
    return value if isinstance(value, Term) else None


def _used_in(reading: Reading, part: Part) -> frozenset[Term]:
    """The inputs that decide, are stored, computed with or shown. Others are only carried along."""
    found: set[Term] = set()
    for number in part.lines:
        before, role = reading.before[number], reading.graph.lines[number].role
        ways = reading.ways[number]
        terms = [condition for way in ways for condition in way.conditions]
        terms += [
            value
            for way in ways
            for value in (way.state.x, way.state.y, way.state.i)
            if value.args and value not in (before.x, before.y, before.z, before.t)
        ]
        for way in ways:
            if way.state.memory is not before.memory:
                terms.append(way.state.memory)
            for name in ("i", "seed"):
                value = getattr(way.state, name)
                terms += [value] * (value is not getattr(before, name))
            if way.way is Way.HANDED_OVER:
                use = uses.use_of(reading.program.steps[number - 1], before.lift is not FALSE)
                terms += [getattr(before, name) for name in use.reads]
        if role in (Role.RETURNS, Role.STOPS, Role.PAUSES):
            terms += [before.x, before.xi]
        if reading.graph.calls[number]:
            behind = state_behind(reading, number)
            terms += [value for value in (behind.x, behind.y) if value.args]
        for term in terms:
            found |= inputs(term)
    return frozenset(found)


def state_behind(reading: Reading, number: int) -> TermState:
    """The state after a line where it goes on, a typed number ended."""
    ways = [way for way in reading.ways[number] if way.way is not Way.FAILS]
    if any(way.way is Way.HANDED_OVER for way in ways) or reading.graph.calls[number]:
        for line in reading.graph.after[number]:
            for (source, _), state in reading.origins.get(line, {}).items():
                if source == number:
                    return state
    return ways[0].state if ways else reading.before[number]
