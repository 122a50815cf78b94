"""The guess of any strategy in a game under way."""

from __future__ import annotations

import pytest

from solver.codes import GameError
from solver.games.advise import adviser
from solver.games.assist import parse_history
from solver.strategies import StrategyError
from tests.solver.games.test_play import GAME


@pytest.mark.slow
def test_knuth_advises_his_published_second_guesses() -> None:
    advise = adviser(GAME, "knuth")
    published = "00 3345, 01 2344, 02 2344, 03 1213, 10 1344, 11 1134, 12 1213, 20 1234, 21 1223, 30 1223"
    for pair in published.split(", "):
        answer, second = pair.split()
        assert GAME.text(advise(parse_history(GAME, f"1122:{answer}"))) == second


@pytest.mark.parametrize("strategy", ["most-parts", "entropy", "first-consistent", "random-consistent"])
def test_every_strategy_advises(strategy: str) -> None:
    advise = adviser(GAME, strategy)
    history = parse_history(GAME, "1122:10 1344:11 1513:20")
    assert len(advise(history)) == 4
    assert advise(history) == advise(history)


def test_what_cannot_be_advised() -> None:
    with pytest.raises(StrategyError, match='unknown strategy "luck"'):
        adviser(GAME, "luck")
    with pytest.raises(GameError, match="no code agrees"):
        adviser(GAME)(parse_history(GAME, "1122:10 1122:20"))
