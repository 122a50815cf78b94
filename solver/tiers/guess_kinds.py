"""Histograms over all codes, one for each kind of guess.

An exchange of colours or of pegs maps all codes onto all codes. So the histogram of a guess against all of
them depends only on how often the guess has each of its colours, and is computed once for each such kind.
"""

from __future__ import annotations

from functools import lru_cache

from solver.codes import Code, Game
from solver.tiers import select

ColourCounts = tuple[int, ...]
KEPT = 1024


def histogram(tier: str, game: Game, guess: Code) -> list[int]:
    """The histogram of a guess against all codes, computed by a tier. GameError as the tier has it."""
    if len(guess) != game.pegs or min(guess) < 0 or max(guess) >= game.colours:
        game.check(guess)
    return list(_of_kind(tier, game, tuple(sorted(map(guess.count, set(guess))))))


@lru_cache(maxsize=KEPT)
def _of_kind(tier: str, game: Game, kind: ColourCounts) -> tuple[int, ...]:
    guess = tuple(colour for colour, times in enumerate(kind) for _ in range(times))
    return tuple(select(tier).histograms(game, [guess])[0])
