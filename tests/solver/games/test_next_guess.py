"""One guess for a game under way, and why."""

from __future__ import annotations

import pytest

from solver.codes import Game, GameError
from solver.games.next_guess import next_guess
from solver.scores import Score
from solver.strategies import STRATEGIES
from solver.trees.tree import play_all
from tests.solver.trees.test_trees import MASTERMIND, llvm
from tests.support.naive_solver import naive_histogram


@pytest.mark.first
@pytest.mark.parametrize("tier", ["stdlib", "numpy", pytest.param("llvm", marks=llvm)])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_guess_on_request_is_the_one_in_the_tree(strategy: str, tier: str) -> None:
    game = Game(4, 3)
    tree = play_all(game, strategy, tier="stdlib", seed=9)
    for node in range(0, len(tree.guesses), 4):
        history = []
        at = node
        while (above := tree.parents[at]) >= 0:
            history.append((game.code(tree.guesses[above]), Score.from_ordinal(tree.ordinals[at], 4)))
            at = above
        suggestion = next_guess(game, history[::-1], strategy, tier=tier, seed=9)
        assert game.index(suggestion.guess) == tree.guesses[node]
        assert sum(suggestion.parts.values()) == suggestion.codes
        assert suggestion.is_possible == (Score(4, 0) in suggestion.parts)


def test_why_a_guess() -> None:
    suggestion = next_guess(MASTERMIND, [((0, 0, 1, 1), Score(0, 0))])
    assert MASTERMIND.text(suggestion.guess) == "3345"
    assert suggestion.codes == 256
    secrets = [code for code in MASTERMIND.codes() if not {0, 1} & set(code)]
    counts = naive_histogram(suggestion.guess, secrets)
    assert {answer.ordinal(4): count for answer, count in suggestion.parts.items()} == {
        ordinal: count for ordinal, count in enumerate(counts) if count
    }
    assert suggestion.largest_part == max(counts)
    assert suggestion.expected_size == sum(n * n for n in suggestion.parts.values()) / 256
    assert 0 < suggestion.information < 8
    assert suggestion.is_possible


def test_answers_that_contradict_each_other_leave_no_guess() -> None:
    with pytest.raises(GameError, match="must be wrong"):
        next_guess(MASTERMIND, [((0, 0, 1, 1), Score(0, 0)), ((0, 0, 1, 2), Score(3, 0))])
