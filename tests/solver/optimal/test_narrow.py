"""Plays near the least total: all guesses give the least, and few give one that is not better."""

from __future__ import annotations

import pytest

from solver.codes import Game
from solver.optimal.narrow import NarrowSearch
from solver.optimal.search import OptimalSearch

pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")

FOUND_ELSEWHERE = {Game(3, 5): 451, Game(3, 6, repeats=False): 436, Game(3, 4): 206}


def total(narrow: NarrowSearch, search: OptimalSearch, first: int, width: int) -> int:
    """The total of turns of the play that is found with a first guess."""
    parts = [narrow.total_of_part(first, ordinal, width) for ordinal, _ in search.split(first)]
    return search.game.size + sum(parts)


@pytest.mark.first
@pytest.mark.parametrize("game", FOUND_ELSEWHERE, ids=str)
def test_all_guesses_give_the_least_total(game: Game) -> None:
    """Regions of up to three codes are left to the search, and all others compare all guesses."""
    search = OptimalSearch(game)
    first = game.index(search.guess())
    assert total(NarrowSearch(search, small=3), search, first, game.size) == FOUND_ELSEWHERE[game]


@pytest.mark.parametrize("small", [3, 10])
@pytest.mark.parametrize("game", FOUND_ELSEWHERE, ids=str)
def test_few_guesses_give_a_play_that_is_not_better(game: Game, small: int) -> None:
    search = OptimalSearch(game)
    first = game.index(search.guess())
    totals = [total(NarrowSearch(search, small=small), search, first, width) for width in (1, 2, 4)]
    assert totals == sorted(totals, reverse=True)
    assert totals[-1] >= FOUND_ELSEWHERE[game]


def test_the_best_play_of_each_part_is_kept_from_width_to_width() -> None:
    """A wider comparison need not be better in every part. The best of each part counts."""
    game = Game(5, 4)
    search, first = OptimalSearch(game), game.index(game.parse("11234"))
    narrow = NarrowSearch(search, small=3)
    least = dict[int, int]()
    for width in (4, 1, 2):
        known = total(narrow, search, first, width)
        for ordinal, _ in search.split(first):
            alone = NarrowSearch(search, small=3).total_of_part(first, ordinal, width)
            least[ordinal] = min(alone, least.get(ordinal, alone))
        assert known == game.size + sum(least.values())


def test_what_is_called_before_each_region_can_stop_it() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        NarrowSearch(OptimalSearch(Game(3, 4)), stop).total_of_part(0, 0, 1)
