"""The compiled kernels together: whole games as the standard library plays them, within their arrays."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from solver.codes import Game
from solver.strategies import RULES, STRATEGIES
from solver.trees import compiled_games
from solver.trees.plan import Tree, TreePlan
from solver.trees.tree import play_all
from tests.solver.trees.test_trees import llvm

GAMES = (Game(4, 2), Game(4, 4), Game(4, 5, repeats=False))


def shape(tree: Tree) -> tuple[list[int], list[int], list[int], tuple[int, ...]]:
    """What every tier has to agree on."""
    return list(tree.guesses), list(tree.parents), list(tree.ordinals), tree.histogram


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_compiled_code_plays_as_the_standard_library(game: Game) -> None:
    for strategy in STRATEGIES:
        for rules in RULES:
            plan = TreePlan(game, strategy, rules, seed=5)
            plain = play_all(game, strategy, rules, tier="stdlib", seed=5)
            assert shape(compiled_games.grow(plan, (), None)) == shape(plain), (strategy, rules)


PLAINLY = """
import sys
from solver.kernels import lists as kernels_lists
from solver.codes import Game
from solver.trees.tree import play_all

if sys.argv[1] == "undecided":
    kernels_lists.compare_products = lambda left, right, primes, exponents: 2
    games, strategies = (Game(3, 3), Game(3, 4, False)), ("entropy",)
else:
    games = (Game(2, 3), Game(3, 3), Game(3, 4, False), Game(4, 2))
    strategies = ("knuth", "most-parts", "expected-size", "entropy", "random-consistent")
for game in games:
    for strategy in strategies:
        for rules in ("published", "obvious-first"):
            plain = play_all(game, strategy, rules, None, "stdlib")
            tree = play_all(game, strategy, rules, None, "llvm")
            assert (plain.guesses, plain.histogram) == (tree.guesses, tree.histogram), (game, strategy, rules)
print("same")
"""


@llvm
@pytest.mark.parametrize("ties", ["exact", "undecided"])
def test_kernels_stay_within_their_arrays(ties: str) -> None:
    """The same kernels as plain Python, where an index out of bounds is an error.

    With ties that the kernels cannot decide, exact integers must lead to the same trees.
    """
    pytest.importorskip("llvmlite")
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PLAINLY, ties],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "same\n", run.stderr
