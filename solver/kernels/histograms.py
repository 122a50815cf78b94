"""Compiled loops over bit planes, and the piece of machine code at their heart.

`count` is ordinary Python that defines the result. When it is compiled, the same circuit is written directly
for the compiler's vector registers, with 512 codes in each: for p pegs, 2 p loads, the two sorting networks,
an AND and a popcount for each cell. Written as a numba loop, the circuit is not vectorised and runs ten times
slower.

Kernels check nothing. `numba_tier` checks their arguments.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from solver.kernels.compiled import njit
from solver.tiers.planes import at_least, cumulative, exact, mixed

cgutils: Any = untyped_cgutils

LANES = 8
BLOCK_WORDS = 512
_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, LANES)


def count(
    planes: NDArray[np.uint64],
    first: int,
    stop: int,
    rows: NDArray[np.int64],
    guess: int,
    pegs: tuple[int, ...],
    counts: NDArray[np.int64],
) -> None:
    """Add to counts[guess] the histogram of the guess over the words first..stop of the planes.

    rows[guess] are the 2 p planes that the guess picks. `pegs` is any tuple of p numbers, because its length
    is known when compiling. stop - first is a multiple of LANES. Codes that all planes lack count as (0, 0).
    """
    p = len(pegs)
    picked = [planes[row, first:stop] for row in rows[guess]]
    blacks, hits = at_least(picked[:p]), at_least(picked[p:])
    planes_summed = ([_popcount(words) for words in part] for part in (blacks, hits, mixed(blacks, hits)))
    histogram = exact(cumulative(64 * (stop - first), *planes_summed), p)
    counts[guess, : len(histogram)] += np.array(histogram)


def _popcount(words: NDArray[np.uint64]) -> int:
    return sum(int(word).bit_count() for word in words)


@overload(count)
def _compiled_count(planes: Any, first: Any, stop: Any, rows: Any, guess: Any, pegs: Any, counts: Any) -> Any:
    def body(planes: Any, first: Any, stop: Any, rows: Any, guess: Any, pegs: Any, counts: Any) -> None:
        vector_count(planes, first, stop, rows, guess, pegs, counts)

    return body


class _Vector:
    """A vector register while code is emitted. Its operators emit instructions."""

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder = builder
        self.value = value

    def __and__(self, other: _Vector) -> _Vector:
        return _Vector(self.builder, self.builder.and_(self.value, other.value))

    def __or__(self, other: _Vector) -> _Vector:
        return _Vector(self.builder, self.builder.or_(self.value, other.value))

    def __add__(self, other: _Vector) -> _Vector:
        return _Vector(self.builder, self.builder.add(self.value, other.value))

    def __sub__(self, other: _Vector) -> _Vector:
        return _Vector(self.builder, self.builder.sub(self.value, other.value))

    def popcount(self) -> _Vector:
        function = cgutils.get_or_insert_function(
            self.builder.module, ir.FunctionType(_VECTOR, [_VECTOR]), f"llvm.ctpop.v{LANES}i64"
        )
        return _Vector(self.builder, self.builder.call(function, [self.value]))

    def shuffle(self, other: _Vector, lanes: list[int]) -> _Vector:
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), lanes)
        return _Vector(self.builder, self.builder.shuffle_vector(self.value, other.value, mask))


def _lane_sums(vectors: list[_Vector]) -> _Vector:
    """The sums of LANES vectors, one sum in each lane. Pairs of vectors are added until one is left."""
    span = 1
    while len(vectors) > 1:
        source = [lane + (LANES if lane & span else 0) for lane in range(LANES)]
        low, high = [lane & ~span for lane in source], [lane | span for lane in source]
        pairs = zip(vectors[0::2], vectors[1::2], strict=True)
        vectors = [one.shuffle(other, low) + one.shuffle(other, high) for one, other in pairs]
        span *= 2
    return vectors[0]


def _vector_count(
    typing: Any, planes: Any, first: Any, stop: Any, rows: Any, guess: Any, pegs: Any, counts: Any
) -> Any:
    """The circuit of `count` in vector registers."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        p = signature.args[5].count
        planes, rows, counts = (
            context.make_array(signature.args[n])(context, builder, arguments[n]) for n in (0, 3, 6)
        )
        first, stop, guess = (
            context.cast(builder, arguments[n], signature.args[n], types.intp) for n in (1, 2, 4)
        )

        def address(array: Any, row: Any) -> Any:
            return builder.gep(array.data, [builder.mul(row, builder.extract_value(array.shape, 1))])

        def vector_at(pointer: Any, place: Any) -> Any:
            return builder.bitcast(builder.gep(pointer, [place]), _VECTOR.as_pointer())

        own_rows = address(rows, guess)
        picked = [address(planes, builder.load(builder.gep(own_rows, [_WORD(n)]))) for n in range(2 * p)]
        zero = ir.Constant(_VECTOR, [0] * LANES)
        totals = [cgutils.alloca_once_value(builder, zero) for _ in range(2 * p + p * (p - 1) // 2 - (p > 1))]
        with cgutils.for_range_slice(builder, first, stop, _WORD(LANES), _WORD) as (word, _):
            vectors = [_Vector(builder, builder.load(vector_at(plane, word), align=8)) for plane in picked]
            blacks, hits = at_least(vectors[:p]), at_least(vectors[p:])
            for total, plane in zip(totals, [*blacks, *hits, *mixed(blacks, hits)], strict=True):
                builder.store(builder.add(builder.load(total), plane.popcount().value), total)
        codes = builder.mul(builder.sub(stop, first), _WORD(64))
        everything = _Vector(builder, builder.insert_element(zero, codes, ir.IntType(32)(0)))
        sums = [_Vector(builder, builder.load(total)) for total in totals]
        histogram = exact(cumulative(everything, sums[:p], sums[p : 2 * p], sums[2 * p :]), p)
        histogram += [_Vector(builder, zero)] * (-len(histogram) % LANES)
        own_counts = address(counts, guess)
        for start in range(0, len(histogram), LANES):
            pointer = vector_at(own_counts, _WORD(start))
            more = _lane_sums(histogram[start : start + LANES]).value
            builder.store(builder.add(builder.load(pointer, align=8), more), pointer, align=8)
        return context.get_dummy_value()

    return types.void(planes, first, stop, rows, guess, pegs, counts), emit


vector_count: Any = intrinsic(_vector_count)


@njit(nogil=True)
def histograms(
    planes: NDArray[np.uint64],
    size: int,
    rows: NDArray[np.int64],
    pegs: tuple[int, ...],
    counts: NDArray[np.int64],
) -> None:
    """Histograms of guesses against the codes of the planes: counts[guess, ordinal].

    planes: (plane, word), a multiple of LANES words, codes after the first `size` in no plane. rows: (guess,
    2 p). counts: (guess, cell), a multiple of LANES cells that holds all ordinals. What it held is lost. All
    C-contiguous.
    """
    padding = 64 * planes.shape[1] - size
    for guess in range(rows.shape[0]):
        for cell in range(counts.shape[1]):
            counts[guess, cell] = 0
        counts[guess, 0] = -padding
    for first in range(0, planes.shape[1], BLOCK_WORDS):
        stop = min(first + BLOCK_WORDS, planes.shape[1])
        for guess in range(rows.shape[0]):
            count(planes, first, stop, rows, guess, pegs, counts)
