"""Where the source and the listing are together: guessed from runs with numbers.

The source's lines run on terms that are numbers, the listing on the calculator. A cut of the source is met at
a line that was reached as often, between the same pauses, questions and ends. The guess need not be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from generator.compiler.validation.check import TYPING, Proof, place_of
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.lines import Does, NotFollowed
from generator.compiler.validation.machine import KnowingMachine
from generator.compiler.validation.relation import MODES, names_of
from generator.compiler.validation.source import Event, SourceLeaf, SourceState
from generator.compiler.validation.work import LISTING_LINE, SOURCE_LINE
from hp15c.numbers.number import Number
from hp15c.terms import TermState, Way, constant, laws, outcomes
from hp15c.terms.term import Term

Place = tuple[tuple[str, int], ...]
Answers = Sequence[Number | None]
MOST_STEPS: Final = 1_500
ALTERNATIVES: Final = 4
BOTH: Final = 2
MOST_COMPARED: Final = 6


@dataclass(slots=True)
class Trace:
    """What one call went through, in order: places of the source and lines, each with events before it.

    Lines that go on with a number are left out, because no cut can be met there.
    `values` and `states` are what the source and the calculator held there. `effects` are what of the source
    the calculator has to hold in one place: elements by their registers, modes, the seed. `source` and
    `listing` are the states behind the call, None where a side did not come to the end. `stopped` is how many
    sides did stop. `passes` has the most passes that each loop made in a row.
    """

    places: list[tuple[Place, int]] = field(default_factory=list)
    lines: list[tuple[int, int]] = field(default_factory=list)
    values: list[frozenset[Term]] = field(default_factory=list)
    effects: list[dict[str | int, Term]] = field(default_factory=list)
    states: list[TermState] = field(default_factory=list)
    source: SourceState | None = None
    listing: TermState | None = None
    stopped: int = 0
    passes: Counter[Place] = field(default_factory=Counter)

    @property
    def has_ended(self) -> bool:
        """Whether both sides came to an end, an Error, or a question without an answer."""
        return self.stopped == BOTH


def trace(proof: Proof, source: SourceState, listing: TermState, answers: Answers) -> Trace:
    """A call with numbers on both sides, to its end or for so many steps."""
    found = Trace()
    found.source = _source(proof, source, answers, found)
    if found.stopped:
        found.listing = _listing(proof, listing, answers, found)
    return found


def _source(proof: Proof, state: SourceState, answers: Answers, found: Trace) -> SourceState | None:
    """Run the source. Returns the state at the end."""
    facts, events, left = Knowledge((), proof.work), 0, list(answers)
    rounds: Counter[Place] = Counter()
    turned: Place | None = None
    for _ in range(MOST_STEPS):
        proof.work.count(SOURCE_LINE)
        action = proof.source.action(state)
        if action.does is Does.CUT:
            place = place_of(state)
            found.places.append((place, events))
            found.values.append(frozenset(names_of(state, proof.layout).values()))
            found.effects.append(_effects(state))
            if action.count:
                rounds[place] = rounds[place] + 1 if place == turned else 1
                found.passes[place] = max(found.passes[place], rounds[place])
        turned = _loop_of_jump(proof, state) or turned
        try:
            ways = list(proof.source.step(facts, state))
        except NotFollowed:
            return None
        if len(ways) != 1:
            return None
        way = ways[0]
        if not isinstance(way, SourceLeaf):
            facts, state = way
            continue
        events += 1
        state = way.state
        if way.event is Event.ASKS and left:
            answer = left.pop(0)
            if answer is not None:
                frame = state.frames[-1]
                frame = frame._replace(operands=(*frame.operands[:-1], constant(answer)))
                state = state._replace(frames=(*state.frames[:-1], frame))
        elif way.event is not Event.PAUSES:
            found.stopped += 1
            return state if way.event is Event.ENDS else None
    return None


def _effects(state: SourceState) -> dict[str | int, Term]:
    """The modes, the seed, and the elements by their registers."""
    found: dict[str | int, Term] = {name: getattr(state.modes, name) for name in MODES}
    cells = state.memory
    while cells.op == "stored":
        cells, place, value = cells.args
        if place.whole is not None:
            found.setdefault(place.whole, value)
    return found


def _loop_of_jump(proof: Proof, state: SourceState) -> Place | None:
    """The loop that a state jumps back to."""
    *callers, (function, line) = place_of(state)
    actions = proof.source.codes[function].actions
    jump = actions[line]
    if jump.does is not Does.GO or jump.to[0].line > line:
        return None
    at = next(at for at in range(jump.to[0].line, line) if actions[at].does is Does.CUT and actions[at].count)
    return (*callers, (function, at))


def _listing(proof: Proof, state: TermState, answers: Answers, found: Trace) -> TermState | None:
    """Run the listing. Returns the state at the end."""
    facts, events, left = Knowledge((), proof.work), 0, list(answers)
    for _ in range(MOST_STEPS):
        proof.work.count(LISTING_LINE)
        if state.entry is None or proof.program.steps[(state.line or 0) - 1].role not in TYPING:
            found.lines.append((state.line or 0, events))
            found.states.append(state)
        ways = outcomes(proof.program, state, facts, KnowingMachine)
        if len(ways) != 1:
            return None
        state, way = ways[0].state, ways[0].way
        if way is Way.GOES_ON:
            continue
        events += 1
        if way is Way.STOPS and state.line and left:
            answer = left.pop(0)
            if answer is not None:
                number: Term = constant(answer)
                state = state._replace(x=number, y=state.x, z=state.y, t=state.z, entry=None)
        elif way is not Way.PAUSES:
            found.stopped += 1
            return state if way is Way.STOPS and not state.line else None
    return None


def alignments(
    traces: Sequence[Trace],
    places: Collection[Place],
    loops: Collection[Place],
    ends: Mapping[Place, Place],
) -> Iterator[dict[Place, frozenset[int]]]:
    """Guesses of the lines that meet each of these places of the source, the likeliest first.

    `loops` are those at which a pass of a loop begins or ends. `ends` has for some the other
    end of the passes: they are taken where the other finds no line.
    A function that others call has the same lines in all calls, or lines of its own in each.
    """
    reached = dict.fromkeys(place for one in traces for place, _ in one.places)
    order = sorted((one for one in reached if one in places), key=ends.__contains__)
    groups: dict[tuple[str, int], list[Place]] = {}
    for place in order:
        groups.setdefault(place[-1], []).append(place)
    lines = list(dict.fromkeys(line for one in traces for line, _ in one.lines))
    at_lines = [Counter(one.lines) for one in traces]
    candidates: list[tuple[frozenset[Place], list[int]]] = []
    for group in groups.values():
        shared = _candidates(traces, frozenset(group), lines, at_lines)
        if shared:
            candidates.append((frozenset(group), shared))
        else:
            candidates += [
                (frozenset((one,)), _candidates(traces, frozenset((one,)), lines, at_lines)) for one in group
            ]
    candidates = [
        (group, sorted(found, key=lambda line: _differing(traces, group, line)))
        for group, found in candidates
    ]
    ranked = [
        (
            group,
            sorted(
                found, key=lambda line: (_differing(traces, group, line), -_likeness(traces, group, line))
            ),
        )
        for group, found in candidates
    ]
    for attempt in range(ALTERNATIVES):
        chosen: dict[Place, int] = {}
        for (together, found), (_, alike) in zip(candidates, ranked, strict=True):
            if any(ends.get(place) in chosen for place in together):
                continue
            is_loop = all(place in loops for place in together)
            fitting = (
                line
                for line in (found if is_loop and attempt != 1 else alike)
                if _together(traces, chosen | dict.fromkeys(together, line))
            )
            for number, line in enumerate(fitting):
                if number == attempt // 2:
                    chosen |= dict.fromkeys(together, line)
                    break
        missing = {
            one: chosen[groups[one[-1]][0]]
            for one in places
            if one[-1] in groups
            and one not in order
            and groups[one[-1]][0] in chosen
            and ends.get(one) not in chosen
        }
        yield {place: frozenset((line,)) for place, line in (chosen | missing).items()}


def _differing(traces: Sequence[Trace], group: frozenset[Place], line: int) -> int:
    """How many elements and modes differ at a line when the source is at these places."""
    found = 0
    for one in traces[:MOST_COMPARED]:
        held = [
            effects for (place, _), effects in zip(one.places, one.effects, strict=True) if place in group
        ]
        there = [state for (at, _), state in zip(one.lines, one.states, strict=True) if at == line]
        for effects, state in zip(held[:2], there, strict=False):
            for name, value in effects.items():
                if isinstance(name, str):
                    other = getattr(state, name)
                else:
                    other = laws.register(state.memory, constant(name))
                found += other is not value
    return found


def _likeness(traces: Sequence[Trace], group: frozenset[Place], line: int) -> int:
    """How many values of the source the calculator holds at a line when the source is at these places."""
    found = 0
    for one in traces[:MOST_COMPARED]:
        held = [values for (place, _), values in zip(one.places, one.values, strict=True) if place in group]
        there = [state for (at, _), state in zip(one.lines, one.states, strict=True) if at == line]
        for values, state in zip(held[:2], there, strict=False):
            found += len(values & _held_numbers(state))
    return found


def _held_numbers(state: TermState) -> set[Term]:
    """The numbers on the stack and in registers."""
    found = {state.x, state.y, state.z, state.t, state.i}
    cells = state.memory
    while cells.op == "stored":
        found.add(cells.args[2])
        cells = cells.args[0]
    return found


def _candidates(
    traces: Sequence[Trace],
    group: frozenset[Place],
    lines: Sequence[int],
    at_lines: Sequence[Counter[tuple[int, int]]],
) -> list[int]:
    """The lines that were reached as often as these places of the source, between the same events."""
    wanted = [Counter(events for place, events in one.places if place in group) for one in traces]
    return [
        line
        for line in lines
        if all(
            count == Counter({events: number for (one, events), number in at.items() if one == line})
            for count, at in zip(wanted, at_lines, strict=True)
        )
    ]


def _together(traces: Sequence[Trace], chosen: Mapping[Place, int]) -> bool:
    """Whether the chosen places and lines were reached in the same order."""
    numbers = {line: number for number, line in enumerate(dict.fromkeys(chosen.values()))}
    for one in traces:
        wanted = [(numbers[chosen[place]], events) for place, events in one.places if place in chosen]
        reached = [(numbers[line], events) for line, events in one.lines if line in numbers]
        if wanted != reached:
            return False
    return True
