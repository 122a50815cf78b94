"""The CodeBreaker at play, against the solver."""

from __future__ import annotations

import pytest

from generator.games import codebreaker as plan
from programs.codebreaker import compare
from tests.generator.games.test_codebreaker import made


@pytest.mark.slow
@pytest.mark.parametrize("play", plan.OPENINGS)
def test_every_secret_as_the_solver(play: str) -> None:
    games, opening = compare(made(play).program), plan.OPENINGS[play]
    assert not games.differences
    assert games.histogram == games.solver_histogram
    assert (sum(games.histogram), len(games.histogram)) == (1296, 7)
    assert games.total_turns == opening.turns
    assert round(games.mean_seconds) == pytest.approx(opening.mean_seconds, abs=1)
    assert round(games.longest_seconds) == pytest.approx(opening.longest_seconds, abs=6)


def test_a_wrong_program_is_found_out() -> None:
    """Where the colours of a guess are not noted, the comparison sees other guesses."""
    steps = [*made().program.steps]
    del steps[max(place for place, one in enumerate(steps) if str(one) == "STO + A")]
    assert compare(made().program.with_steps(tuple(steps)), every=100).differences
