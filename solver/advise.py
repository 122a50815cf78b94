"""The guess that any strategy, optimal play included, makes in a game under way."""

from __future__ import annotations

from solver.assist import CODES_AT_MOST
from solver.codes import Code, Game, check_size
from solver.next_guess import History, next_guess
from solver.play import Adviser
from solver.strategies import KNUTH, PUBLISHED, check

OPTIMAL = "optimal"
PATIENCE = 20.0
"""Seconds that a player waits for a proof, and then is told that there is none."""


def adviser(
    game: Game, strategy: str = KNUTH, rules: str = PUBLISHED, tier: str | None = None, seed: int = 0
) -> Adviser:
    """What the strategy would guess after any history; GameError when the answers contradict each other.

    StrategyError for an unknown strategy, GameError for a game of more than 20 million codes; for `optimal`
    see the errors of `solver.optimal.Search`.
    """
    check_size(game, "following a game", CODES_AT_MOST)
    if strategy == OPTIMAL:
        from solver.optimal.search import Search

        search = Search(game)
        return lambda history: search.guess(history, PATIENCE)
    check(strategy, rules)

    def advise(history: History) -> Code:
        return next_guess(game, history, strategy, rules, tier, seed).guess

    return advise
