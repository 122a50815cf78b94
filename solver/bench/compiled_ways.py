"""The four ways of `ways` compiled as they stand, one pair after the other, histogram included."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic, overload, overload_method, register_jitable
from numpy.typing import NDArray

from solver.bench import scoring_ways as ways
from solver.codes import Game
from solver.scores import ordinal_count

cgutils: Any = untyped_cgutils
_COUNTERS = ir.VectorType(ir.IntType(8), ways.COUNTERS)


def _popcount(typing: Any, word: Any) -> Any:
    return word(word), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


def _sum_of_minima(typing: Any, one: Any, other: Any) -> Any:
    """Bytewise minimum and horizontal sum of two rows of 16 counters."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vectors = []
        for kind, argument in zip(signature.args, arguments, strict=True):
            data = context.make_array(kind)(context, builder, argument).data
            vectors.append(builder.load(builder.bitcast(data, _COUNTERS.as_pointer()), align=1))
        smaller = builder.select(builder.icmp_unsigned("<", *vectors), *vectors)
        byte = ir.IntType(8)
        total = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(byte, [_COUNTERS]), f"llvm.vector.reduce.add.v{ways.COUNTERS}i8"
        )
        return builder.zext(builder.call(total, [smaller]), ir.IntType(64))

    return types.int64(one, other), emit


popcount: Any = intrinsic(_popcount)
vector_sum_of_minima: Any = intrinsic(_sum_of_minima)


@overload_method(types.Integer, "bit_count")
def _bit_count(word: Any) -> Any:
    def body(word: Any) -> Any:
        return popcount(word)

    return body


@overload(ways.sum_of_minima)
def _compiled_sum_of_minima(one: Any, other: Any) -> Any:
    def body(one: Any, other: Any) -> Any:
        return vector_sum_of_minima(one, other)

    return body


@lru_cache(maxsize=len(ways.WAYS))
def compile_way(name: str) -> Any:
    """A kernel that adds the histograms of the first guesses against all packed codes to sums[guess]."""
    register_jitable(ways.zero_nibbles)
    way = njit(inline="always")(ways.WAYS[name])
    packed = ways.Packed

    def histograms(
        pegs: Any, words: Any, others: Any, counts: Any, counters: Any, starts: Any, sums: Any
    ) -> None:
        for guess in range(len(sums)):
            for secret in range(len(words)):
                blacks, hits = way(
                    packed(pegs[guess], words[guess], counts[guess], counters[guess]),
                    packed(pegs[secret], others[secret], counts[secret], counters[secret]),
                )
                sums[guess, starts[blacks] + hits] += 1

    return njit(nogil=True)(histograms)


def way_histograms(name: str, game: Game, guesses: int) -> NDArray[np.int64]:
    """The histograms of the first guesses of a game against all codes, by one of the four ways."""
    starts = np.array([b * game.pegs - b * (b - 1) // 2 for b in range(game.pegs + 1)])
    counts = np.zeros((guesses, ordinal_count(game.pegs)), np.int64)
    compile_way(name)(*_packed_codes(game), starts, counts)
    return counts


@lru_cache(maxsize=2)
def _packed_codes(game: Game) -> tuple[NDArray[Any], ...]:
    codes = game.codes()
    one, other = [ways.pack(code) for code in codes], [ways.pack(code, other=True) for code in codes]
    counters = np.array([list(code.counters) for code in one], np.uint8)
    words = (np.array([code.word for code in packed]) for packed in (one, other))
    counts = np.array([code.counts for code in one])
    return np.array(codes, np.uint8), *words, counts, counters
