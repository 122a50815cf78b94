"""Scheduled blocks as pieces of code: lines, and where each piece goes on.

Pieces that hold only a jump are removed. Equal ends of pieces can be cut off and shared. A way that is one
line may stand between two equal tests, which skip it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from generator.compiler.code.graph import Branch, CountedJump, Dispatch, FlagJump, Jump
from generator.compiler.code.moves import ScheduledLine
from generator.compiler.code.problem import Problem
from generator.compiler.code.schedules import Scheduled, SourcedLine
from generator.compiler.code.tables import ARITHMETIC, HOLDING, KEYED, OF_NUMBER, OPPOSITE
from generator.compiler.target.routines import NOWHERE
from hp15c.graphs import reach
from hp15c.table.instructions import LETTERS

PieceName = str
_STORING = frozenset(("STO", *(f"STO {sign}" for sign in ARITHMETIC)))


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines without a jump, and where the code goes on after them.

    `test` decides between `then` (the test holds) and `orelse`. Without a test the piece goes on at `then`,
    and without that its last line leaves: RTN or GTO. `entry` is the label that a person or a GSB calls, or
    the one of a number that a GTO I finds.
    """

    name: PieceName
    lines: tuple[SourcedLine, ...]
    test: SourcedLine | None = None
    then: PieceName = ""
    orelse: PieceName = ""
    entry: str = ""
    depth: int = 0

    @property
    def targets(self) -> tuple[PieceName, ...]:
        """The pieces that it may lead to."""
        if self.then and self.orelse:
            return self.then, self.orelse
        return (self.then or self.orelse,) if self.then or self.orelse else ()


def pieces_of(problem: Problem, scheduled: Scheduled) -> list[Piece]:
    """The pieces of one graph from the lines that were found for its blocks."""
    prefix = problem.graph.name
    labels = {entry.block: entry.label for entry in problem.graph.entries}
    for part in problem.parts:
        end = part.block.terminator
        if isinstance(end, Dispatch):
            named = (f"{prefix}:{part.number}{OF_NUMBER}{number}" for number in end.numbers)
            labels |= zip(end.ways, named, strict=True)
    pieces = []
    for part in problem.parts:
        lines = tuple(scheduled.lines.get(part.number, ()))
        end = part.block.terminator
        targets = [f"{prefix}:{number}" for number in part.targets]
        piece = Piece(
            f"{prefix}:{part.number}", lines, entry=labels.get(part.block, ""), depth=part.block.depth
        )
        if isinstance(end, Jump):
            piece = replace(piece, then=targets[0])
        elif isinstance(end, Branch | FlagJump | CountedJump):
            piece = replace(piece, lines=lines[:-1], test=lines[-1], then=targets[0], orelse=targets[1])
        elif isinstance(end, Dispatch):
            row, operand = lines[-1].line
            jump = SourcedLine((row, f"{piece.name}{operand}"), lines[-1].source)
            piece = replace(piece, lines=(*lines[:-1], jump))
        pieces.append(piece)
    return thread(pieces)


def thread(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces with jumps to empty pieces leading on to their targets.

    Pieces that nothing leads to are left out.
    """
    known = {piece.name: piece for piece in pieces}

    def end_of(name: PieceName) -> PieceName:
        seen: set[PieceName] = set()
        while name not in seen:
            seen.add(name)
            piece = known.get(name)
            if piece is None or piece.lines or piece.test is not None or not piece.then or piece.entry:
                break
            name = piece.then
        return name

    for name, piece in list(known.items()):
        then, orelse = end_of(piece.then), end_of(piece.orelse)
        if piece.test is not None and then == orelse and not piece.test.line[0].startswith(("DSE", "ISG")):
            known[name] = replace(piece, test=None, then=then, orelse="")
        elif (then, orelse) != (piece.then, piece.orelse):
            known[name] = replace(piece, then=then, orelse=orelse)
    begins = [name for name, piece in known.items() if piece.entry]
    reached = set(reach(begins, lambda name: known[name].targets))
    return [piece for name, piece in known.items() if name in reached]


def _is_call(piece: Piece, line: SourcedLine) -> bool:
    """Whether an entry goes on in a function. The label of a number is nothing that GSB may call."""
    return line.line[1] != NOWHERE and OF_NUMBER not in f"{piece.entry}{line.line[1]}"


def called_by_entry(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with subroutines called by the label of an entry point that does nothing but go on there."""
    labels = {
        str(line.line[1]): piece.entry
        for piece in pieces
        for line in piece.lines[:1]
        if piece.entry and len(piece.lines) == 1 and line.line[0] == "GTO" and _is_call(piece, line)
    }

    def rename(line: SourcedLine) -> SourcedLine:
        row, operand = line.line
        return SourcedLine((row, labels[operand]), line.source) if operand in labels else line

    if not labels:
        return list(pieces)
    going = set(labels.values())
    return [
        replace(one, lines=tuple(map(rename, one.lines)), entry=labels.get(one.entry, one.entry))
        for one in pieces
        if one.entry not in going
    ]


def join(pieces: Iterable[Piece]) -> list[Piece]:
    """Join each piece to the one before it, when only that one leads to it, and when it does so without a
    test.

    An entry without lines of its own is joined to where it goes on, whatever else leads there.
    """
    known = _with_entries_joined(pieces)
    while True:
        uses: dict[PieceName, int] = {}
        for piece in known.values():
            for target in piece.targets:
                uses[target] = uses.get(target, 0) + 1
        for name, piece in known.items():
            behind = known.get(piece.then)
            if (
                piece.test is None
                and behind is not None
                and behind.name != name
                and uses[behind.name] == 1
                and not behind.entry
                and not runs_together(piece.lines, behind.lines)
            ):
                known[name] = replace(
                    behind,
                    name=name,
                    lines=piece.lines + behind.lines,
                    entry=piece.entry,
                    depth=max(piece.depth, behind.depth),
                )
                del known[behind.name]
                break
        else:
            return list(known.values())


def _with_entries_joined(pieces: Iterable[Piece]) -> dict[PieceName, Piece]:
    """The pieces by name, with entries that have no lines in front of the pieces where they go on.

    Jumps go to the label of the entry then.
    """
    known = {piece.name: piece for piece in pieces}
    for name, piece in list(known.items()):
        behind = known.get(piece.then)
        if piece.lines or piece.test is not None or not piece.entry or behind is None or behind.entry:
            continue
        known[name] = replace(behind, name=name, entry=piece.entry)
        del known[behind.name]
        for one in known.values():
            if behind.name in one.targets:
                then, orelse = (name if to == behind.name else to for to in (one.then, one.orelse))
                known[one.name] = replace(one, then=then, orelse=orelse)
    return known


def runs_together(before: tuple[SourcedLine, ...], behind: tuple[SourcedLine, ...]) -> bool:
    """Whether two typed numbers would run together when these lines stand next to each other."""
    return bool(before and behind) and before[-1].line[0] in KEYED and behind[0].line[0] in KEYED


def may_cut(lines: tuple[SourcedLine, ...], place: int) -> bool:
    """Whether a label may stand in front of the line at this place: it ends a number and enables lift."""
    if place in (0, len(lines)):
        return True
    before, behind = lines[place - 1].line[0], lines[place].line[0]
    return before not in HOLDING and not (before in KEYED and behind in KEYED)


def shared_ends(pieces: list[Piece]) -> Iterable[tuple[tuple[Piece, ...], int]]:
    """Groups of pieces that end alike, each with the number of last lines that are equal in them.

    The pieces of a group go on at the same piece. Each pair of them is a group, and so are all together.
    """
    ends: dict[tuple[object, tuple[ScheduledLine, ...]], list[Piece]] = {}
    longest: dict[tuple[PieceName, ...], int] = {}
    for piece in pieces:
        for count in range(len(piece.lines) + 1):
            if (count or piece.test is not None) and may_cut(piece.lines, len(piece.lines) - count):
                tail = tuple(one.line for one in piece.lines[len(piece.lines) - count :])
                way = (piece.test and piece.test.line, piece.then, piece.orelse)
                ends.setdefault((way, tail), []).append(piece)
    sharing: dict[tuple[PieceName, ...], tuple[Piece, ...]] = {}
    for (_, tail), group in ends.items():
        alike = [tuple(group)] if len(group) > 2 else []
        for some in (*combinations(group, 2), *alike):
            names = tuple(one.name for one in some)
            if len(some) > 1 and longest.get(names, -1) < len(tail):
                longest[names], sharing[names] = len(tail), some
    for names, some in sharing.items():
        yield some, longest[names]


def with_shared_end(pieces: list[Piece], alike: tuple[Piece, ...], count: int) -> list[Piece]:
    """The pieces, where the last lines of those that are `alike` stand in a piece of their own."""
    one = alike[0]
    name = next(_free_names(one, pieces))
    tail = replace(one, name=name, lines=one.lines[len(one.lines) - count :], entry="")
    names = {piece.name for piece in alike}
    shortened = []
    for piece in pieces:
        if piece.name in names:
            kept = piece.lines[: len(piece.lines) - count]
            piece = replace(piece, lines=kept, test=None, then=name, orelse="")
        shortened.append(piece)
    return thread([*shortened, tail])


def _free_names(piece: Piece, pieces: Iterable[Piece]) -> Iterator[PieceName]:
    """Names for more pieces made of one."""
    taken = {one.name for one in pieces}
    return (name for marks in range(1, 100) if (name := piece.name + "'" * marks) not in taken)


def tested_twice(pieces: list[Piece]) -> Iterator[list[Piece]]:
    """The pieces with the test of one of them twice, for each that has a way of one line which only stores.

    The first test skips that line. The second one finds the same stack and leads past the other way.
    """
    known = {one.name: one for one in pieces}
    uses = Counter(target for one in pieces for target in one.targets)
    for piece in pieces:
        if piece.test is None or piece.test.line[0] not in OPPOSITE:
            continue
        for stores, other in (piece.targets, piece.targets[::-1]):
            way = known[stores]
            leaves = not way.then and [one.line[0] for one in way.lines[1:]] == ["RTN"]
            goes_on = way.then not in ("", other) and len(way.lines) == 1 and way.test is None
            if uses[stores] > 1 or way.entry or not (leaves or goes_on) or not _only_stores(way.lines[0]):
                continue
            again, end = islice(_free_names(piece, pieces), 2)
            behind = replace(way, name=end, lines=way.lines[1:]) if leaves else known[way.then]
            first = {other: again, stores: stores}
            second = {other: other, stores: behind.name}
            shorter = replace(piece, name=again, lines=(), entry="")
            made = known | {
                behind.name: behind,
                stores: replace(way, lines=way.lines[:1], then=again),
                piece.name: replace(piece, then=first[piece.then], orelse=first[piece.orelse]),
                again: replace(shorter, then=second[piece.then], orelse=second[piece.orelse]),
            }
            yield [*made.values()]


def _only_stores(line: SourcedLine) -> bool:
    """Whether a line changes nothing but a register."""
    row, operand = line.line
    return row in _STORING and str(operand)[0] not in LETTERS
