"""The guess that any strategy, optimal play included, makes in a game under way."""

from __future__ import annotations

from solver.codes import Code, Game, check_size
from solver.errors import StrategyError
from solver.games.assist import CODES_AT_MOST
from solver.games.next_guess import next_guess
from solver.games.play import Adviser
from solver.scores import History
from solver.strategies import KNUTH, PUBLISHED, check

OPTIMAL = "optimal"
CONSISTENT_RANKS = "optimal play takes any code as a guess: --consistent goes with the other strategies"
PATIENCE = 20.0
"""Seconds that a player waits for a proof. After that there is a message that there is none."""


def adviser(
    game: Game,
    strategy: str = KNUTH,
    rules: str = PUBLISHED,
    tier: str | None = None,
    seed: int = 0,
    consistent: bool = False,
) -> Adviser:
    """A function that gives the strategy's guess after any history.

    With `consistent` it guesses only codes that are still possible.

    GameError when the answers contradict each other or the game has more than 20 million codes, StrategyError
    for an unknown strategy or for consistent optimal play. For `optimal` see the errors of
    `solver.optimal.OptimalSearch`.
    """
    check_size(game, "following a game", CODES_AT_MOST)
    if consistent and strategy == OPTIMAL:
        raise StrategyError(CONSISTENT_RANKS)
    if strategy == OPTIMAL:
        from solver.optimal.search import OptimalSearch

        search = OptimalSearch(game)
        return lambda history: search.guess(history, PATIENCE)
    check(strategy, rules)

    def advise(history: History) -> Code:
        return next_guess(game, history, strategy, rules, tier, seed, consistent).guess

    return advise
