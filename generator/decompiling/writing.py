"""A routine, written as a function: its statements, and the names of its variables."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from re import findall
from typing import Final

from generator.decompiling.complex_numbers import RESULTS, of_complex, whole_name
from generator.decompiling.counting import Counter, counters, counting_lines
from generator.decompiling.elements import with_fraction
from generator.decompiling.events import INDEX, POINTING, Edge, Event, Node
from generator.decompiling.expressions import Expressions
from generator.decompiling.matrix_values import pointed_words
from generator.decompiling.names import (
    UNNOTED,
    Names,
    candidates,
    has_note,
    identifier,
    register_name,
    result_name,
    role_of,
)
from generator.decompiling.needs import (
    given_values,
    operands,
    place_of,
    register_of,
    returned_values,
)
from generator.decompiling.routines import NotWritten
from generator.decompiling.statements import Assign, Block, Count, For, Return, Statement, Text, lines, walk
from generator.decompiling.structure import Place, Way, structure
from generator.decompiling.tidy import (
    no_counts,
    targets,
    tidy,
    with_conditions,
    with_first_values,
    with_for,
    without_idle_stores,
)
from generator.decompiling.variables import Copies, Define, Liveness, Variables, register_variable
from generator.language.operations import CHANGING_SUMS, RESULTS_OF_RUN
from hp15c.terms.matrices import name_of
from hp15c.terms.term import MATRIX, Term

MOST_APART: Final = 3
"""The number of elements up to which each is cleared by itself, without a loop."""


@dataclass
class Written:
    """A function: its parameters, its statements, the registers that it assigns, the words that it uses."""

    name: str
    label: str | None
    parameters: tuple[str, ...]
    lines: tuple[str, ...]
    assigned: frozenset[str]
    used: frozenset[str]


class Writer:
    """Writes one routine."""

    def __init__(self, found: Variables, all_found: Mapping[int, Variables], names: Names) -> None:
        self._found, self._all, self._names = found, all_found, names
        self._needs = found.needs
        self._flow = found.needs.flow
        self._own: dict[Term, str] = {
            found.share_of(register_variable(number)): name for number, name in names.registers.items()
        }
        self._registers = dict(self._own)
        self._name_complex()
        self._counters: dict[Term, Counter] = counters(self._needs)
        counted = {leaf for leaf, one in self._counters.items() if not one.whole}
        whole = {leaf for leaf, one in self._counters.items() if one.whole}
        cut = with_fraction(self._needs)
        self._expressions = Expressions(self._name, found.opposites, counted, whole, cut)
        self._roles = self._find_roles()
        self._liveness = Liveness(found)
        self._live = self._liveness.before()
        self._parameters = self._name_parameters()

    def function(self) -> Written:
        """The routine as a function."""
        places = {node: self._place(node) for node in self._needs.order}
        for node, place in places.items():
            if place.condition is not None and self._counts(place.condition):
                places[node] = self._with_turn_before(node, place, places)
        begins = self._begins()
        body = no_counts(tidy(with_for(tidy(structure(places, self._flow.first, begins)))))
        body = without_idle_stores(body)
        own = {*self._names.registers.values(), *self._parameters}
        body = with_conditions(body, self._expressions.condition)
        body = with_first_values(body, self._expressions.condition, own, set())
        self._expressions.used |= _called_words(body)
        assigned = frozenset(targets(body) & set(self._names.registers.values()))
        routine = self._flow.routine
        text = tuple(lines(body, self._expressions.condition))
        written = {*findall(r"\w+", "\n".join(text)), *self._names.matrices}
        return Written(
            self._names.functions[routine.key],
            routine.label if routine.pressed else None,
            self._parameters,
            text,
            assigned,
            frozenset(self._expressions.used & written),
        )

    # names

    def _find_roles(self) -> dict[Term, str]:
        """The roles of variables. One with two roles has none."""
        found: dict[Term, set[str]] = {}
        for leaf in self._needs.uses:
            if role := role_of(leaf, self._needs, self._counters):
                found.setdefault(self._found.share_of(leaf), set()).add(role)
        return {share: roles.pop() for share, roles in found.items() if len(roles) == 1}

    def _name_parameters(self) -> tuple[str, ...]:
        found = []
        for place in self._needs.takes:
            leaf = getattr(self._flow.begun, place)
            share = self._found.share_of(leaf)
            if share in self._own:  # a register of the module: its parameter has a name of its own
                found.append(self._new([place]))
            else:
                self._own[share] = self._home(leaf, noted=True) or self._new([place])
                found.append(self._own[share])
        return tuple(found)

    def _name_complex(self) -> None:
        """Name the complex numbers whose parts share no variable with another value: `z.real`, `z.imag`."""
        leaves = [leaf for leaf in self._needs.uses if self._found.has(leaf)]
        shares = Counted(self._found.share_of(leaf) for leaf in leaves)
        shares.update(self._own.keys())
        for node in self._needs.order:
            event = self._flow.events.get(node)
            if event is None or event.kind != "complex" or event.what == "abs":
                continue
            parts = [leaf for leaf in event.gives.values() if leaf in self._needs.uses]
            own = [shares[self._found.share_of(leaf)] == 1 for leaf in parts]
            noted = any(
                has_note(self._names.program, number)
                for leaf in parts
                for number in self._found.homes.get(leaf, ())
            )
            if parts and all(own) and not noted:
                name = self._new([RESULTS.get(event.what, "z")])
                for place, part in (("y", "real"), ("x", "imag")):
                    self._own[self._found.share_of(event.gives[place])] = f"{name}.{part}"

    def _name(self, term: Term) -> str | None:
        if letter := name_of(term):
            return self._matrix(letter)
        if term in self._found.inlined:
            return self._element(self._found.inlined[term])
        if not self._found.has(term):
            return None
        place, where = place_of(term)
        if where.startswith("flag"):
            return self._call_text("flag", (place[5:],))
        share = self._found.share_of(term)
        if share not in self._own:
            self._own[share] = self._home(term) or self._new(self._wishes(term))
        return self._own[share]

    def _matrix(self, letter: str) -> str:
        self._expressions.used.add(letter)
        return self._names.matrices[letter]

    def _element(self, index: Term) -> str:
        if not self._names.array:
            raise NotWritten("a register that I names, and no register is free for it")
        return f"{self._names.array}[{self._expressions.index(index)}]"

    def _home(self, term: Term, *, noted: bool = False) -> str:
        """The name of the register in which the values of a variable stand, '' where there is none."""
        share = self._found.share_of(term)
        numbers = {
            number
            for leaf, homes in self._found.homes.items()
            if self._found.share_of(leaf) is share
            for number in homes - self._names.registers.keys()
        }
        for number in sorted(numbers):
            name = register_name(self._names.program, number, self._taken_names())
            if share in self._roles and number != INDEX and not has_note(self._names.program, number):
                continue
            if name not in self._taken_names() and not (noted and name == register_name(UNNOTED, number, ())):
                return name
        return ""

    def _taken_names(self) -> set[str]:
        return {*(name.partition(".")[0] for name in self._own.values()), *self._names.taken}

    def _new(self, wishes: Iterable[str]) -> str:
        taken = self._taken_names()
        return next(name for name in candidates(wishes) if name not in taken)

    def _wishes(self, term: Term) -> list[str]:
        place, where = place_of(term) if term.op in ("input", "register") else ("", "")
        if role := self._roles.get(self._found.share_of(term)):
            return [role]
        kind = where.partition(" ")[0]
        event = next((one for one in self._flow.events.values() if term in one.gives.values()), None)
        if name := result_name(event, kind, place):
            return [name]
        if place.startswith("flag"):
            note = identifier(self._names.program.flags.get(place[5:], ""))
            return [note or place.replace(" ", "_")]
        number = register_of(place)
        if number is not None:
            return [register_name(self._names.program, number, ())]
        return []

    # statements

    def _begins(self) -> Block:
        """The statements before the first line: registers' values that are kept, and copies."""
        made: list[Statement] = []
        for place in self._needs.takes:
            leaf = getattr(self._flow.begun, place)
            name = self._parameters[self._needs.takes.index(place)]
            if leaf in self._needs.uses and self._name(leaf) != name:
                made.append(Assign((self._name(leaf) or "",), name))
        leaves = [(place_of(leaf), leaf) for leaf in self._needs.uses if leaf.op in ("register", "input")]
        made += self._keep((place, leaf) for (place, where), leaf in leaves if not where)
        return (*made, *self._copy(self._found.copies[None, 0]))

    def _keep(self, held: Iterable[tuple[str, Term]]) -> Iterator[Statement]:
        """Assignments of what registers of the module hold, by their places, where that is needed longer."""
        for place, leaf in held:
            number = register_of("r-1" if place == "i" else place)
            if number is not None and number in self._names.registers and leaf in self._needs.uses:
                own = self._own[self._found.share_of(register_variable(number))]
                if self._name(leaf) != own:
                    yield Assign((self._name(leaf) or "",), own)

    def _place(self, node: Node) -> Place[Node]:
        made: list[Statement] = [*self._event(node)]
        for one in self._found.defines[node]:
            made += self._define(one)
        edges = self._flow.edges[node]
        condition = edges[0].condition if len(edges) > 1 else None
        ways = tuple(self._way(node, place, edge) for place, edge in enumerate(edges))
        return Place(tuple(made), ways, condition)

    @staticmethod
    def _counts(condition: Term) -> bool:
        return condition.op == "ends" or (condition.op == "not" and condition.args[0].op == "ends")

    def _with_turn_before(
        self, node: Node, place: Place[Node], places: Mapping[Node, Place[Node]]
    ) -> Place[Node]:
        """A place that counts a loop, with its next turn's assignments before the count where they may be."""
        before: list[Statement] = []
        ways = list(place.ways)
        for number, way in enumerate(ways):
            target, statements = way.target, way.statements
            if target is not None and not places[target].statements and len(places[target].ways) == 1:
                onward = places[target].ways[0]  # the line after DSE or ISG, which jumps
                target, statements = onward.target, (*statements, *onward.statements)
            counts = tuple(one for one in statements if isinstance(one, Count))
            assigned = [one for one in statements if isinstance(one, Assign)]
            if not counts or len(counts) + len(assigned) < len(statements):
                continue
            needed = {self._name(leaf) for leaf in self._liveness.on_edge(node, 1 - number, self._live)}
            if not any(name in needed for one in assigned for name in one.targets):
                ways[number] = Way(target, counts)
                before += assigned
        return Place((*place.statements, *before), tuple(ways), place.condition)

    def _way(self, node: Node, place: int, edge: Edge) -> Way[Node]:
        if edge.target is None:
            values = tuple(self._expressions.of(value) for value in returned_values(self._needs, edge))
            if len(values) > len(self._needs.gives):
                values = tuple(map(self._hold, values[::2], values[1::2]))
            return Way(None, (Return(values),))
        return Way(edge.target, tuple(self._copy(self._found.copies[node, place])))

    def _define(self, one: Define) -> Iterator[Statement]:
        target = self._own.get(self._found.share_of(one.variable)) or self._name(one.variable) or ""
        if one.variable is one.value:
            yield Assign((target,), self._expressions.of(one.value, out=True))
        elif self._found.share_of(one.variable) is not self._found.share_of(one.value) or not self._found.has(
            one.value
        ):
            yield Assign((target,), self._expressions.of(one.value))

    def _copy(self, copies: Copies) -> Iterator[Statement]:
        """Assignments where ways meet, one after the other where that does the same."""
        pairs: dict[str, tuple[Term, Term]] = {}
        counts: list[Statement] = []
        for target, value in zip(copies.targets, copies.values, strict=True):
            share = self._found.share_of(target)
            if share in self._registers or (self._found.has(value) and self._found.share_of(value) is share):
                continue
            counter = self._counters.get(target)
            if counter is not None and value.op == counter.op and value.args == (target,):
                counts.append(self._count(counter))
                continue
            pairs[self._name(target) or ""] = target, value
        left = dict(pairs)
        while left:
            free = [
                name
                for name in left
                if not any(name in self._read(other[1]) for key, other in left.items() if key != name)
            ]
            if not free:
                values = ", ".join(self._expressions.of(value) for _, value in left.values())
                yield Assign(tuple(left), values)
                break
            name = free[0]
            yield Assign((name,), self._expressions.of(left.pop(name)[1]))
        yield from counts

    def _count(self, counter: Counter) -> Statement:
        name = self._expressions.plain(counter.leaf)
        line = counting_lines(self._needs, counter.leaf)[0]
        return Count(counter.op, name, name, counter.limits, counter.leaf, line)

    def _read(self, value: Term) -> set[str]:
        value = self._found.opposites.get(value, value)
        if value in self._found.inlined:
            return self._read(self._found.inlined[value])
        name = self._name(value)
        if name is not None:
            return {name}
        return {inner for one in operands(value) for inner in self._read(one)}

    def _event(self, node: Node) -> Iterator[Statement]:
        event = self._flow.events.get(node)
        if event is None:
            return
        given = list(given_values(event, self._needs))
        if event.kind == "call" and any(one.kind == MATRIX for one in given):
            raise NotWritten("a matrix that a subroutine finds in X", node.line)
        written = [self._expressions.of(one) for one in given]
        uses = self._needs.uses
        if event.kind == "set":
            name, _, digits = event.what.partition(" ")
            yield Text(self._call_text({"grd": "grad"}.get(name, name), [digits]))
        elif event.kind == "raise":
            self._word("CalculatorError")
            yield Return((), int(event.what))
        elif event.kind == "pause":
            yield Text(self._call_text("pause", [self._show(written)]))
        elif event.kind == "ask":
            asked = self._call_text(event.what or "ask", [self._show(written)])
            yield from self._results([*event.gives.values()], asked)
        elif event.kind == "ran":
            yield from self._results([event.gives.get("x")], self._call_text(event.what, written))
        elif event.kind == "complex":
            if any(leaf in uses for leaf in event.gives.values()):
                targets = tuple(self._name(leaf) or "" for leaf in event.gives.values())
                if whole := whole_name(*targets):
                    targets = (whole,)
                yield Assign(targets, of_complex(event.what, written, self._expressions.used))
        elif event.kind == "pair" and any(leaf in uses for leaf in event.gives.values()):
            targets = tuple(self._name(event.gives[place]) or "" for place in ("y", "x"))
            yield Assign(targets, self._call_text(event.what, written))
        elif event.kind == "element":
            yield from self._reach(event)
        elif event.kind == "counted":
            element = self._element(event.takes["index"])
            called = self._call_text(event.what, [element])
            yield Assign((element, self._name(event.gives["ended"]) or ""), called)
        elif event.kind == "matrix":
            yield from self._with_matrices(event, written)
        elif event.kind == "sums":
            yield from self._with_sums(event, written)
        elif event.kind == "point":
            for number, text in zip(event.takes, written, strict=True):
                yield Text(self._call_text(pointed_words(int(number))[1], [text]))
        elif event.kind == "clear":
            yield from self._clear()
        elif event.kind == "call":
            yield from self._call(int(event.what), dict(event.gives), written, event.by)

    def _with_matrices(self, event: Event, written: list[str]) -> Iterator[Statement]:
        """The statements of a line with matrices, with the answer whether another element follows."""
        letters = {one: self._matrix(one) for one in self._names.matrices if f"{{{one}}}" in event.what}
        self._expressions.used |= {*event.by.split()}
        text = event.what.format(*written, **letters)
        pointing = {f"r{number}": number for number in POINTING}
        results = [leaf for place, leaf in event.gives.items() if place not in pointing]
        used = self._needs.uses
        yield from self._results(results, text, always=not text.startswith("put_next"))
        for place, number in pointing.items():
            if event.gives.get(place) in used:
                called = self._call_text(pointed_words(number)[0], ())
                yield Assign((self._name(event.gives[place]) or "",), called)

    def _with_sums(self, event: Event, written: list[str]) -> Iterator[Statement]:
        """The statement of a line with the statistics sums. A point without Y is one with a Y of 0."""
        text = self._call_text(event.what, written)
        results = [event.gives[place] for place in ("y", "x") if place in event.gives]
        if event.what in CHANGING_SUMS or any(leaf in self._needs.uses for leaf in results):
            yield from self._results(results, text)
        yield from self._keep(event.gives.items())

    def _word(self, word: str) -> str:
        """A word of the language, which the module imports."""
        self._expressions.used.add(word)
        return word

    def _call_text(self, word: str, written: Iterable[str]) -> str:
        """A call of a word of the language with these arguments."""
        return f"{self._word(word)}({', '.join(written)})"

    def _show(self, written: list[str]) -> str:
        return written[0] if len(written) == 1 else self._hold(*written)

    def _hold(self, real: str, imag: str) -> str:
        """The call of `held` for a complex number that a person sees."""
        return self._call_text("held", (real, imag))

    def _clear(self) -> Iterator[Statement]:
        length = len(self._names.block)
        if length <= MOST_APART:
            for number in range(length):
                yield Assign((f"{self._names.array}[{number}]",), "0")
            return
        place = self._new(["place"])
        clear = Assign((f"{self._names.array}[{place}]",), "0")
        yield For((clear,), place, f"range({length})")

    def _reach(self, event: Event) -> Iterator[Statement]:
        leaf, index = event.gives["element"], event.takes["index"]
        if leaf in self._needs.uses and leaf not in self._found.inlined:
            yield Assign((self._name(leaf) or "",), self._element(index))
        if "value" in event.takes:
            yield Assign((self._element(index),), self._expressions.of(event.takes["value"]))

    def _results(
        self, leaves: Sequence[Term | None], text: str, *, always: bool = False
    ) -> Iterator[Statement]:
        """A call, and an assignment of its results where one of them is used, or `always` if it has any."""
        used = [leaf if leaf in self._needs.uses else None for leaf in leaves]
        if leaves and (always or any(used)):
            free = iter(self._new([f"unused{number or ''}"]) for number in count())
            yield Assign(tuple((leaf and self._name(leaf)) or next(free) for leaf in used), text)
        else:
            yield Text(text)

    def _call(
        self, start: int, gives: Mapping[str, Term], written: list[str], by: str
    ) -> Iterator[Statement]:
        callee = self._all[start].needs
        text = f"{self._names.functions[start]}({', '.join(written)})"
        places = callee.gives
        if by:
            text = self._call_text(by, (self._names.functions[start], *written))
            places = RESULTS_OF_RUN[by]
        yield from self._results([gives.get(place) for place in places], text)
        returned_too = {gives.get(place) for place in places}
        yield from self._keep((place, leaf) for place, leaf in gives.items() if leaf not in returned_too)


def _called_words(block: Block) -> set[str]:
    """The words of the language in the claims that stand before counted loops."""
    claims = [one.text for one in walk(block) if isinstance(one, Text) and one.text.startswith("assume(")]
    return {"assume"} & {text[:6] for text in claims} | {"frac" for text in claims if "frac(" in text}
