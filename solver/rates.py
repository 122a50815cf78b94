"""The speed of the tiers, for `hp15c mastermind bench`. Each answer is checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb
from time import perf_counter
from typing import Any

from solver.codes import Code, Game
from solver.scores import Score, possible_scores
from solver.tiers import Tier, installed_tiers, select

REGION_STEP = 10
GAMES = (Game(4, 6), Game(4, 10), Game(5, 8))

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Rate:
    """The rates of one tier: histograms of guesses against all codes, and against a region."""

    tier: str
    game: Game
    scores: int
    """The number of scores that were timed at once."""
    cold_seconds: float
    """Seconds of the first histogram in this process, with planes made and kernels loaded or compiled."""
    scores_per_second: float
    """Scores per second when warm, many guesses in one call, the best of several runs."""
    region_per_second: float
    """Scores per second against a region: every tenth code, given as a list."""
    one_per_second: float
    """Scores per second against all codes, with one guess in a call."""


def game_name(game: Game) -> str:
    """A short name of a game: 4p6c, or 4p10c no repeats."""
    return f"{game.pegs}p{game.colours}c" + ("" if game.repeats else " no repeats")


def rates(
    tiers: Sequence[str] | None = None, games: Sequence[Game] = GAMES, clock: Clock = perf_counter
) -> list[Rate]:
    """The rate of each tier on each game, one thread.

    Without names, the installed tiers are measured, except cuda.

    TierError when a tier is not there, GameError when a game is too large.
    """
    names = [name for name in installed_tiers() if name != "cuda"] if tiers is None else tiers
    return [rate(select(name), game, clock=clock) for name in names for game in games]


def rate(tier: Tier, game: Game, seconds: float = 0.2, clock: Clock = perf_counter) -> Rate:
    """The rate of a tier on a game. It uses as many guesses as fill the time, and takes the best run."""
    cold = _time(tier, game, [game.code(0)], clock)
    guesses: list[Code] | None = None
    count = 1
    spent = _time(tier, game, [game.code(0)], clock)
    while spent < seconds / 4 and count < game.size:
        all_fit = spent * game.size / count < seconds
        count = game.size if all_fit else min(game.size, count * 4)
        guesses = None if count == game.size else [game.code(n) for n in range(count)]
        spent = _time(tier, game, guesses, clock)
    for _ in range(max(2, min(1000, int(seconds / max(spent, 1e-9))))):
        spent = min(spent, _time(tier, game, guesses, clock))
    scores = count * game.size
    region = [game.code(n) for n in range(0, game.size, REGION_STEP)]
    some = guesses or game.codes()
    in_region = _best(seconds, clock, partial(_time, tier, game, some, clock, region))
    alone = _best(seconds, clock, partial(_time, tier, game, [game.code(game.size // 2)], clock))
    rates_of_parts = count * len(region) / in_region, game.size / alone
    return Rate(tier.name, game, scores, cold, scores / spent, *rates_of_parts)


def _best(seconds: float, clock: Clock, run: Callable[[], float]) -> float:
    """The shortest of the runs that fit into `seconds` seconds, of two at least."""
    end, best = clock() + seconds, min(run(), run())
    while clock() < end:
        best = min(best, run())
    return best


def _time(
    tier: Any, game: Game, guesses: list[Code] | None, clock: Clock, region: list[Code] | None = None
) -> float:
    """The time that the histograms take, as arrays where the tier has them."""
    count = getattr(tier, "counts", tier.histograms)
    start = clock()
    histograms = count(game, guesses) if region is None else count(game, guesses, region)
    seconds = clock() - start
    if region is None:
        _check(game, histograms)
    else:
        assert sum(histograms[-1]) == len(region), game
    return seconds


def _check(game: Game, histograms: Any) -> None:
    """Assert that histograms count all codes, and as many with b blacks as there are by combinatorics."""
    rows = histograms if isinstance(histograms, list) else histograms.tolist()
    expected = black_counts(game)
    for histogram in (rows[0], rows[len(rows) // 2], rows[-1]):
        by_blacks = [0] * (game.pegs + 1)
        for score in possible_scores(game.pegs):
            by_blacks[score.black] += histogram[score.ordinal(game.pegs)]
        assert sum(histogram) == game.size, (game, histogram)
        assert by_blacks == expected, (game, histogram)
        assert histogram[Score(game.pegs, 0).ordinal(game.pegs)] == 1


def black_counts(game: Game) -> list[int]:
    """How many codes have 0, 1, ... p blacks against any one code, by combinatorics."""
    if game.repeats:
        return [comb(game.pegs, b) * (game.colours - 1) ** (game.pegs - b) for b in range(game.pegs + 1)]
    # b pegs are in place and none of the others: by inclusion and exclusion over the others in place
    counts = []
    for b in range(game.pegs + 1):
        left = game.pegs - b
        others = sum(
            (-1) ** k * comb(left, k) * _arrangements(game.colours - b - k, left - k) for k in range(left + 1)
        )
        counts.append(comb(game.pegs, b) * others)
    return counts


def _arrangements(colours: int, pegs: int) -> int:
    return Game(pegs, colours, repeats=False).size if pegs else 1
