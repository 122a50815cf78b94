"""What is said of the time of a proof before it begins."""

from __future__ import annotations

from dataclasses import replace

from solver.atlas import read
from solver.codes import Game
from solver.shell.forecast import certificate_forecast, forecast

ROWS = read()
ROW = next(row for row in ROWS if row.game == Game(4, 6))


def test_short_proofs_are_not_announced() -> None:
    assert forecast(Game(4, 6), ROWS) == ""
    assert forecast(Game(4, 8), ROWS) == ""


def test_a_long_proof_of_the_atlas_takes_what_it_took() -> None:
    row = replace(ROW, seconds=400.0)
    assert (
        forecast(ROW.game, [row]) == "4 pegs, 6 colours: a proof took 3 minutes on the machine of the atlas"
    )


def test_a_time_is_extended_by_the_factor_of_the_last_two_games() -> None:
    """1 s and 10 s a search, so 100 s with a colour more, and 1,000 s with two."""
    rows = [replace(ROW, colours=6, seconds=2.0), replace(ROW, colours=7, seconds=20.0)]
    said = forecast(Game(4, 8), rows)
    assert "10 times as long for each colour more" in said
    assert "4 pegs, 7 colours took 10 s" in said
    assert "expect more than 2 minutes" in said
    assert "expect more than 17 minutes" in forecast(Game(4, 9), rows)


def test_other_games_do_not_foretell() -> None:
    """Games with other pegs, other rules, more colours or without a proof say nothing."""
    rows = [
        replace(ROW, colours=6, seconds=2.0),
        replace(ROW, colours=7, seconds=20.0, repeats=False),
        replace(ROW, colours=7, seconds=20.0, least=ROW.known - 1),
        replace(ROW, colours=9, seconds=20.0),
    ]
    assert "This may take days" in forecast(Game(4, 8), rows)
    assert "This may take days" in forecast(Game(5, 7), rows)
    rows = [replace(ROW, colours=6, seconds=20.0), replace(ROW, colours=7, seconds=2.0)]
    assert "This may take days" in forecast(Game(4, 8), rows)


def test_games_beyond_the_atlas_have_a_time() -> None:
    for game in (Game(4, 11), Game(5, 7), Game(6, 5), Game(4, 12, repeats=False)):
        assert "expect more than" in forecast(game, ROWS)


def test_a_long_certificate_is_announced_from_the_time_of_the_proof() -> None:
    """10 s a search, so 70 s to 1,200 s."""
    row = replace(ROW, seconds=20.0)
    assert certificate_forecast(ROW.game, [row]).endswith("So expect 70 s to 20 minutes for each")


def test_short_and_unknown_certificates_are_not_announced() -> None:
    assert certificate_forecast(Game(4, 6), ROWS) == ""
    assert certificate_forecast(Game(4, 6), [replace(ROW, seconds=20.0, least=ROW.known - 1)]) == ""
    assert certificate_forecast(Game(4, 12), ROWS) == ""
