"""Numbers of things in words."""

from __future__ import annotations

import pytest

from solver.codes import Game, GameError
from solver.number_words import number_of


def test_one_thing_is_singular() -> None:
    assert [number_of(number, "peg") for number in (0, 1, 2, 2000)] == [
        "0 pegs",
        "1 peg",
        "2 pegs",
        "2,000 pegs",
    ]
    assert [number_of(number, "guess") for number in (1, 3)] == ["1 guess", "3 guesses"]


def test_a_game_of_one_peg_or_one_colour_is_named_so() -> None:
    assert str(Game(1, 1)) == "1 peg, 1 colour"
    assert str(Game(2, 1)) == "2 pegs, 1 colour"
    with pytest.raises(GameError, match="has 2 characters: 1 is wanted, one a peg"):
        Game(1, 3).parse("12")
