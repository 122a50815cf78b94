"""The frontier of the CodeMakers: the plans that no other beats both in size and in time of a scoring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil

from generator.codemaker.plan import Plan, Wish
from generator.planner.cost import measure
from generator.planner.planner import CLOSE_PAIRS, ROUGH_PAIRS, SEVERAL, plans_that_fit
from hp15c.errors import Unsupported
from hp15c.table.models import Model

CLEARLY = 1.06
"""A plan that is no shorter than another and takes this many times as long is measured no further."""


@dataclass(frozen=True, slots=True)
class Point:
    """A plan with its size, and the mean seconds of a scoring at N = 4 or at the wish's own N."""

    lines: int
    size: int
    seconds: float
    plan: Plan


Measure = Callable[[Point], int]


def points(wish: Wish) -> list[Point]:
    """Every fitting plan of every family that may be on a frontier. Unsupported when none fits."""
    fast = replace(wish, goal="fast")
    digits = wish.digits or SEVERAL[0]
    rough = [_point(plan, wish.model, digits, ROUGH_PAIRS) for plan in plans_that_fit(fast)]
    near = [
        one
        for one in rough
        if any(not any(_clearly(other, one, by) for other in rough) for by in (_lines, _bytes))
    ]
    return [_point(one.plan, wish.model, digits, CLOSE_PAIRS["small"]) for one in near]


def _lines(point: Point) -> int:
    return point.lines


def _bytes(point: Point) -> int:
    return point.size


def _clearly(other: Point, one: Point, by: Measure) -> bool:
    return by(other) <= by(one) and other.seconds * CLEARLY < one.seconds


def _point(plan: Plan, model: Model, digits: int, pairs: int) -> Point:
    program = plan.program(model)
    return Point(len(program), program.bytes, measure(program, digits, pairs).seconds, plan)


def unbeaten(every: Sequence[Point], by: Measure = _lines) -> list[Point]:
    """The points that none beats both in lines (or bytes) and in seconds, the smallest first."""
    frontier: list[Point] = []
    for one in sorted(every, key=lambda point: (by(point), point.seconds, point.size)):
        if not frontier or one.seconds < frontier[-1].seconds:
            frontier.append(one)
    return frontier


def within(wish: Wish) -> Plan:
    """The best plan within the wish's limits. Unsupported, with the nearest plan, when there is none.

    A limit of bytes alone asks for the fastest plan, one of seconds alone for the smallest. With both the
    goal decides, `fast` or another.
    """
    every = points(wish)
    most_bytes, most_seconds = wish.at_most_bytes, wish.at_most_seconds
    fit = [one for one in every if most_bytes is None or one.size <= most_bytes]
    if not fit:
        least = min(one.size for one in every)
        raise Unsupported(
            f"the HP-{wish.model}", [f"no plan takes at most {most_bytes} bytes (least: {least})"]
        )
    quick = [one for one in fit if most_seconds is None or one.seconds <= most_seconds]
    if not quick:
        least_time = min(one.seconds for one in fit)
        raise Unsupported(
            f"the HP-{wish.model}",
            [f"no plan takes at most {most_seconds:g} s (least: {ceil(least_time * 10) / 10:.1f} s)"],
        )
    fastest = most_seconds is None or (most_bytes is not None and wish.goal == "fast")
    rank = (lambda one: (one.seconds, one.size)) if fastest else (lambda one: (one.size, one.seconds))
    return min(quick, key=rank).plan


def rows(frontier: Sequence[Point]) -> list[str]:
    """A frontier as a Markdown table."""
    text = ["| lines | bytes | seconds | family | choices |", "|---:|---:|---:|:---|:---|"]
    for one in frontier:
        picked = ", ".join(f"{name} {option}" for name, option in one.plan.picked.items())
        text.append(f"| {one.lines} | {one.size} | {one.seconds:.1f} | {one.plan.family} | {picked} |")
    return text
