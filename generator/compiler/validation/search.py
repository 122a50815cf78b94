"""The search for a proof: points from runs, relations by weakening. The checker has the last word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, product
from typing import Any, Final

from generator.compiler.checking.calls import EntryCall
from generator.compiler.tree.element_order import only_sizes, relies_on_sizes
from generator.compiler.tree.ir import HEIGHT, For, Module, Operation
from generator.compiler.tree.nodes import leaves_complex_numbers, nodes
from generator.compiler.validation.alignment import Choice, Cuts, Meets, Seen, fullest
from generator.compiler.validation.check import (
    Arrival,
    Certificate,
    Proof,
    Task,
    check,
    place_of,
)
from generator.compiler.validation.guess import Guess, left_by_runs
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.lines import Code, Does, labels_of, lines_before, loop_cuts
from generator.compiler.validation.loop_lines import holding, lines_from, lines_to_meet, shape_of
from generator.compiler.validation.opaque import result_is_first
from generator.compiler.validation.relation import (
    COUNT,
    ELEMENTS,
    IDLE,
    LOWER,
    MODES,
    STACK,
    Layout,
    Mismatch,
    Point,
    Relation,
    fixed_places,
    flag_name,
    match,
    names_of,
    places_of,
)
from generator.compiler.validation.runs import Runs
from generator.compiler.validation.sizes import only_size
from generator.compiler.validation.states import Block, Event, ListingLeaf, SourceLeaf
from generator.compiler.validation.traces import Place, Trace, most_passes, states_at, steady_loops, trace
from generator.compiler.validation.weakening import first, guess_sums, weaken
from generator.compiler.validation.work import FEW_FROM_A_POINT, MOST_FROM_A_POINT, NotProved, TooLong, Work
from generator.language.matrix_lines import MATRIX_OPERATIONS
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.machines import Machine
from hp15c.table.step import register_number
from hp15c.terms import TermState, constant, input_of
from hp15c.terms.term import ANY, FALSE, NOUGHT, NUMBER, OTHER, TRUE, Term

MOST_ROUNDS: Final = 400
FEW_PASSES: Final = 8
MOST_WALKS: Final = 12
MOST_WALKED: Final = 30_000


@dataclass(frozen=True, slots=True)
class Unproved:
    """Why there is no proof, at which line of the source and of the listing."""

    reason: str
    source_line: int
    line: int
    too_many: bool = False


class _Asked(Proof):
    """A proof that notes the lines that meet the source after its questions: each answer is another way.

    `doubted` are the places at which a run showed another number than that of the name whose register it is.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.asked: dict[Place, frozenset[int]] = {}
        self.doubted: list[Place] = []

    def _compare_events(
        self, task: Task, leaf: SourceLeaf, other: ListingLeaf, waiting: list[Task]
    ) -> Iterator[Arrival]:
        place = place_of(leaf.state)
        if leaf.event is Event.ASKS and other.state.line:
            self.asked[place] = self.asked.get(place, frozenset()) | {other.state.line}
        yield from super()._compare_events(task, leaf, other, waiting)


@dataclass(slots=True)
class Search:
    """A source and its listing. `registers` says where the compiler put names and elements.

    `work` limits the search: it counts the steps that both sides may still take. `left` are conditions that
    runs may leave in registers, and `lost` those that the runs of a proved label do not leave.
    """

    module: Module
    program: Program
    registers: Mapping[str, str]
    machine: Machine | None = None
    calls: Sequence[Sequence[EntryCall]] = ()
    work: Work = field(default_factory=Work)
    unproved: dict[str, Unproved] = field(default_factory=dict, init=False)
    left: frozenset[Term] = field(default=frozenset(), init=False)
    lost: frozenset[Term] = field(default=frozenset(), init=False)

    def certificate(self, labels: tuple[str, ...] | None = None) -> Certificate | None:
        """A certificate that the checker accepted, for those of the labels that were proved.

        None where no label was, and `unproved` says for each of the others why.
        """
        self.unproved, self.lost = {}, frozenset()
        arrays = blocks(self.module, self.registers)
        proved: dict[str, Certificate] = {}
        wanted = labels_of(self.module) if labels is None else labels
        waiting = sorted(wanted, key=lambda label: len(lines_from(self.program, label)))
        while waiting:  # the longest has what the others leave
            work = self.work.share(len(waiting))
            label = waiting.pop(0)
            found = self._of_label(arrays, label, work)
            self.work.done += work.done
            if found is None:
                continue
            proved[label] = found
            self.lost |= self.left - {*found.relations[IDLE].facts}
            again = [one for one in proved if self.lost & {*proved[one].relations[IDLE].facts}]
            proved = {one: each for one, each in proved.items() if one not in again}
            waiting += again
        good = [label for label in wanted if label in proved]
        relations = {point: one for label in good for point, one in proved[label].relations.items()}
        certificate = Certificate(tuple(good), arrays, relations)
        idle = relations.get(IDLE)
        if idle and self.left & {
            *idle.facts
        }:  # without what is assumed of registers, where that is not needed
            idle = replace(idle, facts=tuple(one for one in idle.facts if one not in self.left))
            less = replace(certificate, relations={**relations, IDLE: idle})
            with suppress(NotProved):
                check(less, self.module, self.program, self.machine)
                return less
        if len(good) > 1:
            check(certificate, self.module, self.program, self.machine)
        return certificate if good else None

    def _of_label(self, arrays: Mapping[str, Block], label: str, work: Work) -> Certificate | None:
        """A certificate for the runs of one label. None when none is found.

        A choice of points that takes too long is tried again at the end, with more work. Choices with fewer
        points than such a one are not tried before, because there are more ways between their points.
        """
        tried: list[Meets] = []
        long: list[Choice] = []
        try:
            plain = Proof(self.module, self.program, arrays, {}, self.machine, (label,), work)
            for choice in self._choices(plain, label, long):
                if any(_has_fewer(choice.meets, one.meets) for one in long):
                    continue
                found = self._attempt(plain, choice, FEW_FROM_A_POINT, tried, long)
                if found is not None or work.is_used_up:
                    return found
        except NotProved as error:
            self.unproved[label] = Unproved(str(error), 0, 0)
            return None
        for choice in list(long):
            found = self._attempt(plain, choice, MOST_FROM_A_POINT, [], [])
            if found is not None or work.is_used_up:
                return found
        return None

    def _choices(self, plain: Proof, label: str, long: Sequence[Choice]) -> Iterator[Choice]:
        """Choices of lines that meet places of the source, the likeliest first.

        Without loops nothing is guessed from runs at first.

        `long` are the choices that took too long. Those most like them come last then.
        """
        places = self._places(plain)
        ends = self._ends(plain, places)
        if not ends:
            yield Choice({}, (), {})
        runs = Runs(plain, self.module, self.calls, self._tie(plain), set(ends.values()))
        traces = list(runs.traces(label))
        joins, behind_calls = self._joins(plain), self._behind_calls(plain)
        run = {line for one in traces for line, _ in one.lines}
        seen = {visit.place for one in traces for visit, _ in one.places}
        guesses = list(lines_to_meet(self.program, label, run, seen, ends, places))
        few = {one for one, most in most_passes(traces).items() if most <= FEW_PASSES} & steady_loops(traces)
        loops = {one: ends.get(one, one) in few for pair in ends.items() for one in pair}
        later: list[Iterator[Choice]] = []

        def cuts_of_traces() -> Iterator[tuple[Seen, Cuts]]:
            """Cuts by what runs showed, and at last by runs without numbers, too."""
            known = Seen(traces, shape_of(self.program))
            yield from ((known, cuts) for cuts in self._cuts(plain, traces, long))
            if long and seen < set(places):
                known = Seen([*traces, *self._walks(plain, label)], shape_of(self.program))
                yield from ((known, cuts) for cuts in self._cuts(plain, traces, long))

        for known, cuts in cuts_of_traces():
            found = product(enumerate(fullest(known, cuts, joins, behind_calls)), enumerate(guesses))
            left = (
                Choice(others | aligned, traces, loops, others.keys() - aligned.keys())
                for (_, aligned), (_, others) in sorted(found, key=lambda one: one[0][0] + one[1][0])
            )
            for choice in left:
                before = len(long)
                yield choice
                if len(long) > before:
                    later.append(left)
                    break
        yield from chain.from_iterable(later)

    def _walks(self, plain: Proof, label: str) -> list[Trace]:
        """Runs without numbers, on ways that were chosen, to places that no run with numbers came to."""
        begun, found, gone = plain.work.done, list[Trace](), set[tuple[Place, ...]]()
        for _ in range(MOST_WALKS):
            plain.work.begin_point()
            _, source, listing, *_ = plain.enter(label, self._idle(plain))
            assert isinstance(listing, TermState)
            with suppress(TooLong):
                found.append(trace(plain, source, listing, (), gone=gone))
            if plain.work.done - begun > MOST_WALKED:
                break
        return [one for one in found if one.has_ended]

    def _attempt(
        self, plain: Proof, choice: Choice, most: int, tried: list[Meets], long: list[Choice]
    ) -> Certificate | None:
        """A certificate with these lines to meet, or with some that follow from a failure. Else None."""
        chosen, (label,), work = choice.meets, plain.labels, plain.work
        while chosen not in tried:
            tried.append(chosen)
            work.most_from_point = most
            proof = _Asked(
                self.module, self.program, plain.source.arrays, chosen, self.machine, (label,), work
            )
            found = self._weaken(proof, label, choice.traces)
            work.most_from_point = MOST_FROM_A_POINT
            if isinstance(found, Certificate):
                self.unproved.pop(label, None)
                return found
            known = self.unproved.get(label)
            if known is None or (known.too_many and not found.too_many):
                self.unproved[label] = found
            if work.is_used_up:
                return None
            maybe = (one for one in (*proof.doubted, proof.begun.source) if one in chosen)
            begun = next((one for one in maybe if choice.may_go(one, found.too_many)), None)
            may_go = begun is not None
            if found.too_many and not proof.asked.items() <= chosen.items():
                chosen = {**chosen, **proof.asked}
            elif may_go:
                chosen = {place: lines for place, lines in chosen.items() if place != begun}
            if found.too_many and not may_go:
                long.append(choice._replace(meets=proof.meets))
        return None

    def _weaken(self, proof: Proof, label: str, traces: Sequence[Trace] = ()) -> Certificate | Unproved:
        try:
            certificate = Certificate((label,), proof.source.arrays, self._relations(proof, traces))
            check(certificate, self.module, self.program, self.machine, proof.work)
        except NotProved as error:
            return Unproved(str(error), *proof.where, isinstance(error, TooLong))
        return certificate

    def _relations(self, proof: Proof, traces: Sequence[Trace]) -> dict[Point, Relation]:
        idle = self._idle(proof)
        guesses: dict[Point, Guess] = {}
        waiting: list[Point] = [IDLE]
        for _ in range(MOST_ROUNDS):
            if not waiting:
                break
            point = waiting.pop()
            relation = idle if point == IDLE else guesses[point].relation()
            for arrival in proof.arrivals(point, relation):
                if arrival.point == IDLE:
                    kept = self._keep_left(idle, arrival, proof.layout)
                    waiting += [IDLE] if kept != idle and IDLE not in waiting else []
                    idle = kept
                    continue
                if arrival.point not in guesses:
                    guesses[arrival.point] = self._first(proof, arrival, traces)
                    waiting.append(arrival.point)
                if self._note(proof, guesses[arrival.point], arrival) and arrival.point not in waiting:
                    waiting.append(arrival.point)
        return {IDLE: idle, **{point: one.relation() for point, one in guesses.items()}}

    def _keep_left(self, idle: Relation, arrival: Arrival, layout: Layout) -> Relation:
        """The relation between two runs without what the run that ends in an arrival does not leave."""
        while self.left & {*idle.facts}:
            try:
                match(idle, *arrival[1:], layout)
            except NotProved as wrong:
                if not isinstance(wrong, Mismatch) or wrong.fact not in self.left:
                    break
                idle = replace(idle, facts=tuple(one for one in idle.facts if one is not wrong.fact))
            else:
                break
        return idle

    def _first(self, proof: Proof, arrival: Arrival, traces: Sequence[Trace]) -> Guess:
        """What holds at the first arrival at a point, and in the runs that came there."""
        guess = first(arrival, proof.layout, self._steps())
        tied = [one for one in self._tie(proof).items() if _is_tied(guess, *one)]
        for pair in states_at(arrival.point, traces, proof.meets):
            ran = Arrival(arrival.point, Knowledge((), proof.work), *pair)
            weaken(guess, ran, proof.layout, ran=True)
        if isinstance(proof, _Asked) and not all(_is_tied(guess, *one) for one in tied):
            proof.doubted.append(arrival.point.source)
        guess_sums(guess)
        return guess

    def _note(self, proof: Proof, guess: Guess, arrival: Arrival) -> bool:
        """Weaken a guess until an arrival satisfies it. Returns whether it changed."""
        changed = False
        while True:
            relation = guess.relation()
            try:
                match(relation, *arrival[1:], proof.layout)
            except NotProved as error:
                weaker = weaken(guess, arrival, proof.layout)
                if not weaker and not (isinstance(error, Mismatch) and guess.leave_out(relation, error)):
                    return changed
                changed = True
            else:
                if not changed:
                    guess.note(arrival, proof.layout)
                return changed

    def _steps(self) -> set[int]:
        """The steps of counted loops that do not count by 1."""
        loops = (one for one in nodes(tuple(self.module.functions.values())) if isinstance(one, For))
        return {abs(one.step) for one in loops} - {1}

    def _idle(self, proof: Proof) -> Relation:
        """The relation between two runs: the registers of the source are where the compiler put them."""
        facts, source, listing = proof.begin_both()
        names = {
            name: input_of(name, NUMBER if value.kind != OTHER else OTHER)
            for name, value in names_of(source, proof.layout).items()
        }
        places = {
            place: input_of(f"{place} before", value.kind | (NUMBER if value.kind != OTHER else 0))
            for place, value in places_of(facts, listing, proof.layout).items()
        }
        places |= {place: input_of(f"{place} before", ANY) for place in STACK}
        places |= {"lift": TRUE, COUNT: listing.registers} if proof.layout.grows else {"lift": TRUE}
        if not leaves_complex_numbers(self.module):
            places |= {one: NOUGHT if one.endswith("i") else FALSE for one in LOWER if one in places}
        for name, place in self._tie(proof).items():
            if place in places:
                places[place] = names[name]
        self.left = frozenset(left_by_runs(self.module, names))
        assumed = (*self._keep_result(names[ELEMENTS]), *self._sizes(names[ELEMENTS]))
        return Relation(names, places, (*assumed, *sorted(self.left - self.lost, key=str)))

    def _keep_result(self, elements: Term) -> Iterator[Term]:
        """The condition that RESULT is as in cleared memory, where the listing relies on it."""
        lines = (row for one in nodes(tuple(self.module.functions.values())) for row in _matrix_rows(one))
        if "RESULT" in lines and all(one.name != "RESULT" for one in self.program.steps):
            yield result_is_first(elements)

    def _sizes(self, elements: Term) -> Iterator[Term]:
        """The conditions of the only size that the module gives a matrix, where passes rely on it."""
        for name, size in only_sizes(self.module).items() if relies_on_sizes(self.module) else ():
            rows, columns = (constant(Number.of(one.constant)) for one in size.parts)
            yield from only_size(elements, self.module.matrices[name], rows, columns)

    def _tie(self, proof: Proof) -> dict[str, str]:
        """The place of each value of the source that stays between two runs."""
        tied = {name: name for name in (*MODES, *map(flag_name, proof.layout.flags), ELEMENTS)}
        for name in proof.source.names():
            at = self.registers.get(name)
            if at is not None and name != HEIGHT:  # each run begins it anew
                tied[f"@{name}"] = "i" if at == "I" else f"R{register_number(at)}"
        return tied | fixed_places(self.module, proof.source.arrays)

    def _cuts(self, plain: Proof, traces: Sequence[Trace], long: Sequence[Choice]) -> Iterator[Cuts]:
        """Where to cut.

        The choices come in this order. First all loops are cut, then those that have no other loop inside.
        Where a listing goes from element to element, one loop of it may be two of the source, and these come
        first. Then only loops that made a pass, that made many, and that did not always make equally many:
        the others are followed pass by pass. Last come cuts after calls too, and wherever ways meet. These
        come second where the first choice took too long.
        """
        places = self._places(plain)
        ends = self._ends(plain, places)
        loops = [place for place in places if place in ends or place in ends.values()]
        outer = holding(ends)
        inner = [one for one in loops if ends.get(one, one) not in outer]
        often, steady = most_passes(traces), steady_loops(traces)
        went = [[one for one in loops if often[ends.get(one, one)] > most] for most in (1, FEW_PASSES)]
        fewer = [inner, *went, [one for one in loops if ends.get(one, one) not in steady]]
        if any(one.user for one in self.program.steps):
            yield inner, loops, ends
        yield loops, loops, ends
        more = [
            ([*loops, *self._behind_calls(plain)], loops, ends),
            ([*loops, *self._joins(plain)], loops, ends),
            ([one for one in places if one not in ends], loops, {}),
        ]
        yield from more if long else ()
        yield from ((chosen, loops, ends) for chosen in fewer)
        yield from more

    def _places(self, plain: Proof) -> list[Place]:
        """The places of the source at which runs of the label may be cut."""
        return [place for place in plain.source.cuts() if plain.source.labels[place[0][0]] in plain.labels]

    def _joins(self, plain: Proof) -> set[Place]:
        """The places at which ways of the source meet, also those that end a function that was called."""
        codes = plain.source.codes
        before = {name: lines_before(code) for name, code in codes.items()}
        ends = Counter(
            name for name, code in codes.items()
            for line, one in enumerate(code.actions) if one.does is Does.FINISH and before[name][line]
        )  # fmt: skip
        called = {one for one in self._behind_calls(plain) if ends[_callee(codes, one)] > 1}
        return called | {one for one in self._places(plain) if len(before[one[-1][0]][one[-1][1]]) > 1}

    def _behind_calls(self, plain: Proof) -> list[Place]:
        return [one for one in self._places(plain) if _callee(plain.source.codes, one)]

    def _ends(self, plain: Proof, places: Sequence[Place]) -> dict[Place, Place]:
        """The beginning of the passes of a loop for the place at their end."""
        cuts = {name: loop_cuts(code) for name, code in plain.source.codes.items()}
        found = {}
        for place in places:
            *callers, (function, line) = place
            for begin, end in cuts[function].values():
                if line == end:
                    found[place] = (*callers, (function, begin))
        return found


def _callee(codes: Mapping[str, Code], place: Place) -> str:
    """The function whose call comes back at a place of the source. '' for another place."""
    function, line = place[-1]
    before = codes[function].actions[line - 1]
    return before.name if before.does is Does.ENTER else ""


def _is_tied(guess: Guess, name: str, place: str) -> bool:
    """Whether a place may hold what a name of the source holds."""
    return name in guess.kinds and guess.variable(name) in guess.candidates.get(place, ())


def _has_fewer(one: Meets, other: Meets) -> bool:
    """Whether every place that is met in one choice is met in the other, too."""
    return all(lines <= other.get(place, frozenset()) for place, lines in one.items())


def _matrix_rows(node: object) -> Iterator[str]:
    """The rows of the lines of an operation with matrices."""
    if isinstance(node, Operation) and node.name in MATRIX_OPERATIONS:
        yield from (row for row, _ in MATRIX_OPERATIONS[node.name].lines)


def blocks(module: Module, registers: Mapping[str, str]) -> dict[str, Block]:
    """The registers of arrays that have them in one piece."""
    found = {}
    for name, array in module.arrays.items():
        at = {
            number: register_number(registers[f"{name}[{number}]"])
            for number in range(array.length)
            if f"{name}[{number}]" in registers
        }
        if array.at is not None and at:
            found[name] = Block(array.at, array.length)
        elif 0 in at and at == {number: at[0] + number for number in range(len(at))}:
            found[name] = Block(at[0], len(at))
    return found
