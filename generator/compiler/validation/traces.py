"""Where the source and the listing are together: guessed from runs with numbers.

The source's lines run on terms that are numbers, the listing on the calculator. A cut of the source is met at
a line that was reached as often, between the same pauses, questions and ends. The guess need not be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from random import Random
from typing import Final, NamedTuple, TypeVar

from generator.compiler.checking.calls import Answer, numbers_of
from generator.compiler.validation.check import TYPING, Proof, place_of
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.lines import Does, NotFollowed, loop_cuts
from generator.compiler.validation.machine import KnowingMachine
from generator.compiler.validation.relation import MODES, Point, flag_name, is_local, names_of
from generator.compiler.validation.states import Event, SourceLeaf, SourceState
from generator.compiler.validation.work import LISTING_LINE, SOURCE_LINE
from hp15c.terms import TermState, Way, constant, laws, outcomes
from hp15c.terms.term import Term

Place = tuple[tuple[str, int], ...]
Answers = Sequence[Answer]
MOST_STEPS: Final = 1_500
MOST_SOURCE_STEPS: Final = 2_500
BOTH: Final = 2
MOST_COMPARED: Final = 6
MOST_CHOSEN: Final = 40
"""The number of conditions that are assumed in one run, where no numbers decide."""
MOST_PASSES: Final = 40
"""The number of passes of a loop up to which it may be written out in the listing."""


class Likeliest(Enum):
    """Which of the lines that fit is taken: the first, the one that holds most, or the last such one."""

    FIRST = auto()
    ALIKE = auto()
    LATEST = auto()


_K = TypeVar("_K")
_T = TypeVar("_T")


class Visit(NamedTuple):
    """A place of the source in these passes of the loops around it, the outermost first."""

    place: Place
    passes: tuple[int, ...]


@dataclass(slots=True)
class Trace:
    """What one call went through, in order: places of the source and lines, each with events before it.

    Lines that go on with a number are left out, because no cut can be met there. `sources` and `states` are
    the source and the calculator there. `values` are those of names that are still read. `effects` are what
    of the source the calculator has to hold in one place: elements by their registers, modes, the seed.
    `source` and `listing` are the states after the call, None where a side did not come to the end. `stopped`
    is how many sides did stop. `passes` has the most passes that each loop made in a row.
    """

    places: list[tuple[Visit, int]] = field(default_factory=list)
    lines: list[tuple[int, int]] = field(default_factory=list)
    values: list[dict[str, Term]] = field(default_factory=list)
    effects: list[dict[str | int, Term]] = field(default_factory=list)
    sources: list[SourceState] = field(default_factory=list)
    states: list[TermState] = field(default_factory=list)
    source: SourceState | None = None
    listing: TermState | None = None
    stopped: int = 0
    passes: Counter[Place] = field(default_factory=Counter)

    @property
    def has_ended(self) -> bool:
        """Whether both sides came to an end, an Error, or a question without an answer."""
        return self.stopped == BOTH


def trace(proof: Proof, source: SourceState, listing: TermState, answers: Answers, times: int = 1) -> Trace:
    """A call with numbers on both sides, followed to its end or up to so many `times` the usual steps."""
    found = Trace()
    facts, found.source = _source(proof, source, answers, found, times * MOST_SOURCE_STEPS)
    if found.stopped:
        found.listing = _listing(proof, listing, answers, found, facts, times * MOST_STEPS)
    return found


def _source(
    proof: Proof, state: SourceState, answers: Answers, found: Trace, most: int
) -> tuple[Knowledge, SourceState | None]:
    """Run the source. Returns the state at the end, and what was taken to hold of what SOLVE finds."""
    facts, events, left = Knowledge((), proof.work), 0, list(answers)
    chance = Random(proof.work.done)
    rounds: Counter[Place] = Counter()
    turned: Place | None = None
    cuts = {name: loop_cuts(code) for name, code in proof.source.codes.items()}
    for _ in range(most):
        proof.work.count(SOURCE_LINE)
        action = proof.source.action(state)
        if action.does is Does.CUT:
            place = place_of(state)
            if action.count:
                rounds[place] = rounds[place] + 1 if place == turned else 1
                found.passes[place] = max(found.passes[place], rounds[place])
            passes = tuple(rounds[loop] for loop in _loops_around(place, cuts))
            found.places.append((Visit(place, passes), events))
            found.sources.append(state)
            found.values.append(_live_values(proof, state))
            found.effects.append(_effects(state, proof.layout.flags))
        turned = _loop_of_jump(proof, state) or turned
        try:
            ways = list(proof.source.step(facts, state))
        except NotFollowed:
            break
        if len(ways) > 1:  # the memory has room for matrices
            ways = [one for one in ways if not (isinstance(one, SourceLeaf) and one.event is Event.FAILS)]
        if not ways or (len(ways) > 1 and len(facts.conditions) > MOST_CHOSEN):
            break
        way = chance.choice(ways)
        if not isinstance(way, SourceLeaf):
            facts, state = way
            continue
        events += 1
        facts, state = way.facts, way.state
        if way.event is Event.ASKS and left:
            typed = numbers_of(left.pop(0))[-way.answers :]
            if typed:
                frame = state.frames[-1]
                kept = frame.operands[: -len(typed)]
                frame = frame._replace(operands=(*kept, *map(constant, typed)))
                state = state._replace(frames=(*state.frames[:-1], frame))
            if len(typed) < way.answers == BOTH:
                break
        elif way.event is not Event.PAUSES:
            found.stopped += 1
            return facts, state if way.event is Event.ENDS else None
    return facts, None


def _live_values(proof: Proof, state: SourceState) -> dict[str, Term]:
    """The values of the source by name, without those of names that are not read any more."""
    live = {
        f"{depth}.{name}"
        for depth, frame in enumerate(state.frames)
        for name in proof.source.live[frame.function][frame.line]
    }
    held = names_of(state, proof.layout)
    return {name: value for name, value in held.items() if not is_local(name) or name in live}


def _loops_around(place: Place, cuts: Mapping[str, Mapping[int, tuple[int, int]]]) -> Iterator[Place]:
    """The beginnings of the loops in whose passes a place is, the outermost first."""
    for depth, (function, line) in enumerate(place):
        for begin, end in sorted(cuts[function].values()):
            if begin <= line <= end:
                yield (*place[:depth], (function, begin))


def _effects(state: SourceState, flags: Collection[int]) -> dict[str | int, Term]:
    """The modes, the seed, flags, and the elements by their registers."""
    found: dict[str | int, Term] = {name: getattr(state.modes, name) for name in MODES}
    found |= {flag_name(one): state.modes.flags[one] for one in flags}
    for place, value in laws.stores(state.memory):
        if place.whole is not None:
            found.setdefault(place.whole, value)
    return found


def _loop_of_jump(proof: Proof, state: SourceState) -> Place | None:
    """The loop that a state jumps back to. None where it does not jump back."""
    *callers, (function, line) = place_of(state)
    actions = proof.source.codes[function].actions
    jump = actions[line]
    if jump.does is not Does.GO or jump.to[0].line > line:
        return None
    at = next(at for at in range(jump.to[0].line, line) if actions[at].does is Does.CUT and actions[at].count)
    return (*callers, (function, at))


def _listing(
    proof: Proof, state: TermState, answers: Answers, found: Trace, facts: Knowledge, most: int
) -> TermState | None:
    """Run the listing. Returns the state at the end, or None where its way is not certain or it runs too
    long.

    Its first line is left out: a point is met after a line. A loop back to the label is met one line later.
    """
    events, left = 0, list(answers)
    for done in range(most):
        proof.work.count(LISTING_LINE)
        if done and (state.entry is None or proof.program.steps[(state.line or 0) - 1].role not in TYPING):
            found.lines.append((state.line or 0, events))
            found.states.append(state)
        ways = outcomes(proof.program, state, facts, KnowingMachine)
        if len(ways) > 1:
            ways = tuple(one for one in ways if one.way is not Way.FAILS)
        if len(ways) != 1:
            return None
        facts = facts.and_(*ways[0].conditions)
        state, way = ways[0].state, ways[0].way
        if way is Way.GOES_ON:
            continue
        events += 1
        if way is Way.STOPS and state.line and left:
            for answer in numbers_of(left.pop(0)):
                number: Term = constant(answer)
                state = state._replace(x=number, y=state.x, z=state.y, t=state.z, entry=None)
        elif way is not Way.PAUSES:
            found.stopped += 1
            return state if way is Way.STOPS and not state.line else None
    return None


def states_at(
    point: Point, traces: Sequence[Trace], meets: Mapping[Place, Collection[int]]
) -> Iterator[tuple[SourceState, TermState]]:
    """What both sides held at a point, the first times in each trace that goes through the same places."""
    for one in traces:
        visits = [number for number, (visit, _) in enumerate(one.places) if visit.place in meets]
        met = frozenset().union(*(meets[one.places[number][0].place] for number in visits))
        lines = [number for number, (line, _) in enumerate(one.lines) if line in met]
        if len(visits) != len(lines):
            continue
        left = MOST_COMPARED
        for visit, line in zip(visits, lines, strict=True):
            source, state = one.sources[visit], one.states[line]
            if left and place_of(source) == point.source and (state.line, state.returns) == point[1:]:
                left -= 1
                yield source, state


class Shape(NamedTuple):
    """What the jumps of a listing show: its lines in loops, and those where ways meet or a call comes back.

    `joined` has lines that may meet a place together, by the line that all of them jump back to.
    """

    in_loops: Collection[int]
    joins: Collection[int]
    joined: Mapping[int, frozenset[int]]


class Seen:
    """Which visits of the source and which lines the traces went through, by trace.

    `shape` is that of the listing. Lines that are joined there count as a line of its own, too: `joined` has
    these lines by its number. What was found for some visits is kept: other alignments ask for it again.
    """

    def __init__(self, traces: Sequence[Trace], shape: Shape) -> None:
        self.shape = shape
        self.joined = {-head: lines for head, lines in shape.joined.items()}
        traces = [_with_joined(one, self.joined) for one in traces] if self.joined else traces
        self.traces = traces
        self.lines = list(dict.fromkeys(line for one in traces for line, _ in one.lines))
        self.visits = list(dict.fromkeys(visit for one in traces for visit, _ in one.places))
        self._likely: dict[tuple[Visit, ...], dict[int, tuple[int, int]]] = {}
        self._events = [_by_first(one.lines) for one in traces]
        self._wanted = [_by_first(one.places) for one in traces]
        self._states = [_first_two(one.lines, one.states) for one in traces]
        self._values = [_first_two(one.places, one.values) for one in traces]
        self._effects = [_first_two(one.places, one.effects) for one in traces]

    def divide(self, group: Sequence[Visit]) -> Iterator[tuple[Sequence[Visit], list[int]]]:
        """The visits, with the lines that were reached as often as they were made, between the same events.

        Where no line was, the visits are divided: those from each caller, then those in each pass of the
        innermost loops, where each has lines, then those in each pass of the outermost loop, and so on
        inwards. Where elements differ at all lines, the visits are divided if in each part they agree at a
        line.
        """
        lines, most = list(self.likely(group)), max(len(visit.passes) for visit in group)
        inner = [slice(-depth, None) for depth in range(1, most)]
        for passes in (slice(0), *inner, *(slice(depth) for depth in range(1, most + 1))):
            parts: dict[Visit, list[Visit]] = {}
            for visit in group:
                parts.setdefault(Visit(visit.place, visit.passes[passes]), []).append(visit)
            if self._agrees(group) or not 1 < len(parts) <= MOST_PASSES:
                continue
            if all(map(self._agrees, parts.values())) or not (
                lines or (passes in inner and not all(map(self.likely, parts.values())))
            ):
                for part in parts.values():
                    yield from self.divide(part)
                return
        yield group, lines

    def _agrees(self, group: Sequence[Visit]) -> bool:
        """Whether no element and no mode differs at one of the likely lines."""
        return any(not differing for differing, _ in self.likely(group).values())

    def likely(self, group: Sequence[Visit]) -> Mapping[int, tuple[int, int]]:
        """The lines that were reached as often as the visits were made, between the same events.

        Each comes with how many elements and modes differ there, and how many names have no place there.
        """
        known = tuple(group)
        if known not in self._likely:
            self._likely[known] = {
                line: (self.differing(group, line), -self.likeness(group, line))
                for line in self._candidates(group)
            }
        return self._likely[known]

    def _candidates(self, group: Sequence[Visit]) -> list[int]:
        wanted = [sum((held[visit] for visit in group if visit in held), Counter()) for held in self._wanted]
        none: Counter[int] = Counter()
        return [
            line
            for line in self.lines
            if all(
                reached.get(line, none) == count for reached, count in zip(self._events, wanted, strict=True)
            )
        ]

    def differing(self, group: Sequence[Visit], line: int) -> int:
        """How many elements and modes differ at a line when the source is at these visits."""
        found = 0
        for effects, state in self._pairs(self._effects, group, line):
            for name, value in effects.items():
                if name in MODES:
                    other = getattr(state, str(name))
                elif isinstance(name, str):
                    other = state.flags[int(name[-1])]
                else:
                    other = laws.register(state.memory, constant(name))
                found += other is not value
        return found

    def likeness(self, group: Sequence[Visit], line: int) -> int:
        """How many names have a place that holds their value at a line when the source is at these visits.

        Constants are in many places. So a value has to be in the same place each time.
        """
        kept: dict[str, frozenset[str | Term]] = {}
        pairs = list(self._pairs(self._values, group, line))
        registers = {place for _, state in pairs for place, _ in laws.stores(state.memory)}
        for values, state in pairs:
            held = _held_numbers(state, registers)
            for name, value in values.items():
                there = held.get(value, frozenset())
                kept[name] = kept[name] & there if name in kept else there
        return sum(map(bool, kept.values()))

    def _pairs(
        self, held: Sequence[Mapping[Visit, list[tuple[int, _T]]]], group: Sequence[Visit], line: int
    ) -> Iterator[tuple[_T, TermState]]:
        """What the source held at these visits, with the listing's state when it came to the line as often.

        Only the first times in each of the first traces are given.
        """
        for one, states in zip(held[:MOST_COMPARED], self._states[:MOST_COMPARED], strict=True):
            there = (found for visit in group for found in one.get(visit, ()))
            ordered = sorted(there, key=lambda found: found[0])
            for (_, value), (_, state) in zip(ordered, states.get(line, ()), strict=False):
                yield value, state

    def together(self, chosen: Mapping[Visit, int]) -> bool:
        """Whether the chosen visits and lines were reached in the same order."""
        lines = set(chosen.values())
        return all(
            [(chosen[visit], events) for visit, events in one.places if visit in chosen]
            == [found for found in one.lines if found[0] in lines]
            for one in self.traces
        )


def alignments(
    seen: Seen,
    places: Collection[Place],
    loops: Collection[Place],
    ends: Mapping[Place, Place],
    joins: Collection[Place],
) -> Iterator[dict[Place, frozenset[int]]]:
    """Guesses of the lines that meet each of these places of the source, the likeliest first.

    `loops` are the places at which a pass of a loop begins or ends: lines of loops come first there. `joins`
    are the places where ways meet: lines where ways meet come first there.

    `ends` has places at one end of a pass with the place at its other end. Such a place is tried where no
    line was found for the other one.

    A function that is called in several places has the same lines in all calls, or other lines in each. A
    loop has the same lines in all its passes, or other lines in each.
    """
    sets, shape = seen.joined, seen.shape
    groups: dict[tuple[str, int], list[Visit]] = {}
    visits = [one for one in seen.visits if one.place in places]
    for visit in sorted(visits, key=lambda one: one.place in ends):
        groups.setdefault(visit.place[-1], []).append(visit)
    candidates, differ = [], dict[Visit, int]()
    for group in groups.values():
        for part, found in seen.divide(group):
            written_out = len(part) < sum(one.place == part[0].place for one in group)
            in_loop = not written_out and all(one.place in loops for one in part)
            loop = {*shape.in_loops, *sets} if in_loop else ()
            join = shape.joins if written_out or all(one.place in joins for one in part) else ()
            likely = {
                line: (differing > 0, line not in loop, differing, line not in join, likeness)
                for line, (differing, likeness) in seen.likely(part).items()
            }
            by_first = sorted(found, key=lambda line: likely[line][:4])
            alike = sorted(by_first, key=lambda line: likely[line])
            # A line before a test of the loop fits as well where no trace leaves the loop by that test.
            backwards = alike[::-1]
            latest = sorted(backwards, key=lambda line: likely[line])
            candidates.append((part, by_first, alike, latest))
            differ |= {part[0]: min((one[2] for one in likely.values()), default=0)}
    candidates.sort(key=lambda one: differ[one[0][0]] > 0)  # what a listing left out has no line
    for by in Likeliest:
        chosen: dict[Visit, int] = {}
        used: set[Place] = set()
        for part, found, alike, latest in candidates:
            if any(ends.get(visit.place) in used for visit in part):
                continue
            is_loop = len(part) == len(groups[part[0].place[-1]]) and all(one.place in loops for one in part)
            lines = {Likeliest.LATEST: latest, Likeliest.ALIKE: alike}.get(by, found if is_loop else alike)
            fitting = (line for line in lines if seen.together(chosen | dict.fromkeys(part, line)))
            line = next(fitting, None)
            if line is not None:
                chosen |= dict.fromkeys(part, line)
                used |= {visit.place for visit in part}
        meets: dict[Place, frozenset[int]] = {}
        for visit, line in chosen.items():
            meets[visit.place] = meets.get(visit.place, frozenset()) | sets.get(line, {line})
        shared = {place[-1]: lines for place, lines in meets.items()}
        unseen = {one for one in places if one not in {visit.place for visit in visits}}
        missing = {
            one: shared[one[-1]]
            for one in places
            if one in unseen and one[-1] in shared and ends.get(one) not in used
        }
        yield meets | missing


def _with_joined(one: Trace, joined: Mapping[int, Collection[int]]) -> Trace:
    """A trace with each of these sets of lines as a line of its own, at which its lines were."""
    found = [
        ((number, events), state)
        for (line, events), state in zip(one.lines, one.states, strict=True)
        for number in (line, *(key for key, lines in joined.items() if line in lines))
    ]
    return replace(one, lines=[line for line, _ in found], states=[state for _, state in found])


def _by_first(found: Sequence[tuple[_K, int]]) -> dict[_K, Counter[int]]:
    """For each key, how often it was reached after each number of events."""
    counts: dict[_K, Counter[int]] = {}
    for one, events in found:
        counts.setdefault(one, Counter())[events] += 1
    return counts


def _first_two(found: Sequence[tuple[_K, int]], held: Sequence[_T]) -> dict[_K, list[tuple[int, _T]]]:
    """For each key what was held there the first two times, and at which places in the order of all."""
    first: dict[_K, list[tuple[int, _T]]] = {}
    for number, ((one, _), value) in enumerate(zip(found, held, strict=True)):
        if len(first.setdefault(one, [])) < 2:
            first[one].append((number, value))
    return first


def _held_numbers(state: TermState, registers: Collection[Term]) -> dict[Term, frozenset[str | Term]]:
    """The numbers on the stack and in these registers, each with its places."""
    found: dict[str | Term, Term] = {place: getattr(state, place) for place in ("x", "y", "z", "t", "i")}
    found |= {place: laws.register(state.memory, place) for place in registers}
    places: dict[Term, frozenset[str | Term]] = {}
    for at, number in found.items():
        places[number] = places.get(number, frozenset()) | {at}
    return places
