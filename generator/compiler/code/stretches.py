"""Finished code, made shorter stretch by stretch.

A search that looks at few ways finds code for a large graph, which is long. A stretch of its blocks, one
after the other, is searched again more widely: it begins with the places that the code has there, and leaves
all values where the rest of the code finds them. So the rest stays as it is. What a loop holds on the stack
and in registers is found anew where the stretch has the whole loop.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from generator.compiler.code.arrange import arrange
from generator.compiler.code.graph import Jump
from generator.compiler.code.homes import homes_of
from generator.compiler.code.one_way import one_way
from generator.compiler.code.pieces import called_by_entry, pieces_of
from generator.compiler.code.problem import Problem
from generator.compiler.code.schedules import Policy, Scheduled, Stretch, Width
from generator.compiler.code.search import ScheduleSearch, never_stop
from hp15c.errors import Unsupported

POLICY: Final = Policy(4, False, True, 0.0)
LESS: Final = 0.9
"""How much less a stretch costs at least that is a line shorter: naming a register counts a little."""
LARGE: Final = 60
"""The number of lines from which on code is made shorter stretch by stretch."""
EDGE: Final = 2
"""The lines for a label and a jump that a way without operations needs where it has lines."""
SIZES: Final = (12, 24, 40)
"""The numbers of lines of a stretch of several blocks, one after the other."""
WIDTH: Final = Width(60, 20, 1, 1000)


def schedules_by_stretches(
    problem: Problem, late: Callable[[], bool], most: float = math.inf
) -> list[Scheduled]:
    """The code of a graph with one way through each block, made shorter stretch by stretch.

    There is one with constants that stay in registers, and one without. There is none where the values have
    no room, for a graph that is small or has no loop, and where the code had more than `most` lines before.
    """
    found: list[Scheduled] = []
    if not any(part.header for part in problem.parts):
        return found
    for keep in (False, True):
        with suppress(Unsupported):
            made = one_way(problem, keep=keep)
            kept = homes_of(problem, True).kept if keep else frozenset()
            if (kept or not keep) and LARGE <= size_of(problem, made)[0] <= most:
                found.append(Stretches(problem, late, kept).shorten(made))
    return found


def size_of(problem: Problem, made: Scheduled) -> tuple[float, float]:
    """The lines of code with its labels and jumps, and their cost."""
    if len(problem.parts) < 2:
        return made.count, 0
    laid = arrange(called_by_entry(pieces_of(problem, made)), problem.model)
    return len(laid.lines), made.count


@dataclass(slots=True)
class Stretches:
    """Searches for the stretches of one graph, in which the constants that are `kept` stay in registers.

    `tried` are the stretches that were searched, with the places around them and their cost.
    """

    problem: Problem
    late: Callable[[], bool] = never_stop
    kept: frozenset[int] = frozenset()
    tried: set[object] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.kept:
            self.problem = _with_values(self.problem, self.kept)

    def shorten(self, made: Scheduled) -> Scheduled:
        """Code with each of its stretches as short as a search finds it."""
        count = len(self.problem.parts)
        made = replace(made, count=self._cost(made, range(count)))
        for most in SIZES:
            for begin in range(count):
                end = begin + 1
                while end < count and self._lines(made, range(begin, end + 1)) <= most:
                    end += 1
                made = self._shorten(made, range(begin, end))
        return made

    def _shorten(self, made: Scheduled, inside: range) -> Scheduled:
        """Code with some blocks made shorter. It is the same where no search finds better ones."""
        if not self._suits(inside) or (self.kept and not self.problem.entries.keys().isdisjoint(inside)):
            return made
        stretch = self._stretch(made, inside)
        before = self._cost(made, inside)
        if self.late() or (stretch, before) in self.tried:
            return made
        self.tried.add((stretch, before))
        search = ScheduleSearch(
            self.problem, WIDTH, POLICY, most=before - LESS, stretch=stretch, late=self.late
        )
        results = search.run()
        several = [made]
        for found in results:
            saved = before - self._cost(found, inside)
            if saved > 0:
                lines = made.lines | {number: found.lines.get(number, []) for number in inside}
                several.append(Scheduled(lines, made.count - saved, made.starts | found.starts))
        return min(several, key=lambda one: size_of(self.problem, one))

    def _suits(self, inside: range) -> bool:
        """Whether a stretch is worth a search: one block, or several with no loop but a whole one."""
        heads = [self.problem.parts[number] for number in inside if self.problem.parts[number].header]
        return len(inside) == 1 or not heads or (len(heads) == 1 and heads[0].until in inside)

    def _stretch(self, made: Scheduled, inside: range) -> Stretch:
        """The stretch of some blocks: where the places at their start and behind them are known."""
        known = {inside.start} - self.problem.entries.keys()
        fixed: set[int] = set()
        for part in self.problem.parts:
            for target in part.targets:
                if part.number in inside and target not in inside:
                    fixed.add(target)
                elif part.number not in inside and target in inside:
                    fixed.add(target)
                    known.add(target)
        known |= fixed
        agreed = tuple((number, made.starts[number]) for number in sorted(known))
        return Stretch(inside.start, inside.stop, agreed, frozenset(fixed))

    def _lines(self, made: Scheduled, inside: range) -> int:
        return sum(len(made.lines.get(number, ())) for number in inside)

    def _cost(self, made: Scheduled, inside: range) -> int:
        """The lines of blocks, with those of labels and jumps for ways that have no operations."""
        cost = 0
        for part in self.problem.parts[inside.start : inside.stop]:
            lines = len(made.lines.get(part.number, ()))
            cost += lines
            if lines and not part.operations and isinstance(part.block.terminator, Jump):
                cost += EDGE
        return cost


def _with_values(problem: Problem, kept: frozenset[int]) -> Problem:
    """A problem in which constants that stay in registers are values like others."""
    parts = []
    for part in problem.parts:
        users = dict(part.users)
        for value in kept if part.targets else ():
            users[value] = users.get(value, 0) | part.full + 1
        parts.append(
            replace(
                part,
                operations=[replace(one, way=None) for one in part.operations],
                users=users,
                entering=part.entering | kept,
                renamed={to: names | {value: value for value in kept} for to, names in part.renamed.items()},
                constants=part.constants - kept,
                later=tuple(value for value in part.later if value not in kept),
                early=tuple(value for value in part.early if value not in kept),
                stages={},
                way=None,
            )
        )
    constants = {value: keys for value, keys in problem.constants.items() if value not in kept}
    return replace(problem, parts=parts, constants=constants, made_of={})
