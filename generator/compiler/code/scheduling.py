"""The searches for the code of one graph: how wide they are, their order, and what is kept of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final, NamedTuple

from generator.assembler.targets import Goal
from generator.compiler.code.effort import Effort
from generator.compiler.code.graph import shape_of
from generator.compiler.code.problem import Problem
from generator.compiler.code.schedules import Policy, Scheduled, Width
from generator.compiler.code.search import ScheduleSearch
from hp15c.table.models import Model

WIDTHS: Final = (
    Width(60, 20, 2, 2500, layer=20),
    Width(240, 80, 2, 10_000, layer=80),
    Width(960, 320, 2, 40_000, layer=250),
)
POLICIES: Final = (
    Policy(4, True, False, 1.2),
    Policy(4, False, True, 0.0),
    Policy(2, False, True, 1.2),
    Policy(1, False, True, 0.0),
    Policy(0, False, True, 0.0),
)
LONG: Final = 12
"""The number of operations from which on code is also searched layer by layer."""
WIDENING: Final = 4
"""How many times more states the next wider search follows."""
WIDER: Final = 4
"""How many times more states go on in a layer where a first search came to no end."""


ALWAYS: Final = 2
"""The number of manners of search that are tried when it gets wider. More of them are tried as long as the
last one found shorter code.
"""


class Manner(NamedTuple):
    """How a search goes: its policy, and whether it goes layer by layer."""

    policy: Policy
    layered: bool = False


SchedulesByManner = dict[Manner, list[Scheduled]]


@dataclass(slots=True)
class Searched:
    """What the searches of one width found for the code of a graph, and how many states they followed."""

    found: SchedulesByManner
    states: int


KnownSchedules = dict[object, dict[Width, Searched]]
"""The schedules of graphs that were searched."""


@dataclass(slots=True)
class Spent:
    """The number of states that all searches of a compilation have followed.

    From `most` on no more ways are tried. A way that is being tried is left at one and a half times that
    number if it has schedules by then, and from there on graphs have the schedules of an earlier search.
    `known` keeps the schedules of graphs that were searched, because many ways to compile a module have
    graphs in common. It is `urgent` as long as there is no program at all. Searches end when the time of
    `effort` is over, once there is a program. `refusals` are the reasons why
    ways give none.
    """

    states: int = 0
    urgent: bool = False
    most: float = math.inf
    effort: Effort = field(default_factory=Effort)
    known: KnownSchedules = field(default_factory=dict)
    refusals: dict[str, None] = field(default_factory=dict)


def schedules_of(problem: Problem, width: Width, goal: Goal, spent: Spent) -> list[Scheduled]:
    """The schedules found, the shortest first, with the values of loops held in several ways."""
    sources = tuple(node.place and node.place.line for node in problem.graph.nodes())
    summaries = tuple((name, problem.summaries[name]) for name in sorted(_callees(problem)))
    key = (shape_of(problem.graph), sources, problem.model, problem.slots, problem.pointer, goal, summaries)
    known = spent.known.setdefault(key, {})
    found = [one for one, some in known.items() if any(some.found.values())]
    if found and width not in known and not _may_widen(known, spent):
        width = found[-1]
    if width not in known:
        states = spent.states
        before = list(known.values())[-1].found if known else None
        found_now = _Searches(problem, width, goal, spent).schedules(before)
        known[width] = Searched(found_now, spent.states - states)
    made = known[width].found
    schedules = {id(one): one for manner in sorted(made, key=lambda one: one.layered) for one in made[manner]}
    return sorted(schedules.values(), key=lambda one: one.count)


def _may_widen(known: dict[Width, Searched], spent: Spent) -> bool:
    """Whether there is effort left to search a graph more widely.

    After a first wider search, the next one has to be within what is left, as far as the last one tells.
    """
    if spent.states >= 1.5 * spent.most:
        return False
    *_, last = known.values()
    return len(known) == 1 or spent.states + WIDENING * last.states <= spent.most


def _callees(problem: Problem) -> set[str]:
    return {node.detail for node in problem.graph.nodes() if node.line == "call"}


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

    def schedules(self, before: SchedulesByManner | None) -> SchedulesByManner:
        """The schedules of each manner of search, after those of a narrower one."""
        if before and any(before.values()):
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
                if not any(self.found.values()):
                    self._search(Manner(policy, True), wider)
        elif not loops and sum(len(part.operations) for part in self.problem.parts) >= LONG:
            self._search(Manner(min(self.found, key=lambda one: _shortest(self.found[one])).policy, True))
        return self.found

    def _wider(self, before: SchedulesByManner) -> None:
        """Search again in the manners that found something, the best ones first. Without loops it may be in
        the others too.
        """
        best = math.inf
        loops = any(part.header for part in self.problem.parts)
        for tried, manner in enumerate(sorted(before, key=lambda one: _shortest(before[one]))):
            if (tried >= ALWAYS and self._enough()) or (loops and not before[manner]):
                return
            self._search(manner)
            now = _shortest(self.found[manner])
            if tried + 1 >= ALWAYS and now >= best:
                return
            best = min(best, now)

    def _enough(self) -> bool:
        return any(self.found.values()) and self.spent.states >= 1.5 * self.spent.most

    def _search(self, manner: Manner, wider: int = 1) -> None:
        """Search in one manner, unless another search showed what that would find."""
        twin = next((one for one in self.made.values() if one.is_alike(manner.policy)), None)
        if twin is not None and not manner.layered:
            self.found[manner] = self.found[Manner(twin.policy)]
            return
        room = replace(self.width, layer=wider * self.width.layer)
        one = ScheduleSearch(self.problem, room, manner.policy, self.goal == "fast", manner.layered)
        if not self.spent.urgent:
            one.late = lambda: self.spent.effort.over
        self.found[manner] = [*self.found.get(manner, ()), *one.run()]
        self.spent.states += one.expanded
        if not manner.layered:
            self.made[manner.policy] = one


def scratch_of(model: Model, taken: int) -> int:
    """The number of registers that code may use beside `taken` ones that the module names."""
    return max(2, min(SCRATCH[model], 20 - taken))


SCRATCH: Final = {Model.HP15C: 10, Model.HP11C: 6}
