"""The ways through a decoded program, for lanes that run side by side.

A place is a line with what is known there (see `RunPlace`). Lanes that go apart at a test are run in turns:
of the places where lanes wait, the first in a fixed order comes next. In this order a place comes before
those that it leads to, and all of a loop comes before what follows it. So lanes wait where the ways meet.
The order is that of Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, TypeVar

from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.lines import FACTS
from hp15c.engines.lanes.opcodes import PUSH
from hp15c.engines.native.line_text import RunPlace, called_from, is_form, lift_behind, on, ways_by_number
from hp15c.graphs import circles, nearest_dominators, postorder, reach, sources
from hp15c.table.models import LIMITS

N = TypeVar("N", bound=Hashable)
MOST_PLACES: Final = 4
"""How many times more places than lines a program may have."""

MOST_APART: Final = 100
"""The most lines that may lie between a test at which lanes go apart and the place where they meet."""


def is_test(opcode: int) -> bool:
    """Whether a line may skip the next one."""
    return is_form(opcode) and FACTS[opcode].step.may_skip


def counts(opcode: int) -> bool:
    """Whether a test also changes a number, as DSE and ISG do."""
    return is_test(opcode) and bool(FACTS[opcode].stores)


def clears(opcode: int) -> bool:
    """Whether a line clears all registers."""
    return is_form(opcode) and FACTS[opcode].clears


def disables_lift(line: Sequence[int]) -> bool:
    """Whether a line disables stack lift."""
    return line[o.LIFTS] == 0


def _minds_lift(line: Sequence[int]) -> bool:
    """Whether stack lift matters to a line, or comes out of it as it was."""
    facts = FACTS[line[o.OP]]
    return facts.asked or facts.keeps is not False or line[o.LIFTS] != 1


class Ways:
    """The places that a run of a program can reach from its heads, where calls are always known.

    `deepest` is the number of calls that may be pending: a deeper one ends the way. `joins` are the places
    where ways part, meet or begin. `loops` are those to which a way leads back. `parting` has each test at
    which lanes that are together may go different ways, with the joins where some of them then run while
    others wait. All these joins are `apart`.
    """

    def __init__(self, code: o.Decoded, heads: Iterable[int], targets: Iterable[int]) -> None:
        self.code, self.rows = code, code.rows()
        self.targets = tuple(targets)
        begins = [RunPlace(line, True) for line in heads]
        for deepest in range(LIMITS[code.model].returns, -1, -1):
            self.deepest = deepest
            ahead = cache(lambda place: tuple(self._places_behind(place)))
            self.behind = {place: ahead(place) for place in reach(begins, ahead)}
            if len(self.behind) <= MOST_PLACES * code.last:
                break
        self.joins = self._joins(begins)
        blocks = {place: [*self._block(place)][-1] for place in self.behind if place in self.joins}
        self._ahead = {place: self.behind[line] for place, line in blocks.items()}
        self.order = {place: number for number, place in enumerate(order(list(blocks), self._ahead))}
        self.loops = {
            place
            for before, places in self._ahead.items()
            for place in places
            if self.order[place] <= self.order[before]
        }
        self.most_lines = sum(map(self._lines, self.behind)) + 1
        self.parting = self._parting_places(blocks)
        self.apart = {place for places in self.parting.values() for place in places}

    def number(self, place: RunPlace) -> int:
        """The number of a join in the order in which lanes that went apart are run."""
        return self.order[place.together]

    def after(self, line: int) -> int:
        """The number of the next line, 0 after the last one."""
        return self.rows[line][o.NEXT] // o.WIDTH

    def skip_to(self, line: int) -> int:
        """The line at which a run goes on when this test skips a line, 0 after the last one."""
        return self.rows[line][o.SKIP_TO] // o.WIDTH

    # places

    def _places_behind(self, place: RunPlace) -> Iterator[RunPlace]:
        """The places that a run can come to from one place."""
        line, row = place.line, self.rows[place.line]
        opcode, caller = row[o.OP], called_from(row)
        if caller is not None and len(place.returns) >= self.deepest:
            return
        returns = place.returns if caller is None else (*place.returns, caller)
        if opcode in (o.RETURN, o.IMPLIED_RETURN):
            if place.returns:
                yield RunPlace(place.returns[-1], True, place.returns[:-1])
        elif opcode == o.GO_TO:
            if row[o.NEXT] >= 0:
                yield RunPlace(row[o.NEXT] // o.WIDTH, True, returns)
        elif opcode == o.GO_TO_I:
            found = {one for one, _ in ways_by_number(self.code, row, 0).values()}
            yield from (RunPlace(one, True, returns) for one in sorted({*found, *self.targets}))
        elif is_test(opcode):
            after, behind = self.after(line), self.skip_to(line)
            if self.can_mask(line):
                mixed = disables_lift(self.rows[after])
                yield replace(on(place, behind, True), mixed=mixed)
            else:
                yield on(place, after, True)
                yield on(place, behind, True)
        elif is_form(opcode):
            yield on(place, self.after(line), lift_behind(place, row))

    def _lines(self, place: RunPlace) -> int:
        """The most lines that a place counts for."""
        lines = self.rows[place.line][o.LINES]
        if is_test(self.rows[place.line][o.OP]):
            lines += self.rows[self.after(place.line)][o.LINES]
        return lines

    # joins

    def _joins(self, begins: list[RunPlace]) -> set[RunPlace]:
        joins, seen = set(begins), set()
        for before, places in self.behind.items():
            parts = len(places) > 1 or self.rows[before.line][o.OP] == o.GO_TO_I
            for place in places:
                if parts or place in seen:
                    joins.add(place)
                seen.add(place)
        return joins

    def _block(self, place: RunPlace) -> Iterator[RunPlace]:
        """The places from a join up to the next."""
        while True:
            yield place
            places = self.behind[place]
            if not places or places[0] in self.joins:
                return
            place = places[0]

    # lanes apart

    def _parting_places(self, blocks: dict[RunPlace, RunPlace]) -> dict[RunPlace, set[RunPlace]]:
        """The tests at which lanes may go apart, and the joins where some of them then run alone."""
        meetings = on_all_ways(sorted(blocks, key=self.order.__getitem__), self._ahead)
        parting = {}
        for join, test in blocks.items():
            if is_test(self.rows[test.line][o.OP]) and len(self.behind[test]) > 1:
                alone = self._joins_before(self.behind[test], meetings[join] - {join})
                if sum(self._lines(place) for one in alone for place in self._block(one)) <= MOST_APART:
                    parting[test] = alone
        return parting

    def _joins_before(self, begins: Iterable[RunPlace], ends: set[RunPlace]) -> set[RunPlace]:
        """The joins that can be reached without passing one of `ends`."""
        found = reach(begins, lambda place: () if place in ends else self._ahead[place])
        return set(found) - ends

    # lines after a test

    def can_mask(self, line: int) -> bool:
        """Whether the line after a test can be done for some lanes only, without going apart.

        A counting line seldom ends a loop there, but behind another one it may be counting for its skip.
        """
        after, behind = self.after(line), self.skip_to(line)
        if after == 0 or behind == 0:
            return False
        opcode = self.rows[after][o.OP]
        if counts(opcode):
            return not counts(self.rows[line][o.OP])
        if not is_form(opcode) or is_test(opcode) or FACTS[opcode].clears or FACTS[opcode].pauses:
            return False
        if opcode == PUSH and self.rows[after][o.NEXT] != behind * o.WIDTH:
            return False
        if not disables_lift(self.rows[after]):
            return True
        following = self.rows[behind]
        return is_form(following[o.OP]) and not is_test(following[o.OP]) and not _minds_lift(following)


# graphs that are given as the nodes that lie ahead of each node


def order(nodes: Collection[N], ahead: Mapping[N, Iterable[N]]) -> list[N]:
    """The nodes in an order in which each stands before those that it leads to. Circles stand together.

    `ahead` tells where each node leads. The order of `nodes` decides which node of a circle stands first.
    """
    found: list[N] = []
    for first, *others in circles(nodes, ahead.__getitem__):
        found += [first, *order(others, ahead)]
    return found


def on_all_ways(nodes: Collection[N], ahead: Mapping[N, Iterable[N]]) -> dict[N, set[N]]:
    """The nodes that every way from a node to an end passes (its postdominators), that node among them.

    For a node from which no way comes to an end they are all nodes.
    """
    before = sources(nodes, ahead.__getitem__)
    ends = [node for node in nodes if not ahead[node]]
    backwards = postorder(ends, before.__getitem__)[::-1]
    nearest = nearest_dominators(backwards, ahead.__getitem__, ends)
    passed: dict[N | None, set[N]] = {None: set()}
    for node in backwards:
        passed[node] = {node} | passed[nearest[node]]
    return {node: passed.get(node, {*nodes}) for node in nodes}
