"""Runs of the source and of the listing side by side.

The source's lines run on terms that are numbers, the listing on the calculator. Where no number decides, a
way is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

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


def trace(
    proof: Proof,
    source: SourceState,
    listing: TermState,
    answers: Answers,
    times: int = 1,
    gone: set[tuple[Place, ...]] | None = None,
) -> Trace:
    """A call with numbers on both sides, followed to its end or up to so many `times` the usual steps.

    Where no number decides, a way is chosen that is not among those `gone` before, and noted there.
    """
    found, gone = Trace(), set() if gone is None else gone
    facts, found.source = _source(proof, source, answers, found, times * MOST_SOURCE_STEPS, gone)
    if found.stopped:
        found.listing = _listing(proof, listing, answers, found, facts, times * MOST_STEPS)
    return found


def _source(
    proof: Proof, state: SourceState, answers: Answers, found: Trace, most: int, gone: set[tuple[Place, ...]]
) -> tuple[Knowledge, SourceState | None]:
    """Run the source. Returns the state at the end, and what was taken to hold where no number decides."""
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
        ways = [
            one for one in ways if not (one.facts if isinstance(one, SourceLeaf) else one[0]).contradicted
        ]
        if not ways or (len(ways) > 1 and len(facts.conditions) > MOST_CHOSEN):
            break
        leads = [
            (place_of(state), place_of(one.state if isinstance(one, SourceLeaf) else one[1])) for one in ways
        ]
        way, lead = chance.choice(
            [one for one in zip(ways, leads, strict=True) if one[1] not in gone]
            or [*zip(ways, leads, strict=True)]
        )
        if len(ways) > 1:
            gone.add(lead)
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
    live = proof.source.live_names(place_of(state))
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
        if len(ways) > 1:
            ways = tuple(one for one in ways if not facts.and_(*one.conditions).contradicted)
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


def most_passes(traces: Sequence[Trace]) -> Counter[Place]:
    """The most passes that each loop made in a row."""
    often: Counter[Place] = Counter()
    for found in traces:
        often |= found.passes
    return often


def steady_loops(traces: Sequence[Trace]) -> set[Place]:
    """The loops that made as many passes in all traces in which they made one."""
    return {loop for loop in most_passes(traces) if len({one.passes[loop] for one in traces} - {0}) == 1}
