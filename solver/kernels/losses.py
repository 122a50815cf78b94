"""The losses of all guesses to a region, from the answers of its secrets as bits.

A part of n secrets needs at least least[n] turns, which is 2 n - 1 if n is not more than the number of
answers. So a guess that gives one more answer needs one turn less. A part above that threshold needs one turn
more for each secret above it, and one more again above the next threshold, the number of secrets that two
more guesses can tell apart. The loss of a guess counts the answers that it does not give and these turns. The
least total of turns with the guess follows from its loss and from whether it is in the region.

With the losses come the most secrets that any guess leaves with each answer, the most answers that one guess
gives, and the fewest secrets above each threshold that one leaves. No later guess leaves parts of the region
that are larger, gives more answers to one, or finds more. So they tell how many secrets of the region can be
found at most in each number of turns.

`count_losses` is ordinary Python that defines the result. When it is compiled, the same is written directly
for the compiler's vector registers. For each guess and answer the secrets are counted in bit planes by a
chain of adders, eight secrets at a time. Written as a loop, it would not be vectorised.
"""

from __future__ import annotations

from operator import ge
from typing import Any

import numpy as np
from llvmlite import ir
from numpy.typing import NDArray

from solver.kernels.kernel import kernel, written_by
from solver.kernels.vectors import LANES, VECTOR, WORD, Vector, declare, each, prefetch, room_for

PLANES = 14
"""Regions of up to 2^PLANES - 1 secrets can be counted."""
THRESHOLDS = 6
USELESS, AT_MOST = 127, 126
"""The loss of a guess that leaves the region whole, and the largest one for others."""
EXACT, STEP_BITS = 96, 4
"""Losses from EXACT on are told in steps of 2^STEP_BITS."""
AT_ONCE, ABREAST = 8, 2
"""The number of secrets that are added at once, and of vector registers side by side."""
AHEAD = 64
"""How far ahead others are brought near, because rows lie too far apart for the processor to foresee it."""
_REST = EXACT - (EXACT >> STEP_BITS)


@kernel
def loss_of(number: int) -> int:
    """The loss of a guess with this number, or the least that it can be."""
    told = number // 2
    return told if told < EXACT else (told - _REST) << STEP_BITS


@kernel
def is_told_exactly(number: int) -> bool:
    """Whether a number stands for exactly one loss."""
    return number < 2 * EXACT


class Counters:
    """Counters of secrets in vector registers: a lane for each guess, with a bit for each answer.

    `planes` is the number of bits of a counter. With none, only whether there is a secret is kept.
    """

    def __init__(self, builder: Any, bits: int, planes: int) -> None:
        self.builder, self.bits, self.counts = builder, bits, planes > 0
        self.count = VECTOR.count * 64 // bits
        self.kind = ir.VectorType(ir.IntType(bits), self.count)
        self._kept = [[room_for(builder, VECTOR) for _ in range(max(1, planes))] for _ in range(ABREAST)]
        self._excess = room_for(builder, self.kind)
        self._refused = room_for(builder, VECTOR)
        self._planes: list[Vector] = []
        self._parts = self._splits = None
        self._most = [room_for(builder, VECTOR, Vector(builder).value) for _ in range(planes)]
        self._over = room_for(builder, ir.ArrayType(self.kind, 1 + THRESHOLDS))
        for place in range(1 + THRESHOLDS):
            builder.store(self.all(-1), self._over_at(WORD(place)))

    def clear(self) -> None:
        """Set the counters to those of no secret."""
        for side in self._kept:
            for place in side:
                self.builder.store(Vector(self.builder).value, place)

    def add(self, start: Any, mask: Any, offsets: list[Any]) -> None:
        """Add a secret for each offset: the masks from this one after it on, of registers side by side."""
        builder = self.builder
        places = [builder.add(mask, offset) for offset in offsets]
        for place in places:
            prefetch(builder, builder.gep(start, [builder.add(place, WORD(AHEAD))]), 1, to_write=False)
        for side, kept in enumerate(self._kept):
            masks = [self._masks_at(start, builder.add(place, WORD(self.count * side))) for place in places]
            old = [Vector(builder, builder.load(place)) for place in kept]
            new = _add(old, masks) if self.counts else [_any([*old, *masks])]
            for place, plane in zip(kept, new, strict=True):
                builder.store(plane.value, place)

    def _masks_at(self, start: Any, place: Any) -> Vector:
        """The masks of ordinals that begin at this place after a start."""
        builder = self.builder
        kind = ir.VectorType(ir.IntType(8), self.count)
        ordinals = builder.load(builder.bitcast(builder.gep(start, [place]), kind.as_pointer()), align=1)
        return Vector(
            builder, builder.bitcast(builder.shl(self.all(1), builder.zext(ordinals, self.kind)), VECTOR)
        )

    def turn_to(self, side: int) -> None:
        """Go on with one of the registers, of whose guesses nothing is known yet."""
        answers = Vector(self.builder, self.builder.bitcast(self.all((1 << (self.bits - 1)) - 1), VECTOR))
        self._planes = [
            Vector(self.builder, self.builder.load(place)) & answers for place in self._kept[side]
        ]
        self._parts = self.popcount(_any(self._planes))
        self._splits = self.builder.icmp_unsigned(">", self._parts, self.all(1))
        self.builder.store(self.all(0), self._excess)
        self.builder.store(Vector(self.builder).value, self._refused)
        if self.counts:
            self._keep_over(WORD(0), self.builder.sub(self.all(self.bits), self._parts))

    def add_excess(self, limits: Any, threshold: Any) -> None:
        """Add what the counters of each guess are above a threshold."""
        if self.counts:
            above = self.all(0)
            for n, plane in enumerate(_above(self._planes, self._bits_of(limits, threshold))):
                above = self.builder.add(above, self.builder.shl(self.popcount(plane), self.all(n)))
            self._keep_over(self.builder.add(threshold, WORD(1)), above)
            self.builder.store(self.builder.add(above, self.builder.load(self._excess)), self._excess)

    def _over_at(self, place: Any) -> Any:
        return self.builder.gep(self._over, [WORD(0), place])

    def _keep_over(self, place: Any, over: Any) -> None:
        """Keep the least numbers of the lanes so far, but not those of guesses that split nothing."""
        at = self._over_at(place)
        over = self.builder.select(self._splits, over, self.all(-1))
        self.builder.store(self._least(over, self.builder.load(at)), at)

    def _least(self, one: Any, other: Any) -> Any:
        return self.builder.select(self.builder.icmp_unsigned("<", one, other), one, other)

    def write_over(self, used: Any, out: Any) -> None:
        """Write the least numbers of all lanes, for the answers and for the first `used` thresholds."""
        builder = self.builder
        with each(builder, WORD(0), builder.add(used, WORD(1)), 1) as place:
            least, shift = builder.load(self._over_at(place)), self.count // 2
            while shift:
                least, shift = self._least(least, self._rotate(least, shift)), shift // 2
            builder.store(self._word_of(least), builder.gep(out, [place]))
        builder.store(builder.sub(WORD(self.bits), builder.load(out)), out)

    def refuse(self, limits: Any, threshold: Any) -> None:
        """Refuse the guesses with a counter that reaches a threshold."""
        if self.counts:
            _, below = _compare(self._planes, self._bits_of(limits, threshold))
            self.builder.store((~below).value, self._refused)

    def _bits_of(self, limits: Any, threshold: Any) -> list[Vector]:
        at = self.builder.mul(threshold, WORD(PLANES))
        words = [_number_at(self.builder, limits, at, n) for n in range(len(self._planes))]
        return [_spread(self.builder, word) for word in words]

    def all(self, number: int) -> Any:
        """A constant with the same number in all lanes."""
        return ir.Constant(self.kind, [number] * self.count)

    def of(self, number: Any) -> Any:
        """A number that is known at run time in all lanes."""
        one = self.builder.trunc(number, self.kind.element) if self.bits < 64 else number
        first = self.builder.insert_element(self.all(0), one, ir.IntType(32)(0))
        mask = ir.Constant(ir.VectorType(ir.IntType(32), self.count), [0] * self.count)
        return self.builder.shuffle_vector(first, first, mask)

    def popcount(self, vector: Vector) -> Any:
        """How many bits each lane has set."""
        function = declare(self.builder, f"llvm.ctpop.v{self.count}i{self.bits}", self.kind, self.kind)
        return self.builder.call(function, [self.builder.bitcast(vector.value, self.kind)])

    def write(self, answers: Any, perfect: Any, out: Any, guess: Any) -> None:
        """Write the numbers of a guess and the next ones."""
        builder = self.builder
        given = _any(self._planes)
        parts, splits = self._parts, self._splits
        inside = builder.lshr(builder.bitcast(given.value, self.kind), self.of(perfect))
        inside = builder.and_(inside, self.all(1))
        loss = builder.add(builder.sub(self.of(answers), parts), builder.load(self._excess))
        self._keep_most(splits)
        steps = builder.add(builder.lshr(loss, self.all(STEP_BITS)), self.all(_REST))
        small = builder.icmp_unsigned("<", steps, self.all(AT_MOST))
        steps = builder.select(small, steps, self.all(AT_MOST))
        small = builder.icmp_unsigned("<", loss, self.all(EXACT))
        told = builder.select(small, loss, steps)
        refused = builder.bitcast(builder.load(self._refused), self.kind)
        useful = builder.and_(splits, builder.icmp_unsigned("==", refused, self.all(0)))
        told = builder.select(useful, told, self.all(USELESS))
        packed = builder.sub(builder.add(builder.add(told, told), self.all(1)), inside)
        bytes_kind = ir.VectorType(ir.IntType(8), self.count)
        place = builder.gep(out, [guess])
        place = builder.bitcast(place, bytes_kind.as_pointer())
        builder.store(builder.trunc(packed, bytes_kind), place, align=1)

    def _keep_most(self, splits: Any) -> None:
        """Keep the largest counters of the lanes so far, but not those of guesses that split nothing."""
        if self.counts:
            mask = Vector(self.builder, self.builder.bitcast(self.builder.sext(splits, self.kind), VECTOR))
            most = [Vector(self.builder, self.builder.load(place)) for place in self._most]
            for place, plane in zip(
                self._most, _largest(most, [plane & mask for plane in self._planes]), strict=True
            ):
                self.builder.store(plane.value, place)

    def write_most(self, out: Any) -> None:
        """Write the largest counters of all lanes: a word for each bit, in it one for each answer."""
        builder, shift = self.builder, self.count // 2
        planes = [Vector(builder, builder.load(place)) for place in self._most]
        while shift:
            turned = [self._rotate(builder.bitcast(plane.value, self.kind), shift) for plane in planes]
            planes = _largest(planes, [Vector(builder, builder.bitcast(one, VECTOR)) for one in turned])
            shift //= 2
        for place, plane in enumerate(planes):
            word = self._word_of(builder.bitcast(plane.value, self.kind))
            builder.store(word, builder.gep(out, [WORD(place)]))

    def _rotate(self, lanes: Any, shift: int) -> Any:
        """The lanes, each `shift` places lower."""
        places = [(lane + shift) % self.count for lane in range(self.count)]
        mask = ir.Constant(ir.VectorType(ir.IntType(32), self.count), places)
        return self.builder.shuffle_vector(lanes, lanes, mask)

    def _word_of(self, lanes: Any) -> Any:
        """The first lane as a word."""
        first = self.builder.extract_element(lanes, ir.IntType(32)(0))
        return self.builder.zext(first, WORD) if self.bits < 64 else first


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


def _add(planes: list[Vector], eight: list[Vector]) -> list[Vector]:
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


def _compare(planes: list[Vector], bits: list[Vector]) -> tuple[list[Vector], Vector]:
    """Counters less a number whose bits are given, and where they are below it."""
    below = planes[0] ^ planes[0]
    less = []
    for plane, bit in zip(planes, bits, strict=True):
        differ = plane ^ bit
        less.append(differ ^ below)
        below = _choose(differ, bit, below)
    return less, below


def _largest(one: list[Vector], other: list[Vector]) -> list[Vector]:
    """The larger of two counters in each place."""
    _, below = _compare(one, other)
    return [_choose(below, new, old) for old, new in zip(one, other, strict=True)]


def _above(planes: list[Vector], bits: list[Vector]) -> list[Vector]:
    """How much each counter is above a number whose bits are given, 0 where it is not."""
    less, below = _compare(planes, bits)
    return [plane & ~below for plane in less]


def _emit_losses(
    write: Any, table: Any, masks_of: Any, place: Any, offsets: Any, rows: Any, thresholds: Any, used: Any,
    too_many: Any, answers: Any, perfect: Any, planes: Any, losses: Any, most: Any, over: Any,
) -> None:  # fmt: skip
    """Write `count_losses` in vector registers: one guess a lane."""
    builder = write.builder
    counters = Counters(builder, 8 * masks_of.itemsize, len(planes))
    first, masks = map(write.number, place)
    start = builder.gep(table.data, [first])
    limits, out = thresholds.data, losses.data
    rows, used, too_many, answers, perfect = map(write.number, (rows, used, too_many, answers, perfect))
    with each(builder, WORD(0), masks, counters.count * ABREAST) as mask:
        counters.clear()
        with each(builder, WORD(0), rows, AT_ONCE) as row:
            counters.add(start, mask, [_number_at(builder, offsets.data, row, n) for n in range(AT_ONCE)])
        for side in range(ABREAST):
            counters.turn_to(side)
            with each(builder, WORD(0), used, 1) as threshold:
                counters.add_excess(limits, threshold)
            after = builder.select(
                builder.icmp_signed(">", too_many, WORD(0)), builder.add(too_many, WORD(1)), WORD(0)
            )
            with each(builder, too_many, after, 1) as threshold:
                counters.refuse(limits, threshold)
            counters.write(answers, perfect, out, builder.add(mask, WORD(counters.count * side)))
    if planes:
        counters.write_most(most.data)
        counters.write_over(used, over.data)


def _excess(part: int, limit: int) -> int:
    return max(0, part - limit)


@written_by(_emit_losses)
def count_losses(
    table: NDArray[np.uint8],
    masks_of: NDArray[Any],
    place: tuple[int, int],
    offsets: NDArray[np.int64],
    rows: int,
    thresholds: NDArray[np.uint64],
    used: int,
    too_many: int,
    answers: int,
    perfect: int,
    planes: tuple[int, ...],
    losses: NDArray[np.uint8],
    most: NDArray[np.uint64],
    over: NDArray[np.uint64],
) -> None:
    """Write a number for each guess: twice what is told of its loss, plus 1 if it is not in the region.

    `place` is where the rows for a number of colours begin in the table, and how many
    masks a row has. Each secret of the region has a row at its offset from there, with a mask for each guess.
    The bit of the answer is set. `rows` is a multiple of AT_ONCE.

    `thresholds` has PLANES words for each threshold, one for each of its bits. A word has a place for each
    answer, as often as masks fit into it, so that each answer has a threshold of its own. The first ones are
    used for losses. A guess is useless if a part has as many secrets as the threshold `too_many`, where this
    is not 0. `answers` is the number of answers, less a loss that all guesses have.

    `planes` is any tuple with as many numbers as the region's size has bits. An empty one means that no
    secrets are counted: the loss is then only that of answers which are not given.

    Into `most` go the most secrets that any guess leaves with each answer. Guesses that leave the region
    whole do not count. It has a word for each of the `planes`, the lowest bits first, and in it a bit for
    each answer.

    Into `over` go the most answers that such a guess gives, and for each threshold that is used the fewest
    secrets that its parts have above it, all parts together.
    """
    first, masks = place
    width = 8 * masks_of.itemsize
    region = np.array([table[first + start : first + start + masks] for start in offsets[:rows]])
    counts = (region[:, :, None] == np.arange(width)).sum(axis=0)
    counts[:, -1] = 0
    planes_of = [[int(word) for word in row] for row in thresholds.reshape(-1, PLANES)]
    limits = [
        [sum((word >> answer & 1) << plane for plane, word in enumerate(row)) for answer in range(width)]
        for row in planes_of
    ]
    largest, over[0] = [0] * width, 0
    if planes:
        over[1 : used + 1] = len(region)
    for guess, parts in enumerate(counts.tolist()):
        given = sum(1 for part in parts if part)
        loss = answers - given
        useless = given < 2
        if not useless:
            largest = list(map(max, largest, parts))
        if planes:
            above = [sum(map(_excess, parts, row)) for row in limits[:used]]
            loss += sum(above)
            if not useless:
                over[0] = max(int(over[0]), given)
                over[1 : used + 1] = np.minimum(over[1 : used + 1], np.array(above, np.uint64))
            useless |= too_many > 0 and any(map(ge, parts, limits[too_many]))
        told = loss if loss < EXACT else min(_REST + (loss >> STEP_BITS), AT_MOST)
        losses[guess] = 2 * (USELESS if useless else told) + (parts[perfect] == 0)
    for plane in range(len(planes)):
        most[plane] = sum(1 << answer for answer, part in enumerate(largest) if part >> plane & 1)
