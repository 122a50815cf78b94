"""Bit planes: the ones that a guess picks give its score."""

from __future__ import annotations

from itertools import product

import pytest

from solver.codes import Game, GameError
from solver.planes import black_row, check_planes, hit_row, plane_count, rows
from solver.scores import score

GAME = Game(3, 4)


def in_plane(code: tuple[int, ...], row: int) -> bool:
    """Whether a code is in a plane, by the definition of the planes."""
    for colour in range(GAME.colours):
        for peg in range(GAME.pegs):
            if row == black_row(GAME, peg, colour):
                return code[peg] == colour
            if row == hit_row(GAME, colour, peg + 1):
                return code.count(colour) >= peg + 1
    raise AssertionError(row)


def test_planes_sum_to_the_score_of_every_pair() -> None:
    codes = list(product(range(GAME.colours), repeat=GAME.pegs))
    for guess in codes:
        picked = rows(GAME, guess)
        for code in codes:
            blacks = sum(in_plane(code, row) for row in picked[: GAME.pegs])
            hits = sum(in_plane(code, row) for row in picked[GAME.pegs :])
            found = score(code, guess)
            assert (found.black, found.black + found.white) == (blacks, hits)


def test_each_plane_has_a_number_of_its_own() -> None:
    numbers = {black_row(GAME, peg, colour) for peg in range(3) for colour in range(4)}
    numbers |= {hit_row(GAME, colour, times) for colour in range(4) for times in range(1, 4)}
    assert numbers == set(range(plane_count(GAME)))


def test_planes_that_would_not_fit_are_refused() -> None:
    check_planes(Game(4, 6))
    with pytest.raises(GameError):
        check_planes(Game(9, 15))
