"""The order of pieces with the fewest lines, and its labels, jumps and skips.

A piece that runs on into the next needs no jump. A test skips one line: a piece of one line behind it needs
neither jump nor label. Orders are improved by moving pieces until no move saves a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from generator.compiler.code.fewest import fewest_lines
from generator.compiler.code.moves import ScheduledLine
from generator.compiler.code.orders import Orders, PartSize, Surroundings
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

    With `quick` they stay in their order. Ends are not shared where no order would then have fewer lines.
    """
    pieces = join(pieces)
    best = _order(pieces, model, quick)
    improved = True
    while improved:
        improved = False
        for alike, count in sorted(shared_ends(pieces), key=lambda shared: -(len(shared[0]) - 1) * shared[1]):
            changed = join(with_shared_end(pieces, alike, count))
            if fewest_lines(changed) >= len(best.lines):
                continue
            placed = _order(changed, model, quick)
            if len(placed.lines) < len(best.lines):
                pieces, best, improved = changed, placed, True
                break
    return best


def sizes_of(pieces: dict[PieceName, Piece], model: Model) -> Orders:
    """The number of lines that `lay` would give for orders of pieces, without making them."""
    number = {name: at for at, name in enumerate(pieces)}

    def size(piece: Piece, following: PieceName, behind: PieceName) -> PartSize:
        wanted: set[PieceName] = set()
        count = len(piece.lines) + bool(piece.entry)
        if piece.test is not None:
            count += len(_lay_test(pieces, piece, following, behind, model, wanted, set()))
        elif piece.then and piece.then != following:
            _go(pieces, piece.then, wanted)
            count += 1
        return PartSize(count, tuple(number[one] for one in wanted))

    parts = []
    for piece in pieces.values():
        ways = (piece.targets, piece.targets[::-1]) if piece.test is not None else ()
        skipped = [(one, other) for one, other in ways if len(pieces[one].lines) == 1]
        parts.append(
            Surroundings(
                size(piece, "", ""),
                {number[one]: size(piece, one, "") for one in piece.targets},
                {(number[one], number[other]): size(piece, one, other) for one, other in skipped},
            )
        )
    return Orders(parts)


def _order(pieces: list[Piece], model: Model, quick: bool) -> ArrangedLines:
    """Move pieces, alone or in runs, while that saves lines. With `quick` they stay where they are."""
    known = {piece.name: piece for piece in pieces}
    order = tuple(known)
    if not quick:
        best = sizes_of(known, model).improved(tuple(range(len(pieces))), fewest_lines(pieces))
        order = tuple(pieces[at].name for at in best)
    return ArrangedLines(lay(known, order, model), order)


__all__ = ["ArrangedLines", "arrange", "may_cut"]
