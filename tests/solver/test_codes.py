"""Codes: sizes, order, text, and what is refused."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as arbitrary

from solver.codes import Code, Game, GameError, check_size


@arbitrary.composite
def games(draw: arbitrary.DrawFn) -> Game:
    repeats = draw(arbitrary.booleans())
    pegs = draw(arbitrary.integers(1, 9))
    return Game(pegs, draw(arbitrary.integers(1 if repeats else pegs, 15)), repeats)


SMALL = [Game(p, c) for p in range(1, 5) for c in range(1, 7)] + [
    Game(p, c, repeats=False) for p in range(1, 5) for c in range(p, 7)
]


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_codes_are_all_in_lexicographic_order_and_index_is_the_place(game: Game) -> None:
    codes = game.codes()
    assert len(codes) == game.size
    every = itertools.product(range(game.colours), repeat=game.pegs)
    assert codes == [code for code in every if game.repeats or len(set(code)) == game.pegs]
    assert [game.index(code) for code in codes] == list(range(game.size))
    assert [game.code(index) for index in range(game.size)] == codes


def test_sizes_of_known_games() -> None:
    assert Game(4, 6).size == 1296
    assert Game(4, 10, repeats=False).size == 5040
    assert Game(9, 15).size == 15**9 == 38_443_359_375
    assert Game(9, 15, repeats=False).size == math.factorial(15) // math.factorial(6)


@given(games(), arbitrary.data(), arbitrary.booleans())
def test_index_and_text_round_trip_in_any_game(game: Game, data: arbitrary.DataObject, zero: bool) -> None:
    index = data.draw(arbitrary.integers(0, game.size - 1))
    code = game.code(index)
    assert game.check(code) == code
    assert game.index(code) == index
    text = game.text(code, zero)
    assert len(text) == game.pegs
    assert game.parse(text, zero) == game.parse(text.upper(), zero) == code


def test_text_counts_from_one_or_from_zero() -> None:
    game = Game(4, 15)
    assert game.parse("19af") == (0, 8, 9, 14)
    assert game.text((0, 8, 9, 14)) == "19af"
    assert game.parse("09ae", zero=True) == (0, 9, 10, 14)
    assert game.text((0, 9, 10, 14), zero=True) == "09ae"


@pytest.mark.parametrize(
    ("game", "text", "zero", "message"),
    [
        (Game(4, 6), "123", False, "3 characters: 4 are wanted"),
        (Game(4, 6), "12345", False, "5 characters: 4 are wanted"),
        (Game(4, 6), "1270", False, '"7" on peg 3: colours are 1 to 6'),
        (Game(4, 6), "1230", False, '"0" on peg 4: colours are 1 to 6'),
        (Game(4, 6), "1236", True, '"6" on peg 4: colours are 0 to 5'),
        (Game(4, 6), "12 4", False, '" " on peg 3'),
        (Game(4, 12), "1C2D", False, '"D" on peg 4: colours are 1 to c'),
        (Game(2, 1), "12", False, '"2" on peg 2: colours are 1'),
        (Game(4, 6, repeats=False), "1231", False, 'repeats "1" on peg 4'),
        (Game(4, 6), "12३4", False, '"३" on peg 3'),
    ],
)
def test_text_that_is_no_code_is_refused_with_its_place(
    game: Game, text: str, zero: bool, message: str
) -> None:
    with pytest.raises(GameError) as refused:
        game.parse(text, zero)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("pegs", "colours", "repeats", "message"),
    [
        (0, 6, True, "0 pegs"),
        (10, 6, True, "10 pegs"),
        (4, 0, True, "0 colours"),
        (4, 16, True, "16 colours"),
        (5, 4, False, "take at least 5 colours"),
    ],
)
def test_impossible_games_are_refused(pegs: int, colours: int, repeats: bool, message: str) -> None:
    with pytest.raises(GameError, match=message):
        Game(pegs, colours, repeats)


@pytest.mark.parametrize("code", [(0, 1, 2), (0, 1, 2, 6), (0, -1, 2, 3), (0, 1, 2, 3, 4)])
def test_codes_of_other_games_have_no_index_and_no_text(code: Code) -> None:
    with pytest.raises(GameError):
        Game(4, 6).index(code)
    with pytest.raises(GameError):
        Game(4, 6).text(code)


@pytest.mark.parametrize("index", [-1, 1296])
def test_index_outside_the_list_is_refused(index: int) -> None:
    with pytest.raises(GameError, match="from 0 to 1295"):
        Game(4, 6).code(index)


def test_too_large_a_game_is_refused_at_once_with_what_it_would_need() -> None:
    with pytest.raises(
        GameError, match=r"9 pegs, 15 colours would need 38,443,359,375 codes, about 4\.2 TiB of memory"
    ):
        Game(9, 15).codes()
    check_size(Game(4, 6), "a tree", 1296)
    with pytest.raises(GameError, match=r"a tree of 4 pegs, 6 colours would need 1,296 codes; at most 1,295"):
        check_size(Game(4, 6), "a tree", 1295)
