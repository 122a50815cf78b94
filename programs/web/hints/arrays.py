"""Hints by numpy, or by compiled code where it is installed.

Both let other threads run, so a hint may be worked out beside an event loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hp15c.errors import InputError
from programs.web.hints.hint import NONE_LEFT, Hint
from solver.codes import Code, Game
from solver.scores import History, possible_scores
from solver.tiers import TierError, select
from solver.tiers.numpy_tier import NumpyTier

CodeArray = NDArray[np.uint8]

JUDGED_BY_AT_MOST: Final = 250_000
"""The most secrets by which guesses are ranked. When there are more, a seeded sample is taken."""

SEED: Final = 15
BATCH: Final = 8192
BATCH_PAIRS: Final = 20_000_000
"""Guesses, and pairs of guess and secret, that are ranked between two readings of the clock."""

_STRIDE: Final = 0.6180339887


def find(game: Game, history: History, seconds: float, clock: Callable[[], float] = perf_counter) -> Hint:
    """The hint after these guesses and answers, of which there is at least one. See `hints.find`. InputError
    when no secret is left.
    """
    tier = _tier()
    left = consistent(game, history)
    if not len(left):
        raise InputError(NONE_LEFT)
    if len(left) <= 2:
        return Hint(_text(game, left[0]), len(left), True, True, 0, game.size, len(left))
    chance = np.random.default_rng(SEED)
    judges = left
    if len(left) > JUDGED_BY_AT_MOST:
        judges = left[chance.choice(len(left), JUDGED_BY_AT_MOST, replace=False)]
    tier.counts(game, left[:1], left[:1])  # compiles the code before the time is measured
    best, looked_at = _rank(game, tier, left, judges, clock() + seconds, clock)
    guess = _codes_at(game, np.array([best.place]))[0]
    is_possible = bool((left == guess).all(axis=1).any())
    least = -(-len(left) // len(possible_scores(game.pegs)))
    proven = looked_at == game.size or (is_possible and best.largest == least)
    is_best = proven and len(judges) == len(left)
    return Hint(_text(game, guess), len(left), is_possible, is_best, looked_at, game.size, len(judges))


def parts(game: Game, history: History, guess: Code) -> list[int]:
    """How many of the secrets left give each answer to a guess, without answers that none gives."""
    left = consistent(game, history)
    counts = _tier().counts(game, np.array([guess], np.uint8), left)[0]
    return [int(count) for count in counts if count]


def count_left(game: Game, history: History) -> int:
    """How many secrets agree with every answer."""
    return len(consistent(game, history))


def consistent(game: Game, history: History) -> CodeArray:
    """The codes that agree with every answer, ascending, as an array (code, peg)."""
    tier, tails = NumpyTier(), _tails(game)
    blocks = []
    for first in range(game.colours):
        codes = np.column_stack((np.full(len(tails), first, np.uint8), tails))
        for guess, answer in history:
            scores = np.frombuffer(tier.scores(game, guess, codes), np.uint8)
            codes = codes[scores == answer.ordinal(game.pegs)]
        blocks.append(codes)
    return np.concatenate(blocks)


@dataclass(frozen=True, slots=True, order=True)
class _Best:
    """A guess with its rank: largest part, whether it is no possible secret, its place among all codes."""

    largest: int
    impossible: bool
    place: int


def _rank(
    game: Game, tier: NumpyTier, left: CodeArray, judges: CodeArray, until: float, clock: Callable[[], float]
) -> tuple[_Best, int]:
    """The best guess found until then, and how many different ones were looked at, at least.

    Secrets that are left come first, for at most half the time. Then all codes in scattered order.
    """
    begun = clock()
    best = _Best(len(judges) + 1, True, 0)
    powers = game.colours ** np.arange(game.pegs - 1, -1, -1, dtype=np.int64)
    own = 0
    batch_size = max(1, min(BATCH, BATCH_PAIRS // len(judges)))
    for batch in _scatter(len(left), batch_size):
        best = min(best, _best_of(game, tier, left[batch] @ powers, left[batch], judges))
        own += len(batch)
        if clock() - begun > (until - begun) / 2:
            break
    looked_at = 0
    for places in _scatter(game.size, batch_size):
        if clock() > until:
            break
        best = min(best, _best_of(game, tier, places, _codes_at(game, places), judges))
        looked_at += len(places)
    return best, max(own, looked_at)


def _best_of(
    game: Game, tier: NumpyTier, places: NDArray[np.int64], codes: CodeArray, judges: CodeArray
) -> _Best:
    counts = tier.counts(game, codes, judges)
    largest = counts.max(axis=1)
    impossible = counts[:, -1] == 0
    keys = largest * 2 + impossible
    ties = np.flatnonzero(keys == keys.min())
    row = ties[places[ties].argmin()]
    return _Best(int(largest[row]), bool(impossible[row]), int(places[row]))


def _scatter(count: int, batch: int) -> Iterator[NDArray[np.int64]]:
    """All numbers below `count`, each once, in batches and in an order that leaves no region out for long."""
    step = max(1, int(count * _STRIDE))
    while gcd(step, count) > 1:
        step += 1
    for start in range(0, count, batch):
        yield np.arange(start, min(start + batch, count), dtype=np.int64) * step % count


def _codes_at(game: Game, places: NDArray[np.int64]) -> CodeArray:
    """The codes at these places among all codes."""
    codes = np.empty((len(places), game.pegs), np.uint8)
    for peg in range(game.pegs - 1, -1, -1):
        places, codes[:, peg] = np.divmod(places, game.colours)
    return codes


@lru_cache(maxsize=1)
def _tails(game: Game) -> CodeArray:
    """All codes that may follow a first digit, ascending."""
    pegs = game.pegs - 1
    grid = np.indices((game.colours,) * pegs, dtype=np.uint8)
    return grid.reshape(pegs, game.colours**pegs).T


def _text(game: Game, code: CodeArray) -> str:
    plain: Code = tuple(map(int, code))
    return game.text(plain)


@lru_cache(maxsize=1)
def _tier() -> NumpyTier:
    """Compiled code where it is installed, else numpy."""
    try:
        tier = select("llvm")
    except TierError:
        tier = select("numpy")
    assert isinstance(tier, NumpyTier)
    return tier
