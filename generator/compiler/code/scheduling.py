"""The searches for the code of one graph: how wide they are, their order, and what is kept of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

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
WIDER: Final = 4
"""How many times more states go on in a layer where a first search came to no end."""


SchedulesByPolicy = dict[Policy, list[Scheduled]]
KnownSchedules = dict[object, dict[Width, SchedulesByPolicy]]
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
    found = [one for one, some in known.items() if any(some.values())]
    if found and width not in known and spent.states >= 1.5 * spent.most:
        width = found[-1]
    if width not in known:
        fruitless = bool(known) and not any(any(one.values()) for one in known.values())
        known[width] = _search(problem, width, goal, spent, _policies(problem, known), fruitless)
    return sorted((one for some in known[width].values() for one in some), key=lambda one: one.count)


def _callees(problem: Problem) -> set[str]:
    return {node.detail for node in problem.graph.nodes() if node.line == "call"}


def _policies(problem: Problem, known: dict[Width, SchedulesByPolicy]) -> list[Policy]:
    """The policies to try: those that matter for the graph, after a first search the best ones first."""
    loops = any(part.header for part in problem.parts)
    meetings = any(problem.wanted.get(phi) for part in problem.parts for phi in part.phis)
    policies = list(POLICIES if loops else POLICIES[: 1 + meetings])
    before = list(known.values())[-1] if known else {}
    counts = {policy: min(one.count for one in made) for policy, made in before.items() if made}
    return sorted(counts, key=lambda one: counts[one]) or policies


def _search(
    problem: Problem, width: Width, goal: Goal, spent: Spent, policies: list[Policy], fruitless: bool
) -> SchedulesByPolicy:
    """The schedules of each policy. One that found none when it was narrower goes layer by layer."""
    schedules: SchedulesByPolicy = {}

    def search(policy: Policy, layered: bool, wider: int = 1) -> None:
        room = replace(width, layer=wider * width.layer)
        one = ScheduleSearch(problem, room, policy, goal == "fast", layered)
        if not spent.urgent:
            one.late = lambda: spent.effort.over
        schedules[policy] = [*schedules.get(policy, ()), *one.run()]
        spent.states += one.expanded

    for policy in policies:
        if any(schedules.values()) and spent.states >= 1.5 * spent.most:
            return schedules
        if not fruitless:
            search(policy, False)
    found = [policy for policy in policies if schedules.get(policy)]
    if not found:
        for policy, wider in product(policies, (1, WIDER) if spent.urgent else (1,)):
            if not any(schedules.values()):
                search(policy, True, wider)
        return schedules
    loops = any(part.header for part in problem.parts)
    long = sum(len(part.operations) for part in problem.parts) >= LONG
    if long and (width is not WIDTHS[0] or not loops):
        search(min(found, key=lambda one: schedules[one][0].count), True)
    return schedules


def scratch_of(model: Model, taken: int) -> int:
    """The number of registers that code may use beside `taken` ones that the module names."""
    return max(2, min(SCRATCH[model], 20 - taken))


SCRATCH: Final = {Model.HP15C: 10, Model.HP11C: 6}
