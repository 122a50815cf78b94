"""Where the source and the listing are together: guessed from runs with numbers.

The source's lines run on terms that are numbers, the listing on the calculator. A cut of the source is met at
a line that was reached as often, between the same pauses, questions and ends. The guess need not be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from generator.compiler.validation.check import Proof, Task, place_of
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.lines import NotFollowed
from generator.compiler.validation.machine import KnowingMachine
from generator.compiler.validation.source import Event, SourceLeaf, SourceState
from hp15c.numbers.number import Number
from hp15c.terms import TermState, Way, constant, outcomes
from hp15c.terms.term import Term

Place = tuple[tuple[str, int], ...]
MOST_STEPS: Final = 1_500
ALTERNATIVES: Final = 3


@dataclass(slots=True)
class Trace:
    """What one call went through, in order: places of the source and lines, each with events before it.

    `ended` tells whether both sides came to the end of the call.
    """

    places: list[tuple[Place, int]] = field(default_factory=list)
    lines: list[tuple[int, int]] = field(default_factory=list)
    ended: bool = False


def trace(proof: Proof, task: Task, answers: Sequence[Number | None]) -> Trace:
    """A call with numbers on both sides, to its end or for so many steps."""
    found = Trace()
    assert isinstance(task.listing, TermState)
    found.ended = _source(proof, task.source, answers, found) and _listing(
        proof, task.listing, answers, found
    )
    return found


def _source(proof: Proof, state: SourceState, answers: Sequence[Number | None], found: Trace) -> bool:
    """Run one side. Returns whether it came to the end."""
    facts, events, left = Knowledge(), 0, list(answers)
    for _ in range(MOST_STEPS):
        if proof.source.at_cut(state) is not None:
            found.places.append((place_of(state), events))
        try:
            ways = list(proof.source.step(facts, state))
        except NotFollowed:
            return False
        if len(ways) != 1:
            return False
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
            return True
    return False


def _listing(proof: Proof, state: TermState, answers: Sequence[Number | None], found: Trace) -> bool:
    """Run one side. Returns whether it came to the end."""
    facts, events, left = Knowledge(), 0, list(answers)
    for _ in range(MOST_STEPS):
        found.lines.append((state.line or 0, events))
        ways = outcomes(proof.program, state, facts, KnowingMachine)
        if len(ways) != 1:
            return False
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
            return True
    return False


def alignments(traces: Sequence[Trace], places: Collection[Place]) -> Iterator[dict[Place, frozenset[int]]]:
    """Guesses of the lines that meet each of these places of the source, the likeliest first.

    A function that others call has the same lines in all calls, or lines of its own in each.
    """
    order = [
        one for one in dict.fromkeys(place for one in traces for place, _ in one.places) if one in places
    ]
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
    for skipped in range(ALTERNATIVES):
        chosen: dict[Place, int] = {}
        for together, found in candidates:
            fitting = (line for line in found if _together(traces, chosen | dict.fromkeys(together, line)))
            for number, line in enumerate(fitting):
                if number == skipped:
                    chosen |= dict.fromkeys(together, line)
                    break
        missing = {
            one: chosen[groups[one[-1]][0]]
            for one in places
            if one[-1] in groups and one not in order and groups[one[-1]][0] in chosen
        }
        yield {place: frozenset((line,)) for place, line in (chosen | missing).items()}


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
