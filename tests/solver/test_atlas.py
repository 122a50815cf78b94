"""The atlas: each row proved again, and the values that are published elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from solver.atlas import (
    AtlasRow,
    complete,
    games,
    least_longest,
    merge,
    parse,
    prove,
    read,
    shorten,
    write,
)
from solver.codes import Game
from solver.optimal.search import OptimalSearch

ROWS = read()
PUBLISHED = {
    Game(4, 6): 5625,
    Game(4, 7): 11228,
    Game(5, 5): 13496,
    Game(4, 9, repeats=False): 14914,
    Game(4, 10, repeats=False): 26274,
}


# W. Goddard, Mastermind revisited, 2004: turns on average, to three digits
AVERAGES = {
    (2, 2): 2.0,
    (3, 2): 2.25,
    (4, 2): 2.75,
    (5, 2): 3.031,
    (6, 2): 3.5,
    (7, 2): 3.875,
    (2, 3): 2.333,
    (3, 3): 2.704,
    (4, 3): 3.037,
    (5, 3): 3.358,
    (2, 4): 2.813,
    (3, 4): 3.219,
    (4, 4): 3.535,
    (2, 5): 3.240,
    (3, 5): 3.608,
    (4, 5): 3.941,
}


def test_every_game_has_its_row_once_in_order() -> None:
    """Games with black pegs alone have no row unless they are proved."""
    have = {row.game for row in ROWS}
    assert [row.game for row in ROWS] == [game for game in games() if game.whites or game in have]
    assert parse(write(ROWS)) == ROWS


def test_published_averages_are_met() -> None:
    values = {row.game: row for row in ROWS}
    for shape, average in AVERAGES.items():
        row = values[Game(*shape)]
        assert abs(row.least / row.codes - average) < 0.00051
        assert row.source


def test_two_pegs_agree_with_the_published_formulas() -> None:
    """S.-T. Chen and S.-S. Lin, 2004. With 2 colours the formula of the average would give 7 turns, not 8."""
    values = {row.game: row for row in ROWS}
    for n in range(3, 16):
        row = values[Game(2, n)]
        times_24 = 8 * n**3 + 51 * n**2 + (-80 * n + 69 if n % 2 else -74 * n + 48)
        assert 24 * row.least == times_24
        assert row.longest == row.longest_least == n // 2 + 2
        assert row.source


def test_two_pegs_without_repeats_agree_with_the_published_formulas() -> None:
    """S.-T. Chen and S.-S. Lin, 2004, on 2 x n AB games: n (n - 1) codes."""
    values = {row.game: row for row in ROWS}
    for n in range(2, 16):
        row = values[Game(2, n, repeats=False)]
        assert 12 * row.least == 4 * n**3 + 21 * n**2 + (-82 * n + 105 if n % 2 else -76 * n + 72)
        assert row.longest == row.longest_least == (n + 1) // 2 + 1
        assert "AB games" in row.source


def test_published_longest_games_are_met() -> None:
    """G. Jager and M. Peczarski, 2009: 3 pegs and c > 4 colours need (c - 1) // 3 + 4 turns. Knuth, 1976."""
    longest = {row.game: (row.longest_least, row.longest) for row in ROWS}
    published = {Game(3, colours): (colours - 1) // 3 + 4 for colours in range(5, 16)} | {Game(4, 6): 5}
    for game, turns in published.items():
        least, known = longest[game]
        assert least <= turns <= known


def test_black_pegs_alone_are_worse_and_permutations_as_good() -> None:
    values = {row.game: row for row in ROWS if row.is_proved}
    for game, row in values.items():
        if not game.whites:
            with_whites = values[Game(game.pegs, game.colours, game.repeats)]
            alike = not game.repeats and game.pegs == game.colours
            assert row.known == with_whites.known if alike else row.known >= with_whites.known


def test_rows_are_merged() -> None:
    row = next(row for row in ROWS if row.game == Game(4, 8))
    worse = replace(row, least=20_000, known=20_500, secured="not proved", longest_least=5, longest=9)
    assert merge(worse, row) == merge(row, worse) == merge(None, row) == row


def test_published_values_are_met() -> None:
    values = {row.game: row for row in ROWS}
    for game, total in PUBLISHED.items():
        row = values[game]
        assert row.least <= total <= row.known
        assert not row.is_proved or row.least == total


def test_each_row_is_consistent() -> None:
    assert len(ROWS) > 100
    for row in ROWS:
        assert sum(row.histogram) == row.codes == row.game.size, row
        turns = sum(turn * count for turn, count in enumerate(row.histogram, 1))
        assert turns == row.known >= row.least, row
        assert row.is_proved or row.secured != "two searches with different hashes", row
        assert row.longest_least <= row.longest <= len(row.histogram), row


@pytest.mark.parametrize("game", [Game(2, 5), Game(3, 5), Game(4, 3), Game(3, 6, repeats=False)], ids=str)
def test_the_longest_game_is_the_same_from_above_and_from_below(game: Game) -> None:
    least, longest = least_longest(game, 9)
    assert least == longest
    for bound in (1, longest):
        assert shorten(game, bound, longest + 2) == (longest, longest)


def reproved(most: int, least: int = 0) -> list[AtlasRow]:
    return [row for row in ROWS if least <= row.codes <= most]


DEAR = (Game(9, 2), Game(6, 6, repeats=False))
"""Their proofs take 95 s and 9 s: the long run has them."""


@pytest.mark.parametrize("row", reproved(30), ids=lambda row: str(row.game))
def test_small_games_are_proved_again(row: AtlasRow) -> None:
    again = prove(row.game)
    assert (again.least, again.known, again.secured) == (row.least, row.known, row.secured)
    assert row.longest_least <= again.longest_least == again.longest <= row.longest


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            row,
            marks=pytest.mark.long if row.game in DEAR else pytest.mark.slow,
            id=str(row.game),
        )
        for row in reproved(1300, 31)
    ],
)
def test_games_up_to_1300_codes_are_proved_again(row: AtlasRow) -> None:
    assert row.is_proved
    again = prove(row.game)
    assert (again.least, again.known) == (row.least, row.known)


def test_least_totals_within_the_shortest_longest_game() -> None:
    """K. Koyama and T. W. Lai, 1993: 5,626 turns win every game of 4 pegs, 6 colours in five.

    The strategies that arfst23 published as data have both averages of 4 pegs, 8 colours.
    """
    values = {row.game: row for row in ROWS}
    assert values[Game(4, 6)].within == 5626
    assert round(values[Game(4, 8)].known / 4096, 5) == 4.99780
    assert round((values[Game(4, 8)].within or 0) / 4096, 5) == 4.99829
    for row in ROWS:
        assert row.within is None or row.within >= row.least
        if row.is_proved and len(row.histogram) == row.longest:
            assert row.within in (None, row.least)


@pytest.mark.parametrize(
    "game",
    [Game(3, 4), Game(4, 4, repeats=False), Game(2, 6, whites=False), Game(4, 4, whites=False)],
    ids=str,
)
def test_columns_on_plays_are_found_again(game: Game) -> None:
    row = next(row for row in ROWS if row.game == game)
    assert complete(replace(row, within=None, firsts=())) == row


# pegs, whether colours repeat, and the colours from which on: the total and the longest game by the colours
BLACK_FORMULAS: tuple[tuple[int, bool, int, Callable[[int], tuple[int, int]]], ...] = (
    (2, True, 2, lambda c: ((2 * c**3 + 3 * c**2 - 2 * c) // 3, c + 1)),
    (2, False, 2, lambda c: ((2 * c**3 - 5 * c + 3) // 3, c)),
    (3, True, 3, lambda c: ((3 * c**4 + 6 * c**3 - 3 * c**2 + 14 * c - 40) // 4, c + 2)),
)


@pytest.mark.parametrize(("pegs", "repeats", "least", "values"), BLACK_FORMULAS)
def test_black_pegs_alone_follow_formulas(
    pegs: int, repeats: bool, least: int, values: Callable[[int], tuple[int, int]]
) -> None:
    rows = [
        row
        for row in ROWS
        if (row.pegs, row.repeats, row.whites) == (pegs, repeats, False) and row.colours >= least
    ]
    assert len(rows) >= 8
    for row in rows:
        assert (row.least, row.longest) == values(row.colours), row.game


@pytest.mark.slow
@pytest.mark.parametrize("colours", [11, 12, 13])
def test_the_formula_for_three_pegs_foretells_totals_that_no_row_holds(colours: int) -> None:
    game = Game(3, colours, whites=False)
    assert OptimalSearch(game).total() == BLACK_FORMULAS[2][3](colours)[0]


def test_patience_that_ends_leaves_columns_open() -> None:
    row = replace(next(row for row in ROWS if row.game == Game(4, 6)), within=None, firsts=())
    assert complete(row, patience=lambda now: False) == row
