"""A number of lines that no order of pieces goes below.

A piece that runs on into another saves the jump there. It also saves the label, where nothing else leads
there. Each piece runs on into one other at most, and one other at most runs on into it. So the pairs that
save most are a matching. Pairs that close a ring cannot stand in one order, and one of them is given up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from generator.compiler.code.pieces import Piece, PieceName
from generator.compiler.code.tables import OPPOSITE

RINGS: Final = 4
"""The number of rings that are taken apart after each other. With more of them the bound is lower."""
Sources = Mapping[PieceName, Sequence[PieceName]]
"""The pieces that may run on into each piece."""


def fewest_lines(pieces: Sequence[Piece]) -> int:
    """The lines, labels and jumps that any order of pieces takes at least."""
    known = {piece.name: piece for piece in pieces}
    count = Counter(target for piece in pieces for target in piece.targets)
    unlabelled = {one.name for one in pieces if len(one.lines) == 1 and one.test is None and not one.then}
    total = sum(len(one.lines) + bool(one.entry) + (one.test is not None) for one in pieces)
    apart = total + count.total() + sum(name not in unlabelled for name in count)
    saved = {name: 1 + (times == 1 and name not in unlabelled) for name, times in count.items()}
    sources: dict[PieceName, list[PieceName]] = {name: [] for name in count}
    around = 0
    for piece in pieces:
        either = piece.test is None or piece.test.line[0] in OPPOSITE
        for target in {piece.then, piece.orelse} - {""} if either else {piece.orelse}:
            sources[target].append(piece.name)
        if piece.test is None:
            continue
        ways = ((piece.then, piece.orelse), (piece.orelse, piece.then))[: 1 + either]
        skipped = [(one, other) for one, other in ways if _may_be_skipped(known[one], other)]
        for one, other in skipped:
            for target in (one, other) if either else (one,):
                sources[target] += [f"{piece.name} skips"] * (not known[one].then)
        around += max(
            (
                1 + (count[other] == 2 and other not in unlabelled) + (0 if either else saved[one])
                for one, other in skipped
                if known[one].then and count[one] == 1
            ),
            default=0,
        )
    return apart - most_saved(sources, saved) - around


def _may_be_skipped(piece: Piece, other: PieceName) -> bool:
    """Whether a test can skip this piece to go on at another one."""
    return len(piece.lines) == 1 and piece.test is None and not piece.entry and piece.then in ("", other)


def most_saved(sources: Sources, saved: Mapping[PieceName, int], rings: int = RINGS) -> int:
    """What the pairs save at most that may stand in one order."""
    pairs = _matching(sources, saved)
    most = sum(saved[target] for target in pairs.values())
    ring = _ring(pairs)
    if not ring or not rings:
        return most
    best = 0
    for source in ring:
        target = pairs[source]
        fewer = {**sources, target: [one for one in sources[target] if one != source]}
        best = max(best, most_saved(fewer, saved, rings - 1))
        if best == most:
            break
    return best


def _matching(sources: Sources, saved: Mapping[PieceName, int]) -> dict[PieceName, PieceName]:
    """The pairs of a piece and the one that it runs on into that save most, rings among them.

    Where something can still be changed for a piece to have a source, it has one: those that save most first.
    """
    pairs: dict[PieceName, PieceName] = {}

    def place(target: PieceName, seen: set[PieceName]) -> bool:
        for source in sources[target]:
            if source not in seen:
                seen.add(source)
                if source not in pairs or place(pairs[source], seen):
                    pairs[source] = target
                    return True
        return False

    for target in sorted(sources, key=lambda one: -saved[one]):
        place(target, set())
    return pairs


def _ring(pairs: Mapping[PieceName, PieceName]) -> list[PieceName]:
    """Pieces that run on into each other in a ring. Empty when there are none."""
    ended: set[PieceName] = set()
    for start in pairs:
        way: list[PieceName] = []
        name = start
        while name in pairs and name not in ended:
            ended.add(name)
            way.append(name)
            name = pairs[name]
        if name in way:
            return way[way.index(name) :]
    return []
