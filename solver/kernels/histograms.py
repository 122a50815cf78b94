"""Compiled loops over bit planes, and the pieces of machine code at their heart.

`count_hits` and `count_guess` are ordinary Python that defines the result. When they are compiled, the same
circuits are written directly for the compiler's vector registers, with 512 codes in each. Written as a
loop, a circuit is not vectorised and runs ten times slower.

Guesses of the same colours, whatever their places, hit the same codes. Their levels "at least 1, 2, ... hits"
are computed once and written down, and each guess reads them. Of its blacks a guess needs p - 2 levels, and
it counts (p - 2)(p + 1) / 2 planes. That is 5 popcounts of 4 pegs, where 13 would count all levels.

Kernels check nothing. `llvm_tier` checks their arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.circuit import at_least, both_thresholds, mixed_blacks, mixed_levels, weights
from solver.kernels.kernel import array_at, kernel, written_by
from solver.kernels.request import BLOCK_WORDS, HISTOGRAM_FIELDS
from solver.kernels.vectors import (
    LANES,
    NONE,
    VECTOR,
    WORD,
    Vector,
    each,
    lane_sums,
    load,
    prefetch,
    room_for,
    store,
)

REQUEST = np.dtype([(name, "i8") for name in HISTOGRAM_FIELDS])
AHEAD = 2
"""How many guesses ahead the place of a histogram is brought into the cache."""


def _spread(cells: Vector, sums: list[Vector], rows: list[list[int]]) -> Vector:
    """The cells of a vector, one in each lane, with multiples of the sums added.

    `sums` has the sums in the lanes of several vectors. A cell's row says how often each sum is added to it.
    """
    for sign in (1, -1):
        taken = [[n for n, by in enumerate(row) for _ in range(by * sign)] for row in rows]
        while any(taken):
            now = [some.pop() if some else -1 for some in taken] + [-1] * (LANES - len(taken))
            for number, vector in enumerate(sums):
                lanes = [n % LANES if n // LANES == number else NONE for n in now]
                if set(lanes) != {NONE}:
                    more = vector.shuffle(Vector(vector.builder), lanes)
                    cells = cells + more if sign > 0 else cells - more
    return cells


class _Counting:
    """What the code of both circuits consists of. Totals are kept in registers."""

    def __init__(self, write: Any) -> None:
        self.write, self.builder = write, write.builder

    def row(self, array: Any, row: Any) -> Any:
        """The address of a row of an array of two dimensions."""
        return self.builder.gep(array.data, [self.builder.mul(row, self.write.number(array.shape[1]))])

    def pick(self, planes: Any, rows: Any, row: Any, pegs: int) -> list[Any]:
        """The addresses of the planes that a row names."""
        names = self.row(rows, row)
        numbers = [self.builder.load(self.builder.gep(names, [WORD(n)])) for n in range(pegs)]
        return [self.row(planes, number) for number in numbers]

    def totals(self, count: int) -> list[Any]:
        zero = Vector(self.builder).value
        return [room_for(self.builder, VECTOR, zero) for _ in range(count)]

    def add_popcounts(self, totals: list[Any], planes: Iterable[Vector]) -> None:
        for total, plane in zip(totals, planes, strict=True):
            self.builder.store(self.builder.add(self.builder.load(total), plane.popcount().value), total)

    def sums(self, totals: list[Any]) -> list[Vector]:
        return lane_sums([Vector(self.builder, self.builder.load(total)) for total in totals])


def _emit_hits(
    write: Any,
    planes: Any,
    first: Any,
    stop: Any,
    rows: Any,
    palette: Any,
    pegs: Any,
    levels: Any,
    cells: Any,
) -> None:
    """Write the circuit of `count_hits` in vector registers."""
    builder, given, p = write.builder, _Counting(write), len(pegs)
    first, stop, palette = map(write.number, (first, stop, palette))
    picked = given.pick(planes, rows, palette, p)
    written = [given.row(levels, WORD(level)) for level in range(p - 1)]
    totals = given.totals(p)
    with each(builder, first, stop, LANES) as word:
        hits = at_least([load(builder, plane, word) for plane in picked])
        given.add_popcounts(totals, hits)
        for pointer, level in zip(written, hits[1:], strict=True):
            store(level, pointer, builder.sub(word, first))
    sums = given.sums(totals)
    for start in range(0, len(weights(p).hits), LANES):
        own = load(builder, cells.data, WORD(start))
        store(_spread(own, sums, weights(p).hits[start : start + LANES]), cells.data, WORD(start))


def _emit_guess(
    write: Any, planes: Any, first: Any, stop: Any, rows: Any, place: Any, pegs: Any, levels: Any, base: Any,
    counts: Any, guess: Any, later: Any, counted: Any,
) -> None:  # fmt: skip
    """Write the circuit of `count_guess` in vector registers."""
    builder, given, p = write.builder, _Counting(write), len(pegs)
    first, stop, place, guess, later = map(write.number, (first, stop, place, guess, later))
    prefetch(builder, given.row(counts, later), len(weights(p).mixed))
    picked = given.pick(planes, rows, place, p)
    known = [given.row(levels, WORD(level)) for level in range(p - 1)]
    of_mixed, of_blacks = given.totals(mixed_levels(p)), given.totals(p if counted else 0)
    with each(builder, first, stop, LANES) as word:
        blacks = at_least(
            [load(builder, plane, word) for plane in picked], None if counted else mixed_blacks(p)
        )
        hits = [load(builder, pointer, builder.sub(word, first)) for pointer in known]
        given.add_popcounts(of_mixed, both_thresholds(blacks, [Vector(builder), *hits]))
        if counted:
            given.add_popcounts(of_blacks, blacks)
    sums = given.sums([*of_mixed, *of_blacks])
    by = zip(weights(p).mixed, weights(p).blacks, strict=True)
    shares = [[*mixed, *blacks] if counted else mixed for mixed, blacks in by]
    own = given.row(counts, guess)
    again = builder.icmp_signed(">", first, WORD(0))
    for start in range(0, len(shares), LANES):
        cells = _spread(load(builder, base.data, WORD(start)), sums, shares[start : start + LANES])
        total = room_for(builder, VECTOR, cells.value)
        with builder.if_then(again):
            builder.store((cells + load(builder, own, WORD(start))).value, total)
        store(Vector(builder, builder.load(total)), own, WORD(start))


@written_by(_emit_hits, within=True)
def count_hits(
    planes: NDArray[np.uint64],
    first: int,
    stop: int,
    rows: NDArray[np.int64],
    palette: int,
    pegs: tuple[int, ...],
    levels: NDArray[np.uint64],
    cells: NDArray[np.int64],
) -> None:
    """Add to the cells what follows from the hits of a palette alone, within the words first..stop.

    rows[palette] are its p planes. Where at least 2, 3, ... p of them have their bit is written to `levels`.
    `pegs` is any tuple of p numbers, because its length is known when compiling. stop - first is a multiple
    of LANES.
    """
    p = len(pegs)
    hits = at_least([planes[row, first:stop] for row in rows[palette]])
    for level, words in zip(levels, hits[1:], strict=False):
        level[: stop - first] = words
    _add(cells, hits, weights(p).hits)


@written_by(_emit_guess, within=True)
def count_guess(
    planes: NDArray[np.uint64],
    first: int,
    stop: int,
    rows: NDArray[np.int64],
    place: int,
    pegs: tuple[int, ...],
    levels: NDArray[np.uint64],
    base: NDArray[np.int64],
    counts: NDArray[np.int64],
    guess: int,
    later: int,
    counted: tuple[int, ...],
) -> None:
    """Add to counts[guess] what the words first..stop of the planes give. Write it there if first is 0.

    rows[place] are the p planes of the guess's blacks, and `levels` its hits as `count_hits` has left them.
    `base` is what each cell has of them alone. It has what the blacks alone give too, unless `counted` is a
    tuple of p numbers: the empty one is for blacks whose numbers are known. The histogram of the guess
    `later` is written soon.
    """
    p = len(pegs)
    picked = [planes[row, first:stop] for row in rows[place]]
    blacks = at_least(picked, None if counted else mixed_blacks(p))
    hits = [levels[0], *levels[: p - 1]]
    more = base.copy()
    _add(more, both_thresholds(blacks, [words[: stop - first] for words in hits]), weights(p).mixed)
    if counted:
        _add(more, blacks, weights(p).blacks)
    counts[guess] = more + (counts[guess] if first else 0)


def _add(cells: NDArray[np.int64], planes: Iterable[NDArray[np.uint64]], rows: list[list[int]]) -> None:
    """Add to each cell the bits that are set in each plane, as often as its row says."""
    sums = [sum(int(word).bit_count() for word in words) for words in planes]
    for cell, row in enumerate(rows):
        cells[cell] += sum(by * count for by, count in zip(row, sums, strict=True))


@kernel
def histograms(
    planes: NDArray[np.uint64],
    order: NDArray[np.int64],
    rows: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    pegs: tuple[int, ...],
    constant: NDArray[np.int64],
    counted: tuple[int, ...],
    levels: NDArray[np.uint64],
    base: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Count the histograms of guesses against the codes of the planes: counts[order[n], ordinal] for the
    guess n.

    planes: (plane, word), a multiple of LANES words. rows: the planes of each guess's blacks (guess, p),
    those of each palette's hits (palette, p), and where the guesses of each palette begin (palettes + 1).
    constant: what each cell is before anything is counted. counted: pegs, or nothing where the constant has
    what follows from the numbers of blacks. levels: room for p rows of BLOCK_WORDS. base: room for a
    histogram. counts: (guess, cell), a multiple of LANES cells that holds all ordinals. What it held is lost.
    All arrays are C-contiguous.
    """
    blacks, hits, starts = rows
    last = order.shape[0] - 1
    for first in range(0, planes.shape[1], BLOCK_WORDS):
        stop = min(first + BLOCK_WORDS, planes.shape[1])
        for palette in range(hits.shape[0]):
            for cell in range(constant.shape[0]):
                base[cell] = 0 if first else constant[cell]
            count_hits(planes, first, stop, hits, palette, pegs, levels, base)
            for place in range(starts[palette], starts[palette + 1]):
                guess, later = order[place], order[min(place + AHEAD, last)]
                count_guess(
                    planes, first, stop, blacks, place, pegs, levels, base, counts, guess, later, counted
                )


def entry(count: int) -> Callable[[int], None]:
    """A kernel that counts histograms of `count` pegs, by the request that stands at an address."""
    pegs = (0,) * count

    def count_requested(address: int) -> None:
        asked = array_at(address, (1,), REQUEST)[0]
        planes = array_at(asked.planes, (asked.plane_count, asked.words), np.uint64)
        order = array_at(asked.order, (asked.guesses,), np.int64)
        rows = (
            array_at(asked.blacks, (asked.guesses, count), np.int64),
            array_at(asked.hits, (asked.palettes, count), np.int64),
            array_at(asked.starts, (asked.palettes + 1,), np.int64),
        )
        constant = array_at(asked.constant, (asked.cells,), np.int64)
        room = array_at(asked.room, (count, BLOCK_WORDS), np.uint64)
        base = array_at(asked.room + 8 * count * BLOCK_WORDS, (asked.cells,), np.int64)
        counts = array_at(asked.counts, (asked.all_guesses, asked.cells), np.int64)
        if asked.blacks_known:
            histograms(planes, order, rows, pegs, constant, (), room, base, counts)
        else:
            histograms(planes, order, rows, pegs, constant, pegs, room, base, counts)

    return count_requested
