"""Compiled loops over bit planes, and the pieces of machine code at their heart.

`count_hits` and `count_guess` are ordinary Python that defines the result. When they are compiled, the same
circuits are written directly for the compiler's vector registers, with 512 codes in each. Written as a numba
loop, a circuit is not vectorised and runs ten times slower.

Guesses of the same colours, whatever their places, hit the same codes. Their levels "at least 1, 2, ... hits"
are computed once and written down, and each guess reads them. Of its blacks a guess needs p - 2 levels, and
it counts (p - 2)(p + 1) / 2 planes. That is 5 popcounts of 4 pegs, where 13 would count all levels.

Kernels check nothing. `numba_tier` checks their arguments.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from solver.circuit import at_least, mixed, mixed_blacks, mixed_levels, weights
from solver.kernels.jit import njit
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
    row_of,
    store,
)

BLOCK_WORDS = 512
AHEAD = 2
"""How many guesses before a histogram is written its place is brought near: a later one misses the cache."""


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
    _add(more, mixed(blacks, [words[: stop - first] for words in hits]), weights(p).mixed)
    if counted:
        _add(more, blacks, weights(p).blacks)
    counts[guess] = more + (counts[guess] if first else 0)


def _add(cells: NDArray[np.int64], planes: Iterable[NDArray[np.uint64]], rows: list[list[int]]) -> None:
    """Add to each cell the bits that are set in each plane, as often as its row says."""
    sums = [sum(int(word).bit_count() for word in words) for words in planes]
    for cell, row in enumerate(rows):
        cells[cell] += sum(by * count for by, count in zip(row, sums, strict=True))


@overload(count_hits)
def _compiled_hits(
    planes: Any, first: Any, stop: Any, rows: Any, palette: Any, pegs: Any, levels: Any, cells: Any
) -> Any:
    def body(
        planes: Any, first: Any, stop: Any, rows: Any, palette: Any, pegs: Any, levels: Any, cells: Any
    ) -> None:
        vector_hits(planes, first, stop, rows, palette, pegs, levels, cells)

    return body


@overload(count_guess)
def _compiled_guess(
    planes: Any,
    first: Any,
    stop: Any,
    rows: Any,
    place: Any,
    pegs: Any,
    levels: Any,
    base: Any,
    counts: Any,
    guess: Any,
    later: Any,
    counted: Any,
) -> Any:
    def body(
        planes: Any,
        first: Any,
        stop: Any,
        rows: Any,
        place: Any,
        pegs: Any,
        levels: Any,
        base: Any,
        counts: Any,
        guess: Any,
        later: Any,
        counted: Any,
    ) -> None:
        vector_guess(planes, first, stop, rows, place, pegs, levels, base, counts, guess, later, counted)

    return body


class _Given:
    """The arguments of an intrinsic while its code is emitted, and totals kept in registers."""

    def __init__(self, context: Any, builder: Any, signature: Any, arguments: Any) -> None:
        self.context, self.builder = context, builder
        self.kinds, self.values = signature.args, arguments

    def array(self, n: int) -> Any:
        return self.context.make_array(self.kinds[n])(self.context, self.builder, self.values[n])

    def number(self, n: int) -> Any:
        return self.context.cast(self.builder, self.values[n], self.kinds[n], types.intp)

    def picked(self, planes: Any, rows: Any, row: Any, pegs: int) -> list[Any]:
        """The addresses of the planes that a row names."""
        names = row_of(self.builder, rows, row)
        numbers = [self.builder.load(self.builder.gep(names, [WORD(n)])) for n in range(pegs)]
        return [row_of(self.builder, planes, number) for number in numbers]

    def totals(self, count: int) -> list[Any]:
        zero = Vector(self.builder).value
        return [room_for(self.builder, VECTOR, zero) for _ in range(count)]

    def add_popcounts(self, totals: list[Any], planes: Iterable[Vector]) -> None:
        for total, plane in zip(totals, planes, strict=True):
            self.builder.store(self.builder.add(self.builder.load(total), plane.popcount().value), total)

    def summed(self, totals: list[Any]) -> list[Vector]:
        return lane_sums([Vector(self.builder, self.builder.load(total)) for total in totals])


def _vector_hits(
    typing: Any,
    planes: Any,
    first: Any,
    stop: Any,
    rows: Any,
    palette: Any,
    pegs: Any,
    levels: Any,
    cells: Any,
) -> Any:
    """The circuit of `count_hits` in vector registers."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given = _Given(context, builder, signature, arguments)
        p = signature.args[5].count
        first, stop, palette = (given.number(n) for n in (1, 2, 4))
        picked = given.picked(given.array(0), given.array(3), palette, p)
        written = [row_of(builder, given.array(6), WORD(level)) for level in range(p - 1)]
        totals = given.totals(p)
        with each(builder, first, stop, LANES) as word:
            hits = at_least([load(builder, plane, word) for plane in picked])
            given.add_popcounts(totals, hits)
            for pointer, level in zip(written, hits[1:], strict=True):
                store(level, pointer, builder.sub(word, first))
        sums, own = given.summed(totals), given.array(7).data
        for start in range(0, len(weights(p).hits), LANES):
            rows = weights(p).hits[start : start + LANES]
            store(_spread(load(builder, own, WORD(start)), sums, rows), own, WORD(start))
        return context.get_dummy_value()

    return types.void(planes, first, stop, rows, palette, pegs, levels, cells), emit


def _vector_guess(
    typing: Any,
    planes: Any,
    first: Any,
    stop: Any,
    rows: Any,
    place: Any,
    pegs: Any,
    levels: Any,
    base: Any,
    counts: Any,
    guess: Any,
    later: Any,
    counted: Any,
) -> Any:
    """The circuit of `count_guess` in vector registers."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given = _Given(context, builder, signature, arguments)
        p, all_blacks = signature.args[5].count, signature.args[11].count > 0
        first, stop, place, guess, later = (given.number(n) for n in (1, 2, 4, 9, 10))
        counts = given.array(8)
        prefetch(builder, row_of(builder, counts, later), len(weights(p).mixed))
        picked = given.picked(given.array(0), given.array(3), place, p)
        known = [row_of(builder, given.array(6), WORD(level)) for level in range(p - 1)]
        of_mixed, of_blacks = given.totals(mixed_levels(p)), given.totals(p if all_blacks else 0)
        with each(builder, first, stop, LANES) as word:
            planes = [load(builder, plane, word) for plane in picked]
            blacks = at_least(planes, None if all_blacks else mixed_blacks(p))
            hits = [load(builder, pointer, builder.sub(word, first)) for pointer in known]
            given.add_popcounts(of_mixed, mixed(blacks, [Vector(builder), *hits]))
            if all_blacks:
                given.add_popcounts(of_blacks, blacks)
        sums = given.summed([*of_mixed, *of_blacks])
        rows = [
            [*mixed, *blacks] if all_blacks else mixed
            for mixed, blacks in zip(weights(p).mixed, weights(p).blacks, strict=True)
        ]
        own = row_of(builder, counts, guess)
        again = builder.icmp_signed(">", first, WORD(0))
        for start in range(0, len(rows), LANES):
            cells = load(builder, given.array(7).data, WORD(start))
            cells = _spread(cells, sums, rows[start : start + LANES])
            total = room_for(builder, VECTOR, cells.value)
            with builder.if_then(again):
                builder.store((cells + load(builder, own, WORD(start))).value, total)
            store(Vector(builder, builder.load(total)), own, WORD(start))
        return context.get_dummy_value()

    return (
        types.void(planes, first, stop, rows, place, pegs, levels, base, counts, guess, later, counted),
        emit,
    )


def _spread(cells: Vector, sums: list[Vector], rows: list[list[int]]) -> Vector:
    """The cells, one a lane, with as often the sums, one a lane of several vectors, as a row a cell says."""
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


vector_hits: Any = intrinsic(_vector_hits)
vector_guess: Any = intrinsic(_vector_guess)


@njit(nogil=True)
def histograms(
    planes: NDArray[np.uint64],
    order: NDArray[np.int64],
    rows: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    pegs: tuple[int, ...],
    constant: NDArray[np.int64],
    counted: tuple[int, ...],
    levels: NDArray[np.uint64],
    counts: NDArray[np.int64],
) -> None:
    """Histograms of guesses against the codes of the planes: counts[order[n], ordinal] for the guess n.

    planes: (plane, word), a multiple of LANES words. rows: the planes of each guess's blacks (guess, p),
    those of each palette's hits (palette, p), and where the guesses of each palette begin (palettes + 1).
    constant: what each cell is before anything is counted. counted: pegs, or nothing where the constant has
    what follows from the numbers of blacks. levels: room for p rows of BLOCK_WORDS. counts: (guess, cell), a
    multiple of LANES cells that holds all ordinals. What it held is lost. All arrays are C-contiguous.
    """
    blacks, hits, starts = rows
    base = np.zeros(counts.shape[1], np.int64)
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
