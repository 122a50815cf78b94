"""The compiled ways to score."""

from __future__ import annotations

import pytest

from solver.bench import scoring_ways as ways
from solver.codes import Game
from solver.scores import ordinal_count
from tests.support.naive_solver import naive_histogram


@pytest.mark.slow
@pytest.mark.parametrize("name", ways.WAYS)
def test_compiled_ways_give_the_histograms_of_the_definition(name: str) -> None:
    from solver.bench.compiled_ways import way_histograms

    for game, guesses in ((Game(4, 4), 256), (Game(3, 15), 10), (Game(9, 2), 20)):
        codes = game.codes()
        found = way_histograms(name, game, guesses)
        assert found.shape == (guesses, ordinal_count(game.pegs))
        for guess in range(0, guesses, 7):
            assert found[guess].tolist() == naive_histogram(codes[guess], codes)
