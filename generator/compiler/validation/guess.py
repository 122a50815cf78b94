"""Guesses of relations: which place of the calculator may hold which value of the source."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations
from typing import Final

from generator.compiler.ranges.narrow import between_runs
from generator.compiler.tree.ir import Module
from generator.compiler.validation import memory
from generator.compiler.validation.check import Arrival
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.lines import COUNTER, END
from generator.compiler.validation.opaque import PIECES, result_is_first
from generator.compiler.validation.ranges import EXACT, Linear, Range, multiple, total
from generator.compiler.validation.relation import (
    ELEMENTS,
    STACK,
    Layout,
    Mismatch,
    Relation,
    free_elements,
    in_arrays,
    is_local,
    names_of,
    places_of,
)
from generator.compiler.validation.rewriting import PARTS, at_least, at_most, number, whole_condition
from generator.compiler.validation.sizes import elements_of, size_of
from generator.compiler.validation.work import NotProved
from hp15c.terms import constant, input_of, laws
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import FALSE, NOUGHT, NUMBER, OTHER, TRUE, UNIT, Term, variables

MOST_COMPARED: Final = 14
"""The most names that are compared with each other."""
_BEFORE: Final = " before"
_COMPARING: Final = ("=", "<", "not", "or")


@dataclass(slots=True)
class Guess:
    """What may hold at a point: terms over the names for each place, constants, equal names, conditions."""

    kinds: dict[str, int]
    constants: dict[str, Term]
    groups: list[frozenset[str]]
    candidates: dict[str, list[Term]]
    junk: dict[str, int]
    facts: list[Term] = field(default_factory=list)
    ends: dict[str, list[Term]] = field(default_factory=dict)
    """Terms over other names that may be equal to ends of counted loops, to numbers that wait in an
    expression, and to parts of a number.

    For counters these are terms over places.
    """
    arrived: list[tuple[Knowledge, dict[str, Term], dict[str, Term]]] = field(default_factory=list)
    """What was known, and what the names and the places held, at each arrival."""
    made: dict[int, tuple[dict[Term, Term], Substitution]] = field(default_factory=dict, init=False)
    """The values put in for variables at arrivals, and the terms that were made so."""
    layout: Layout = field(init=False)

    def note(self, arrival: Arrival, layout: Layout) -> tuple[Knowledge, dict[str, Term], dict[str, Term]]:
        """Keep what was known and held at an arrival: what is guessed later has to hold there, too. NotProved
        when the calculator had other places at an arrival before.
        """
        known, source, listing = arrival[1:]
        held, there = names_of(source, layout, known), places_of(known, listing, layout)
        if there.keys() != self.junk.keys():  # a listing sets a flag that its calculator does not have
            raise NotProved("the calculator has other places at two arrivals")
        values = {name: known.normal(held[name]) for name in self.kinds}
        self.arrived.append((known, values, there))
        self.layout = layout
        return self.arrived[-1]

    def arrivals(
        self, first: int = 0
    ) -> Iterator[tuple[Knowledge, dict[str, Term], dict[str, Term], Callable[[Term], Term]]]:
        """The arrivals, each with the values of names and places to put in for their variables. They are all
        from the `first` one on, which is the last one for −1.
        """
        at_places = {place: place_variable(place, kind) for place, kind in self.junk.items()}
        of_names = {name: self.variable(name) for name in self.kinds}
        free = [pair for one in self.ends.get(ELEMENTS, ()) for pair in free_elements(one)]
        for position, (known, held, there) in list(enumerate(self.arrived))[first:]:
            meanings = {at: memory.read(known, held[ELEMENTS], place) for at, place in free}
            meanings |= {at_places[place]: value for place, value in there.items()}
            meanings |= {variable: held[name] for name, variable in of_names.items()}
            before, put_in = self.made.get(position, (None, None))
            if put_in is None or before != meanings:
                put_in = Substitution(meanings)
                self.made[position] = meanings, put_in
            yield known, held, there, partial(self._put_at, known, put_in)

    def _put_at(self, known: Knowledge, put_in: Substitution, one: Term) -> Term:
        """A term with values put in, elements as a state of this layout has them."""
        made = put_in(one)
        return in_arrays(made, self.layout, known) if made.op == "stored" else made

    def free_cells(self) -> Iterator[Term]:
        """Terms for the elements in registers, without some that the listing stores later."""
        apart = set[int]()
        for known, held, there, _ in self.arrivals():
            own, other = held[ELEMENTS], known.normal(there[ELEMENTS])
            changed = laws.changes(own)[1] | laws.changes(other)[1]
            read = {at: [memory.read(known, cells, constant(at)) for cells in (own, other)] for at in changed}
            apart |= {at for at, (value, there_too) in read.items() if value is not there_too}
        made = place_variable(ELEMENTS, self.junk[ELEMENTS])
        for at in sorted(apart):
            made = laws.store(made, constant(at), input_of(f"element R{at}", self.kinds[ELEMENTS]))
        if apart:
            yield made

    def variable(self, name: str) -> Term:
        """The variable that stands for what a name holds."""
        return input_of(name, self.kinds[name])

    def relation(self) -> Relation:
        """The relation of everything that is guessed."""
        put_in = self._put_in()
        names = {name: put_in(self.variable(name)) for name in self.kinds}
        standing = {one for one in names.values() if one.op == "input"}
        standing |= {one for name in self.ends for one in variables(names[name]) if place_in(one)}
        free = {one for one, _ in free_elements(names[ELEMENTS])}  # nothing else tells what these are
        standing |= free
        places = {}
        for place, found in self.candidates.items():
            good = sorted(
                (one for one in map(put_in, found) if variables(one) <= standing),
                key=lambda one: one not in free,
            )
            places[place] = good[0] if good else place_variable(place, self.junk[place])
        facts = [put_in(one) for one in self.facts]
        kept = [one for one in facts if one.op != "constant" and variables(one) <= standing]
        kept.sort(key=lambda one: one.op != "=")
        return Relation(names, places, tuple(dict.fromkeys(kept)))

    def _put_in(self) -> Substitution:
        """The term that stands for each name: a constant, an equal name, or a term over other names."""
        meanings: dict[Term, Term] = {}
        for group in self.groups:
            first = min(group)
            for name in group:
                meanings[self.variable(name)] = self.constants.get(name, self.variable(first))
        plain = Substitution(meanings)
        over_others: dict[Term, Term] = {}
        """Terms that stand for names, none of which has a name in it that another one stands for."""
        for name, found in self.ends.items():
            own = {self.variable(one) for one in next(group for group in self.groups if name in group)}
            over = {one: Substitution(self._of_places(one))(one) for one in found}
            resolved = Substitution(over_others)
            made = [resolved(plain(over[one])) for one in sorted(found, key=lambda one: over[one] is not one)]
            good = [one for one in made if not variables(one) & own]
            if good and name not in self.constants:
                anew = dict.fromkeys(own, good[0])
                over_others = {one: Substitution(anew)(held) for one, held in over_others.items()} | anew
        return Substitution(meanings | over_others)

    def _of_places(self, one: Term) -> dict[Term, Term]:
        """The values that the places in a term hold, as far as they are values of the source."""
        held = {at: self.candidates.get(place_in(at)) for at in variables(one)}
        return {at: found[0] for at, found in held.items() if found}

    def leave_out(self, relation: Relation, wrong: Mismatch) -> bool:
        """Leave out what the checker refuses. Returns whether it was found."""
        put_in, name = self._put_in(), wrong.name
        if wrong.fact is not None:
            kept = [one for one in self.facts if put_in(one) is not wrong.fact]
            self.facts, changed = kept, len(kept) < len(self.facts)
            return changed
        if name in self.candidates:
            kept = [one for one in self.candidates[name] if put_in(one) is not relation.places[name]]
            self.candidates[name], changed = kept, len(kept) < len(self.candidates[name])
            return changed
        if self.ends.get(name):
            kept = [one for one in self.ends[name] if put_in(one) is not relation.names[name]]
            self.ends[name], changed = kept, len(kept) < len(self.ends[name])
            return changed
        return self.constants.pop(name, None) is not None


def place_in(variable: Term) -> str:
    """The place for whose number a variable stands. Empty where it stands for a name."""
    name = str(variable.payload)
    return name.removesuffix(_BEFORE) if name.endswith(_BEFORE) else ""


def place_variable(place: str, kind: int) -> Term:
    """The variable that stands for what a place holds."""
    return input_of(place + _BEFORE, kind)


class Over:
    """Terms over the names of the source for values that are there."""

    def __init__(self, guess: Guess, known: Knowledge, values: Mapping[str, Term]) -> None:
        self.guess = guess
        self.known = known
        self.values = values
        self.by_value: dict[Term, list[Term]] = {}
        for name, value in values.items():
            self.by_value.setdefault(value, []).append(guess.variable(name))
        self.own = {guess.variable(name) for name in values}
        named = [(value, own[0]) for value, own in self.by_value.items() if value.op != "constant"]
        turned = {value.args[0]: laws.negate(own) for value, own in named if value.op == "CHS"}
        simple = turned | dict(named)
        self.whole = [name for name, value in values.items() if known.range(value).whole]
        self.rewritten = Substitution(simple)
        counters = [name for name in self.whole if COUNTER in name and not name.endswith(END)]
        self.by_elements = [Substitution(simple | dict(self._elements(name))) for name in ("", *counters)]

    def _elements(self, counter: str) -> Iterator[tuple[Term, Term]]:
        """The elements to which a value was stored. Their index may be a counter and a constant."""
        for place, value in laws.stores(self.values.get(ELEMENTS, NOUGHT)):
            at = self.rewritten(place)
            count = self.values[counter].number if counter else None
            if count is not None and place.whole is not None:
                index = laws.add(self.guess.variable(counter), number(place.whole - int(count)))
                at = laws.whole("magnitude", index)
            no_name = value.op != "constant" and (value.op != "input" or value not in self.by_value)
            if no_name and variables(at) <= self.own:
                yield value, laws.register(self.guess.variable(ELEMENTS), at)

    def candidates(self, value: Term) -> Iterator[Term]:
        """What a place may hold: names, constants, and what is computed from names."""
        known = self.known
        normal = known.normal(value)
        yield from self.by_value.get(normal, ())
        if normal.kind & OTHER:
            yield from self._conditions(normal)
            if normal.op == "constant":
                yield normal
            return
        if normal.op == "constant":
            yield normal
            yield from self._shifted_constants(normal)
            return
        if known.range(normal).whole:
            yield from self._sums(normal)
        ways = (self.rewritten, *self.by_elements)
        for made in dict.fromkeys(by(one) for one in (normal, value) for by in ways):  # normal: more names
            if variables(made) <= self.own and made not in self.own:
                yield from self._counters(made)
                yield made

    def _conditions(self, flag: Term) -> Iterator[Term]:
        """What a flag may tell: that a local of the source, which is 1 or 0 now, is not 0, or a condition."""
        if flag.op in _COMPARING and variables(made := self.rewritten(flag)) <= self.own:
            yield made
        for name, value in self.values.items() if flag in (TRUE, FALSE) else ():
            if is_local(name) and value in (NOUGHT, UNIT) and (value is UNIT) == (flag is TRUE):
                yield laws.no(laws.equal(self.guess.variable(name), NOUGHT))

    def _sums(self, value: Term) -> Iterator[Term]:
        """The sums that a value may be: with a name and a constant, or the end minus the count."""
        known, own = self.known, known_linear(self.known, value)
        for name in self.whole:
            other, variable = known_linear(known, self.values[name]), self.guess.variable(name)
            if other is None or own is None:
                continue
            for sign in (1, -1):
                rest = total(own, multiple(other, -sign))
                if _is_exact(rest) and not (sign == 1 and rest.constant == 0):
                    signed = variable if sign == 1 else laws.negate(variable)
                    yield laws.add(signed, number(rest.constant))
        for name in self.whole:
            if COUNTER not in name or f"{name}{END}" not in self.values or own is None:
                continue
            span = laws.add(self.guess.variable(f"{name}{END}"), laws.negate(self.guess.variable(name)))
            held = total(
                known.linear(self.values[f"{name}{END}"]), multiple(known.linear(self.values[name]), -1)
            )
            rest = total(own, multiple(held, -1))
            if _is_exact(rest):
                yield laws.add(span, number(rest.constant))
            rest = total(own, held)
            if _is_exact(rest):
                yield laws.add(laws.negate(span), number(rest.constant))

    def _shifted_constants(self, value: Term) -> Iterator[Term]:
        if self.known.range(value).whole:
            yield from self._sums(value)
            return
        for name in self.whole:
            held = self.values[name].number
            if held is None or value.number is None:
                continue
            rest = laws.add(value, laws.negate(constant(held)))
            if laws.add(rest, constant(held)) is value:
                yield laws.add(self.guess.variable(name), rest)

    def _counters(self, made: Term) -> Iterator[Term]:
        """The counters that a number may be: a count that is a constant now, with its goal as a fraction."""
        for name in self.whole:
            held = self.values[name].number
            if COUNTER not in name or held is None:
                continue
            if held.is_zero:
                yield laws.add(made, self.guess.variable(name))
            for count, goal in (made.args, made.args[::-1]) if made.op == "+" else ():
                if count.number is not None and count.number.is_integer:
                    apart = laws.add(count, laws.negate(constant(held)))
                    yield laws.add(goal, laws.add(self.guess.variable(name), apart))

    def by_steps(self, count: Term, values: Mapping[str, Term], steps: Collection[int]) -> Iterator[Term]:
        """A counter that goes by steps, as terms over places that count the passes up or down.

        Registers come before levels of the stack, which may hold a copy for a while.
        """
        for place, value in sorted(values.items(), key=lambda one: one[0][0] not in "Ri"):
            held = self.known.normal(value)
            if (
                place[0] not in "Rixyzt"
                or place[1:2] == "i"
                or held.number is None
                or not held.number.is_integer
            ):
                continue
            self.guess.junk[place] |= NUMBER
            for factor in (*steps, *(-one for one in steps)):
                passes = laws.multiply(number(factor), place_variable(place, self.guess.junk[place]))
                yield laws.add(passes, laws.add(count, laws.multiply(number(-factor), held)))

    def by_places(self, value: Term, values: Mapping[str, Term]) -> Iterator[Term]:
        """A number that waits, as terms over registers, which hold what it was computed from."""
        held = {
            self.known.normal(one): place_variable(place, self.guess.junk[place])
            for place, one in values.items()
            if place[0] == "R" and one.op != "constant"
        }
        made = Substitution(held)(value)
        if variables(made) <= set(held.values()):
            yield made

    def by_cells(self, value: Term, cells: Term) -> Iterator[Term]:
        """The elements, as terms over those in the registers, where a listing stores some of them later."""
        made = place_variable(ELEMENTS, self.guess.junk[ELEMENTS])
        for place in sorted(laws.changes(value)[1]):
            held = laws.register(value, constant(place))
            if laws.register(cells, constant(place)) is not held:
                over = held if held.op == "constant" else next(iter(self.by_value.get(held, ())), None)
                made = made if over is None else laws.store(made, constant(place), over)
        if made.op == "stored":
            yield made

    def facts(self) -> Iterator[Term]:
        """Conditions over the names."""
        known, guess = self.known, self.guess
        numbers = [name for name, kind in guess.kinds.items() if kind == NUMBER and name != ELEMENTS]
        for name in numbers:
            yield from range_facts(guess.variable(name), self.known.range(self.values[name]))
        if known.truth(result_is_first(self.values[ELEMENTS])) is True:
            yield result_is_first(guess.variable(ELEMENTS))
        yield from self._sizes()
        yield from self.conditions()
        for one, other in self._pairs(numbers):
            a, b = self.values[one], self.values[other]
            if known.truth(laws.below(a, b)) is True:
                yield laws.below(guess.variable(one), guess.variable(other))
            if known.truth(laws.below(b, a)) is False:
                yield laws.no(laws.below(guess.variable(other), guess.variable(one)))

    def conditions(self) -> Iterator[Term]:
        """The known conditions over the names. One over what a name held before says nothing of the name."""
        held = Substitution({self.guess.variable(name): value for name, value in self.values.items()})
        for condition in self.known.conditions:
            for made in dict.fromkeys(by(condition) for by in (self.rewritten, *self.by_elements)):
                if variables(made) <= self.own and self.known.truth(held(made)) is True:
                    yield made

    def _sizes(self) -> Iterator[Term]:
        """Conditions that rows and columns of matrices are equal to terms over the names."""
        elements = self.guess.variable(ELEMENTS)
        for place in list(PIECES.values())[:-1]:
            matrix = memory.read(self.known, self.values[ELEMENTS], place)
            for part, of in zip(size_of(matrix), size_of(laws.register(elements, place)), strict=True):
                held = self.known.normal(part)
                if matrix.op != "register" or held in self.by_value:
                    yield from (laws.equal(of, one) for one in self.candidates(held))
        for condition in self.known.conditions:
            before = elements_of(condition)
            if before is not None:
                held = Substitution({before: self.values[ELEMENTS]})(condition)
                if self.known.truth(held) is True:
                    yield Substitution({before: elements})(condition)

    def whole_parts(self, value: Term, values: Mapping[str, Term]) -> Iterator[Term]:
        """The whole part of what a place holds, where the listing has not taken it yet."""
        for place in STACK if value.op == "INT" else ():
            if self.known.normal(values[place]) is value.args[0]:
                yield laws.compute("INT", place_variable(place, self.guess.junk[place]))

    def parts(self, value: Term) -> Iterator[Term]:
        """The whole part or the fraction of a name, for a value that is one."""
        if value.op in PARTS:
            for name in self.by_value.get(value.args[0], ()):
                yield laws.compute(value.op, name)

    def _pairs(self, numbers: list[str]) -> Iterator[tuple[str, str]]:
        """Names to compare: counters with the ends of their loops, then those of the innermost function."""
        numbers = sorted(numbers, key=lambda name: -int(name[0]) if name[0].isdigit() else 1)
        few = numbers[:MOST_COMPARED]
        for name in numbers[MOST_COMPARED:]:
            if name.endswith(END):
                yield name.removesuffix(END), name
                yield name, name.removesuffix(END)
        yield from permutations(few, 2)


def range_facts(variable: Term, held: Range) -> Iterator[Term]:
    """Whether a number is whole, and its least and greatest value."""
    if held.whole:
        yield whole_condition(variable)
    for low in sorted({held.low, 0, 1} - {None}, key=lambda one: one or 0):
        if low is not None and held.low is not None and held.low >= low:
            yield at_least(variable, low)
    if held.high is not None:
        yield at_most(variable, held.high)


def left_by_runs(module: Module, names: Mapping[str, Term]) -> Iterator[Term]:
    """The conditions that registers may satisfy between two runs: those that the compiler relies on."""
    for name, held in between_runs(module).items():
        least = math.floor(held.low) if abs(held.low) < EXACT else None
        most = math.ceil(held.high) if abs(held.high) < EXACT else None
        yield from range_facts(names[f"@{name}"], Range(least, most, held.whole))


def _is_exact(rest: Linear) -> bool:
    """Whether the rest of a sum is one whole number of at most ten digits."""
    return not rest.factors and abs(rest.constant) < EXACT


def known_linear(known: Knowledge, value: Term) -> Linear | None:
    """A number that is known to be whole, as a sum of others. None for another number."""
    return known.linear(value) if known.range(value).whole else None
