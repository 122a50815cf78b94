"""The variables of a routine: which values have one, where it is assigned, and which values share one.

Which variables are needed before each node, and which are needed at the same time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from generator.decompiling.events import INDEX, Event, Flow, Node
from generator.decompiling.needs import (
    Needs,
    given_values,
    is_condition,
    is_needed,
    operands,
    register_of,
    returned_values,
)
from generator.reading.flow import PLACES
from hp15c.graphs import reach
from hp15c.terms import TermState, input_of, laws
from hp15c.terms.term import NOUGHT, Term
from hp15c.terms.text import OF_MODE


class Define(NamedTuple):
    """An assignment of a value to its variable."""

    variable: Term
    value: Term


class Copies(NamedTuple):
    """Assignments at once, where ways meet."""

    targets: tuple[Term, ...]
    values: tuple[Term, ...]


@dataclass
class Variables:
    """The variables of a routine.

    `registers` are those of the module. `defines` are the assignments of each node, `copies` those on each
    edge (None: where the routine begins). `share` has for each value with a variable the first of those that
    share it. `opposites` gives, for a value without a variable, the value with the other sign that has one.
    `inlined` has the elements of the array that are written where they are used, with their indices.
    """

    needs: Needs
    registers: frozenset[int] = frozenset()
    named: set[Term] = field(default_factory=set)
    defines: dict[Node, list[Define]] = field(default_factory=dict)
    copies: dict[tuple[Node | None, int], Copies] = field(default_factory=dict)
    share: dict[Term, Term] = field(default_factory=dict)
    homes: dict[Term, set[int]] = field(default_factory=dict)
    opposites: dict[Term, Term] = field(default_factory=dict)
    inlined: dict[Term, Term] = field(default_factory=dict)

    def share_of(self, leaf: Term) -> Term:
        """The value that stands for all that share a variable with this one."""
        return self.share.get(leaf, leaf)

    def has(self, term: Term) -> bool:
        """Whether a value has a variable."""
        return (term.op in ("input", "register") and term not in self.inlined) or term in self.named

    def leaves(self, root: Term) -> set[Term]:
        """The variables in a value as it is written."""
        found: set[Term] = set()
        waiting = [root]
        while waiting:
            term = waiting.pop()
            if term in self.inlined:
                waiting.append(self.inlined[term])
            elif self.has(term):
                found.add(term)
            elif term in self.opposites:
                found.add(self.opposites[term])
            else:
                waiting += operands(term)
        return found

    def value_leaves(self, one: Define) -> set[Term]:
        """The variables in the value of an assignment."""
        if one.variable is not one.value:
            return self.leaves(one.value)
        return {leaf for part in self.parts(one.value) for leaf in self.leaves(part)}

    def parts(self, term: Term) -> tuple[Term, ...]:
        """The operands of a value that is assigned to its variable."""
        inside = operands(term)
        if term.op == "CHS" and self.opposites.get(inside[0]) is term:
            return operands(inside[0])
        return inside


def register_variable(number: int) -> Term:
    """The variable of a register of the module."""
    return input_of(f"register {number}")


def composite(term: Term) -> bool:
    return term.op not in ("input", "register", "constant") and not is_condition(term)


def restless(term: Term) -> bool:
    """Whether it matters when a value is computed: it may fail, or depends on a mode."""
    if term.op in OF_MODE:
        return True
    if term.op == "÷":
        return laws.fails("÷", *term.args) is not laws.equal(NOUGHT, NOUGHT) and term.args[1].number is None
    return term.op not in (*laws.NEVER_FAIL, "CHS")


@lru_cache(100_000)
def size(term: Term) -> int:
    return 1 + sum(map(size, operands(term)))


@lru_cache(100_000)
def is_within(term: Term, value: Term) -> bool:
    return term is value or any(is_within(term, one) for one in operands(value))


def places(state: TermState) -> set[Term]:
    """All values that a state holds in levels, LAST X and registers."""
    found = {getattr(state, name) for name in PLACES}
    found.update(value for _, value in laws.stores(state.memory))
    return found | {flag for flag in state.flags if flag.op != "constant"}


class Liveness:
    """Follows the variables of a routine backwards."""

    def __init__(self, found: Variables) -> None:
        self.found, self._needs = found, found.needs
        self._flow: Flow = found.needs.flow

    def before(self) -> Mapping[Node, set[Term]]:
        """The variables that are needed before each node."""
        live: dict[Node, set[Term]] = {node: set() for node in self._needs.order}
        changed = True
        while changed:
            changed = False
            for node in reversed(self._needs.order):
                now = self._needed_before(node, live, None)
                if now != live[node]:
                    live[node] = now
                    changed = True
        return live

    def on_edge(
        self,
        node: Node,
        place: int,
        live: Mapping[Node, set[Term]],
        conflicts: dict[Term, set[Term]] | None = None,
    ) -> set[Term]:
        """The variables that are needed on a way from a node. `live` are those before each node."""
        edge = self._flow.edges[node][place]
        if edge.target is None:
            return {leaf for value in returned_values(self._needs, edge) for leaf in self.found.leaves(value)}
        return self._needed_before_copies(self.found.copies[node, place], live[edge.target], conflicts)

    def conflicts(self) -> Mapping[Term, set[Term]]:
        """For each variable, the others that are needed when it is assigned."""
        live = self.before()
        found: dict[Term, set[Term]] = {}
        for node in self._needs.order:
            self._needed_before(node, live, found)
        begun = self._needed_before_copies(self.found.copies[None, 0], live[self._flow.first], found)
        for leaf in begun:
            found.setdefault(leaf, set()).update(begun - {leaf})
        return found

    def _needed_before(
        self, node: Node, live: Mapping[Node, set[Term]], conflicts: dict[Term, set[Term]] | None
    ) -> set[Term]:
        """The variables needed before a node. Conflicts are noted, if wanted."""
        edges = self._flow.edges[node]
        now = set[Term]().union(*(self.on_edge(node, at, live, conflicts) for at in range(len(edges))))
        if len(edges) > 1:
            now |= self.found.leaves(edges[0].condition)
        for one in reversed(self.found.defines[node]):
            now = self._define(one, now, conflicts)
        event = self._flow.events.get(node)
        if event is not None:
            given_back = (set(event.gives.values()) & self._needs.uses.keys()) - self.found.inlined.keys()
            taken = given_values(event, self._needs) if is_needed(event, self._needs) else []
            used = {leaf for value in taken for leaf in self.found.leaves(value)}
            if conflicts is not None:
                for leaf in given_back:
                    beside = now | given_back | (used if "value" in event.takes else set())
                    conflicts.setdefault(leaf, set()).update(beside - {leaf})
                if event.kind == "call":
                    self._change(changed_by(int(event.what), self._needs.all), event.gives, now, conflicts)
                elif event.kind == "sums":
                    self._change(changed_sums(event), event.gives, now, conflicts)
            now = (now | used) - given_back
        return now

    def _change(
        self,
        numbers: frozenset[int],
        gives: Mapping[str, Term],
        now: set[Term],
        conflicts: dict[Term, set[Term]],
    ) -> None:
        """Note that registers which a call or a sum changes conflict with what is needed after it."""
        for number in self.found.registers & numbers:
            kept = gives.get("i" if number == INDEX else f"r{number}")
            conflicts.setdefault(register_variable(number), set()).update(now - {kept})

    def _define(self, one: Define, now: set[Term], conflicts: dict[Term, set[Term]] | None) -> set[Term]:
        if conflicts is not None:
            same = {one.variable} | ({one.value} if self.found.has(one.value) else set())
            conflicts.setdefault(one.variable, set()).update(now - same)
        return (now - {one.variable}) | self.found.value_leaves(one)

    def _needed_before_copies(
        self, copies: Copies, after: set[Term], conflicts: dict[Term, set[Term]] | None
    ) -> set[Term]:
        """The variables needed before copies, from those after them."""
        now, pairs = after - set(copies.targets), list(zip(copies.targets, copies.values, strict=True))
        if conflicts is not None:
            for target, value in pairs:
                others = {other for other, given_to in pairs if given_to is not value}
                conflicts.setdefault(target, set()).update((now | others) - {target, value})
        return now.union(*map(self.found.leaves, copies.values))


def changed_by(start: int, needs: Mapping[int, Needs]) -> frozenset[int]:
    """The registers that a routine and those that it calls store."""

    def calls(one: int) -> list[int]:
        return [int(event.what) for event in needs[one].flow.events.values() if event.kind == "call"]

    found: set[int] = set()
    for flow in (needs[one].flow for one in reach([start], calls)):
        found |= {number for stores in flow.stores.values() for number, _ in stores}
        found = found.union(*(changed_sums(one) for one in flow.events.values() if one.kind == "sums"))
    return frozenset(found)


def changed_sums(event: Event) -> frozenset[int]:
    """The registers that a line with the statistics sums changes."""
    return frozenset(number for place in event.gives if (number := register_of(place)) is not None)
