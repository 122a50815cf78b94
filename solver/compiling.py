"""Compiling ahead what numba would compile when it is first called for a number of pegs, and keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from solver.codes import Game

OPTIMAL = {range(1, 5): Game(4, 2), range(5, 7): Game(5, 2), range(7, 10): Game(7, 2)}
"""Numbers of pegs whose optimal play has one kernel, and a small game of theirs."""

Step = tuple[str, Callable[[], object]]


def steps(pegs: list[int]) -> Iterator[Step]:
    """What is compiled for these numbers of pegs: what to say of each step, and the step."""
    from solver.optimal.search import optimal
    from solver.strategies import ENTROPY
    from solver.tiers import select
    from solver.trees.tree import play_all

    for count in pegs:
        game = Game(count, 2)
        yield f"histograms of {count} pegs", partial(select("numba").histograms, game)
        if count > 1:
            yield f"all games of {count} pegs", partial(play_all, game, tier="numba")
            yield f"all games of {count} pegs by entropy", partial(play_all, game, ENTROPY, tier="numba")
    for served, small in OPTIMAL.items():
        if set(served) & set(pegs):
            yield f"optimal play of {served[0]} to {served[-1]} pegs", partial(optimal, small)
