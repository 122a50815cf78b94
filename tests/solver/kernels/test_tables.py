"""The least turns that a number of secrets takes, whatever they are, compared with the definition."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from solver.codes import Game
from solver.optimal.search import OptimalSearch
from tests.support.naive_solver import naive_score

pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")


def most_by_answer(game: Game) -> tuple[int, ...]:
    """The most codes of a game that give each imperfect answer to one guess."""
    counts: dict[tuple[int, int], dict[tuple[int, ...], int]] = {}
    for guess, secret in product(game.codes(), repeat=2):
        if guess != secret:
            black, white = naive_score(guess, secret)
            by_guess = counts.setdefault((black, white if game.whites else 0), {})
            by_guess[guess] = by_guess.get(guess, 0) + 1
    return tuple([max(by_guess.values()) for by_guess in counts.values()])


@cache
def depths_of_fullest_tree(most: tuple[int, ...], room: int, turn: int = 1) -> list[int]:
    """The turns of up to `room` secrets in a tree that is as full as the answers allow, down to turn 12."""
    if room < 1 or turn > 12:
        return []
    below = [depths_of_fullest_tree(most, min(one, room), turn + 1) for one in most]
    return sorted([turn, *(depth for part in below for depth in part)])[:room]


@pytest.mark.parametrize(
    "game",
    [
        Game(2, 4),
        Game(3, 3),
        Game(4, 4, repeats=False),
        Game(3, 5, repeats=False),
        Game(2, 4, whites=False),
        Game(3, 4, False, False),
    ],
    ids=str,
)
def test_totals_of_so_many_secrets_are_those_of_the_fullest_tree(game: Game) -> None:
    depths = depths_of_fullest_tree(most_by_answer(game), game.size)
    search = OptimalSearch(game)
    for size in range(1, game.size + 1):
        assert search.least_of_any(size) == sum(depths[:size])
        assert search.turns_of_any(size) == depths[size - 1]


def test_few_answers_with_black_pegs_make_permutations_long() -> None:
    """7 pegs, 7 colours: 21, 70, 315, 924, 1,855 and 1,854 codes give 5, 4, 3, 2, 1 and 0 black pegs.

    So 1, 7, 43, 237, 1,040 and 3,411 codes are told apart in 1 to 6 turns, and there are 5,040.
    """
    assert OptimalSearch(Game(7, 7, repeats=False)).turns_of_any(5040) == 7
