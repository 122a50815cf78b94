"""The checker of certificates: whether a listing does what its source says, for all inputs.

A certificate has points that the source and the listing reach together, and for each a relation: which
value of the source is where in the calculator, and what is known of the values. The checker executes both
sides on terms from each point, on every way, up to the next points. What is shown and asked on the way has to
be equal, Errors have to have the same number, and the states that arrive have to satisfy the relation there.
So whatever both do, they do together.

It believes the book of rules and its reader, the laws of `rewriting` and `sizes`, the lines of `lines`,
and what `backwards` and `alternating` say of loops. It searches for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, cast

from generator.compiler.tree.ir import Module
from generator.compiler.validation.alternating import alternate
from generator.compiler.validation.backwards import Loops, turn_loops
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.lines import Does, NotFollowed, labels_of
from generator.compiler.validation.machine import KnowingMachine
from generator.compiler.validation.opaque import FIRST_RESULT, PIECES, result_is_first
from generator.compiler.validation.relation import (
    COUNT,
    ELEMENTS,
    IDLE,
    LOWER,
    MODES,
    STACK,
    Layout,
    Point,
    Relation,
    fixed_places,
    flag_name,
    match,
    states_of,
)
from generator.compiler.validation.sizes import elements_of
from generator.compiler.validation.source import Source
from generator.compiler.validation.states import (
    Block,
    Event,
    ListingLeaf,
    SourceLeaf,
    SourceState,
    calculator,
    cannot_be,
    listing_end,
    source_end,
)
from generator.compiler.validation.work import LISTING_LINE, SOURCE_LINE, NotProved, TooLong, Work
from hp15c.keys import editing
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO
from hp15c.state.memory import free_registers
from hp15c.state.state import State
from hp15c.table.instructions import Role, step
from hp15c.table.machines import Machine
from hp15c.table.models import Model
from hp15c.terms import TermState, Way, begin, constant, input_of, laws, outcomes, outcomes_of
from hp15c.terms.term import FALSE, NOUGHT, TRUE, Term, variables

MOST_PASSED: Final = 8  # cuts and pauses that the source passes alone before it overflows
MOST_CONDITIONS: Final = 400  # on one way between two points
FRESH: Final = "fresh "
"""The names of numbers that are typed begin with this, and no variable of a relation does."""
TYPING: Final = (Role.TYPES, Role.SIGNS)
_KNOWN_WHEN_IDLE: Final = (*LOWER, "lift", COUNT)


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is claimed, for runs that begin with these labels.

    `arrays` are the registers of arrays that have them in one piece, `relations` those at each point. What is
    compared is the source with the loops of `turned` backwards, after `alternate` where it is `alternating`.
    """

    labels: tuple[str, ...]
    arrays: Mapping[str, Block]
    relations: Mapping[Point, Relation]
    turned: Loops = ()
    alternating: bool = False


class Arrival(NamedTuple):
    """Both sides at a point, with what is known there."""

    point: Point
    facts: Knowledge
    source: SourceState
    listing: TermState


class Task(NamedTuple):
    """Where a way goes on: a state of the source, and one of the listing or the end of its way.

    `has_shown` is set after a pause or a question: the listing may meet the source at its next line then.
    """

    facts: Knowledge
    source: SourceState
    listing: TermState | ListingLeaf
    asked: int = 0
    has_shown: bool = False


class Proof:
    """A source and a listing, executed together from point to point.

    `meets` has the lines of the listing at which each place of the source is met. `work` is how much may be
    done. `where` is the line of the source and that of the listing which were executed last. `begun` is the
    point from which they were reached.
    """

    def __init__(
        self,
        module: Module,
        program: Program,
        arrays: Mapping[str, Block],
        meets: Mapping[tuple[tuple[str, int], ...], frozenset[int]],
        machine: Machine | None = None,
        labels: Sequence[str] | None = None,
        work: Work | None = None,
    ) -> None:
        self.program = program
        try:
            self.source = Source(module, program.model, arrays)
        except NotFollowed as error:
            raise NotProved(str(error)) from None
        self.fresh = State.fresh(program.model, machine)
        editing.load(self.fresh, program)
        free = free_registers(self.fresh) if program.model is Model.HP15C else 0
        self.layout = Layout.of(self.source, len(self.fresh.registers), free)
        self.meets = meets
        self.labels = labels_of(module) if labels is None else tuple(labels)
        self.work = Work() if work is None else work
        self.work.begin_point()
        self.where: tuple[int, int] = (0, 0)
        self.begun = IDLE

    # the beginning

    def begin_both(self) -> tuple[Knowledge, SourceState, TermState]:
        """A calculator whose memory was cleared, and a source that did not run yet."""
        modes = {name: constant(getattr(self.fresh, name)) for name in MODES}
        registers = dict.fromkeys(self.source.names(), constant(ZERO))
        listing = begin(self.program.model, 0, lift=True, registers=self.layout.begun, depth=0)
        cleared = laws.store(laws.zeros(), PIECES["RESULT"], FIRST_RESULT)
        calc, listing = (
            one._replace(
                i=constant(ZERO),
                flags=(FALSE,) * len(one.flags),
                format=modes["format"],
                angle=modes["angle"],
                seed=modes["seed"],
            )
            for one in (calculator(self.program.model), listing._replace(memory=cleared))
        )
        return Knowledge((), self.work), SourceState((), registers, cleared, calc), listing

    def enter(self, label: str, relation: Relation) -> Task:
        """The task after a label is pressed, with its arguments on the stack. NotProved without the label."""
        facts, source, listing = states_of(IDLE, relation, self.source, self.program, self.layout, self.work)
        function = next(one for one in self.source.module.functions.values() if one.label == label)
        given = tuple(input_of(f"{FRESH}argument {name}") for name in function.parameters)
        levels = (*reversed(given), *(input_of(f"{FRESH}{name}") for name in STACK[len(given) : 4]))
        line = self.program.find_label(label, 1)
        if line is None:
            raise NotProved(f"the listing has no label {label}")
        listing = listing._replace(line=line, x=levels[0], y=levels[1], z=levels[2], t=levels[3], lift=TRUE)
        return Task(facts, source._replace(frames=(self.source.enter(function.name, given),)), listing)

    # from point to point

    def arrivals(self, point: Point, relation: Relation) -> Iterator[Arrival]:
        """All points that follow one, with the states that arrive there. NotProved where the sides differ."""
        self.begun = point
        if point == IDLE:
            for label in self.labels:
                yield from self.follow(self.enter(label, relation))
            return
        facts, source, listing = states_of(point, relation, self.source, self.program, self.layout, self.work)
        for behind in self.source.step(facts, source):
            assert not isinstance(behind, SourceLeaf)
            yield from self.follow(Task(behind[0], behind[1], listing))

    def follow(self, task: Task) -> Iterator[Arrival]:
        """The cuts at which source and listing arrive from a task, on every way that they may go."""
        self.work.begin_point()
        waiting = [task]
        while waiting:
            one = waiting.pop()
            for leaf, task in self._source_leaves(one):
                stops = self.meets[place_of(leaf.state)] if leaf.event is Event.CUT else frozenset()
                for other in self._listing_leaves(leaf.facts, task.listing, stops, task.has_shown):
                    if other.overflows:
                        self._overflows(leaf._replace(facts=other.facts), other)
                    elif leaf.event is Event.CUT:
                        yield from self._go_past_cut(task, leaf, other, waiting)
                    else:
                        yield from self._compare_events(task, leaf, other, waiting)

    def _go_past_cut(
        self, task: Task, leaf: SourceLeaf, other: ListingLeaf, waiting: list[Task]
    ) -> Iterator[Arrival]:
        """The source is at a cut. Where the listing comes to no line that meets it, the source goes on."""
        if other.why is Way.GOES_ON:
            state = self._ended_entry(other.state)
            assert state.line is not None
            point = Point(place_of(leaf.state), state.line, state.returns)
            yield Arrival(point, other.facts, leaf.state, state)
            return
        for behind in self.source.step(other.facts, leaf.state):
            assert not isinstance(behind, SourceLeaf)
            waiting.append(Task(behind[0], behind[1], other, task.asked))

    def _overflows(self, leaf: SourceLeaf, other: ListingLeaf) -> None:
        """Require that the source overflows too where the listing does, before it asks or ends.

        Where something overflows in a run, nothing is promised of that run.
        """
        waiting = [(0, leaf)]
        while waiting:
            passed, one = waiting.pop()
            if one.event not in (Event.CUT, Event.PAUSES) or passed == MOST_PASSED:
                raise NotProved(f"line {other.state.line:03d} overflows where the source does not")
            states: Iterable[tuple[Knowledge, SourceState]] = [(one.facts, one.state)]
            if one.event is Event.CUT:
                states = cast("Iterator[tuple[Knowledge, SourceState]]", self.source.step(*one[1:3]))
            for facts, state in states:
                leaves = self._source_leaves(Task(facts, state, other))
                waiting += ((passed + 1, further) for further, _ in leaves)

    def _compare_events(
        self, task: Task, leaf: SourceLeaf, other: ListingLeaf, waiting: list[Task]
    ) -> Iterator[Arrival]:
        """Compare both sides where the source shows, asks or ends, and go on after it. NotProved where the
        listing does something else, unless it ran first and nothing goes this way.
        """
        self.where = self.source.place(leaf.state), other.state.line or 0
        expected = _WAYS[leaf.event]
        asks = leaf.event is Event.ASKS
        same = other.why is expected and (expected is not Way.STOPS or asks == bool(other.state.line))
        if same and leaf.event is Event.FAILS:
            same_cause = leaf.error is not None or other.facts.equal(leaf.values[0], other.state.x)
            same = same_cause and leaf.error == other.error and not (self.layout.grows and other.error == 3)
        if not same and not cannot_be(other.facts):
            raise NotProved(f"the source {source_end(leaf)}, where the listing {listing_end(other)}")
        if not same or leaf.event is Event.FAILS:
            return
        known, state = other.facts, other.state
        for value, level in zip(reversed(leaf.values), state.stack, strict=False):
            if not known.equal(laws.settle(level), laws.settle(value)):
                raise NotProved(f"what the source {_SHOWS[leaf.event]} is not what the listing has")
        for part, level in zip(reversed(leaf.imaginary), (state.xi, state.yi), strict=False):
            if not (known.truth(state.complex) and known.equal(level, part)):
                raise NotProved(f"what the source {_SHOWS[leaf.event]} is not what the listing has")
        if leaf.event is Event.ENDS and not leaf.imaginary and known.truth(state.complex) is not False:
            raise NotProved("complex mode may be on where the source ends")
        for name in ("format", "angle"):
            if not known.equal(getattr(leaf.state.modes, name), getattr(state, name)):
                raise NotProved(f"the {name} is another one where the source {source_end(leaf)}")
        if leaf.event is Event.ENDS:
            begun = constant(self.layout.begun)  # at least: nothing is done that more registers would change
            idle = state._replace(line=0, returns=(), entry=None, lift=TRUE, registers=begun)
            yield Arrival(IDLE, known, leaf.state._replace(frames=()), idle)
        elif asks:
            if leaf.answers == 1:
                waiting.append(Task(known, leaf.state, state, task.asked + 1, True))
            waiting += self._answer(task.asked + leaf.answers, leaf.answers, leaf.state, known, state)
        else:
            waiting.append(Task(known, leaf.state, state, task.asked, True))

    def _answer(
        self, asked: int, count: int, source: SourceState, facts: Knowledge, state: TermState
    ) -> Iterator[Task]:
        """The tasks after a question, where `count` numbers were typed: the last ones of `asked` numbers."""
        if not count:
            yield Task(facts, source, state, asked, True)
            return
        answer = input_of(f"{FRESH}answer {asked - count + 1}")
        frame = source.frames[-1]
        operands = (*frame.operands[:-count], answer, *frame.operands[len(frame.operands) - count + 1 :])
        source = source._replace(frames=(*source.frames[:-1], frame._replace(operands=operands)))
        for way in outcomes_of(step("digit", "1"), state, facts, KnowingMachine):
            typed = way.state._replace(line=state.line, entry=None, x=answer, lift=TRUE)
            yield from self._answer(asked, count - 1, source, facts.and_(*way.conditions), typed)

    # ways of one side

    def _source_leaves(self, task: Task) -> Iterator[tuple[SourceLeaf, Task]]:
        """The ends of all ways of the source: a cut that is met, a pause, a question, an Error, the end.

        Each comes with its task, in which the listing has run as far as it could before the ways parted.
        """
        waiting = [task]
        while waiting:
            task = waiting.pop()
            known, now = task.facts, task.source
            self._count(known, SOURCE_LINE)
            self.where = self.source.place(now), self.where[1]
            if self.source.action(now).does is Does.CUT and place_of(now) in self.meets:
                yield SourceLeaf(Event.CUT, known, now), task
                continue
            try:
                ways = list(self.source.step(known, now))
            except NotFollowed as error:
                raise NotProved(str(error)) from None
            task = self._run_ahead(task) if len(ways) > 1 else task
            for way in ways:
                if isinstance(way, SourceLeaf):
                    if not way.facts.contradicted:
                        yield way, task
                elif not way[0].contradicted:
                    waiting.append(task._replace(facts=way[0], source=way[1]))

    def _run_ahead(self, task: Task) -> Task:
        """A task whose listing has run the lines of its only way, before one that may meet a cut."""
        lines = frozenset().union(*self.meets.values())
        while isinstance(state := task.listing, TermState) and not (task.has_shown and state.line in lines):
            self._count(task.facts, LISTING_LINE)
            first, *others = outcomes(self.program, state, task.facts, KnowingMachine)
            if others or first.conditions or first.way is not Way.GOES_ON or first.state.line in lines:
                break
            self._check_registers(state, first.state)
            task = task._replace(listing=first.state, has_shown=False)
        return task

    def _listing_leaves(
        self, facts: Knowledge, state: TermState | ListingLeaf, stops: frozenset[int], has_shown: bool
    ) -> Iterator[ListingLeaf]:
        """The ends of all ways of the listing: at one of these lines, a pause, a stop, an Error.

        At least one line is executed, or the one before showed something.
        """
        if isinstance(state, ListingLeaf):
            yield state._replace(facts=facts)
            return
        if has_shown and state.line in stops:
            yield ListingLeaf(Way.GOES_ON, facts, state)
            return
        waiting = [(facts, state)]
        while waiting:
            known, now = waiting.pop()
            self._count(known, LISTING_LINE)
            self.where = self.where[0], now.line or 0
            for way in outcomes(self.program, now, known, KnowingMachine):
                more = known.and_(*way.conditions)
                if more.contradicted:
                    continue
                self._check_registers(now, way.state)
                if way.way is not Way.GOES_ON:
                    overflows = way.way is Way.STOPS and bool(now.line) and way.state.line == now.line
                    yield ListingLeaf(way.way, more, way.state, way.error, overflows)
                elif way.state.line in stops:
                    yield ListingLeaf(Way.GOES_ON, more, way.state)
                else:
                    waiting.append((more, way.state))

    def _check_registers(self, before: TermState, after: TermState) -> None:
        """Require that DIM (i) makes all registers, and that none are cleared before.

        A run before this one may have made them. So there are at least as many as a state says, and no Error
        3 is promised.
        """
        all_of_them, line = constant(self.layout.registers), before.line or 0
        clears = line > 0 and self.program.steps[line - 1].name == "CLEAR REG"
        wrong = after.registers not in (before.registers, all_of_them)
        if wrong or (clears and before.registers is not all_of_them):
            raise NotProved(f"line {line:03d} changes registers that a run before may have made")

    def _count(self, known: Knowledge, steps: int) -> None:
        self.work.count(steps)
        if len(known.conditions) > MOST_CONDITIONS:
            raise TooLong("there are too many ways between two points")

    def _ended_entry(self, state: TermState) -> TermState:
        """A state at whose line a number is ended, as the line itself does it first."""
        if state.entry is None:
            return state
        line = state.line or 0
        if line and self.program.steps[line - 1].role in TYPING:
            raise NotProved(f"line {line:03d} goes on with a number on one way only")
        return state._replace(entry=None, lift=TRUE)


_WAYS: Final = {
    Event.PAUSES: Way.PAUSES,
    Event.ASKS: Way.STOPS,
    Event.ENDS: Way.STOPS,
    Event.FAILS: Way.FAILS,
}
_SHOWS: Final = {Event.PAUSES: "shows", Event.ASKS: "shows", Event.ENDS: "returns"}


def place_of(state: SourceState) -> tuple[tuple[str, int], ...]:
    """Where the source is: function and line of each frame, in order."""
    return tuple((frame.function, frame.line) for frame in state.frames)


def check(
    certificate: Certificate,
    module: Module,
    program: Program,
    machine: Machine | None = None,
    work: Work | None = None,
) -> None:
    """Check a certificate. NotProved where it does not hold, or where it takes more work than may be done."""
    relations = certificate.relations
    module = turn_loops(alternate(module) if certificate.alternating else module, certificate.turned)
    if not set(certificate.labels) <= set(labels_of(module)):
        raise NotProved("the certificate names a label that the source does not have")
    meets = meeting_lines(relations)
    proof = Proof(module, program, certificate.arrays, meets, machine, certificate.labels, work)
    if IDLE not in relations:
        raise NotProved("the certificate says nothing of the idle calculator")
    match(relations[IDLE], *proof.begin_both(), proof.layout)
    idle_is_fair(module, certificate, proof.layout)
    waiting, reached = [IDLE], {IDLE}
    while waiting:
        point = waiting.pop()
        if any(str(one.payload).startswith(FRESH) for one in relations[point].variables()):
            raise NotProved("a relation has a variable with the name of a typed number")
        for arrival in proof.arrivals(point, relations[point]):
            if arrival.point not in relations:
                raise NotProved(f"line {arrival.point.line:03d} is reached, but not in the certificate")
            match(relations[arrival.point], arrival.facts, arrival.source, arrival.listing, proof.layout)
            if arrival.point not in reached:
                reached.add(arrival.point)
                waiting.append(arrival.point)


def meeting_lines(points: Mapping[Point, object]) -> dict[tuple[tuple[str, int], ...], frozenset[int]]:
    """The lines of the listing at which each place of the source is met."""
    found: dict[tuple[tuple[str, int], ...], frozenset[int]] = {}
    for point in points:
        if point.source:
            found[point.source] = found.get(point.source, frozenset()) | {point.line}
    return found


def idle_is_fair(module: Module, certificate: Certificate, layout: Layout) -> None:
    """Raise NotProved unless the relation between two runs leaves open what a person may change there.
    Every value has a variable of its own. Modes, the seed and pinned registers are those of the source. That
    RESULT is as in cleared memory, and that a matrix has one size or no elements, may be assumed. Both are
    part of the contract then. Conditions of registers that are not pinned may be there, too: they hold in
    cleared memory, and after each run, because both are matched.
    """
    relation = certificate.relations[IDLE]
    seen: set[Term] = set()
    for name, pattern in relation.names.items():
        if pattern.op != "input" or pattern in seen:
            raise NotProved(f"{name} is not free between two runs")
        seen.add(pattern)
    others: set[Term] = set()
    for place, pattern in relation.places.items():
        if pattern in others or (pattern.op != "input" and place not in _KNOWN_WHEN_IDLE):
            raise NotProved(f"{place} is not free between two runs")
        others |= {pattern} if pattern.op == "input" else set()
    if layout.grows and relation.places.get(COUNT) is not constant(layout.begun):
        raise NotProved("there may be more or fewer registers between two runs")
    elements = relation.names[ELEMENTS]
    fixed = fixed_places(module, certificate.arrays)
    own = {
        relation.names[f"@{name}"]
        for name in module.registers.keys() - {*module.sums}
        if f"@{name}" not in fixed
    }
    allowed = (
        one is result_is_first(elements) or elements_of(one) is elements or variables(one) <= own
        for one in relation.facts
    )
    lower = [pattern for place, pattern in relation.places.items() if place in LOWER]
    is_fair = all(one in (NOUGHT, FALSE) for one in lower) or all(one.op == "input" for one in lower)
    if not all(allowed) or not is_fair:
        raise NotProved("something is assumed of the idle calculator")
    flags = map(flag_name, layout.flags)
    tied = {name: name for name in (*MODES, *flags, ELEMENTS)} | fixed
    for name, place in tied.items():
        if relation.names.get(name) is not relation.places.get(place):
            raise NotProved(f"{place} does not have the value of the source between two runs")
