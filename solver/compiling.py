"""Compiling ahead the kernels that numba would compile at their first call for a number of pegs, and keeping
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from solver import kept
from solver.codes import Game
from solver.number_words import number_of

CompilingStep = tuple[str, Callable[[], object]]


def steps(pegs: list[int]) -> Iterator[CompilingStep]:
    """The steps of compiling for these numbers of pegs, each with a text that names it."""
    from solver.trees.tree import play_all

    for count in pegs:
        game = Game(count, 2)
        yield f"histograms of {number_of(count, 'peg')}", partial(_histograms, game)
        if count > 1:
            yield f"all games of {count} pegs", partial(play_all, game, tier="numba")
            yield f"all games of {count} pegs without numba", partial(kept.save, count)
    yield "optimal play", _optimal


def _optimal() -> None:
    """The search of optimal play, in a file of our own. Where none can be kept, in numba's cache."""
    from solver.optimal.search import optimal

    if kept.save_search() is None:
        optimal(Game(2, 2))


def _histograms(game: Game) -> list[list[int]]:
    """All histograms against all codes. One against a region too, for which other code is compiled."""
    from solver.tiers import select

    tier = select("numba")
    tier.histograms(game, [game.code(0)], [game.code(0)])
    return tier.histograms(game)
