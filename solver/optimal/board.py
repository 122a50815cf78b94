"""Making the data of the compiled search of optimal play: the tables of a game, and room for one search.

Needs the extra `fast`.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.codes import Game
from solver.kernels.regions import LEVELS, NEVER, SHARED, Region, SearchTables, Work
from solver.scores import Score, answers_of, ordinal_count

CLAIMS = 1 << 12


MEMORY_BITS = 21
ENTRY_BYTES = 16
"""A remembered region: its hash, and its value, guess and size."""


def entries(count: int, memory: int | None) -> int:
    """The number of regions of a game that are remembered: a power of two that fits the bytes given."""
    if memory is None:
        return 1 << min(MEMORY_BITS, 10 + count.bit_length())
    return 1 << max(10, (memory // ENTRY_BYTES).bit_length() - 1)


def make_board(game: Game, seed: int = 0) -> SearchTables:
    """The tables of a game for the kernels. `seed` draws the hashes of its codes."""
    codes = np.array(game.codes(), np.uint8)
    count, pegs = codes.shape
    places = ordinals_of(game)
    perfect, answers = len(places) - 1, len(answers_of(game))
    ordinals = _ordinals(codes, game.colours) if game.whites else _blacks(codes)
    word = np.uint16 if perfect < 16 else np.uint32 if perfect < 32 else np.uint64
    least = _least(count + 1, answers)
    orders = np.array(list(permutations(range(pegs))), np.int64)
    apart = game.repeats and not game.whites
    columns, tables, widths = _columns(codes, game.colours, apart)
    rows = -(-widths * word().itemsize // 8)
    draw = np.random.default_rng(1977 + seed)
    hashes: NDArray[np.uint64] = draw.integers(1, 2**64, (count,), dtype=np.uint64)
    return SearchTables(
        ordinals=ordinals,
        bits=np.concatenate(
            [_bits(ordinals[:, columns[used, : widths[used]]], word) for used in np.unique(tables)]
        ),
        mask_bytes=word().itemsize,
        tables=_offsets(tables, rows * count),
        rows=rows,
        widths=widths,
        columns=columns,
        codes=codes.astype(np.int64),
        orders=orders,
        least=least[:-1],
        step=np.diff(least),
        by_parts=_by_parts(least, count, answers),
        room=_room(LEVELS, answers),
        hashes=hashes,
        perfect=perfect,
        apart=int(apart),
    )


def ordinals_of(game: Game) -> list[int]:
    """The ordinal of each answer that a board knows: all of them, or those without a white peg."""
    if game.whites:
        return list(range(ordinal_count(game.pegs)))
    return [Score(black, 0).ordinal(game.pegs) for black in range(game.pegs + 1)]


def _columns(codes: NDArray[np.uint8], colours: int, apart: bool) -> tuple[NDArray[np.int32], Region, Region]:
    """The guesses to try when the lowest 0, 1, 2, ... colours were played.

    The others are alike, so only guesses in which they appear in ascending order are tried. Where colours may
    be exchanged on each peg by itself (`apart`), all colours that are new on a peg are equivalent. Where this
    leaves out only few guesses, all are tried. Returns the guesses (a row for each number of colours), for
    each row which row it equals (its own or that of all guesses), and how many guesses it has.
    """
    count, pegs = codes.shape
    columns = np.zeros((colours + 1, count), np.int32)
    tables = np.full(colours + 1, colours)
    widths = np.full(colours + 1, count)
    columns[:] = np.arange(count)
    for used in range(colours):
        top = np.full(count, used - 1)
        alike = np.ones(count, bool)
        for peg in range(pegs):
            alike &= codes[:, peg] <= top + 1
            if not apart:
                top = np.maximum(top, codes[:, peg])
        guesses = np.flatnonzero(alike)
        if 4 * len(guesses) <= 3 * count:
            columns[used, : len(guesses)] = guesses
            tables[used], widths[used] = used, len(guesses)
    return columns, tables, widths


def _bits(ordinals: NDArray[np.uint8], word: type[np.unsignedinteger[Any]]) -> NDArray[np.uint64]:
    """1 << ordinal in words of this type, each row filled up to whole words of 8 bytes."""
    count, width = ordinals.shape
    rows = np.zeros((count, -(-width * word().itemsize // 8) * 8 // word().itemsize), word)
    np.left_shift(word(1), ordinals, out=rows[:, :width], dtype=word)
    return rows.view(np.uint64).ravel()


def _offsets(tables: Region, sizes: Region) -> Region:
    """Where the table of each row begins when the different ones lie end to end."""
    different = np.unique(tables)
    starts = np.cumsum([0, *sizes[different][:-1]])
    return starts[np.searchsorted(different, tables)]


def _ordinals(codes: NDArray[np.uint8], colours: int) -> NDArray[np.uint8]:
    """The ordinal of every pair of codes. The table is symmetric."""
    count, pegs = codes.shape
    black = np.zeros((count, count), np.uint8)
    hits = np.zeros((count, count), np.uint8)
    for peg in range(pegs):
        black += codes[:, None, peg] == codes[None, :, peg]
    for colour in range(colours):
        tally = np.count_nonzero(codes == colour, axis=1).astype(np.uint8)
        hits += np.minimum(tally[:, None], tally[None, :])
    below = np.array([n * pegs - n * (n - 1) // 2 for n in range(pegs + 1)], np.uint8)
    return below[black] + hits


def _blacks(codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The black pegs of every pair of codes. The table is symmetric."""
    blacks = np.zeros((len(codes), len(codes)), np.uint8)
    for peg in range(codes.shape[1]):
        blacks += codes[:, None, peg] == codes[None, :, peg]
    return blacks


def _least(most: int, answers: int) -> NDArray[np.int64]:
    """The least total of turns for 0 to `most` secrets: `answers` - 1 answers lead on from each guess."""
    turns = np.zeros(most + 1, np.int64)
    place, width, turn = 1, 1, 1
    while place <= most:
        turns[place : place + width] = turn
        place, width, turn = place + width, width * max(1, answers - 1), turn + 1
    return np.cumsum(turns)


def _by_parts(least: NDArray[np.int64], count: int, answers: int) -> NDArray[np.int64]:
    """The least sum for n secrets in k parts.

    The parts are as even as possible, because `least` is convex.
    """
    by_parts = np.full((count + 1, answers + 1), NEVER, np.int64)
    by_parts[0, 0] = 0
    for parts in range(1, min(answers, count) + 1):
        each, over = np.divmod(np.arange(parts, count + 1), parts)
        by_parts[parts:, parts] = (parts - over) * least[each] + over * least[each + 1]
    return by_parts


def _room(levels: int, answers: int) -> NDArray[np.int64]:
    """How many secrets 0 (no limit), 1, 2, ... turns can tell apart, at most 2^40."""
    room = [1 << 40]
    total, width = 0, 1
    for _ in range(levels):
        total = min(total + width, 1 << 40)
        width = min(width * max(1, answers - 1), 1 << 40)
        room.append(total)
    return np.array(room, np.int64)


def make_work(board: SearchTables, memory: int | None = None) -> Work:
    """Room for one search. `memory` is how many bytes the remembered regions may take."""
    count, answers = len(board.codes), board.perfect + 1
    seen = 1 << (4 * count).bit_length()
    keys = entries(count, memory)
    return Work(
        regions=np.zeros((LEVELS + 1, count), np.int64),
        starts=np.zeros((LEVELS, answers), np.int64),
        sizes=np.zeros((LEVELS, answers), np.int64),
        bounds=np.zeros((LEVELS, answers), np.int64),
        candidates=np.zeros((LEVELS, count), np.int64),
        order=np.zeros((LEVELS, count), np.int32),
        bucket_bounds=np.zeros((LEVELS, 2 * answers + 2), np.int64),
        bucket_ends=np.zeros((LEVELS, 2 * answers + 2), np.int64),
        buckets_inside=np.zeros((LEVELS, 2 * answers + 2), np.uint8),
        buckets=np.zeros(count, np.uint8),
        splits=np.zeros((LEVELS, 256), np.uint64),
        splits_count=np.zeros(LEVELS, np.int64),
        history=np.zeros(LEVELS, np.int64),
        used=np.zeros(LEVELS + 1, np.int64),
        masks=np.zeros(int(board.rows.max()), np.uint64),
        counts=np.zeros(2 * answers + 2, np.int64),
        labels=np.zeros(2 * answers + 2, np.int64),
        stabiliser=np.zeros((LEVELS + 1, len(board.orders)), np.int32),
        symmetries=np.full(LEVELS + 1, -1, np.int64),
        names=np.zeros(17 * board.codes.shape[1], np.int64),
        named=np.zeros((len(board.orders), 17 * board.codes.shape[1]), np.int64),
        seen=np.zeros(seen, np.uint64),
        seen_stamp=np.zeros(seen, np.int64),
        keys=np.zeros(keys, np.uint64),
        known=np.zeros(keys, np.int64),
        claims=np.zeros(CLAIMS, np.uint64),
        best_known=np.zeros(2, np.uint64),
        state=np.zeros(9, np.int64),
    )


def work_beside(board: SearchTables, work: Work) -> Work:
    """Room for another thread's search of the same game, which remembers regions in the same place."""
    twin = make_work(board, 0)._replace(
        keys=work.keys, known=work.known, claims=work.claims, best_known=work.best_known
    )
    for one in (work, twin):
        one.state[SHARED] = 1
    return twin
