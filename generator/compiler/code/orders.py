"""The order of numbered parts with the least size, where the size of a part depends on the two behind it.

Parts are moved, alone or in runs, until no move makes the whole smaller. The size after a move is that before
it with what changes at the place where the run was, at its new place, and at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

FEW_PARTS: Final = 40
"""The number of parts up to which every move is followed by a look at all parts from the first one on."""
LONGEST_RUN: Final = 3


class PartSize(NamedTuple):
    """The lines of a part in its place, and the parts that need a label for it: one line each in all."""

    lines: int
    labels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The sizes of a part: before any other part, before certain ones, and before certain pairs of them."""

    alone: PartSize
    before: Mapping[int, PartSize]
    before_two: Mapping[tuple[int, int], PartSize]


class Orders:
    """Orders of parts and their sizes."""

    def __init__(self, parts: Sequence[Surroundings]) -> None:
        self.count = len(parts)
        self.pairs: list[list[PartSize | None]] = []
        self.parts = parts
        for part in parts:
            row: list[PartSize | None] = [part.alone] * (self.count + 1)
            for behind, size in part.before.items():
                row[behind] = size
            for behind, _ in part.before_two:
                row[behind] = None
            self.pairs.append(row)
        self.reached_from: list[list[int]] = [[] for _ in parts]
        for number, part in enumerate(parts):
            for behind in part.before:
                self.reached_from[behind].append(number)

    def part(self, part: int, following: int, behind: int) -> PartSize:
        """The size of a part before two others. `count` stands for no part."""
        found = self.pairs[part][following]
        if found is not None:
            return found
        sizes = self.parts[part]
        return sizes.before_two.get((following, behind)) or sizes.before.get(following, sizes.alone)

    def parts_of(self, order: Sequence[int]) -> list[PartSize]:
        padded = (*order, self.count, self.count)
        return [self.part(*padded[place : place + 3]) for place in range(len(order))]

    def size(self, order: Sequence[int]) -> int:
        """The lines of an order with its labels."""
        sizes = self.parts_of(order)
        return sum(one.lines for one in sizes) + len({label for one in sizes for label in one.labels})

    def near(self, run: Sequence[int], rest: Sequence[int]) -> list[int]:
        """The places in an order where a run meets parts that go on there, or that it goes on at.

        At all others it saves nothing beside standing apart.
        """
        at = {part: place for place, part in enumerate(rest)}
        before = [at[one] for one in self.reached_from[run[0]] if one in at]
        behind = [at[to] for part in run[-2:] for to in self.parts[part].before if to in at]
        places = {*behind, *(place + 1 for place in before), *(place + 2 for place in before)}
        return sorted(place for place in places if place <= len(rest))

    def improved(self, order: tuple[int, ...], least: int = 0) -> tuple[int, ...]:
        """The order after all moves that save lines. It has no more than `least` lines, or none of them does.

        After a move it looks again from the first part on. With many parts it goes on with the next one, and
        ends after a look at all of them that found nothing.
        """
        start, unchanged = 0, 0
        laid = _Laid(self, order)
        while unchanged < len(order) and laid.size > least:
            moved = laid.move(start)
            if moved is None:
                start, unchanged = (start + 1) % len(order), unchanged + 1
            else:
                laid, unchanged = _Laid(self, moved), 0
                start = 0 if len(order) <= FEW_PARTS else (start + 1) % len(order)
        return laid.order


class _Laid:
    """An order with the size of each part in it, and how often each label is wanted."""

    def __init__(self, orders: Orders, order: tuple[int, ...]) -> None:
        self.orders = orders
        self.order = order
        self.sizes = orders.parts_of(order)
        self.wanted = [0] * orders.count
        for one in self.sizes:
            for label in one.labels:
                self.wanted[label] += 1
        self.size = sum(one.lines for one in self.sizes) + len(order) - self.wanted.count(0)

    def move(self, start: int) -> tuple[int, ...] | None:
        """The order with a run from this place on at the first place where that saves lines."""
        order, sizes = self.order, self.sizes
        for end in range(start + 1, min(start + LONGEST_RUN, len(order)) + 1):
            run, rest = order[start:end], order[:start] + order[end:]
            first = max(0, start - 2)
            joined = self.orders.parts_of(order[first:start] + order[end : end + 2])[: start - first]
            wanted = self.wanted[:]
            lines = _replace(wanted, sizes[first:end], joined)
            left = sizes[:first] + joined + sizes[end:]
            place = self._place(run, rest, left, wanted, self.size + lines)
            if place is not None:
                return rest[:place] + run + rest[place:]
        return None

    def _place(
        self, run: tuple[int, ...], rest: tuple[int, ...], sizes: list[PartSize], wanted: list[int], size: int
    ) -> int | None:
        """The first place where a run makes the rest, which has this size, shorter than the order is."""
        part = self.orders.part
        none = self.orders.count
        padded = (*rest, none, none)
        inner = self.orders.parts_of(run)[:-2]
        places: Iterable[int] = range(len(rest) + 1)
        apart = self.orders.parts_of(run)
        if size + _difference(wanted, (), apart) >= self.size:
            places = self.orders.near(run, rest)
        for place in places:
            following, behind = padded[place], padded[place + 1]
            put = [*inner, part(run[-1], following, behind)]
            if len(run) > 1:
                put.append(part(run[-2], run[-1], following))
            if place:
                put.append(part(rest[place - 1], run[0], run[1] if len(run) > 1 else following))
            if place > 1:
                put.append(part(rest[place - 2], rest[place - 1], run[0]))
            if size + _difference(wanted, sizes[max(0, place - 2) : place], put) < self.size:
                return place
        return None


def _difference(wanted: list[int], taken: Sequence[PartSize], put: Sequence[PartSize]) -> int:
    """How many more lines and labels there are when some sizes take the place of others."""
    lines = 0
    change: dict[int, int] = {}
    for size, labels in taken:
        lines -= size
        for label in labels:
            change[label] = change.get(label, 0) - 1
    for size, labels in put:
        lines += size
        for label in labels:
            change[label] = change.get(label, 0) + 1
    for label, by in change.items():
        before = wanted[label]
        if by > 0 and not before:
            lines += 1
        elif by < 0 and before and before + by == 0:
            lines -= 1
    return lines


def _replace(wanted: list[int], taken: Sequence[PartSize], put: Sequence[PartSize]) -> int:
    """The same, and `wanted` changed so."""
    lines = _difference(wanted, taken, put)
    for sizes, step in ((taken, -1), (put, 1)):
        for one in sizes:
            for label in one.labels:
                wanted[label] += step
    return lines
