"""The searches for the code of one graph: how wide they are, their order, and what is kept of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, product
from typing import Final

from generator.assembler.targets import Goal
from generator.compiler.code.arrange import arrange
from generator.compiler.code.graph import shape_of
from generator.compiler.code.kept_searches import KeptTexts, name_of, read, write
from generator.compiler.code.pieces import Piece
from generator.compiler.code.problem import Problem
from generator.compiler.code.schedules import (
    Effort,
    Manner,
    Policy,
    Scheduled,
    SchedulesByManner,
    Searched,
    Width,
)
from generator.compiler.code.search import ScheduleSearch
from generator.compiler.code.stretches import POLICY, schedules_by_stretches, size_of
from generator.compiler.tree import ir
from hp15c.errors import Unsupported
from hp15c.table.models import Model

Found = tuple[int, ir.Module, list[Piece], partial[list[Scheduled]], partial[list[Piece]]]
"""A program with one way through each block: its lines, its module, its pieces, and what writes them."""
LEADERS: Final = 3
"""The number of programs with one way through each block that a wider search shortens."""
FEW: Final = 30
"""The number of operations of a graph up to which a wider search is tried beside the narrowest one."""
WIDTHS: Final = (
    Width(60, 20, 2, 2500, layer=20),
    Width(240, 80, 2, 10_000, layer=80),
    Width(960, 320, 2, 40_000, layer=250),
)
ROUNDS: Final = 4
"""The number of rounds in which a search by the clock becomes four times wider."""
POLICIES: Final = (
    Policy(4, True, False, 1.2),
    Policy(4, False, True, 0.0),
    Policy(1, False, True, 0.0),
)
LONG: Final = 12
"""The number of operations from which on code is also searched layer by layer."""
EXTENSION: Final = 60.0
"""The number of seconds by which a search by the clock may be late where there is no program at all."""
LESS: Final = 0.5
"""How much less a schedule costs at least that is a line shorter: naming a register counts a little."""
CLOSE: Final = 1.05
"""Code is searched more widely, or by stretches, if it is at most this many times as long as the best."""
WIDER: Final = 4
"""How many times more states go on in a layer where a first search came to no end."""


@dataclass(slots=True)
class KnownSchedules:
    """What is known of graphs: the searches of this compilation, and the texts of earlier ones."""

    searched: dict[object, dict[Width, Searched]] = field(default_factory=dict)
    kept: KeptTexts | None = None


MORE_STATES: Final = 4
"""About how many times as many states the next wider search follows."""


@dataclass(slots=True)
class Spent:
    """The number of states that all searches of a compilation have followed.

    When `most` states have been followed, no other way is tried. A way that is being tried is left at one and
    a half times that number, if it or another way has schedules by then. After that graphs have the schedules
    of an earlier search. `known` keeps the schedules of graphs that were searched, because many ways to
    compile a module have graphs in common. A compilation is `urgent` as long as there is no program at all.
    Searches end when the time of `effort` is over, and a little later where there is no program. `refusals`
    are the reasons why ways give none.
    """

    states: int = 0
    urgent: bool = False
    most: float = math.inf
    effort: Effort = field(default_factory=Effort)
    known: KnownSchedules = field(default_factory=KnownSchedules)
    refusals: dict[str, None] = field(default_factory=dict)

    def cuts_short(self, states: float = 0) -> bool:
        """Whether `states` more states are too many for a way where there are schedules."""
        return self.states + states >= 1.5 * self.most


def widths_of(effort: Effort) -> Iterator[Width]:
    """The widths of wider and wider searches. By the clock there are more than there is time for."""
    yield from WIDTHS
    width = WIDTHS[-1]
    for _ in range(ROUNDS):
        if not effort.has_clock or effort.over:
            return
        width = Width(4 * width.states, 4 * width.alike, width.ends, 4 * width.total, 4 * width.layer)
        yield width


def schedules_of(problem: Problem, width: Width, goal: Goal, spent: Spent) -> list[Scheduled]:
    """The schedules that were found, the shortest first. They keep the values of loops in several ways."""
    sources = tuple(node.place and node.place.line for node in problem.graph.nodes())
    called = {node.detail for node in problem.graph.nodes() if node.line == "call"}
    summaries = tuple((name, problem.summaries[name]) for name in sorted(called))
    key = (shape_of(problem.graph), sources, problem.model, problem.slots, problem.pointer, goal, summaries)
    known = spent.known.searched.setdefault(key, {})
    found = [one for one, some in known.items() if any(some.schedules.values())]
    if found and width not in known and not _may_widen(known, spent):
        width = found[-1]
    if width not in known:
        before = list(known.values())[-1].schedules if known else None
        known[width] = _search(problem, width, goal, spent, before)
    made = known[width].schedules
    schedules = {id(one): one for manner in sorted(made, key=lambda one: one[1:]) for one in made[manner]}
    if goal == "fast":
        return sorted(schedules.values(), key=lambda one: one.count)
    return sorted(schedules.values(), key=lambda one: size_of(problem, one))


def _search(
    problem: Problem, width: Width, goal: Goal, spent: Spent, before: SchedulesByManner | None
) -> Searched:
    """A search of one width, or an equal one that was kept. Its states count as if they were followed now.

    So a compilation goes the same way with what was kept or without it, except by the clock. What is cut
    short depends on the states before, too.
    """
    kept = spent.known.kept
    if kept is None:
        return _Searches(problem, width, goal, spent).run(before)
    whole = name_of(problem, width, goal, spent.urgent, before)
    short = f"{whole} from {spent.states} of {spent.most}"
    for name in (whole, short):
        text = kept.get(name)
        found = None if text is None else read(problem, text)
        if found is not None and (name == short or not spent.cuts_short(found.states)):
            spent.states += found.states
            return found
    made = _Searches(problem, width, goal, spent).run(before)
    if not spent.effort.over:
        kept[short if spent.cuts_short() else whole] = write(problem, made)
    return made


def _may_widen(known: dict[Width, Searched], spent: Spent) -> bool:
    """Whether there is effort left to search a graph more widely.

    Before a third search enough effort for `MORE_STATES` times the states of one manner has to be left.
    """
    if len(known) == 1 or spent.effort.has_clock:
        return not spent.cuts_short()
    last = list(known.values())[-1]
    return not spent.cuts_short(MORE_STATES * last.states / len(last.schedules))


def _shortest(schedules: Iterable[Scheduled]) -> float:
    return min((one.count for one in schedules), default=math.inf)


@dataclass(slots=True)
class _Searches:
    """The searches of one width for the code of one graph.

    `made` are those that went by the cost of states, by their policies.
    """

    problem: Problem
    width: Width
    goal: Goal
    spent: Spent
    found: SchedulesByManner = field(default_factory=dict)
    made: dict[Policy, ScheduleSearch] = field(default_factory=dict)

    def run(self, before: SchedulesByManner | None) -> Searched:
        """Search in each manner, after a narrower search."""
        states = self.spent.states
        return Searched(self._schedules(before), self.spent.states - states)

    def _schedules(self, before: SchedulesByManner | None) -> SchedulesByManner:
        if before and any(before.values()):
            self.found |= {manner: some for manner, some in before.items() if manner.stretches}
            if self.goal == "small" and not self.found:
                self._by_stretches(before)
            self._wider(before)
            return self.found
        loops = any(part.header for part in self.problem.parts)
        meetings = any(self.problem.wanted.get(phi) for part in self.problem.parts for phi in part.phis)
        policies = POLICIES if loops else POLICIES[: 1 + meetings]
        for policy in policies if before is None else ():
            if not self._enough():
                self._search(Manner(policy))
        if not any(self.found.values()):
            # What found none goes layer by layer
            for policy, wider in product(policies, (1, WIDER) if self.spent.urgent else (1,)):
                if not (any(self.found.values()) or self._is_hopeless()):
                    self._search(Manner(policy, True), wider)
        elif not loops and sum(len(part.operations) for part in self.problem.parts) >= LONG:
            self._search(Manner(min(self.found, key=lambda one: _shortest(self.found[one])).policy, True))
        return self.found

    def _wider(self, before: SchedulesByManner) -> None:
        """Search again in all manners, those that found the best first.

        A search layer by layer is made only where it may find better schedules. The schedules known before
        stay. So do those that are much longer than what was found stretch by stretch. The widest search is
        not made in manners that are more than a line behind the best one, or that found as short ones as
        another one.
        """
        best = _shortest(chain(*before.values()))
        least = _shortest(chain(*self.found.values()))
        wide = [manner for manner in before if not manner.stretches]
        widest = self.width == WIDTHS[-1] and self.goal == "small" and not self.spent.effort.has_clock
        sizes = {manner: self._least_size(before[manner]) for manner in wide}
        searched: set[tuple[float, float]] = set()
        for tried, manner in enumerate(sorted(wide, key=lambda one: sizes[one])):
            if tried > 1 and self._enough():
                return
            behind = sizes[manner][0] - min(sizes.values())[0] > 1
            left = widest and (behind or sizes[manner] in searched)
            if left or _shortest(before[manner]) > CLOSE * least:
                self.found[manner] = before[manner]
                continue
            searched.add(sizes[manner])
            if manner.layered:
                self.found[manner] = [*before[manner]]
                self._search(manner, most=best - LESS)
            else:
                self._search(manner)

    def _least_size(self, schedules: Iterable[Scheduled]) -> tuple[float, float]:
        """The lines and the cost of the shortest one of some schedules, infinite where there is none. For the
        goal `fast` it is the cost alone.
        """
        small = self.goal == "small"
        sizes = (size_of(self.problem, one) if small else (one.count, 0.0) for one in schedules)
        return min(sizes, default=(math.inf, math.inf))

    def _by_stretches(self, before: SchedulesByManner) -> None:
        """Make code with one way through each block shorter, unless it is much longer than what was found."""
        least = self._least_size(chain(*before.values()))[0]
        made = schedules_by_stretches(self.problem, self._is_late, CLOSE * least)
        self.found |= {Manner(POLICY, stretches=True): made} if made else {}

    def _is_late(self) -> bool:
        return self.spent.effort.is_over(EXTENSION if self.spent.urgent else 0.0)

    def _enough(self) -> bool:
        return any(self.found.values()) and self.spent.cuts_short()

    def _is_hopeless(self, states: int = 0) -> bool:
        """Whether another way has a program, and the search for a first schedule takes too many states."""
        return not self.spent.urgent and self.spent.cuts_short(states)

    def _search(self, manner: Manner, wider: int = 1, most: float = math.inf) -> None:
        """Search in one manner for schedules that cost no more than `most`, unless that is already known."""
        twin = next((one for one in self.made.values() if one.estimate.holds_for(manner.policy)), None)
        if twin is not None and not manner.layered:
            self.found[manner] = self.found[Manner(twin.policy)]
            return
        room = replace(self.width, layer=wider * self.width.layer)
        one = ScheduleSearch(
            self.problem, room, manner.policy, self.goal == "fast", manner.layered, most=most
        )
        one.late = lambda: (
            self._is_late() or (manner.layered and not one.ends and self._is_hopeless(one.expanded))
        )
        self.found[manner] = [*self.found.get(manner, ()), *one.run()]
        self.spent.states += one.expanded
        if not manner.layered:
            self.made[manner.policy] = one


def scratch_of(model: Model, taken: int) -> int:
    """The number of registers that code may use beside `taken` ones that the module names."""
    return max(2, min(SCRATCH[model], 20 - taken))


SCRATCH: Final = {Model.HP15C: 10, Model.HP11C: 6}


def shorter_schedules(
    problem: Problem,
    write: Callable[[Problem], list[Scheduled]],
    goal: Goal,
    spent: Spent,
    stretches: bool = False,
    only_functions: bool = False,
) -> list[Scheduled]:
    """The schedules of a graph, with those of a wider search where the graph is small.

    A large one is searched stretch by stretch where that is asked for. With `only_functions` those of entry
    points, whose graphs have numbers, stay as they are.
    """
    found = write(problem)
    if only_functions and problem.graph.name.isdigit():
        return found
    if sum(len(part.operations) for part in problem.parts) <= FEW and spent.states < spent.most:
        found = [*schedules_of(problem, WIDTHS[0], goal, spent), *found]
    if stretches:
        found += schedules_by_stretches(problem, lambda: spent.effort.over)
    return sorted(found, key=lambda one: size_of(problem, one))


def with_searched_functions(
    found: list[Found], model: Model, search: Callable[..., list[Scheduled]]
) -> list[Found]:
    """The first ones of some programs, the shortest first when their small functions are searched."""
    for place, (_, module, pieces, writes, again) in enumerate(found[: 3 * LEADERS]):
        if len(again.args[2]) > 1:
            with suppress(Unsupported):
                lines = len(arrange(again(partial(search, write=writes)), model, quick=True).lines)
                found[place] = lines, module, pieces, writes, again
    return sorted(found, key=lambda one: one[0])
