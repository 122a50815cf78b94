"""The atlas: each row proved again, and the values that are published elsewhere."""

from __future__ import annotations

import pytest

from solver.atlas import Row, games, parse, prove, read, write
from solver.codes import Game

ROWS = read()
PUBLISHED = {
    Game(4, 6): 5625,
    Game(4, 7): 11228,
    Game(5, 5): 13496,
    Game(4, 9, repeats=False): 14914,
    Game(4, 10, repeats=False): 26274,
}


def test_every_game_has_its_row_once_in_order() -> None:
    assert [row.game for row in ROWS] == list(games())
    assert parse(write(ROWS)) == ROWS


def test_published_values_are_met() -> None:
    values = {row.game: row for row in ROWS}
    for game, total in PUBLISHED.items():
        row = values[game]
        assert row.least <= total <= row.known
        assert not row.proved or row.least == total


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row.game))
def test_each_row_is_consistent(row: Row) -> None:
    assert sum(row.histogram) == row.codes == row.game.size
    assert sum(turn * count for turn, count in enumerate(row.histogram, 1)) == row.known >= row.least
    assert row.proved or row.secured != "two searches with different hashes"


def reproved(most: int, least: int = 0) -> list[Row]:
    return [row for row in ROWS if least <= row.codes <= most]


@pytest.mark.parametrize("row", reproved(30), ids=lambda row: str(row.game))
def test_small_games_are_proved_again(row: Row) -> None:
    again = prove(row.game)
    assert (again.least, again.known, again.secured) == (row.least, row.known, row.secured)


@pytest.mark.slow
@pytest.mark.parametrize("row", reproved(1300, 31), ids=lambda row: str(row.game))
def test_games_up_to_1300_codes_are_proved_again(row: Row) -> None:
    assert row.proved
    again = prove(row.game)
    assert (again.least, again.known) == (row.least, row.known)
