"""Which values have a variable, where it is assigned, and which values share one.

A value that is used once is written where it is used, unless something that can be seen happens before,
or ways meet between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.decompiling.events import COUNTS, Edge, Flow, Node, value_in
from generator.decompiling.needs import (
    Needs,
    given_values,
    is_condition,
    is_needed,
    operands,
    place_of,
    register_of,
    returned_values,
    value_at,
)
from generator.decompiling.variables import (
    Copies,
    Define,
    Liveness,
    Variables,
    composite,
    is_within,
    places,
    register_variable,
    restless,
    size,
)
from generator.reading.flow import PLACES
from hp15c.graphs import reach, sources
from hp15c.terms import TermState, laws
from hp15c.terms.term import Term


class Naming:
    """Finds the values that have a variable. `found` has them, and where they are assigned."""

    def __init__(self, needs: Needs, shared: frozenset[int], words: frozenset[int]) -> None:
        self._needs, self._registers, self._words = needs, shared, words
        self._flow: Flow = needs.flow
        self._sources = sources(needs.order, needs.flow.targets)
        self.found = Variables(needs, shared)
        counted = {term.args[0] for term in needs.uses if term.op in COUNTS}
        self._made = {
            term: self._making(term)
            for term in needs.uses
            if composite(term) and not (term.op == "INT" and term.args[0] in counted)
        }
        self._made |= {
            opposite: self._making(opposite)
            for term, made in self._made.items()
            if not made and composite(opposite := laws.negate(term)) and opposite not in self._made
        }
        for term, made in self._made.items():
            if not made and needs.uses.get(term, 0) > 1 and not self._made.get(laws.negate(term)):
                self._made[term] = self._making(term, inside=True)
        self._name()
        self._place()
        while lost := self._lost_values():
            self.found.named -= lost
            self.found.opposites = {
                one: other for one, other in self.found.opposites.items() if other not in lost
            }
            self._place()
        self._inline()

    # which values

    def _making(self, term: Term, inside: bool = False) -> list[Node]:
        """The nodes that compute a value: it is in a place after them, and in none before.

        With `inside` it may stand in another value there, because it has no place of its own.
        """

        def holds(state: TermState) -> bool:
            held = places(state)
            return any(is_within(term, value) for value in held) if inside else term in held

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
            if count < 2 or term.op in COUNTS or not composite(term):
                continue
            if term.op == "CHS":
                if composite(term.args[0]) and self._made.get(term):
                    named.add(term)
                    self.found.opposites[term.args[0]] = term
                continue
            self._name_made(term)
        named |= self._noted_values()
        while late := set(self._late_values()):
            for term in late:
                self._name_made(term)

    def _name_made(self, term: Term) -> None:
        """Give a value a variable, or the value with the other sign, whichever is computed."""
        opposite = laws.negate(term)
        if self._made.get(term):
            self.found.named.add(term)
        elif self._made.get(opposite):
            self.found.named.add(opposite)
            self.found.opposites[term] = opposite

    def _noted_values(self) -> set[Term]:
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
        if self._is_repeated(term, node) or self._crosses(term, node):
            return False
        return not restless(term) or (not apart and self._near(term, node))

    def _is_repeated(self, term: Term, node: Node) -> bool:
        """Whether a node is in a loop in which a value is not computed."""
        made = set(self._made[term])

        def ahead(one: Node) -> list[Node]:
            return [target for target in self._flow.targets(one) if target not in made]

        return node in reach(ahead(node), ahead)

    def _crosses(self, term: Term, node: Node) -> bool:
        """Whether a value is kept from where it is computed to a node past a call, or to where ways meet.

        The proof looks at a program from one such place to the next one, and knows whole values only.
        """
        made = set(self._made[term])

        def before(one: Node) -> Sequence[Node]:
            return () if one in made else self._sources.get(one, ())

        return any(
            len(before(one)) > 1 or (one not in made and one != node and self._event_kind(one) == "call")
            for one in reach([node], before)
        )

    def _event_kind(self, node: Node) -> str:
        event = self._flow.events.get(node)
        return "" if event is None else event.kind

    def _late_values(self) -> Iterator[Term]:
        """Values that cannot be written out where they are used: the largest of each place."""
        for node in self._needs.order:
            roots = [*self._own(node), *(one.value for one in self._stores(node))]
            onward = [value for edge in self._flow.edges[node] for value in self._values_onward(edge)]
            yield from self._late_in(roots, node, apart=False)
            yield from self._late_in(onward, node, apart=len(self._flow.edges[node]) > 1)
        for term in list(self.found.named):
            for node in self._made[term]:
                yield from self._late_in(self.found.parts(term), node, apart=False)

    def _late_in(self, roots: Iterable[Term], node: Node, *, apart: bool) -> Iterator[Term]:
        """The parts of these values that cannot be written out at a node, or on one of two ways from it."""
        waiting = list(roots)
        while waiting:
            term = waiting.pop()
            if is_condition(term):
                waiting += operands(term)
            elif composite(term) and term not in self.found.named and term not in self.found.opposites:
                placed = term if self._made.get(term) else laws.negate(term)
                made = self._made.get(placed) and term.op not in COUNTS and placed.op not in COUNTS
                if made and not self._may_stand(placed, node, apart):
                    yield term
                else:
                    waiting += operands(term)

    def _near(self, term: Term, node: Node) -> bool:
        """Whether nothing that can be seen happens between where a value is computed and this node."""
        made = self._made[term]
        return len(made) == 1 and self._straight(made[0], node)

    def _straight(self, first: Node, last: Node) -> bool:
        """Whether one way leads from a node to another, and nothing that can be seen happens on it."""
        here = first
        while here != last:
            edges = self._flow.edges[here]
            if len(edges) != 1 or edges[0].target is None:
                return False
            here = edges[0].target
            if here == first or len(self._sources.get(here, ())) > 1:
                return False
            event = self._flow.events.get(here)
            reads = event is None or (event.kind == "element" and "value" not in event.takes)
            if here != last and (not reads or self._stores(here)):
                return False
        return True

    # where

    def _own(self, node: Node) -> Iterator[Term]:
        """The values that a node itself uses: what an event is given, and a condition."""
        event = self._flow.events.get(node)
        if event is not None:
            yield from given_values(event, self._needs)
        yield from self._conditions(node)

    def _conditions(self, node: Node) -> Iterator[Term]:
        edges = self._flow.edges[node]
        if len(edges) > 1:
            yield edges[0].condition

    def _values_onward(self, edge: Edge) -> Iterator[Term]:
        """The values that are used on a way to another node or to the end."""
        if edge.target is None:
            yield from returned_values(self._needs, edge)
        else:
            for leaf in self._meeting(edge.target):
                yield value_at(edge.state, place_of(leaf)[0])

    def _meeting(self, node: Node) -> list[Term]:
        """The values that have a name because ways meet at a node, and are needed."""
        return [leaf for leaf in self._needs.uses if leaf.op == "input" and place_of(leaf)[1] == node.mark]

    def _stores(self, node: Node) -> list[Define]:
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
            made = [term for term in self._made_at(node) if term not in moved]
            made.sort(key=size)
            defines = [Define(term, term) for term in made]
            for one in self._stores(node):
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
            if any(one.value is term for one in self._stores(node)) and self._near(term, node):
                between = self._nodes_between(made[0], node)
                used = [value for one in between for value in self._own(one)]
                used += [one for other in between for one in self._made_at(other) if one is not term]
                return None if any(is_within(term, value) for value in used) else node
        return None

    def _nodes_between(self, first: Node, last: Node) -> list[Node]:
        found = [first]
        while found[-1] != last:
            target = self._flow.edges[found[-1]][0].target
            assert target is not None
            found.append(target)
        return found

    def _made_at(self, node: Node) -> list[Term]:
        return [term for term, nodes in self._made.items() if term in self.found.named and node in nodes]

    def _lost_values(self) -> set[Term]:
        """Values that are needed where they have not been computed on all ways."""
        live = Liveness(self.found).before()[self._flow.first]
        return {term for term in live if composite(term)}

    # elements of the array

    def _inline(self) -> None:
        """Write elements where they are used once, if nothing happens before."""
        uses: dict[Term, list[tuple[Node, bool]]] = {}
        for node in self._needs.order:
            event = self._flow.events.get(node)
            taken = given_values(event, self._needs) if event and is_needed(event, self._needs) else []
            later = [value for edge in self._flow.edges[node] for value in self._values_onward(edge)]
            later += self._conditions(node)
            for one in self.found.defines[node]:
                later += self.found.parts(one.value) if one.variable is one.value else [one.value]
            for values, at_once in ((taken, True), (later, event is None)):
                for leaf in self._occurring(values):
                    uses.setdefault(leaf, []).append((node, at_once))
        for made, event in self._flow.events.items():
            element = event.gives.get("element")
            if element is None or len(uses.get(element, ())) != 1:
                continue
            node, at_once = uses[element][0]
            reads = "value" not in event.takes
            if (at_once or (node == made and reads)) and (
                node == made or (reads and self._straight(made, node))
            ):
                self.found.inlined[element] = event.takes["index"]

    def _occurring(self, roots: Iterable[Term]) -> Iterator[Term]:
        """The inputs that stand in the expressions of these values, each as often as it stands there."""
        waiting = list(roots)
        while waiting:
            term = waiting.pop()
            if term.op in ("input", "register"):
                yield term
            elif term not in self.found.named and term not in self.found.opposites:
                waiting += operands(term)


def variables(needs: Needs, shared: frozenset[int], words: frozenset[int] = frozenset()) -> Variables:
    """The variables of a routine. `shared` are the registers of the module, `words` those with a name."""
    found = Naming(needs, shared, words).found
    _Sharer(found, words).share()
    return found


class _Sharer:
    def __init__(self, found: Variables, words: frozenset[int]) -> None:
        self.found, self._words = found, words
        self._needs, self._flow, self._registers = found.needs, found.needs.flow, found.registers

    def share(self) -> None:
        """Let values share variables."""
        conflicts = Liveness(self.found).conflicts()
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
        leaves = [term for term in self._needs.uses if self.found.has(term)]
        leaves += map(register_variable, sorted(self._registers))
        self.found.share = {leaf: sharing.of(leaf) for leaf in leaves}

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
                if register_of(place) == number and not where.startswith(("stop", "ran", "element")):
                    sharing.join(own, leaf)

    def _find_homes(self) -> None:
        """Find the registers in which each value stands somewhere."""
        wanted = {term for term in self._needs.uses if self.found.has(term)}
        numbers = {number for stores in self._flow.stores.values() for number, _ in stores}
        for node in self._needs.order:
            for number, value in self._flow.stores.get(node, ()):
                if value in wanted:
                    self.found.homes.setdefault(value, set()).add(number)
            for number in numbers:
                value = value_in(self._flow.before[node], number)
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
        """Mark sets of values as closed: no other values may share a variable with these."""
        self._closed = leaves

    def of(self, leaf: Term) -> Term:
        """The value that stands for all that share a variable with this one."""
        return self._first.get(leaf, leaf)

    def join(self, one: Term, other: Term, *, like: bool = False) -> bool:
        """Let two values share a variable, if they can. Returns whether they do.

        With `like` values of a register that has a name share only with others of it.
        """
        one, other = self.of(one), self.of(other)
        if one is other:
            return True
        mine, theirs = self._members.get(one, {one}), self._members.get(other, {other})
        if (mine | theirs) & self._closed:
            return False
        if like and self._named_registers(mine) != self._named_registers(theirs):
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

    def _named_registers(self, members: set[Term]) -> set[int]:
        """The registers with a name in which these values stand."""
        found: set[int] = set()
        return found.union(*(self._words.get(member, set()) for member in members))
