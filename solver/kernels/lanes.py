"""Bit-sliced histograms of many guesses at once, written as vectors of 64 bytes.

A lane holds one guess; the bits of the lane's word stand for the members of a region. All guesses of one
call share a prefix and differ on the last two pegs, so the prefix comes as one word for all lanes and the
pairs of last pegs as planes: black and all hits are binary counters over the planes, decoded to one plane
a score, counted by popcount. With 16-bit words a vector ranks 32 guesses of a region of at most 16
members; with 64-bit words 8 guesses for each 64 members. The intrinsic is built for a number of pegs when
it is compiled: it has no loop over pegs or scores.

BLACK, HITS, VALID are the rows that all lanes share: 3 bits of a counter each, and a 1 for each member.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic

from solver.kernels.request import COUNTS, LARGEST, PAIR_ROWS, PARTS, SQUARES, VECTOR_BYTES

cgutils: Any = untyped_cgutils

BLACK, HITS, VALID = 0, 3, 6
PARTS_BASE = 64
"""The key of PARTS counts down from here: there are never more parts."""


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


def _decoded(builder: Any, number: list[Any], largest: int, valid: Any = None) -> list[Any]:
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


def _typed_rank_lanes(
    typingctx: Any, pegs: Any, kind: Any, words: Any, planes: Any, pairs: Any, ranked: Any
) -> Any:
    """Rank lanes; see `rank_lanes`, which this is when compiled."""
    element = ranked.dtype
    bits = element.bitwidth
    count = len(pegs)
    signature = element(pegs, kind, words, planes, pairs, ranked)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = ir.IntType(bits)
        width = VECTOR_BYTES * 8 // bits
        vector = ir.VectorType(word, width)
        suffix = f"v{width}i{bits}"
        module = builder.module
        index_type = context.get_value_type(types.intp)

        def call(name: str, *values: Any) -> Any:
            reduces = name.startswith("vector.reduce")
            kind_of = ir.FunctionType(word if reduces else vector, [value.type for value in values])
            function = cgutils.get_or_insert_function(module, kind_of, f"llvm.{name}.{suffix}")
            return builder.call(function, values)

        arrays = [
            context.make_array(kind)(context, builder, value=value)
            for kind, value in zip(sig.args[3:], args[3:], strict=True)
        ]
        planes_at, pairs_at, ranked_at = [array.data for array in arrays]
        lanes = cgutils.unpack_tuple(builder, arrays[2].shape, 2)[1]
        selector = context.cast(builder, args[1], sig.args[1], types.intp)
        total_words = context.cast(builder, args[2], sig.args[2], types.intp)

        def load(base: Any, offset: Any) -> Any:
            pointer = builder.bitcast(builder.gep(base, [offset]), vector.as_pointer())
            return builder.load(pointer, align=bits // 8)

        def store(value: Any, base: Any, offset: Any) -> None:
            pointer = builder.bitcast(builder.gep(base, [offset]), vector.as_pointer())
            builder.store(value, pointer, align=bits // 8)

        def constant(value: int) -> Any:
            return ir.Constant(vector, [ir.Constant(word, value)] * width)

        def number(value: int) -> Any:
            return ir.Constant(index_type, value)

        def broadcast(row: int, at: Any) -> Any:
            offset = builder.add(builder.mul(number(row), total_words), at)
            scalar = builder.load(builder.gep(planes_at, [offset]))
            single = builder.insert_element(
                ir.Constant(vector, ir.Undefined), scalar, ir.Constant(ir.IntType(32), 0)
            )
            zeros = ir.Constant(
                ir.VectorType(ir.IntType(32), width), [ir.Constant(ir.IntType(32), 0)] * width
            )
            return builder.shuffle_vector(single, ir.Constant(vector, ir.Undefined), zeros)

        scores = [
            (b, h) for b in range(count + 1) for h in range(b, count + 1) if (b, h) != (count - 1, count)
        ]
        full, short = count.bit_length(), (count - 2).bit_length()
        tallies = [cgutils.alloca_once(builder, vector) for _ in scores]
        lowest = cgutils.alloca_once_value(builder, constant(-1))
        result = cgutils.alloca_once(builder, vector)
        vectors = builder.udiv(lanes, number(width))

        with cgutils.for_range(builder, vectors) as lane_loop:
            lane = builder.mul(lane_loop.index, number(width))
            for tally in tallies:
                builder.store(constant(0), tally)
            with cgutils.for_range(builder, total_words) as word_loop:
                at = word_loop.index
                offset = builder.add(builder.mul(builder.mul(at, number(PAIR_ROWS)), lanes), lane)
                last_two = []
                for _ in range(PAIR_ROWS):
                    last_two.append(load(pairs_at, offset))
                    offset = builder.add(offset, lanes)
                valid = broadcast(VALID, at)
                black = [broadcast(BLACK + bit, at) for bit in range(short)]
                black = _adder(builder, last_two[:2], black, full)
                hit = [broadcast(HITS + bit, at) for bit in range(short)]
                hit = _adder(builder, last_two[2:], hit, full)
                in_place = _decoded(builder, black, count, valid)
                in_all = _decoded(builder, hit, count)
                for (b, h), tally in zip(scores, tallies, strict=True):
                    plane = builder.and_(in_place[b], in_all[h])
                    builder.store(builder.add(builder.load(tally), call("ctpop", plane)), tally)
            values = [builder.load(tally) for tally in tallies]
            impossible = builder.sub(constant(1), values[-1])

            def finish(key: Any, impossible: Any = impossible) -> None:
                builder.store(builder.add(builder.shl(key, constant(1)), impossible), result)

            with builder.if_then(builder.icmp_signed("==", selector, number(LARGEST))):
                key = values[0]
                for value in values[1:]:
                    key = call("umax", key, value)
                finish(key)
            with builder.if_then(builder.icmp_signed("==", selector, number(PARTS))):
                key = constant(PARTS_BASE)
                for value in values:
                    key = builder.sub(key, call("umin", value, constant(1)))
                finish(key)
            with builder.if_then(builder.icmp_signed("==", selector, number(SQUARES))):
                key = constant(0)
                for value in values:
                    key = builder.add(key, builder.mul(value, value))
                finish(key)
            with builder.if_then(builder.icmp_signed("==", selector, number(COUNTS))):
                for place, value in enumerate(values, 1):
                    store(value, ranked_at, builder.add(builder.mul(number(place), lanes), lane))
                finish(constant(0))
            store(builder.load(result), ranked_at, lane)
            builder.store(call("umin", builder.load(lowest), builder.load(result)), lowest)
        return call("vector.reduce.umin", builder.load(lowest))

    return signature, codegen


def _rank_lanes_plainly(
    pegs: tuple[int, ...], kind: int, words: int, planes: Any, pairs: Any, ranked: Any
) -> int:
    """What the intrinsic does, a bit at a time: for runs with numba's compiler switched off."""
    count = len(pegs)
    scores = [(b, h) for b in range(count + 1) for h in range(b, count + 1) if (b, h) != (count - 1, count)]
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
                    if (
                        black,
                        hit,
                    ) in tally:  # without repeats a lane may be no code, and have the hole's score
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


_plainly = getattr(numba.config, "DISABLE_JIT", False)
rank_lanes: Any = _rank_lanes_plainly if _plainly else intrinsic(_typed_rank_lanes)
"""rank_lanes(pegs, kind, words, planes, pairs, ranked) -> smallest key.

`pegs` is a tuple as long as the game has pegs (only its length counts). The first SHARED_ROWS rows of
`planes`, each of `words`, are what the prefix gives to all lanes. pairs[word] has 4 rows, a word a lane:
the two bits of the black pegs that the last two pegs add, and the two bits of the hits. All are of one
unsigned type, and lanes fill whole vectors. ranked[0, lane] becomes the key, 2 rank + (1 if the guess is
not in the region); with COUNTS the rank is 0, and the rows after it become the histogram, scores in the
order of the ordinals, without the hole.
"""
