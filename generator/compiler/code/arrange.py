"""The order of pieces with the fewest lines, and its labels, jumps and skips.

A piece that runs on into the next needs no jump. A test skips one line: a piece of one line behind it needs
neither jump nor label. Orders are improved by moving pieces until no move saves a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from generator.compiler.code.moves import ScheduledLine
from generator.compiler.code.pieces import (
    Piece,
    PieceName,
    join,
    may_cut,
    runs_together,
    shared_ends,
    with_shared_end,
)
from generator.compiler.code.schedules import SourcedLine
from generator.compiler.code.tables import DISABLING, KEYED, OPPOSITE, STATISTICS
from hp15c.rules.stack import RECALL_LAST_X
from hp15c.table.instructions import step
from hp15c.table.models import Model

_START = "start"
FEW_PIECES = 40
"""The number of pieces up to which every move is followed by a look at all pieces from the first one on."""
_PUSHES = KEYED | STATISTICS | {"RCL", RECALL_LAST_X, "π", "RAN#", "RCL RAN#", "RCL MATRIX", "RCL DIM"}
_HOLDING = KEYED | DISABLING


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
        lines.append(SourcedLine((_START, name), 0))
        if name in skipped:
            # the piece is the line that a test skips, and the next piece follows it
            lines += piece.lines
            continue
        lines += piece.lines
        following = order[place + 1] if place + 1 < len(order) else ""
        behind = order[place + 2] if place + 2 < len(order) else ""
        if piece.test is None:
            if piece.then and piece.then != following:
                lines.append(_go(pieces, piece.then, wanted))
            continue
        for line in _lay_test(pieces, piece, following, behind, model, wanted, skipped):
            lines.append(line)
    return _label(pieces, lines, wanted)


def _label(
    pieces: dict[PieceName, Piece], lines: list[SourcedLine], wanted: set[PieceName]
) -> tuple[SourcedLine, ...]:
    """The lines, with a label at the start of each piece that is called, jumped to, or has to end a
    number.
    """
    labelled: list[SourcedLine] = []
    for place, line in enumerate(lines):
        kind, name = line.line
        if kind != _START:
            labelled.append(line)
            continue
        entry = pieces[str(name)].entry
        if entry:
            labelled.append(SourcedLine(("LBL", f"={entry}"), 0))
        following = next((one for one in lines[place:] if one.line[0] != _START), None)
        ends_number = following is not None and runs_together(tuple(labelled[-1:]), (following,))
        if name in wanted or ends_number:
            labelled.append(SourcedLine(("LBL", name), 0))
    return tuple(labelled)


def _go(pieces: dict[PieceName, Piece], name: PieceName, wanted: set[PieceName]) -> SourcedLine:
    """A jump, or in its place the one line that its target consists of, when that line leaves."""
    piece = pieces[name]
    if len(piece.lines) == 1 and piece.test is None and not piece.then:
        return piece.lines[0]
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
    """A test and the lines that have to stand behind it."""
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
    first = pieces[behind].lines[0].line[0] if pieces[behind].lines else ""
    return not (piece.lines[0].line[0] in _HOLDING and (first in _PUSHES or not first))


def arrange(pieces: list[Piece], model: Model, quick: bool = False) -> ArrangedLines:
    """The best order found of pieces, with equal ends shared where that saves lines.

    With `quick` they stay in their order.
    """
    pieces = join(pieces)
    best = _order(pieces, model, quick)
    improved = True
    while improved:
        improved = False
        for alike, count in sorted(shared_ends(pieces), key=lambda shared: -(len(shared[0]) - 1) * shared[1]):
            changed = join(with_shared_end(pieces, alike, count))
            placed = _order(changed, model, quick)
            if len(placed.lines) < len(best.lines):
                pieces, best, improved = changed, placed, True
                break
    return best


class Sizes:
    """The number of lines that `laid` would give for orders of pieces, without making them."""

    def __init__(self, pieces: dict[PieceName, Piece], model: Model) -> None:
        self.pieces = pieces
        self.model = model
        self.own = {name: len(one.lines) + (1 if one.entry else 0) for name, one in pieces.items()}
        self.known: dict[tuple[PieceName, PieceName, PieceName], tuple[int, frozenset[PieceName], bool]] = {}

    def __call__(self, order: Sequence[PieceName]) -> int:
        """The lines of an order."""
        wanted: set[PieceName] = set()
        total, skipped = 0, False
        padded = (*order, "", "")
        for place, name in enumerate(order):
            if skipped:
                total += self.own[name]
                skipped = False
                continue
            key = (name, padded[place + 1], padded[place + 2])
            size = self.known.get(key)
            if size is None:
                size = self.known[key] = self._size(*key)
            total += size[0]
            wanted |= size[1]
            skipped = size[2]
        return total + len(wanted)

    def _size(
        self, name: PieceName, following: PieceName, behind: PieceName
    ) -> tuple[int, frozenset[PieceName], bool]:
        """The lines of a piece before two others, the pieces that it jumps to, whether it skips the next."""
        piece = self.pieces[name]
        wanted: set[PieceName] = set()
        skipped: set[PieceName] = set()
        count = self.own[name]
        if piece.test is not None:
            args = (self.pieces, piece, following, behind, self.model, wanted, skipped)
            count += len(_lay_test(*args))
        elif piece.then and piece.then != following:
            _go(self.pieces, piece.then, wanted)
            count += 1
        return count, frozenset(wanted), bool(skipped)


def _order(pieces: list[Piece], model: Model, quick: bool) -> ArrangedLines:
    """Move pieces, alone or in runs, while that saves lines. With `quick` they stay where they are."""
    known = {piece.name: piece for piece in pieces}
    order = tuple(known) if quick else _climb(tuple(known), Sizes(known, model))
    return ArrangedLines(lay(known, order, model), order)


def _climb(order: tuple[PieceName, ...], size: Callable[[Sequence[PieceName]], int]) -> tuple[PieceName, ...]:
    """The order after all moves that save lines.

    After a move it looks again from the first piece on. With many pieces it goes on with the next one, and
    ends after a look at all of them that found nothing.
    """
    least, start, unchanged = size(order), 0, 0
    while unchanged < len(order):
        moved = _move(order, start, least, size)
        if moved is None:
            start, unchanged = (start + 1) % len(order), unchanged + 1
        else:
            order, unchanged = moved, 0
            least = size(order)
            start = 0 if len(order) <= FEW_PIECES else (start + 1) % len(order)
    return order


def _move(
    order: tuple[PieceName, ...], start: int, least: int, size: Callable[[Sequence[PieceName]], int]
) -> tuple[PieceName, ...] | None:
    """The order with a run from this piece on at the first place where that saves lines."""
    for end in range(start + 1, min(start + 3, len(order)) + 1):
        run, rest = order[start:end], order[:start] + order[end:]
        for place in range(len(rest) + 1):
            tried = rest[:place] + run + rest[place:]
            if size(tried) < least:
                return tried
    return None


__all__ = ["ArrangedLines", "arrange", "may_cut"]
