"""Codes that need not be ranked."""

from __future__ import annotations

from itertools import product

import pytest

from solver.codes import Game
from solver.strategies import RULES
from solver.symmetry import Past
from solver.trees.tree import play_all
from tests.solver.trees.test_trees import on_tiers, shape

SYMMETRIC = [Game(3, 5), Game(4, 3), Game(3, 5, False)]


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize(("game", "tier"), on_tiers(SYMMETRIC, "stdlib", "numpy", "llvm"))
def test_symmetries_are_neutral(game: Game, tier: str) -> None:
    for strategy, rules in product(("knuth", "entropy"), RULES):
        plain = play_all(game, strategy, rules, None, tier, case_equivalence=False, peg_symmetry=False)
        for cases, pegs in ((True, False), (False, True), (True, True)):
            tree = play_all(game, strategy, rules, None, tier, case_equivalence=cases, peg_symmetry=pegs)
            assert shape(tree) == shape(plain)
            assert tree.scores <= plain.scores


def test_twins_are_the_pegs_that_were_always_alike() -> None:
    past = Past.start(4).after((0, 0, 1, 1))
    assert past == Past(0b11, (0, 0, 2, 2))
    assert past.after((2, 3, 3, 3)) == Past(0b1111, (0, 1, 2, 2))
