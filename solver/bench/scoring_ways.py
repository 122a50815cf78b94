"""Five ways to score a code, from the obvious one to the fastest, as functions to read and compare.

Each of the first four takes two packed codes and returns (blacks, all hits). White pegs are all hits less
blacks. They are written so that numba can compile them unchanged (`solver.bench.compiled_ways`).

The rates were measured in this form: 4 pegs, 6 colours, histogram included, one pair after the other, one
thread of an AMD EPYC (Zen 5, AVX-512), 21 November 2026. The published times are those of C++ programs for
387.5 million scores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from solver.circuit import at_least
from solver.codes import MAX_COLOURS, MAX_PEGS, Code, Game
from solver.planes import rows

COUNTERS = 16
_NIBBLES = (1 << 4 * MAX_PEGS) - 1
_SEVENS = _NIBBLES // 15 * 7
_EIGHTS = _NIBBLES // 15 * 8
_HIGH_BITS = int.from_bytes(bytes([128] * COUNTERS), "little")


class Packed(NamedTuple):
    """A code in the forms that the ways need."""

    pegs: Sequence[int]
    word: int
    """4 bits for each peg, the first peg lowest. Pegs that the game does not have are 15."""
    counts: int
    """The number of pegs of each colour, 4 bits each."""
    counters: Sequence[int]
    """The number of pegs of each of 16 colours, a byte each."""


ScoringWay = Callable[[Packed, Packed], tuple[int, int]]


def pack(code: Code, other: bool = False) -> Packed:
    """A code in packed form.

    Of two codes that are compared one has to be the `other`, because unused pegs must differ.
    """
    word = 0 if other else _NIBBLES >> 4 * len(code) << 4 * len(code)
    for peg, colour in enumerate(code):
        word |= colour << 4 * peg
    counters = bytes(code.count(colour) for colour in range(COUNTERS))
    counts = sum(count << 4 * colour for colour, count in enumerate(counters))
    return Packed(code, word, counts, counters)


def two_loops(guess: Packed, secret: Packed) -> tuple[int, int]:
    """Score by two loops over the pegs.

    Idea: first mark the pegs that agree in place, then look for each other peg of the guess among the
    unmarked pegs of the secret. Source: how a player does it. Published: 4.4948 s.
    Measured: 85 million scores/s.
    """
    blacks, marked = 0, 0
    for peg in range(len(guess.pegs)):
        if guess.pegs[peg] == secret.pegs[peg]:
            blacks += 1
            marked |= 1 << peg
    hits, taken = blacks, marked
    for peg in range(len(guess.pegs)):
        if not marked >> peg & 1:
            for place in range(len(secret.pegs)):
                if not taken >> place & 1 and guess.pegs[peg] == secret.pegs[place]:
                    hits += 1
                    taken |= 1 << place
                    break
    return blacks, hits


def counting(guess: Packed, secret: Packed) -> tuple[int, int]:
    """Score by counting.

    Idea: pegs that agree are the zero nibbles of the exclusive or, popcounted. All hits are the smaller
    counts of each colour in turn. Source: the zero-in-word trick (Warren, Hacker's Delight 6-1). Published:
    3.1218 s. Measured: 120 million scores/s.
    """
    blacks = zero_nibbles(guess.word ^ secret.word).bit_count()
    hits = 0
    for colour in range(MAX_COLOURS):
        hits += min(guess.counts >> 4 * colour & 15, secret.counts >> 4 * colour & 15)
    return blacks, hits


def byte_counters(guess: Packed, secret: Packed) -> tuple[int, int]:
    """Score by counting in 16 counters of a byte each.

    Idea: the same loop over an array, which the compiler turns into vector instructions if it can.
    Source: as counting. Published: 2.2948 s. Measured: 185 million scores/s.
    """
    blacks = zero_nibbles(guess.word ^ secret.word).bit_count()
    hits = 0
    for colour in range(COUNTERS):
        hits += min(guess.counters[colour], secret.counters[colour])
    return blacks, hits


def vector(guess: Packed, secret: Packed) -> tuple[int, int]:
    """Score by counting, with the vector instructions chosen by hand.

    Idea: one bytewise minimum of 16 counters and one sum of absolute differences against zero. 23
    instructions a score, histogram included. Source: as counting. Published: 0.9237 s. Measured: 540 million
    scores/s.
    """
    return zero_nibbles(guess.word ^ secret.word).bit_count(), sum_of_minima(guess.counters, secret.counters)


def bit_slicing(guess: Code, secrets: Sequence[Code]) -> list[tuple[int, int]]:
    """Score a guess against many secrets at once: the way of all tiers.

    Idea: the planes of `tiers.planes`, a bit a secret. Every AND and OR works on all secrets. The blacks of a
    secret are the levels that have its bit. Source: see there. Measured: 60,000 million scores/s by the numba
    tier, whose instructions work on 512 secrets each.
    """
    game = Game(len(guess), max(map(max, [guess, *secrets])) + 1)
    planes = [0] * (2 * game.pegs * game.colours)
    for bit, secret in enumerate(secrets):
        for row in rows(game, secret):
            planes[row] |= 1 << bit
    picked = [planes[row] for row in rows(game, guess)]
    blacks, hits = at_least(picked[: game.pegs]), at_least(picked[game.pegs :])
    return [
        (sum(level >> bit & 1 for level in blacks), sum(level >> bit & 1 for level in hits))
        for bit in range(len(secrets))
    ]


def zero_nibbles(word: int) -> int:
    """The high bit of each nibble that is zero.

    In other nibbles the high bit is set already, or an addition of 7 sets it.
    """
    return ~((word & _SEVENS) + _SEVENS | word) & _EIGHTS


def sum_of_minima(one: Sequence[int], other: Sequence[int]) -> int:
    """The sum of the bytewise minimum of 16 small counters, all in one integer.

    In each byte an extra high bit shows which of the two is larger, and becomes a mask. 256 is 1 modulo 255,
    so the remainder is the sum of the bytes. Compiled, these are two instructions.
    """
    a, b = int.from_bytes(bytes(one), "little"), int.from_bytes(bytes(other), "little")
    larger = (((a | _HIGH_BITS) - b & _HIGH_BITS) >> 7) * 255
    return (a ^ (a ^ b) & larger) % 255


WAYS: dict[str, ScoringWay] = {
    "two loops": two_loops,
    "counting": counting,
    "byte counters": byte_counters,
    "vector": vector,
}
PUBLISHED_SECONDS = {"two loops": 4.4948, "counting": 3.1218, "byte counters": 2.2948, "vector": 0.9237}
