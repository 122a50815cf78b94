"""The search for a proof that two programs are equal.

It begins with the strongest relations, in which every value that arrives at a pair of lines is kept. It
weakens them where another way arrives with other values. Places that hold equal terms on every way share a
variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from generator.equality.check import (
    MOST_PASSES,
    MOST_STEPS,
    Apart,
    NotProved,
    Steps,
    TooManyWays,
    arrivals,
    check,
)
from generator.equality.claims import IDLE, Assumed, Certificate, Observe, Pair, Relation, Values
from generator.equality.knowledge import Known, symbols
from generator.equality.registers import alignment, registers_named, renamed_registers
from generator.equality.relation import Arrival, beginning, cut_short, dropped_calls, places_of, without
from generator.reading.parts import Beginning, Graph, parts
from hp15c.errors import InputError
from hp15c.graphs import postorder, sources
from hp15c.listing.program import Program
from hp15c.table.instructions import LETTERS, OperandKind, Role
from hp15c.table.step import TYPING, register_number
from hp15c.terms import TermState, constant, input_of, laws
from hp15c.terms.state import USUAL_REGISTERS
from hp15c.terms.term import Term

MOST_PAIRS: Final = 1_000
MOST_VISITS: Final = 60
MORE_CUTS: Final = 8
MOST_TO_THE_ENDS: Final = 3_000
"""The number of lines executed from a pair where loops are followed to their ends."""
MOST_ARRIVALS: Final = 16_000
"""The number of ways that are followed from all pairs before the search is given up."""
MOST_WORK: Final = 60_000
WORK: Final = 300
"""The number of lines that are executed on terms before the search is given up: the first, and the second for
each line of the programs.
"""
EXACT: Final = 4
"""How many lines one counts for where laws for ranges of numbers are used."""
_UNCUT: Final = (frozenset[int](), frozenset[int]())
Entries = tuple[tuple[int, int], ...]
Name = str | int
"""A place of a relation, or the number of a register."""


class TooMuch(NotProved):
    """Raised where the search is given up."""


class LabelMissing(NotProved):
    """Raised where a label that a person presses is in one program only."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be proved: what is observed, which registers are kept, which labels stand for each other.

    `typed` has for a label of the old program how many numbers its user keys in at least. `only` are the
    labels of the old program that are compared, None for all. `stops` has for lines after its stops how many
    numbers are keyed in there. `blinks` says whether overflows are compared. `assumed` are conditions when a
    label is pressed. `exact` is for laws that hold for ranges of numbers, which take more time.
    """

    observe: Observe = Observe.RESULTS
    keep: tuple[int, ...] = ()
    entries: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, int] = field(default_factory=dict)
    only: frozenset[str] | None = None
    stops: tuple[tuple[int, int], ...] = ()
    blinks: bool = True
    assumed: tuple[Assumed, ...] = ()
    exact: bool = False


Told = Callable[[str, int, int], None]
"""A function that is told what is done, how much of it, and of how much: 0 where that is not known."""


def silent(_: str, __: int, ___: int) -> None:
    """Do nothing, where the progress of a search is not to be told."""


def prove(
    old: Program, new: Program, wish: Wish | None = None, told: Told = silent, limit: Steps | None = None
) -> Certificate:
    """A certificate that two programs are equal, checked. NotProved when none is found.

    `limit` says how many lines the search may execute on terms, and what it executes is taken from it.
    LabelMissing where a label that a person presses is in one of them only. InputError where something is
    assumed for a label that nobody presses, or of a register that the lines of an HP-11C program take.
    """
    wished = wish or Wish()
    entries = entries_of(old, new, wished.entries, wished.only)
    pressed = {old.steps[line - 1].operand for line, _ in entries}
    for one in wished.assumed:
        if one.label and one.label not in pressed:
            raise InputError(f"the old program has no LBL {one.label} to press: {one.label}: {one.text}")
        for name in one.registers:
            if register_number(name) >= (beginning(old).registers.whole or 0):
                raise InputError(f"assumption {one.text!r}: the lines of the old program take R{name}")
    fault: NotProved | None = None
    last: NotProved | None = None
    meetings = _meetings(old), _meetings(new)
    heads = _loop_heads(old), _loop_heads(new)
    same: tuple[tuple[int, int], ...] = ()
    renamed = renamed_registers(old, new, entries)
    ways = [_Way(same, meetings), _Way(same, heads), _Way(renamed, meetings)]
    pooled = [_Way(same, meetings, pools=True), _Way(renamed, meetings, pools=True)]
    uncut: list[_Way] = []
    if any(one.searches and one.operand == "I" for one in old.steps):  # may lead to each line
        everywhere = _all_lines(old), _all_lines(new)
        uncut = [_Way(one, _UNCUT) for one in (same, renamed)]  # I may be known on each way
        ways = [*[one._replace(cuts=everywhere) for one in pooled], *uncut, *ways]
    else:
        ways += pooled
    tests = [one for one in old.steps if one.may_skip]
    if any(one.operand == "(i)" for one in old.steps) and all(one.role is Role.COUNTS for one in tests):
        ways.append(_Way(same, _UNCUT))  # loops are followed to their ends
    stops = heads[0] | _behind_stops(old), heads[1] | _behind_stops(new)
    ways += [_Way(one, cuts, passes=MOST_PASSES) for cuts in (heads, stops) for one in (same, renamed)]
    if leaves_usual_registers(old):
        ways = [one._replace(ample=True) for one in ways]
    work = limit or Steps(MOST_WORK + WORK * (len(old) + len(new)))
    for place, way in enumerate(dict.fromkeys(ways)):
        told("for a proof", place, len(ways))
        by_index = bool(uncut) and way.cuts == _UNCUT
        if last is not None and not by_index and way.pools != isinstance(last, TooMuch | TooManyWays):
            continue  # only too many ways are a reason to pool calls
        try:
            found = _certificate(old, new, wished, entries, way, work)
        except NotProved as error:
            fault, last = fault or error, last if by_index else error
            if work.left < 0:
                break
            continue
        check(found, old, new)
        return found
    assert fault is not None
    raise fault


class _Way(NamedTuple):
    """A way to search: registers that are renamed, lines to cut at, whether pending calls are pooled.

    `passes` says how often one program may go on from a cut alone, `ample` whether each DIM (i) leaves the
    registers to R.9.
    """

    renamed: tuple[tuple[int, int], ...]
    cuts: tuple[frozenset[int], frozenset[int]]
    pools: bool = False
    passes: int = 0
    ample: bool = False


def _certificate(
    old: Program, new: Program, wish: Wish, entries: Entries, way: _Way, work: Steps
) -> Certificate:
    """A certificate with these cuts, and more where there are too many ways: the line that most pass is cut.

    A cut at which only one program arrives stays out, except at the head of a loop.
    """
    partners = dict(alignment(old, new, entries))
    needed = _loop_heads(old), _loop_heads(new)
    added, cuts = 0, way.cuts
    while True:
        try:
            return _Search(old, new, wish, entries, way._replace(cuts=cuts), work).certificate()
        except Apart as fault:
            which, at = fault.which, fault.line
            if which is None or at not in cuts[which] or at in needed[which]:
                raise
            cuts = (cuts[0] - {at}, cuts[1]) if which == 0 else (cuts[0], cuts[1] - {at})
        except TooManyWays as fault:
            if not any(way.cuts):
                raise
            met = {
                line: count
                for line, count in fault.visits.items()
                if line in partners and line not in cuts[0] and old.steps[line - 1].role not in TYPING
            }
            if not met or added == MORE_CUTS:
                raise
            added += 1
            line = max(met, key=lambda one: met[one])
            cuts = cuts[0] | {line}, cuts[1] | {partners[line]}


def leaves_usual_registers(program: Program) -> bool:
    """Whether each DIM (i) comes after two digits that leave the registers to R.9."""
    found = []
    for line, one in enumerate(program.steps):
        if str(one) == "DIM (i)":
            typed = [
                before.operand for before in program.steps[max(line - 2, 0) : line] if before.role in TYPING
            ]
            found.append("".join(typed))
    return bool(found) and all(one.isdigit() and int(one) + 1 >= USUAL_REGISTERS for one in found)


def _all_lines(program: Program) -> frozenset[int]:
    """All lines but those at which a number goes on from the line before."""
    count = len(program)
    return frozenset(
        line for line in range(1, count + 1) if _begins_no_number(program, line, [line - 1 or count])
    )


def entries_of(
    old: Program, new: Program, named: Mapping[str, str], only: frozenset[str] | None = None
) -> tuple[tuple[int, int], ...]:
    """The pairs of lines at which the user enters both programs. LabelMissing where one program lacks a
    label, InputError where no label is pressed.
    """
    pressed = _pressed_lines(old), _pressed_lines(new)
    for label in sorted(named.keys() - pressed[0].keys()):
        labels = ", ".join(sorted(filter(None, pressed[0])))
        raise InputError(f"the old program has no label {label!r} that a person presses; it has {labels}")
    if only is not None:
        pressed = {label: line for label, line in pressed[0].items() if label in only}, pressed[1]
    found = []
    for label, line in pressed[0].items():
        other = named.get(label, label)
        partner = pressed[1].get(other) or (new.find_label(other, 1) if other else None)
        if partner is None:
            raise LabelMissing(
                f"the new program has no {f'LBL {other}' if other else 'line without a label'}"
            )
        found.append((line, partner))
    extra = (
        set() if only is not None else pressed[1].keys() - {named.get(label, label) for label in pressed[0]}
    )
    for label in sorted(extra & set(LETTERS)):
        raise LabelMissing(f"the old program has no LBL {label}")
    if not found:
        raise InputError("the programs have no label that a person presses")
    return tuple(found)


def _pressed_lines(program: Program) -> dict[str, int]:
    """The lines to which a person's keys lead, by their labels. Of two equal labels the first one counts."""
    pressed = [part for part in parts(program) if part.beginning is Beginning.PRESSED]
    return {part.label: program.find_label(part.label, 1) or part.start for part in pressed}


def _meetings(program: Program) -> frozenset[int]:
    """The lines at which several ways meet, except in the middle of a number."""
    before = sources(range(1, len(program) + 1), Graph(program).leads)
    return frozenset(
        line
        for line, lines in before.items()
        if line and len({*lines}) > 1 and _begins_no_number(program, line, lines)
    )


def _behind_stops(program: Program) -> frozenset[int]:
    """The lines after stops and pauses: both programs are there at the same time."""
    seen = Role.STOPS, Role.PAUSES
    return frozenset(line + 1 for line, one in enumerate(program.steps[:-1], 1) if one.role in seen)


def _begins_no_number(program: Program, line: int, sources: Iterable[int]) -> bool:
    """Whether no number goes on from the line before into this one."""
    if program.steps[line - 1].role not in TYPING:
        return True
    return not any(program.steps[source - 1].role in TYPING for source in sources)


def _loop_heads(program: Program) -> frozenset[int]:
    """The lines to which a way leads back."""
    graph = Graph(program)

    def ahead(line: int) -> list[int]:
        return [one for one in (*reversed(graph.calls[line]), *reversed(graph.after[line])) if one]

    left = {
        line: place for place, line in enumerate(postorder([part.start for part in parts(program)], ahead))
    }
    return frozenset(after for line, place in left.items() for after in ahead(line) if left[after] >= place)


class _Search:
    """Relations that are weakened until both programs keep them."""

    def __init__(
        self, old: Program, new: Program, wish: Wish, entries: Entries, way: _Way, work: Steps
    ) -> None:
        self._old, self._new, self._work = old, new, work
        self._pools, self._passes = way.pools, way.passes
        self._most = MOST_STEPS if any(way.cuts) else MOST_TO_THE_ENDS
        lines = tuple(frozenset(pair[which] for pair in entries) for which in (0, 1))
        cut = way.cuts[0] | lines[0], way.cuts[1] | lines[1]
        labels = {line: label for label, line in _pressed_lines(old).items()}
        typed = tuple(wish.typed.get(labels[line], 0) for line, _ in entries)
        claim = Certificate(wish.observe, wish.keep, way.renamed, entries, cut, {}, typed)
        self._claim = replace(claim, stops=wish.stops, blinks=wish.blinks, assumed=wish.assumed)
        self._claim = replace(self._claim, exact=wish.exact or bool(wish.assumed), ample=way.ample)
        self._known: dict[Pair, Known] = {}
        self._facts: dict[Pair, tuple[Term, ...]] = {}
        self._relations: dict[Pair, Relation] = {}
        self._visits: dict[Pair, int] = {}
        self._numbers = _numbers(old) | _numbers(new)
        self._followed = 0
        self._grown = False

    def certificate(self) -> Certificate:
        """The certificate when nothing is weakened any more. NotProved when no relation stays or the work is
        used up, and TooMuch for too many ways.
        """
        waiting: list[Pair] = []
        begun = Arrival(IDLE, beginning(self._old), beginning(self._new, self._claim.renamed))
        self._arrive([begun], waiting)
        while waiting or self._grown:
            if not waiting:  # there are more lines after pending calls than before
                waiting, self._grown = list(self._relations), False
            pair = min(waiting, key=lambda one: self._visits.get(one, 0))
            waiting.remove(pair)
            self._visits[pair] = self._visits.get(pair, 0) + 1
            if self._visits[pair] > MOST_VISITS:
                raise NotProved("no relation was found that stays")
            claim = replace(self._claim, facts=self._facts)
            steps = Steps(self._most, self._passes)
            try:
                followed = list(arrivals(claim, self._old, self._new, pair, self._relations[pair], steps))
            finally:
                self._work.left -= (self._most - steps.left) * (EXACT if claim.exact else 1)
            self._followed += len(followed)
            if self._work.left < 0:
                raise NotProved("there are too many lines to be followed on all ways")
            if self._followed > MOST_ARRIVALS or len(self._relations) > MOST_PAIRS:
                raise TooMuch("there are too many ways through both programs")
            self._arrive(followed, waiting)
        claim = self._claim
        return replace(claim, relations=dict(self._relations), facts=dict(self._facts))

    def _arrive(self, followed: list[Arrival], waiting: list[Pair]) -> None:
        """Take in what arrives from a pair, and weaken the relations where it does not fit."""
        touched: dict[Pair, list[Arrival]] = {}
        for arrival in followed:
            placed = self._place(arrival)
            touched.setdefault(placed.pair, []).append(placed)
        for pair, ways in touched.items():
            relation = _join(ways, self._relations.get(pair), self._numbers)
            facts = self._followed_facts(pair, ways, relation)
            if relation != self._relations.get(pair) or facts != self._facts.get(pair, ()):
                self._relations[pair] = relation
                self._facts[pair] = facts
                if pair not in waiting:
                    waiting.append(pair)

    def _followed_facts(self, pair: Pair, ways: Iterable[Arrival], relation: Relation) -> tuple[Term, ...]:
        """What holds of the variables of a relation on all ways to a pair."""
        if not self._claim.exact or pair == IDLE:
            return ()
        for way in ways:
            held = symbols(_places(way.old, self._numbers), _places(way.new, self._numbers))
            if pair not in self._known:
                self._known[pair] = Known(way.facts, held)
            else:
                self._known[pair].weaken(way.facts, held)
        sides = [{**values.places, **values.registers} for values in relation]
        return self._known[pair].facts(symbols(sides[0], sides[1]))

    def _place(self, arrival: Arrival) -> Arrival:
        """An arrival at the pair that takes it in, without its pending calls where they are pooled."""
        pair = arrival.pair
        if not self._pools or pair.old.line < 0:
            return arrival
        more = min(len(place.returns) for place in pair)
        pair = Pair(*(place._replace(returns=place.returns[more:]) for place in pair))
        found = cut_short(arrival, pair)
        assert found is not None
        pending = self._claim.pending | dropped_calls(arrival, pair)
        if pending != self._claim.pending:
            self._claim = replace(self._claim, pending=pending)
            self._grown = True
        return found


def _join(ways: Iterable[Arrival], before: Relation | None, numbers: frozenset[int]) -> Relation:
    """The relation that all these ways satisfy, and those that satisfied the one before.

    `numbers` are the registers that have a place of their own.
    """
    known = list(ways)
    columns: list[dict[Name, list[Term]]] = [{}, {}]
    states = [(way.old, way.new) for way in known]
    for which in (0, 1):
        for pair in states:
            for name, value in _places(pair[which], numbers).items():
                columns[which].setdefault(name, []).append(value)
        if before is not None:
            for name, value in _held_before(before[which], numbers).items():
                columns[which][name].append(value)
    given: dict[tuple[Term, ...], Term] = {}
    sides = []
    for column in columns:
        met = {name: _meet(tuple(values), given) for name, values in column.items()}
        places = {name: value for name, value in met.items() if isinstance(name, str) and name != "memory"}
        registers = {name: value for name, value in met.items() if isinstance(name, int)}
        sides.append(Values(places, met["memory"], registers))
    return sides[0], sides[1]


def _places(state: TermState, numbers: Iterable[int]) -> dict[Name, Term]:
    """All places of a state, its registers by number, and the memory without these registers."""
    chosen = sorted(numbers)
    registers = {number: laws.register(state.memory, constant(number)) for number in chosen}
    memory = without(state.memory, registers)
    return dict([*places_of(state).items(), *registers.items(), ("memory", memory)])


def _held_before(values: Values, numbers: Iterable[int]) -> dict[Name, Term]:
    registers = {number: laws.register(values.memory, constant(number)) for number in sorted(numbers)}
    registers |= {number: held for number, held in values.registers.items() if number in registers}
    return dict([*values.places.items(), *registers.items(), ("memory", values.memory)])


def _meet(values: tuple[Term, ...], given: dict[tuple[Term, ...], Term]) -> Term:
    """What is known of a place that holds these terms on the ways: a known value, or a variable.

    Places with the same terms on all ways get the same variable.
    """
    first = values[0]
    if first.op == "constant" and all(value is first for value in values):
        return first
    if values not in given:
        given[values] = input_of(f"v{len(given)}", reduce(or_, (value.kind for value in values)))
    return given[values]


def _numbers(program: Program) -> frozenset[int]:
    """The registers that a program names: by their numbers, as indices of matrices, and as sums."""
    found = set(registers_named(program))
    if any(step.names in (OperandKind.ELEMENT, OperandKind.FUNCTION) or step.user for step in program.steps):
        found |= {0, 1}
    if any(step.instruction.sums for step in program.steps):
        found |= set(range(8))
    return frozenset(found)
