"""Bit-sliced histograms of many guesses at once, written as vectors of 64 bytes.

A lane holds one guess. The bits of the lane's word stand for the members of a region. All guesses of one call
share a prefix and differ on the last two pegs. So the prefix is one word for all lanes, and the pairs of last
pegs are planes. Black and all hits are binary counters over the planes. They are decoded to one plane for
each score, and counted by popcount. With 16-bit words a vector ranks 32 guesses of a region of at most 16
members. With 64-bit words it ranks 8 guesses for each 64 members. The intrinsic is built for a number of pegs
when it is compiled: it has no loop over pegs or scores.

BLACK, HITS and VALID are the rows that all lanes share: 3 bits of a counter each, and a 1 for each member.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from llvmlite import ir

from solver.kernels.kernel import written_by
from solver.kernels.request import COUNTS, LARGEST, PAIR_ROWS, PARTS, SQUARES, VECTOR_BYTES
from solver.kernels.values import Number
from solver.kernels.vectors import WORD, declare, each, room_for

BLACK, HITS, VALID = 0, 3, 6
PARTS_BASE = 64
"""The key of PARTS counts down from this number, which is larger than any number of parts."""


def _adder(builder: Any, left: list[Any], right: list[Any], width: int) -> list[Any]:
    """The sum of two binary counters, lowest bit first, cut to `width` bits."""
    total = []
    carry = None
    for bit in range(width):
        terms = [number[bit] for number in (left, right) if bit < len(number)]
        if carry is not None:
            terms.append(carry)
        if len(terms) == 1:
            total.append(terms[0])
            carry = None
        elif len(terms) == 2:
            total.append(builder.xor(*terms))
            carry = builder.and_(*terms)
        else:
            a, b, c = terms
            either = builder.xor(a, b)
            total.append(builder.xor(either, c))
            carry = builder.or_(builder.and_(a, b), builder.and_(either, c))
    return total


def _decode(builder: Any, number: list[Any], largest: int, valid: Any = None) -> list[Any]:
    """One plane for each value 0..largest of a binary counter, within `valid`."""

    def within(plane: Any, mask: Any) -> Any:
        return mask if plane is None else builder.and_(plane, mask)

    planes = {0: valid}
    for bit in reversed(range(len(number))):
        split = {}
        for value, plane in planes.items():
            if value + (1 << bit) <= largest:
                split[value] = within(plane, builder.not_(number[bit]))
                split[value + (1 << bit)] = within(plane, number[bit])
            else:
                split[value] = plane
        planes = split
    return [planes[value] for value in range(largest + 1)]


def _scores(pegs: int) -> list[tuple[int, int]]:
    """The scores of a game, each as black pegs and all hits, in the order of the ordinals."""
    return [(b, h) for b in range(pegs + 1) for h in range(b, pegs + 1) if (b, h) != (pegs - 1, pegs)]


class _Vectors:
    """Writes instructions on vectors of words, all with the same number of bits."""

    def __init__(self, builder: Any, bits: int) -> None:
        self.builder = builder
        self.word = ir.IntType(bits)
        self.width = VECTOR_BYTES * 8 // bits
        self.vector = ir.VectorType(self.word, self.width)
        self.suffix = f"v{self.width}i{bits}"
        self.align = bits // 8

    def call(self, name: str, *values: Any) -> Any:
        """The result of an LLVM intrinsic on vectors."""
        result = self.word if name.startswith("vector.reduce") else self.vector
        kinds = [value.type for value in values]
        function = declare(self.builder, f"llvm.{name}.{self.suffix}", result, *kinds)
        return self.builder.call(function, values)

    def _pointer(self, base: Any, offset: Any) -> Any:
        return self.builder.bitcast(self.builder.gep(base, [offset]), self.vector.as_pointer())

    def load(self, base: Any, offset: Any) -> Any:
        """The vector at `offset` words after `base`."""
        return self.builder.load(self._pointer(base, offset), align=self.align)

    def store(self, value: Any, base: Any, offset: Any) -> None:
        """Write a vector to `offset` words after `base`."""
        self.builder.store(value, self._pointer(base, offset), align=self.align)

    def constant(self, value: int) -> Any:
        """A vector of equal words."""
        return ir.Constant(self.vector, [ir.Constant(self.word, value)] * self.width)

    def broadcast(self, scalar: Any) -> Any:
        """A vector of one word in all lanes."""
        integer = ir.IntType(32)
        undefined = ir.Constant(self.vector, ir.Undefined)
        single = self.builder.insert_element(undefined, scalar, ir.Constant(integer, 0))
        zeros = ir.Constant(ir.VectorType(integer, self.width), [ir.Constant(integer, 0)] * self.width)
        return self.builder.shuffle_vector(single, undefined, zeros)


class _Arrays(NamedTuple):
    """The data of the written loop: the first words of three arrays, and their lengths."""

    planes: Any
    pairs: Any
    ranked: Any
    words: Any
    lanes: Any


def _planes_of_scores(write: _Vectors, arrays: _Arrays, count: int, at: Any, lane: Any) -> Iterator[Any]:
    """For word `at` of a vector of lanes: the plane of each score, in order."""
    builder = write.builder

    def broadcast_word(row: int) -> Any:
        offset = builder.add(builder.mul(WORD(row), arrays.words), at)
        return write.broadcast(builder.load(builder.gep(arrays.planes, [offset])))

    full, short = count.bit_length(), (count - 2).bit_length()
    offset = builder.add(builder.mul(builder.mul(at, WORD(PAIR_ROWS)), arrays.lanes), lane)
    last_two = []
    for _ in range(PAIR_ROWS):
        last_two.append(write.load(arrays.pairs, offset))
        offset = builder.add(offset, arrays.lanes)
    valid = broadcast_word(VALID)
    black = _adder(builder, last_two[:2], [broadcast_word(BLACK + bit) for bit in range(short)], full)
    hit = _adder(builder, last_two[2:], [broadcast_word(HITS + bit) for bit in range(short)], full)
    in_place = _decode(builder, black, count, valid)
    in_all = _decode(builder, hit, count)
    for b, h in _scores(count):
        yield builder.and_(in_place[b], in_all[h])


def _largest(write: _Vectors, values: list[Any]) -> Any:
    key = values[0]
    for value in values[1:]:
        key = write.call("umax", key, value)
    return key


def _fewest_parts(write: _Vectors, values: list[Any]) -> Any:
    key = write.constant(PARTS_BASE)
    for value in values:
        key = write.builder.sub(key, write.call("umin", value, write.constant(1)))
    return key


def _squares(write: _Vectors, values: list[Any]) -> Any:
    key = write.constant(0)
    for value in values:
        key = write.builder.add(key, write.builder.mul(value, value))
    return key


_KEYS: Final = {LARGEST: _largest, PARTS: _fewest_parts, SQUARES: _squares}
"""The way in which each kind of ranking makes the key of a guess from its histogram."""


def _rank(write: _Vectors, arrays: _Arrays, kind: Any, lane: Any, values: list[Any]) -> Any:
    """Write the ranking of a vector of guesses, whose histograms are `values`. Gives the vector of ranks."""
    builder, constant = write.builder, write.constant
    result = room_for(builder, write.vector)
    impossible = builder.sub(constant(1), values[-1])

    def finish(key: Any) -> None:
        builder.store(builder.add(builder.shl(key, constant(1)), impossible), result)

    for wanted, key_of in _KEYS.items():
        with builder.if_then(builder.icmp_signed("==", kind, WORD(wanted))):
            finish(key_of(write, values))
    with builder.if_then(builder.icmp_signed("==", kind, WORD(COUNTS))):
        for place, value in enumerate(values, 1):
            write.store(value, arrays.ranked, builder.add(builder.mul(WORD(place), arrays.lanes), lane))
        finish(constant(0))
    return builder.load(result)


def _write_loop(write: _Vectors, arrays: _Arrays, kind: Any, count: int) -> Any:
    """Write the loop over vectors of guesses. Gives the smallest key."""
    builder = write.builder
    tallies = [room_for(builder, write.vector) for _ in _scores(count)]
    lowest = room_for(builder, write.vector, write.constant(-1))
    with each(builder, WORD(0), arrays.lanes, write.width) as lane:
        for tally in tallies:
            builder.store(write.constant(0), tally)
        with each(builder, WORD(0), arrays.words, 1) as word:
            planes = _planes_of_scores(write, arrays, count, word, lane)
            for plane, tally in zip(planes, tallies, strict=True):
                builder.store(builder.add(builder.load(tally), write.call("ctpop", plane)), tally)
        ranks = _rank(write, arrays, kind, lane, [builder.load(tally) for tally in tallies])
        write.store(ranks, arrays.ranked, lane)
        builder.store(write.call("umin", builder.load(lowest), ranks), lowest)
    return write.call("vector.reduce.umin", builder.load(lowest))


def _emit_rank(
    write: Any, pegs: tuple[Any, ...], kind: Any, words: Any, planes: Any, pairs: Any, ranked: Any
) -> None:
    """Write `rank_lanes` in vector registers."""
    lanes, selector, total = map(write.number, (ranked.shape[1], kind, words))
    arrays = _Arrays(planes.data, pairs.data, ranked.data, total, lanes)
    vectors = _Vectors(write.builder, 8 * ranked.kind.itemsize)
    write.give(Number(ranked.kind, _write_loop(vectors, arrays, selector, len(pegs))))


@written_by(_emit_rank)
def rank_lanes(pegs: tuple[int, ...], kind: int, words: int, planes: Any, pairs: Any, ranked: Any) -> int:
    """Rank the guesses of all lanes, and return the smallest key.

    `pegs` is a tuple as long as the game has pegs (only its length counts). The first SHARED_ROWS rows of
    `planes`, each of `words`, are what the prefix gives to all lanes. pairs[word] has 4 rows, a word a
    lane: the two bits of the black pegs that the last two pegs add, and the two bits of the hits. All are
    of one unsigned type, and lanes fill whole vectors. ranked[0, lane] becomes the key, 2 rank + (1 if the
    guess is not in the region). With COUNTS the rank is 0, and the rows after it become the histogram,
    scores in the order of the ordinals, without the hole.

    Python computes here one bit at a time what compiled code computes in vectors.
    """
    count = len(pegs)
    scores = _scores(count)
    for lane in range(ranked.shape[1]):
        tally = dict.fromkeys(scores, 0)
        for word in range(words):
            for bit in range(ranked.dtype.itemsize * 8):

                def one(value: Any, bit: int = bit) -> int:
                    return int(value) >> bit & 1

                if one(planes[VALID, word]):
                    black = sum(one(planes[BLACK + n, word]) << n for n in range(3))
                    black += one(pairs[word, 0, lane]) + 2 * one(pairs[word, 1, lane])
                    hit = sum(one(planes[HITS + n, word]) << n for n in range(3))
                    hit += one(pairs[word, 2, lane]) + 2 * one(pairs[word, 3, lane])
                    # without repeats a lane may be no code, so that it has no score
                    if (black, hit) in tally:
                        tally[black, hit] += 1
        sizes = list(tally.values())
        if kind == COUNTS:
            ranked[1:, lane] = sizes
            key = 0
        elif kind == LARGEST:
            key = max(sizes)
        elif kind == PARTS:
            key = PARTS_BASE - sum(size > 0 for size in sizes)
        else:
            key = sum(size * size for size in sizes)
        ranked[0, lane] = 2 * key + 1 - min(sizes[-1], 1)
    return int(ranked[0].min())
