"""The speed of the tiers: what is measured, and that each answer is checked."""

from __future__ import annotations

import itertools

import pytest

from solver import rates
from solver.codes import Game
from solver.scores import Score
from solver.tiers import TierError, select
from tests.support.naive_solver import naive_histogram


def test_rates_by_tier_and_game() -> None:
    ticks = itertools.count()
    games = (Game(3, 4), Game(4, 4, repeats=False))
    found = rates.rates(["stdlib", "numpy"], games, clock=lambda: float(next(ticks)))
    assert [(one.tier, rates.game_name(one.game)) for one in found] == [
        ("stdlib", "3p4c"),
        ("stdlib", "4p4c no repeats"),
        ("numpy", "3p4c"),
        ("numpy", "4p4c no repeats"),
    ]
    # a tick a call: the clock says that one guess took a second
    assert [one.scores_per_second for one in found] == [one.scores for one in found]
    # of 64 and 24 codes every tenth is in the region, and one guess is scored against all
    for one, region in zip(found, (7, 3, 7, 3), strict=True):
        assert one.region_per_second == one.scores / one.game.size * region
        assert one.one_per_second == one.game.size
    with pytest.raises(TierError):
        rates.rates(["abacus"])


@pytest.mark.parametrize(
    "game", [Game(3, 4), Game(2, 1), Game(3, 5, repeats=False), Game(4, 4, repeats=False)], ids=str
)
def test_how_many_codes_have_so_many_blacks(game: Game) -> None:
    histogram = naive_histogram(game.code(0), game.codes())
    counts = [0] * (game.pegs + 1)
    for ordinal, count in enumerate(histogram):
        counts[Score.from_ordinal(ordinal, game.pegs).black] += count
    assert rates.black_counts(game) == counts


def test_a_wrong_histogram_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tier = select("stdlib")
    monkeypatch.setattr(tier, "histograms", lambda game, guesses: [[0, 15, 1]], raising=False)
    with pytest.raises(AssertionError):
        rates.rate(tier, Game(1, 16 - 1))
