"""The five ways of scoring, timed beside each other. Each answer is checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from solver.bench.rates import Clock
from solver.codes import Game
from solver.tiers import TierError, installed_tiers, select

WAYS_GAME = Game(4, 6)
WAYS_SCORES = 387_504_000
"""299,000 guesses against the 1,296 codes of 4 pegs, 6 colours.

These are all scores of a Knuth evaluation without a table of scores.
"""


@dataclass(frozen=True, slots=True)
class WayTime:
    """One way of scoring, timed on `scores` pairs.

    `published` is the time of a C++ program for WAYS_SCORES.
    """

    way: str
    scores: int
    seconds: float
    published_seconds: float | None

    @property
    def scores_per_second(self) -> float:
        """Scores divided by seconds."""
        return self.scores / self.seconds


def ways(scores: int = WAYS_SCORES, clock: Clock = perf_counter) -> list[WayTime]:
    """The four compiled ways, one pair after the other, and bit slicing, on so many scores of 4p6c.

    Compiling is not timed. TierError without numba (extra `fast`). AssertionError when two ways differ.
    """
    tier: Any = select("numba")
    if tier.name not in installed_tiers():
        raise TierError('the ways are compiled by numba: pip install "hp15c[fast]"')
    from solver.bench.compiled_ways import way_histograms
    from solver.bench.scoring_ways import PUBLISHED_SECONDS, WAYS

    whole, rest = divmod(scores // WAYS_GAME.size, WAYS_GAME.size)
    parts = [WAYS_GAME.size] * whole + [rest] * (rest > 0)
    codes = WAYS_GAME.codes()
    expected = tier.counts(WAYS_GAME).tolist()
    times = []
    for way in WAYS:
        way_histograms(way, WAYS_GAME, 1)
        answers, seconds = _total(clock, parts, partial(way_histograms, way, WAYS_GAME))
        assert all(some.tolist() == expected[: len(some)] for some in answers), way
        times.append(WayTime(way, sum(parts) * WAYS_GAME.size, seconds, PUBLISHED_SECONDS[way]))
    guesses = {count: None if count == WAYS_GAME.size else codes[:count] for count in parts}
    answers, seconds = _total(clock, parts, lambda count: tier.counts(WAYS_GAME, guesses[count]))
    assert all(some.tolist() == expected[: len(some)] for some in answers)
    times.append(WayTime("bit slicing", sum(parts) * WAYS_GAME.size, seconds, None))
    return times


def _total(clock: Clock, parts: list[int], work: Callable[[int], Any]) -> tuple[list[Any], float]:
    """The last answer for each size of part, and the time for all."""
    answers = {}
    start = clock()
    for count in parts:
        answers[count] = work(count)
    return list(answers.values()), clock() - start
