"""Where the source and the listing are together: guessed from runs of both.

A cut of the source is met at a line that was reached as often, between the same pauses, questions and ends.
The guess need not be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from itertools import chain
from typing import Final, NamedTuple, TypeVar

from generator.compiler.validation.relation import MODES
from generator.compiler.validation.traces import MOST_COMPARED, Place, Trace, Visit
from hp15c.terms import TermState, constant, laws
from hp15c.terms.term import Term

MOST_PASSES: Final = 40
"""The number of passes of a loop up to which it may be written out in the listing."""
Meets = Mapping[Place, frozenset[int]]
"""The lines that may meet places of the source."""
Cuts = tuple[Collection[Place], Collection[Place], Mapping[Place, Place]]
"""Which places of the source to cut at, which are in loops, and the other end of their passes."""
_K = TypeVar("_K")
_T = TypeVar("_T")


class Likeliest(Enum):
    """Which of the lines that fit is taken: the first, the one that holds most, the last such one, or one in
    a loop that meets no other loop of the source.
    """

    FIRST = auto()
    ALIKE = auto()
    LATEST = auto()
    APART = auto()


class Choice(NamedTuple):
    """The lines that may meet places of the source, and the runs that they come from.

    `loops` has the places of loops, and whether one makes few passes, which may be followed one by one.
    `unseen` are those that no run came to.
    """

    meets: Meets
    traces: Sequence[Trace]
    loops: Mapping[Place, bool]
    unseen: Collection[Place] = ()

    def may_go(self, place: Place, too_many: bool) -> bool:
        """Whether a place may be met at other lines, or left out. Without it there are more ways."""
        if place in self.unseen and not too_many:
            return True
        return not too_many if self.loops.get(place) else place not in self.loops


class Shape(NamedTuple):
    """What the jumps of a listing show: its lines in loops, where ways meet, and where a call comes back.

    `in_loops` has the head of the innermost loop of each line in one. `joined` has lines that may meet a
    place together, by the line that all of them jump back to.
    """

    in_loops: Mapping[int, int]
    joins: Collection[int]
    behind_calls: Collection[int]
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
                if self._drew_as_often(group, line)
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

    def _drew_as_often(self, group: Sequence[Visit], line: int) -> bool:
        """Whether the seed is the same at a line as in the source at these visits."""
        return all(state.seed is one["seed"] for one, state in self._pairs(self._effects, group, line))

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
        ran = 0
        for one, states in zip(held, self._states, strict=True):
            ordered = sorted(
                (found for visit in group for found in one.get(visit, ())), key=lambda found: found[0]
            )
            ran += bool(ordered)
            if ran > MOST_COMPARED:
                return
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


def fullest(
    seen: Seen, cuts: Cuts, joins: Collection[Place], behind_calls: Collection[Place]
) -> list[dict[Place, frozenset[int]]]:
    """The alignments that have lines for most of the loops.

    Each pass of a loop is cut at its beginning where that is possible, or each at its end.
    """
    places, loops, ends = cuts
    begins = {begin: end for end, begin in ends.items()}
    found = [
        chosen
        for others in (ends, begins)
        for chosen in alignments(seen, places, loops, others, joins, behind_calls)
    ]
    most = max(map(len, found))
    return [chosen for chosen in found if len(chosen) == most]


def alignments(
    seen: Seen,
    places: Collection[Place],
    loops: Collection[Place],
    ends: Mapping[Place, Place],
    joins: Collection[Place],
    behind_calls: Collection[Place],
) -> Iterator[dict[Place, frozenset[int]]]:
    """Guesses of the lines that meet each of these places of the source, the likeliest first.

    `loops` are the places at which a pass of a loop begins or ends: lines of loops come first there. `joins`
    are the places where ways meet: lines where ways meet come first there, and at those `behind_calls` the
    lines where a call comes back.

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
            kinds = (joins, shape.joins), (behind_calls, shape.behind_calls)
            same = [lines for of, lines in kinds if all(one.place in of for one in part)]
            other = [lines for _, lines in kinds if same or written_out]
            likely = {
                line: (
                    differing > 0,
                    line not in loop,
                    differing,
                    (line not in chain(*same)) + (line not in chain(*other)),
                    likeness,
                )
                for line, (differing, likeness) in seen.likely(part).items()
            }
            by_first = sorted(found, key=lambda line: likely[line][:4])
            alike = sorted(by_first, key=lambda line: (*likely[line], in_loop and line not in shape.joins))
            # A line before a test of the loop fits as well where no trace leaves the loop by that test.
            backwards = alike[::-1]
            latest = sorted(backwards, key=lambda line: likely[line])
            candidates.append((part, by_first, alike, latest))
            differ |= {part[0]: min((one[2] for one in likely.values()), default=0)}
    candidates.sort(key=lambda one: differ[one[0][0]] > 0)  # what a listing left out has no line
    for by in Likeliest:
        chosen: dict[Visit, int] = {}
        used: set[Place] = set()
        taken: set[int] = set()
        for part, found, alike, latest in candidates:
            if any(ends.get(visit.place) in used for visit in part):
                continue
            is_loop = len(part) == len(groups[part[0].place[-1]]) and all(one.place in loops for one in part)
            free = sorted(alike, key=lambda line: is_loop and shape.in_loops.get(line, -line) in taken)
            lines = {Likeliest.LATEST: latest, Likeliest.ALIKE: alike, Likeliest.APART: free}.get(
                by, found if is_loop else alike
            )
            fitting = (line for line in lines if seen.together(chosen | dict.fromkeys(part, line)))
            line = next(fitting, None)
            if line is not None:
                chosen |= dict.fromkeys(part, line)
                used |= {visit.place for visit in part}
                taken |= {shape.in_loops.get(line, -line)}
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
