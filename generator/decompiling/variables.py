"""Which values have a variable, where it is assigned, and which values share one.

A value that is used once is written where it is used, unless something that can be seen happens before.
Values share a variable where they are never needed at the same time: those of one register, and those that
meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from generator.decompiling.flow import INDEX, PLACES, Edge, Flow, Node, held
from generator.decompiling.needs import (
    OF_MODE,
    Needs,
    given,
    is_condition,
    operands,
    place_of,
    register_of,
    returned,
    value_at,
)
from hp15c.terms import TermState, input_of, laws
from hp15c.terms.term import NOUGHT, Term

COUNTS: Final = ("DSE", "ISG")


class Define(NamedTuple):
    """An assignment of a value to its variable. `register` is the number of the register that is stored."""

    variable: Term
    value: Term


class Copies(NamedTuple):
    """Assignments at once, where ways meet."""

    targets: tuple[Term, ...]
    values: tuple[Term, ...]


@dataclass
class Variables:
    """The variables of a routine.

    `defines` are the assignments of each node, `copies` those on each edge (None: where the routine begins).
    `share` has for each value with a variable the first of those that share it. `opposites` has for a value
    without one the value with the other sign that has one.
    """

    needs: Needs
    named: set[Term] = field(default_factory=set)
    defines: dict[Node, list[Define]] = field(default_factory=dict)
    copies: dict[tuple[Node | None, int], Copies] = field(default_factory=dict)
    share: dict[Term, Term] = field(default_factory=dict)
    homes: dict[Term, set[int]] = field(default_factory=dict)
    opposites: dict[Term, Term] = field(default_factory=dict)

    def shared(self, leaf: Term) -> Term:
        """The value that stands for all that share a variable with this one."""
        return self.share.get(leaf, leaf)

    def has(self, term: Term) -> bool:
        """Whether a value has a variable."""
        return term.op in ("input", "register") or term in self.named


def register_variable(number: int) -> Term:
    """The variable of a register of the module."""
    return input_of(f"register {number}")


def variables(
    needs: Needs, all_needs: Mapping[int, Needs], shared: frozenset[int], words: frozenset[int] = frozenset()
) -> Variables:
    """The variables of a routine. `shared` are the registers of the module, `words` those with a name."""
    return _Finder(needs, all_needs, shared, words).found


class _Finder:
    def __init__(
        self, needs: Needs, all_needs: Mapping[int, Needs], shared: frozenset[int], words: frozenset[int]
    ) -> None:
        self._words = words
        self._needs, self._all, self._registers = needs, all_needs, shared
        self._flow: Flow = needs.flow
        self._sources = _sources(needs)
        self.found = Variables(needs)
        self._made = {term: self._making(term) for term in needs.uses if _composite(term)}
        self._made |= {
            opposite: self._making(opposite)
            for term, made in self._made.items()
            if not made and _composite(opposite := laws.negate(term)) and opposite not in self._made
        }
        for term, made in self._made.items():
            if not made and needs.uses.get(term, 0) > 1 and not self._made.get(laws.negate(term)):
                self._made[term] = self._making_within(term)
        self._name()
        self._place()
        while lost := self._lost():
            self.found.named -= lost
            self.found.opposites = {
                one: other for one, other in self.found.opposites.items() if other not in lost
            }
            self._place()
        self._share()

    # which values

    def _making(self, term: Term) -> list[Node]:
        """The nodes that compute a value: it is in a place behind them, and in none before."""
        found = []
        for node in self._needs.order:
            if any(term in places(edge.state) for edge in self._flow.edges[node]) and term not in places(
                self._flow.before[node]
            ):
                found.append(node)
        return found

    def _making_within(self, term: Term) -> list[Node]:
        """The nodes that compute something in which a value stands that has no place of its own."""

        def holds(state: TermState) -> bool:
            return any(_within(term, value) for value in places(state))

        return [
            node
            for node in self._needs.order
            if any(holds(edge.state) for edge in self._flow.edges[node])
            and not holds(self._flow.before[node])
        ]

    def _name(self) -> None:
        uses = self._needs.uses
        named = self.found.named
        for term, count in uses.items():
            if count < 2 or term.op in COUNTS or not _composite(term):
                continue
            if term.op == "CHS":
                if _composite(term.args[0]) and self._made.get(term):
                    named.add(term)
                    self.found.opposites[term.args[0]] = term
                continue
            opposite = laws.negate(term)
            if self._made.get(term):
                named.add(term)
            elif opposite in uses and self._made.get(opposite):
                named.add(opposite)
                self.found.opposites[term] = opposite
        named |= self._noted()
        while late := set(self._late()):
            for term in late:
                opposite = laws.negate(term)
                if self._made.get(term):
                    named.add(term)
                else:
                    named.add(opposite)
                    self.found.opposites[term] = opposite

    def _noted(self) -> set[Term]:
        """Values that go to a register which has a name in the notes of the listing."""
        return {
            value
            for stores in self._flow.stores.values()
            for number, value in stores
            if number in self._words
            and number not in self._registers
            and self._made.get(value)
            and value.op not in ("CHS", *COUNTS)
        }

    def _may_stand(self, term: Term, node: Node, apart: bool) -> bool:
        """Whether a value may be written out at a node, or on one of its ways if `apart`."""
        if self._repeated(term, node) or self._crosses(term, node):
            return False
        return not _restless(term) or (not apart and self._near(term, node))

    def _repeated(self, term: Term, node: Node) -> bool:
        """Whether a node is in a loop in which a value is not computed."""
        made = set(self._made[term])
        seen: set[Node] = set()
        waiting = [node]
        while waiting:
            one = waiting.pop()
            for edge in self._flow.edges[one]:
                target = edge.target
                if target == node and target not in made:
                    return True
                if target is not None and target not in seen and target not in made:
                    seen.add(target)
                    waiting.append(target)
        return False

    def _crosses(self, term: Term, node: Node) -> bool:
        """Whether a value is kept from where it is computed to a node past a call, or to where ways meet.

        The proof looks at a program from one such place to the next one, and knows whole values only.
        """
        made = set(self._made[term])
        seen: set[Node] = set()
        waiting = [node] if node not in made else []
        while waiting:
            one = waiting.pop()
            if one in seen or one in made:
                continue
            seen.add(one)
            sources = self._sources.get(one, ())
            if len(sources) > 1 or (one != node and self._event_kind(one) == "call"):
                return True
            waiting += sources
        return False

    def _event_kind(self, node: Node) -> str:
        event = self._flow.events.get(node)
        return "" if event is None else event.kind

    def _late(self) -> Iterator[Term]:
        """Values that cannot be written out where they are used: the largest of each place."""
        for node in self._needs.order:
            roots = [*self._own(node), *(one.value for one in self._stored(node))]
            onward = [value for edge in self._flow.edges[node] for value in self._onward(edge)]
            yield from self._late_in(roots, node, apart=False)
            yield from self._late_in(onward, node, apart=len(self._flow.edges[node]) > 1)
        for term in list(self.found.named):
            for node in self._made[term]:
                yield from self._late_in(self._parts(term), node, apart=False)

    def _late_in(self, roots: Iterable[Term], node: Node, *, apart: bool) -> Iterator[Term]:
        """Those among the values that are written out for these at a node, or on one of two ways from it."""
        waiting = list(roots)
        while waiting:
            term = waiting.pop()
            if is_condition(term):
                waiting += operands(term)
            elif _composite(term) and term not in self.found.named and term not in self.found.opposites:
                placed = term if self._made.get(term) else laws.negate(term)
                made = self._made.get(placed) and term.op not in COUNTS and placed.op not in COUNTS
                if made and not self._may_stand(placed, node, apart):
                    yield term
                else:
                    waiting += operands(term)

    def _near(self, term: Term, node: Node) -> bool:
        """Whether nothing that can be seen happens between where a value is computed and this node."""
        made = self._made[term]
        if len(made) != 1:
            return False
        here = made[0]
        while here != node:
            edges = self._flow.edges[here]
            if len(edges) != 1 or edges[0].target is None:
                return False
            here = edges[0].target
            if here == made[0] or len(self._sources.get(here, ())) > 1:
                return False
            if here != node and (here in self._flow.events or self._stored(here)):
                return False
        return True

    # where

    def _own(self, node: Node) -> Iterator[Term]:
        """The values that a node itself uses: what an event is given, and a condition."""
        event = self._flow.events.get(node)
        if event is not None:
            yield from given(event, self._all)
        edges = self._flow.edges[node]
        if len(edges) > 1:
            yield edges[0].condition

    def _onward(self, edge: Edge) -> Iterator[Term]:
        """The values that are used on a way to another node or to the end."""
        if edge.target is None:
            yield from returned(self._needs, edge)
        else:
            for leaf in self._meeting(edge.target):
                yield value_at(edge.state, place_of(leaf)[0])

    def _meeting(self, node: Node) -> list[Term]:
        """The values that have a name because ways meet at a node, and are needed."""
        return [leaf for leaf in self._needs.uses if leaf.op == "input" and place_of(leaf)[1] == node.mark]

    def _stored(self, node: Node) -> list[Define]:
        """The assignments to registers of the module at a node."""
        return [
            Define(register_variable(number), value)
            for number, value in self._flow.stores.get(node, ())
            if number in self._registers
        ]

    def _place(self) -> None:
        """Put each assignment where its value is computed, or where it goes to its register right after."""
        found = self.found
        found.defines, found.copies = {}, {}
        moved: dict[Term, Node] = {}
        for term in found.named:
            target = self._stored_soon(term)
            if target is not None:
                moved[term] = target
        for node in self._needs.order:
            made = [term for term in found.named if node in self._made[term] and term not in moved]
            made.sort(key=_size)
            defines = [Define(term, term) for term in made]
            for one in self._stored(node):
                if moved.get(one.value) == node:
                    defines.append(Define(one.value, one.value))
                defines.append(one)
            found.defines[node] = defines
            for place, edge in enumerate(self._flow.edges[node]):
                if edge.target is not None:
                    met = self._meeting(edge.target)
                    values = tuple(value_at(edge.state, place_of(leaf)[0]) for leaf in met)
                    found.copies[node, place] = Copies(tuple(met), values)
        first = self._meeting(self._flow.first)
        values = tuple(value_at(self._flow.begun, place_of(leaf)[0]) for leaf in first)
        found.copies[None, 0] = Copies(tuple(first), values)

    def _stored_soon(self, term: Term) -> Node | None:
        """The node that stores a value in a register of the module, where nothing happens before."""
        made = self._made[term]
        if len(made) != 1:
            return None
        for node in self._needs.order:
            if any(one.value is term for one in self._stored(node)) and self._near(term, node):
                between = self._between(made[0], node)
                used = [value for one in between for value in self._own(one)]
                used += [one for other in between for one in self._made_at(other) if one is not term]
                return None if any(_within(term, value) for value in used) else node
        return None

    def _between(self, first: Node, last: Node) -> list[Node]:
        found = [first]
        while found[-1] != last:
            target = self._flow.edges[found[-1]][0].target
            assert target is not None
            found.append(target)
        return found

    def _made_at(self, node: Node) -> list[Term]:
        return [term for term in self.found.named if node in self._made[term]]

    # which share

    def leaves(self, root: Term) -> set[Term]:
        """The variables in a value as it is written."""
        found: set[Term] = set()
        waiting = [root]
        while waiting:
            term = waiting.pop()
            if self.found.has(term):
                found.add(term)
            elif term in self.found.opposites:
                found.add(self.found.opposites[term])
            else:
                waiting += operands(term)
        return found

    def _value_leaves(self, one: Define) -> set[Term]:
        """The variables in the value of an assignment."""
        if one.variable is not one.value:
            return self.leaves(one.value)
        found: set[Term] = set()
        for part in self._parts(one.value):
            found |= self.leaves(part)
        return found

    def _parts(self, term: Term) -> tuple[Term, ...]:
        """The operands of a value that is assigned to its variable."""
        parts = operands(term)
        if term.op == "CHS" and self.found.opposites.get(parts[0]) is term:
            return operands(parts[0])
        return parts

    def _live(self) -> Mapping[Node, set[Term]]:
        """The variables that are needed before each node."""
        live: dict[Node, set[Term]] = {node: set() for node in self._needs.order}
        changed = True
        while changed:
            changed = False
            for node in reversed(self._needs.order):
                now = self._before(node, live, None)
                if now != live[node]:
                    live[node] = now
                    changed = True
        return live

    def _before(
        self, node: Node, live: Mapping[Node, set[Term]], conflicts: dict[Term, set[Term]] | None
    ) -> set[Term]:
        """The variables needed before a node. Conflicts are noted, if wanted."""
        now: set[Term] = set()
        for place, edge in enumerate(self._flow.edges[node]):
            if edge.target is None:
                for value in returned(self._needs, edge):
                    now |= self.leaves(value)
            else:
                now |= self._through(self.found.copies[node, place], live[edge.target], conflicts)
        edges = self._flow.edges[node]
        if len(edges) > 1:
            now |= self.leaves(edges[0].condition)
        for one in reversed(self.found.defines[node]):
            now = self._defined(one, now, conflicts)
        event = self._flow.events.get(node)
        if event is not None:
            given_back = set(event.gives.values()) & self._needs.uses.keys()
            if conflicts is not None:
                for leaf in given_back:
                    conflicts.setdefault(leaf, set()).update((now | given_back) - {leaf})
                if event.kind == "call":
                    self._called(event.what, event.gives, now, conflicts)
            now -= given_back
            for value in given(event, self._all) if event.kind != "pair" or given_back else ():
                now |= self.leaves(value)
        return now

    def _called(
        self, target: str, gives: Mapping[str, Term], now: set[Term], conflicts: dict[Term, set[Term]]
    ) -> None:
        """Registers that a called routine changes conflict with what is needed behind the call."""
        for number in self._registers & changed_by(int(target), self._all):
            kept = gives.get("i" if number == INDEX else f"r{number}")
            conflicts.setdefault(register_variable(number), set()).update(now - {kept})

    def _defined(self, one: Define, now: set[Term], conflicts: dict[Term, set[Term]] | None) -> set[Term]:
        if conflicts is not None:
            same = {one.variable} | ({one.value} if self.found.has(one.value) else set())
            conflicts.setdefault(one.variable, set()).update(now - same)
        return (now - {one.variable}) | self._value_leaves(one)

    def _through(
        self, copies: Copies, after: set[Term], conflicts: dict[Term, set[Term]] | None
    ) -> set[Term]:
        """The variables needed before copies, from those behind them."""
        if conflicts is not None:
            for target, value in zip(copies.targets, copies.values, strict=True):
                others = {
                    other
                    for other, given_to in zip(copies.targets, copies.values, strict=True)
                    if given_to is not value
                }
                same = {target, value}
                conflicts.setdefault(target, set()).update(((after - set(copies.targets)) | others) - same)
        now = after - set(copies.targets)
        for value in copies.values:
            now |= self.leaves(value)
        return now

    def _lost(self) -> set[Term]:
        """Values that are needed where they have not been computed on all ways."""
        live = self._live()[self._flow.first]
        return {term for term in live if _composite(term)}

    def _share(self) -> None:
        live = self._live()
        conflicts: dict[Term, set[Term]] = {}
        for node in self._needs.order:
            self._before(node, live, conflicts)
        begun = self._through(self.found.copies[None, 0], live[self._flow.first], conflicts)
        for leaf in begun:
            conflicts.setdefault(leaf, set()).update(begun - {leaf})
        self._find_homes()
        sharing = _Sharing(conflicts, {leaf: homes & self._words for leaf, homes in self.found.homes.items()})
        for number in sorted(self._registers):
            self._join_register(number, sharing)
        sharing.close({register_variable(number) for number in self._registers})
        for copies in self.found.copies.values():
            for target, value in zip(copies.targets, copies.values, strict=True):
                if self.found.has(value):
                    sharing.join(target, value, like=True)
        by_home: dict[int, Term] = {}
        begun = {getattr(self._flow.begun, name) for name in PLACES}
        for leaf, numbers in self.found.homes.items():
            if leaf in begun:
                continue
            for number in numbers - self._registers:
                sharing.join(by_home.setdefault(number, leaf), leaf)
        self.found.share = {leaf: sharing.of(leaf) for leaf in self._all_leaves()}

    def _all_leaves(self) -> list[Term]:
        found = [term for term in self._needs.uses if self.found.has(term)]
        return [*found, *map(register_variable, sorted(self._registers))]

    def _join_register(self, number: int, sharing: _Sharing) -> None:
        """Let values that a register of the module holds share its variable."""
        own = register_variable(number)
        moved = {
            one.value
            for defines in self.found.defines.values()
            for place, one in enumerate(defines)
            if one.variable is own and place and defines[place - 1].variable is one.value
        }
        for leaf in self._needs.uses:
            if leaf in moved:
                sharing.join(own, leaf)
            elif leaf.op in ("input", "register"):
                place, where = place_of(leaf)
                if register_of(place) == number and not where.startswith(("stop", "pair", "ran")):
                    sharing.join(own, leaf)

    def _find_homes(self) -> None:
        """The registers in which each value stands somewhere."""
        wanted = {term for term in self._needs.uses if self.found.has(term)}
        numbers = {number for stores in self._flow.stores.values() for number, _ in stores}
        for node in self._needs.order:
            for number, value in self._flow.stores.get(node, ()):
                if value in wanted:
                    self.found.homes.setdefault(value, set()).add(number)
            for number in numbers:
                value = held(self._flow.before[node], number)
                if value in wanted and value.op == "input":
                    self.found.homes.setdefault(value, set()).add(number)


class _Sharing:
    """Sets of values that share a variable, because none conflicts with another."""

    def __init__(self, conflicts: Mapping[Term, set[Term]], words: Mapping[Term, set[int]]) -> None:
        self._words = words
        self._closed: set[Term] = set()
        self._first: dict[Term, Term] = {}
        self._members: dict[Term, set[Term]] = {}
        self._conflicts: dict[Term, set[Term]] = {}
        for one, others in conflicts.items():
            for other in others:
                self._conflicts.setdefault(one, set()).add(other)
                self._conflicts.setdefault(other, set()).add(one)

    def close(self, leaves: set[Term]) -> None:
        """Let no more values share a variable with these."""
        self._closed = leaves

    def of(self, leaf: Term) -> Term:
        """The value that stands for all that share a variable with this one."""
        return self._first.get(leaf, leaf)

    def join(self, one: Term, other: Term, *, like: bool = False) -> bool:
        """Let two values share a variable, if they can. Whether they do.

        With `like` values of a register that has a name share only with others of it.
        """
        one, other = self.of(one), self.of(other)
        if one is other:
            return True
        mine, theirs = self._members.get(one, {one}), self._members.get(other, {other})
        if (mine | theirs) & self._closed:
            return False
        if like and self._named(mine) != self._named(theirs):
            return False
        if is_condition(one) != is_condition(other):
            return False
        if any(self._conflicts.get(member, set()) & theirs for member in mine):
            return False
        joined = mine | theirs
        for member in joined:
            self._first[member] = one
        self._members[one] = joined
        return True

    def _named(self, members: set[Term]) -> set[int]:
        """The registers with a name in which these values stand."""
        found: set[int] = set()
        return found.union(*(self._words.get(member, set()) for member in members))


def changed_by(start: int, needs: Mapping[int, Needs]) -> frozenset[int]:
    """The registers that a routine and those that it calls store."""
    found: set[int] = set()
    waiting, seen = [start], set[int]()
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            flow = needs[one].flow
            found |= {number for stores in flow.stores.values() for number, _ in stores}
            waiting += [int(event.what) for event in flow.events.values() if event.kind == "call"]
    return frozenset(found)


def places(state: TermState) -> set[Term]:
    """All values that a state holds in levels, LAST X and registers."""
    found = {getattr(state, name) for name in PLACES}
    memory = state.memory
    while memory.op == "stored":
        found.add(memory.args[2])
        memory = memory.args[0]
    return found | {flag for flag in state.flags if flag.op != "constant"}


def _sources(needs: Needs) -> dict[Node, list[Node]]:
    found: dict[Node, list[Node]] = {}
    for node in needs.order:
        for edge in needs.flow.edges[node]:
            if edge.target is not None:
                found.setdefault(edge.target, []).append(node)
    return found


def _composite(term: Term) -> bool:
    return term.op not in ("input", "register", "constant") and not is_condition(term)


def _restless(term: Term) -> bool:
    """Whether it matters when a value is computed: it may fail, or depends on a mode."""
    if term.op in OF_MODE:
        return True
    if term.op == "÷":
        return laws.fails("÷", *term.args) is not laws.equal(NOUGHT, NOUGHT) and term.args[1].number is None
    return term.op not in (*laws.NEVER_FAIL, "CHS")


def _size(term: Term) -> int:
    return 1 + sum(map(_size, operands(term)))


def _within(term: Term, value: Term) -> bool:
    return term is value or any(_within(term, one) for one in operands(value))
