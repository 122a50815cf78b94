"""What is said of the time of a proof before it begins."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log

import pytest

from solver.atlas import read
from solver.codes import Game
from solver.shell.forecast import (
    MEASURABLE_SECONDS,
    certificate_forecast,
    entropy,
    forecast,
    seconds_of_proof,
    surprises,
    traits,
)

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


LAW = (-3.0, 0.1, 0.2, 0.05, 0.02)
"""A law of the seconds: constants for each of the traits."""


def exact(game: Game) -> float:
    """The seconds that a game takes by the law."""
    return exp(sum(constant * trait for constant, trait in zip(LAW, traits(game), strict=True)))


GAMES = [Game(pegs, colours) for pegs in (2, 3, 4, 5) for colours in (3, 4, 5, 6)]


def test_the_traits_of_a_game_are_pegs_size_and_what_a_guess_tells() -> None:
    """A guess 12 to two pegs of two colours has 4 codes: itself, 21, and 11 and 22 with one black peg."""
    assert entropy([1, 1, 2]) == pytest.approx(1.5 * log(2))
    assert traits(Game(2, 2)) == pytest.approx((1, 2, log(4), log(4) ** 2, log(4) ** 2 / (1.5 * log(2))))


def test_a_law_that_holds_foretells_exactly() -> None:
    assert seconds_of_proof(Game(6, 5), [(game, exact(game)) for game in GAMES]) == pytest.approx(
        exact(Game(6, 5))
    )


def test_a_proof_surprises_by_how_much_longer_it_took_than_foretold() -> None:
    """Sixteen proofs take as long as the law says, and one takes five times as long."""
    scale = 1 / min(map(exact, GAMES))
    lawful = [(game, scale * exact(game)) for game in GAMES]
    longest = Game(6, 6)
    found = surprises([*lawful, (longest, 5 * scale * exact(longest))])
    assert found[-1] == pytest.approx(5)
    assert found[:-1] == pytest.approx([1] * (len(found) - 1))
    assert surprises(lawful[:8]) == []


def test_what_is_said_of_a_game_that_nobody_proved() -> None:
    for game in (Game(4, 11), Game(7, 4), Game(7, 7, repeats=False), Game(4, 12, repeats=False)):
        said = forecast(game, ROWS)
        assert "nobody has measured a proof" in said
        assert "So expect" in said
        assert "on the machine of the atlas" in said


def test_too_few_proofs_and_games_of_black_pegs_alone_foretell_nothing() -> None:
    for game, rows in ((Game(5, 7), [ROW]), (Game(5, 7), []), (Game(5, 5, whites=False), ROWS)):
        assert forecast(game, rows).endswith("nobody has measured a proof. This may take days")
    assert "This may take days" in forecast(Game(5, 7), [replace(row, seconds=None) for row in ROWS])


MEASURED = [
    (row.game, seconds)
    for row in ROWS
    if (seconds := row.seconds_of_proof) and row.whites and seconds >= MEASURABLE_SECONDS
]


def test_no_proof_of_the_atlas_took_longer_than_the_range_that_the_others_foretell() -> None:
    """Each is left out in turn. Of those that took less than the range, none is longer than four minutes."""
    least, most = min(surprises(MEASURED)), max(surprises(MEASURED))
    for game, seconds in MEASURED:
        factor = seconds / seconds_of_proof(game, [one for one in MEASURED if one[0] != game])
        assert factor <= most, str(game)
        assert factor >= least or seconds < 240, str(game)


@pytest.mark.parametrize(
    ("game", "seconds"),
    [(Game(6, 5), 224), (Game(5, 7), 240), (Game(7, 7, repeats=False), 376), (Game(7, 4), 320)],
    ids=str,
)
def test_proofs_that_were_stopped_took_no_longer_than_is_foretold(game: Game, seconds: float) -> None:
    """The seconds that a proof was run before it was stopped without a total (`ATLAS.md`)."""
    assert seconds_of_proof(game, MEASURED) * max(surprises(MEASURED)) > seconds


def test_a_long_certificate_is_announced_from_the_time_of_the_proof() -> None:
    """10 s a search, so 10 s to 80 s to make it, and 50 s to 600 s to check it."""
    row = replace(ROW, seconds=20.0)
    assert certificate_forecast(ROW.game, [row]).endswith("So expect 10 s to 80 s, and 50 s to 10 minutes")


def test_short_and_unknown_certificates_are_not_announced() -> None:
    assert certificate_forecast(Game(4, 6), ROWS) == ""
    assert certificate_forecast(Game(4, 6), [replace(ROW, seconds=None)]) == ""
    assert certificate_forecast(Game(4, 12), ROWS) == ""
