"""The losses of all guesses to a region, from the answers of its secrets as bits.

A part of n secrets needs at least least[n] turns, which is 2 n - 1 if n is not more than the number of
answers. So a guess that gives one more answer needs one turn less. A part above that threshold needs one turn
more for each secret above it, and one more again above the next threshold, where each answer to a second
guess would lead to one more secret. The loss of a guess counts the answers that it does not give and these
turns. The least total of turns with the guess follows from its loss and from whether it is in the region.

`count_losses` is ordinary Python that defines the result. When it is compiled, the same is written directly
for the compiler's vector registers. For each guess and answer the secrets are counted in bit planes by a
chain of adders, eight secrets at a time. Written as a numba loop, it would not be vectorised.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from solver.kernels.compiled import njit
from solver.kernels.vectors import LANES, VECTOR, WORD, Vector, cgutils, load

PLANES = 10
"""Regions of up to 2^PLANES - 1 secrets can be counted."""
THRESHOLDS = 6
USELESS, AT_MOST = 127, 126
"""What is told of the loss of a guess that leaves the region whole, and the most that is told of others."""
EXACT, STEP_BITS = 96, 4
"""Losses from EXACT on are told in steps of 2^STEP_BITS."""
AT_ONCE, ABREAST = 8, 2
"""The number of secrets that are added at once, and of vector registers side by side."""
_REST = EXACT - (EXACT >> STEP_BITS)
_BITS = VECTOR.count * 64


def count_losses(
    table: NDArray[np.uint64],
    lane: Any,
    first: int,
    words: int,
    offsets: NDArray[np.int64],
    rows: int,
    thresholds: NDArray[np.uint64],
    used: int,
    answers: int,
    perfect: int,
    planes: tuple[int, ...],
    losses: NDArray[np.uint8],
) -> None:
    """Write a number for each guess: twice what is told of its loss, plus 1 if it is not in the region.

    A row of the region is `words` words of the table at `first` + its offset. It has a mask of the type of
    `lane` for each guess, with the bit of the answer set. `rows` is a multiple of AT_ONCE. `thresholds` has a
    row of PLANES words for each threshold, of which so many are used: a word is all ones where the threshold
    has the bit. `planes` is any tuple with as many numbers as the region's size has bits. An empty one means
    that no secrets are counted: the loss is then only that of answers which are not given. `answers` is the
    number of answers, less a loss that all guesses have.
    """
    one = np.dtype(type(lane))
    region = np.array([table[first + start : first + start + words].view(one) for start in offsets[:rows]])
    bits = np.uint64(1) << np.arange(64, dtype=np.uint64)
    counts = ((region[:, :, None].astype(np.uint64) & bits) != 0).sum(axis=0)
    for guess, parts in enumerate(counts.tolist()):
        given = sum(1 for part in parts if part)
        loss = answers - given
        for row in range(used if planes else 0):
            threshold = sum(1 << plane for plane in range(PLANES) if thresholds[row * PLANES + plane])
            loss += sum(max(0, part - threshold) for part in parts)
        told = loss if loss < EXACT else min(_REST + (loss >> STEP_BITS), AT_MOST)
        losses[guess] = 2 * (told if given > 1 else USELESS) + (parts[perfect] == 0)


@njit(nogil=True, inner=True, allocates=False)
def loss_of(number: int) -> int:
    """The loss of a guess with this number, or the least that it can be."""
    told = number // 2
    return told if told < EXACT else (told - _REST) << STEP_BITS


@njit(nogil=True, inner=True, allocates=False)
def is_told_exactly(number: int) -> bool:
    """Whether the number tells the loss exactly."""
    return number < 2 * EXACT


@overload(count_losses)
def _compiled_losses(
    table: Any,
    lane: Any,
    first: Any,
    words: Any,
    offsets: Any,
    rows: Any,
    thresholds: Any,
    used: Any,
    answers: Any,
    perfect: Any,
    planes: Any,
    losses: Any,
) -> Any:
    def body(
        table: Any,
        lane: Any,
        first: Any,
        words: Any,
        offsets: Any,
        rows: Any,
        thresholds: Any,
        used: Any,
        answers: Any,
        perfect: Any,
        planes: Any,
        losses: Any,
    ) -> None:
        vector_losses(
            table, lane, first, words, offsets, rows, thresholds, used, answers, perfect, planes, losses
        )

    return body


def _vector_losses(
    typing: Any,
    table: Any,
    lane: Any,
    first: Any,
    words: Any,
    offsets: Any,
    rows: Any,
    thresholds: Any,
    used: Any,
    answers: Any,
    perfect: Any,
    planes: Any,
    losses: Any,
) -> Any:
    """The same in vector registers: one guess a lane."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def data(n: int) -> Any:
            return context.make_array(signature.args[n])(context, builder, arguments[n]).data

        def number(n: int) -> Any:
            return context.cast(builder, arguments[n], signature.args[n], types.intp)

        lanes = Lanes(builder, signature.args[1].bitwidth)
        count = signature.args[10].count
        places, limits, out = data(4), data(6), data(11)
        words, rows, used, answers, perfect = (number(n) for n in (3, 5, 7, 8, 9))
        start = builder.gep(data(0), [number(2)])
        zero = Vector(builder).value
        sides = range(ABREAST)
        kept = [[cgutils.alloca_once(builder, VECTOR) for _ in range(max(1, count))] for _ in sides]
        excess = cgutils.alloca_once(builder, lanes.kind)
        with cgutils.for_range_slice(builder, WORD(0), words, WORD(LANES * ABREAST), WORD) as (word, _):
            for side in sides:
                for place in kept[side]:
                    builder.store(zero, place)
            with cgutils.for_range_slice(builder, WORD(0), rows, WORD(AT_ONCE), WORD) as (row, _):
                starts = [builder.add(word, _number_at(builder, places, row, n)) for n in range(AT_ONCE)]
                for side in sides:
                    eight = [load(builder, start, builder.add(at, WORD(LANES * side))) for at in starts]
                    old = [Vector(builder, builder.load(place)) for place in kept[side]]
                    new = _added(old, eight) if count else [_any([*old, *eight])]
                    for place, plane in zip(kept[side], new, strict=True):
                        builder.store(plane.value, place)
            for side in sides:
                counted = [Vector(builder, builder.load(place)) for place in kept[side]]
                builder.store(lanes.all(0), excess)
                if count:
                    with cgutils.for_range_slice(builder, WORD(0), used, WORD(1), WORD) as (limit, _):
                        at = builder.mul(limit, WORD(PLANES))
                        bits = [_spread(builder, _number_at(builder, limits, at, n)) for n in range(count)]
                        above = builder.load(excess)
                        for n, plane in enumerate(_above(counted, bits)):
                            above = builder.add(above, builder.shl(lanes.popcount(plane), lanes.all(n)))
                        builder.store(above, excess)
                at_word = builder.add(word, WORD(LANES * side))
                lanes.write(_any(counted), builder.load(excess), answers, perfect, out, at_word)
        return context.get_dummy_value()

    return (
        types.void(
            table, lane, first, words, offsets, rows, thresholds, used, answers, perfect, planes, losses
        ),
        emit,
    )


vector_losses: Any = intrinsic(_vector_losses)


class Lanes:
    """A vector register as lanes of so many bits, one for each guess."""

    def __init__(self, builder: Any, bits: int) -> None:
        self.builder, self.bits = builder, bits
        self.count = _BITS // bits
        self.kind = ir.VectorType(ir.IntType(bits), self.count)

    def all(self, number: int) -> Any:
        """The same number in all lanes."""
        return ir.Constant(self.kind, [number] * self.count)

    def of(self, number: Any) -> Any:
        """A number that is known at run time in all lanes."""
        one = self.builder.trunc(number, self.kind.element) if self.bits < 64 else number
        first = self.builder.insert_element(self.all(0), one, ir.IntType(32)(0))
        mask = ir.Constant(ir.VectorType(ir.IntType(32), self.count), [0] * self.count)
        return self.builder.shuffle_vector(first, first, mask)

    def popcount(self, vector: Vector) -> Any:
        """How many bits each lane has set."""
        function = cgutils.get_or_insert_function(
            self.builder.module,
            ir.FunctionType(self.kind, [self.kind]),
            f"llvm.ctpop.v{self.count}i{self.bits}",
        )
        return self.builder.call(function, [self.builder.bitcast(vector.value, self.kind)])

    def write(self, given: Vector, excess: Any, answers: Any, perfect: Any, out: Any, word: Any) -> None:
        """Write the losses of the guesses of a word and the next ones, from the answers that they give."""
        builder = self.builder
        parts = self.popcount(given)
        mask = builder.bitcast(given.value, self.kind)
        inside = builder.and_(builder.lshr(mask, self.of(perfect)), self.all(1))
        loss = builder.add(builder.sub(self.of(answers), parts), excess)
        steps = builder.add(builder.lshr(loss, self.all(STEP_BITS)), self.all(_REST))
        small = builder.icmp_unsigned("<", steps, self.all(AT_MOST))
        steps = builder.select(small, steps, self.all(AT_MOST))
        small = builder.icmp_unsigned("<", loss, self.all(EXACT))
        loss = builder.select(small, loss, steps)
        splits = builder.icmp_unsigned(">", parts, self.all(1))
        loss = builder.select(splits, loss, self.all(USELESS))
        packed = builder.sub(builder.add(builder.add(loss, loss), self.all(1)), inside)
        bytes_kind = ir.VectorType(ir.IntType(8), self.count)
        place = builder.gep(out, [builder.mul(word, WORD(64 // self.bits))])
        builder.store(
            builder.trunc(packed, bytes_kind), builder.bitcast(place, bytes_kind.as_pointer()), align=1
        )


def _number_at(builder: Any, pointer: Any, place: Any, n: int) -> Any:
    return builder.load(builder.gep(pointer, [builder.add(place, WORD(n))]))


def _spread(builder: Any, number: Any) -> Vector:
    """A word in all words of a vector."""
    first = builder.insert_element(Vector(builder).value, number, ir.IntType(32)(0))
    mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return Vector(builder, builder.shuffle_vector(first, first, mask))


def _any(planes: list[Vector]) -> Vector:
    """The bits that are set in any of the planes."""
    while len(planes) > 1:
        pairs = [one | other for one, other in zip(planes[0::2], planes[1::2], strict=False)]
        planes = pairs + planes[len(pairs) * 2 :]
    return planes[0]


def _choose(which: Vector, one: Vector, other: Vector) -> Vector:
    """The bits of one where `which` is set, and those of the other elsewhere."""
    return (one & which) | (other & ~which)


def _sum(one: Vector, two: Vector, three: Vector) -> tuple[Vector, Vector]:
    """A full adder: the sum of three bits in each place, low and high bit."""
    differ = one ^ two
    return differ ^ three, _choose(differ, three, one)


def _added(planes: list[Vector], eight: list[Vector]) -> list[Vector]:
    """Counters in bit planes, the lowest bit first, after eight more planes of ones are added."""
    ones, twos, fours, *rest = planes
    ones, first = _sum(ones, eight[0], eight[1])
    ones, second = _sum(ones, eight[2], eight[3])
    twos, low = _sum(twos, first, second)
    ones, first = _sum(ones, eight[4], eight[5])
    ones, second = _sum(ones, eight[6], eight[7])
    twos, high = _sum(twos, first, second)
    fours, carry = _sum(fours, low, high)
    above = []
    for plane in rest:
        above.append(plane ^ carry)
        carry = plane & carry
    return [ones, twos, fours, *above]


def _above(planes: list[Vector], bits: list[Vector]) -> list[Vector]:
    """How much each counter is above a number whose bits are given, 0 where it is not."""
    borrow = planes[0] ^ planes[0]
    less = []
    for plane, bit in zip(planes, bits, strict=True):
        differ = plane ^ bit
        less.append(differ ^ borrow)
        borrow = _choose(differ, bit, borrow)
    return [plane & ~borrow for plane in less]
