"""The order of pieces with the fewest lines, and its labels, jumps and skips.

A piece that runs on into the next needs no jump. A test skips one line: a piece of one line after it needs
neither jump nor label. Two equal tests may skip such a piece and lead past another one. Orders are improved
by moving pieces until no move saves a line. The size of a piece depends on the two after it, so a move is
judged by what changes where it was and where it comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from generator.compiler.code.moves import ScheduledLine
from generator.compiler.code.pieces import (
    Piece,
    PieceName,
    join,
    may_cut,
    runs_together,
    shared_ends,
    tested_twice,
    with_shared_end,
)
from generator.compiler.code.schedules import SourcedLine
from generator.compiler.code.tables import DISABLING, KEYED, OPPOSITE, STATISTICS
from hp15c.rules.stack import RECALL_LAST_X
from hp15c.table.instructions import step
from hp15c.table.models import Model

FEW_PARTS: Final = 40
"""The number of parts up to which every move is followed by a look at all parts from the first one on, and up
to which ends are shared of which no saving is expected.
"""
LONGEST_RUN: Final = 3
_START = "start"
_PUSHES = KEYED | STATISTICS | {"RCL", RECALL_LAST_X, "π", "RAN#", "RCL RAN#", "RCL MATRIX", "RCL DIM"}


@dataclass(frozen=True, slots=True)
class ArrangedLines:
    """Lines in their order. Labels and jumps name pieces."""

    lines: tuple[SourcedLine, ...]
    order: tuple[PieceName, ...]


@cache
def exists(line: ScheduledLine, model: Model) -> bool:
    """Whether a model has a test or counter without operand text."""
    return step(line[0], "" if isinstance(line[1], int) else line[1]).exists_on(model)


def lay(pieces: dict[PieceName, Piece], order: Sequence[PieceName], model: Model) -> tuple[SourcedLine, ...]:
    """The lines of the pieces in this order, with the labels and jumps that the order needs."""
    lines: list[SourcedLine] = []
    wanted: set[PieceName] = set()
    skipped: set[PieceName] = set()
    for place, name in enumerate(order):
        piece = pieces[name]
        lines += [SourcedLine((_START, name), 0), *piece.lines]
        if name in skipped:  # the piece is the line that a test skips, and the next piece follows it
            continue
        following = order[place + 1] if place + 1 < len(order) else ""
        behind = order[place + 2] if place + 2 < len(order) else ""
        if piece.test is not None:
            lines += _lay_test(pieces, piece, following, behind, model, wanted, skipped)
        elif piece.then and piece.then != following:
            lines.append(_go(pieces, piece.then, wanted))
    return _label(pieces, lines, wanted)


def _label(
    pieces: dict[PieceName, Piece], lines: list[SourcedLine], wanted: set[PieceName]
) -> tuple[SourcedLine, ...]:
    """The lines, with a label where a piece is called, jumped to, or has to end a number."""
    labelled: list[SourcedLine] = []
    for place, line in enumerate(lines):
        kind, name = line.line
        if kind != _START:
            labelled.append(line)
            continue
        entry = pieces[str(name)].entry
        if entry:
            labelled.append(SourcedLine(("LBL", f"={entry}"), 0))
        behind = range(place, len(lines))
        following = next((lines[at] for at in behind if lines[at].line[0] != _START), None)
        ends_number = following is not None and runs_together(tuple(labelled[-1:]), (following,))
        if name in wanted or ends_number:
            labelled.append(SourcedLine(("LBL", name), 0))
    return tuple(labelled)


def _go(pieces: dict[PieceName, Piece], name: PieceName, wanted: set[PieceName]) -> SourcedLine:
    """A jump, or in its place the one line that its target consists of, when that line leaves.

    A piece with the label of an entry needs no other one.
    """
    piece = pieces[name]
    if len(piece.lines) == 1 and piece.test is None and not piece.then:
        return piece.lines[0]
    if piece.entry:
        return SourcedLine(("GTO", f"={piece.entry}"), 0)
    wanted.add(name)
    return SourcedLine(("GTO", name), 0)


def _lay_test(
    pieces: dict[PieceName, Piece],
    piece: Piece,
    following: PieceName,
    behind: PieceName,
    model: Model,
    wanted: set[PieceName],
    skipped: set[PieceName],
) -> list[SourcedLine]:
    """A test and the lines that have to stand after it."""
    assert piece.test is not None
    test = piece.test
    name, operand = test.line
    other = SourcedLine((OPPOSITE[name], operand), test.source) if name in OPPOSITE else None
    if not exists((name, "I") if name in ("DSE", "ISG") else test.line, model):
        test = None  # type: ignore[assignment]
    if other is not None and not exists(other.line, model):
        other = None
    for line, then, orelse in ((test, piece.then, piece.orelse), (other, piece.orelse, piece.then)):
        if line is not None and _is_skipped(pieces, following, then, orelse, behind):
            skipped.add(following)
            return [line]
    if test is not None and piece.orelse == following:
        return [test, _go(pieces, piece.then, wanted)]
    if other is not None and piece.then == following:
        return [other, _go(pieces, piece.orelse, wanted)]
    line, then, orelse = (test, piece.then, piece.orelse) if test else (other, piece.orelse, piece.then)
    assert line is not None
    tested = [line, _go(pieces, then, wanted)]
    if orelse != following:
        tested.append(_go(pieces, orelse, wanted))
    return tested


def _is_skipped(
    pieces: dict[PieceName, Piece],
    following: PieceName,
    then: PieceName,
    orelse: PieceName,
    behind: PieceName,
) -> bool:
    """Whether the next piece is a single line that the test can skip."""
    if following != then or orelse != behind or not behind:
        return False
    piece = pieces[following]
    if len(piece.lines) != 1 or piece.test is not None or piece.entry or piece.then not in ("", behind):
        return False
    if piece.then == "":
        return True
    if sum(following in one.targets for one in pieces.values()) > 1:
        return False  # others jump there, so that the test would skip the label
    line, first = piece.lines[0].line[0], pieces[behind].lines[0].line[0] if pieces[behind].lines else ""
    return not ((line in DISABLING and first in _PUSHES) or (line in KEYED and first in KEYED)) and (
        bool(first) or line not in KEYED | DISABLING
    )


def arrange(pieces: list[Piece], model: Model, quick: bool = False) -> ArrangedLines:
    """The best order found of pieces, with equal ends shared where that saves lines.

    With `quick` they stay in their order.
    """
    return _arrange(tuple(pieces), model, quick)


@lru_cache(maxsize=1024)
def _arrange(given: tuple[Piece, ...], model: Model, quick: bool) -> ArrangedLines:
    """What `arrange` gives, computed once for equal pieces: many ways to compile a module have them."""
    pieces = join(given)
    best = _order(pieces, model, quick)
    improved = True
    while improved:
        improved = False
        for changed in _changes(pieces):
            placed = _order(changed, model, quick)
            if len(placed.lines) < len(best.lines):
                pieces, best, improved = changed, placed, True
                break
    return best


def _changes(pieces: list[Piece]) -> Iterator[list[Piece]]:
    """The pieces with two or more equal ends shared, and with a test twice."""
    for alike, count in sorted(shared_ends(pieces), key=lambda shared: -(len(shared[0]) - 1) * shared[1]):
        if len(pieces) <= FEW_PARTS or _saves(alike, count):
            yield join(with_shared_end(pieces, alike, count))
    yield from map(join, tested_twice(pieces))


def _saves(alike: Sequence[Piece], count: int) -> bool:
    """Whether to share this end may save lines.

    A jump to one line that leaves is that line again. So it saves something only where a piece is no more
    than the line, and a test may skip what is left of another piece.
    """
    goes_on = alike[0].test is not None or bool(alike[0].then)
    return goes_on or count > 1 or any(len(one.lines) == count for one in alike)


def sizes_of(pieces: dict[PieceName, Piece], model: Model) -> Orders:
    """The number of lines that `lay` would give for orders of pieces, without making them."""
    return Orders(_surroundings(pieces, model))


def _surroundings(
    pieces: dict[PieceName, Piece], model: Model, own_lines: bool = True
) -> tuple[Surroundings, ...]:
    """The sizes of pieces. Without `own_lines` the lines that a piece has in every place do not count."""
    number = {name: at for at, name in enumerate(pieces)}

    def size(piece: Piece, following: PieceName, behind: PieceName) -> PartSize:
        wanted: set[PieceName] = set()
        count = own_lines and len(piece.lines) + bool(piece.entry)
        if piece.test is not None:
            count += len(_lay_test(pieces, piece, following, behind, model, wanted, set()))
        elif piece.then and piece.then != following:
            _go(pieces, piece.then, wanted)
            count += 1
        return PartSize(count, tuple(sorted(number[one] for one in wanted)))

    parts = []
    for piece in pieces.values():
        ways = (piece.targets, piece.targets[::-1]) if piece.test is not None else ()
        skipped = [(one, other) for one, other in ways if len(pieces[one].lines) == 1]
        parts.append(
            Surroundings(
                size(piece, "", ""),
                tuple((number[one], size(piece, one, "")) for one in piece.targets),
                tuple(((number[one], number[other]), size(piece, one, other)) for one, other in skipped),
            )
        )
    return tuple(parts)


@lru_cache(maxsize=4096)
def _best_order(parts: tuple[Surroundings, ...]) -> tuple[int, ...]:
    """The best order found of parts. Many schedules of a graph have equal ones."""
    return Orders(parts).improve(tuple(range(len(parts))))


def _order(pieces: list[Piece], model: Model, quick: bool) -> ArrangedLines:
    """The pieces in the best order that moves, alone or in runs, have found. `quick` leaves them."""
    known = {piece.name: piece for piece in pieces}
    order = tuple(known)
    if not quick:
        order = tuple(pieces[at].name for at in _best_order(_surroundings(known, model, own_lines=False)))
    return ArrangedLines(lay(known, order, model), order)


# orders of numbered parts


class PartSize(NamedTuple):
    """The lines of a part in its place, and the parts that need a label for it: one line each in all."""

    lines: int
    labels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The sizes of a part: before any other part, before certain ones, and before certain pairs of them."""

    alone: PartSize
    before: tuple[tuple[int, PartSize], ...]
    before_two: tuple[tuple[tuple[int, int], PartSize], ...]


class Orders:
    """Orders of parts and their sizes."""

    def __init__(self, parts: Sequence[Surroundings]) -> None:
        self.count = len(parts)
        self.pairs: list[list[PartSize | None]] = []
        self.before = [dict(part.before) for part in parts]
        self.before_two = [dict(part.before_two) for part in parts]
        self.reached_from: list[list[int]] = [[] for _ in parts]
        for number, part in enumerate(parts):
            row: list[PartSize | None] = [part.alone] * (self.count + 1)
            for behind, size in part.before:
                row[behind] = size
            for (behind, _), _ in part.before_two:
                row[behind] = None
            self.pairs.append(row)
            for behind in self.before[number]:
                self.reached_from[behind].append(number)

    def part(self, part: int, following: int, behind: int) -> PartSize:
        """The size of a part before two others. `count` stands for no part."""
        found = self.pairs[part][following]
        if found is not None:
            return found
        return self.before_two[part].get((following, behind)) or self.before[part][following]

    def parts_of(self, order: Sequence[int]) -> list[PartSize]:
        following = (*order[1:], self.count)
        behind = (*order[2:], self.count, self.count)
        return list(map(self.part, order, following, behind))

    def size(self, order: Sequence[int]) -> int:
        """The lines of an order with its labels."""
        sizes = self.parts_of(order)
        return sum(one.lines for one in sizes) + len({label for one in sizes for label in one.labels})

    def places_beside(self, run: Sequence[int], at: Sequence[int], start: int) -> list[int]:
        """The places in an order without a run, which began at `start`, where the run would stand beside
        parts that go on in it, or in which it goes on. `at` has the place of each part with the run there.

        At all other places it saves nothing.
        """
        count, places = len(run), set()
        left = len(at) - count
        for one in self.reached_from[run[0]]:
            place = at[one] if at[one] < start else at[one] - count
            if one not in run:
                places.add(place + 1)
                if place + 2 <= left:
                    places.add(place + 2)
        for part in run[-2:]:
            for to in self.before[part]:
                if to not in run:
                    places.add(at[to] if at[to] < start else at[to] - count)
        return sorted(places)

    def improve(self, order: tuple[int, ...]) -> tuple[int, ...]:
        """The order after all moves that save lines.

        After a move it looks again from the first part on. With many parts it goes on with the next one, and
        ends after a look at all of them that found nothing.
        """
        start, unchanged = 0, 0
        laid = _Laid(self, order)
        while unchanged < len(order):
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
        self.at = [0] * orders.count
        for place, part in enumerate(order):
            self.at[part] = place
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
            place = self._place(run, rest, left, wanted, self.size + lines, start)
            if place is not None:
                return rest[:place] + run + rest[place:]
        return None

    def _place(
        self,
        run: tuple[int, ...],
        rest: tuple[int, ...],
        sizes: list[PartSize],
        wanted: list[int],
        size: int,
        start: int,
    ) -> int | None:
        """The first place where a run, which began at `start`, makes the rest, which has this size, shorter
        than the order is.
        """
        part = self.orders.part
        none = self.orders.count
        padded = (*rest, none, none)
        apart = self.orders.parts_of(run)
        inner = apart[:-2]
        places: Iterable[int] = range(len(rest) + 1)
        if size + _difference(wanted, (), apart) >= self.size:
            places = self.orders.places_beside(run, self.at, start)
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
    """How many more lines and labels there are, as `_difference` says. It changes `wanted` accordingly."""
    lines = _difference(wanted, taken, put)
    for sizes, by in ((taken, -1), (put, 1)):
        for one in sizes:
            for label in one.labels:
                wanted[label] += by
    return lines


__all__ = ["ArrangedLines", "arrange", "may_cut"]
