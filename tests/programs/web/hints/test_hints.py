"""Hints: the count is exact, the guess is knuth's where all were ranked, and what is not so is said."""

from __future__ import annotations

import random
from itertools import product

import pytest

from hp15c.errors import InputError
from programs.web import hints
from programs.web.hints import arrays, plain
from solver.codes import Game
from solver.games.next_guess import next_guess
from solver.scores import Score, score
from solver.tiers import installed_tiers, select
from solver.tiers.numpy_tier import NumpyTier
from solver.trees.openings import classes
from tests.support.naive_solver import naive_score

FAST = "llvm" in installed_tiers()


def history(digits: int, turns: int, seed: int) -> list[tuple[tuple[int, ...], Score]]:
    chance, game = random.Random(seed), Game(digits, digits)
    secret, *guesses = (game.code(chance.randrange(game.size)) for _ in range(turns + 1))
    return [(guess, score(guess, secret)) for guess in guesses]


@pytest.mark.first
@pytest.mark.parametrize("digits", [1, 2, 3, 4])
@pytest.mark.parametrize("turns", [1, 2])
def test_what_is_left_is_what_agrees_with_every_answer(digits: int, turns: int) -> None:
    past = history(digits, turns, seed=digits)
    left = [
        code
        for code in product(range(digits), repeat=digits)
        if all(naive_score(code, guess) == tuple(answer) for guess, answer in past)
    ]
    assert [tuple(map(int, code)) for code in arrays.consistent(Game(digits, digits), past)] == left
    assert hints.find(Game(digits, digits), past).remaining == len(left)


@pytest.mark.slow
@pytest.mark.parametrize("digits", [2, 3, 4, 5])
def test_the_guess_is_knuths(digits: int) -> None:
    game = Game(digits, digits)
    for seed in range(4):
        past = history(digits, 1 + seed % 2, seed)
        found = hints.find(Game(digits, digits), past)
        assert found.guess == game.text(next_guess(game, past).guess)
        assert found.is_best


@pytest.mark.slow
def test_eight_digits_are_counted() -> None:
    """Exactly one 1 in eight places: 8 · 7⁷ secrets."""
    found = hints.find(Game(8, 8), [((0,) * 8, Score(1, 0))], seconds=0)
    assert found.remaining == 8 * 7**7
    assert found.looked_at >= 1
    assert not found.is_best
    assert "judged by 250,000 of the secrets" in str(found)
    assert "6,588,344 secrets remain" in str(found)


@pytest.mark.slow
@pytest.mark.skipif(not FAST, reason="the extra fast is not installed")
def test_seven_digits_are_ranked_whole() -> None:
    past = history(7, 3, seed=5)
    found = hints.find(Game(7, 7), past, seconds=60)
    assert found.looked_at == found.guesses == 7**7
    assert found.is_best
    assert "the best of all 823,543 guesses" in str(found)


@pytest.mark.slow
def test_a_guess_that_was_not_compared_with_all_others_is_not_called_the_best() -> None:
    past = history(6, 1, seed=2)
    found = hints.find(Game(6, 6), past, seconds=0)
    assert 0 < found.looked_at < found.guesses
    assert not found.is_best
    assert f"the best of {found.looked_at:,} guesses looked at" in str(found)


def test_the_first_guess() -> None:
    assert hints.find(Game(4, 4), []).guess == "1123"
    assert str(hints.find(Game(8, 8), [])).startswith(
        "16,777,216 secrets remain. The solver guesses 11223344,"
    )
    assert str(hints.find(Game(1, 1), [])) == "1 secret remains: 1."


@pytest.mark.slow
@pytest.mark.parametrize("digits", hints.OPENINGS)
def test_the_first_guess_leaves_the_smallest_largest_part(digits: int) -> None:
    """First guesses of one class of `solver.trees.openings` make the same parts."""
    game, tier = Game(digits, digits), select()
    assert isinstance(tier, NumpyTier)
    kinds = classes(game)
    largest = tier.counts(game, kinds).max(axis=1).tolist()
    assert game.text(min(zip(largest, kinds, strict=True))[1]) == hints.OPENINGS[digits]


def test_the_last_secrets() -> None:
    past = [((0, 0), Score(1, 0)), ((0, 1), Score(2, 0))]
    assert str(hints.find(Game(2, 2), past)) == "1 secret remains: 12."
    assert str(hints.find(Game(2, 2), past[:1])) == (
        "2 secrets remain. The solver guesses 12, which may be the secret: the best there is."
    )


def test_answers_that_contradict_each_other_are_told() -> None:
    with pytest.raises(InputError, match="disagree"):
        hints.find(Game(3, 3), [((0, 1, 2), Score(3, 0)), ((0, 1, 1), Score(0, 0))])


@pytest.mark.parametrize("digits", [1, 2, 3, 4])
@pytest.mark.parametrize("turns", [1, 2])
def test_without_numpy_the_same_is_left(digits: int, turns: int) -> None:
    past, game = history(digits, turns, seed=digits), Game(digits, digits)
    left = [tuple(map(int, code)) for code in arrays.consistent(game, past)]
    assert list(plain.consistent(game, past)) == left
    assert plain.find(game, past, seconds=5).remaining == len(left)


@pytest.mark.slow
def test_without_numpy_the_guess_is_as_good_as_knuths() -> None:
    game = Game(4, 6)
    for seed in range(3):
        chance = random.Random(seed)
        secret, guess = game.code(chance.randrange(game.size)), game.parse("1122")
        past = [(guess, score(guess, secret))]
        found, best = plain.find(game, past, seconds=60), next_guess(game, past)
        assert max(plain.parts(game, past, game.parse(found.guess))) == best.largest_part
        assert found.is_best
        assert found.looked_at == found.guesses


def test_without_numpy_a_count_that_was_cut_short_says_so() -> None:
    found = plain.find(Game(8, 8), [((0,) * 8, Score(1, 0))], seconds=0)
    assert not found.counted
    assert not found.is_best
    assert str(found).startswith(f"At least {found.remaining:,} secrets remain.")


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("without", [False, True])
def test_the_analysis_of_a_game(without: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Knuth's own game of 4 pegs and 6 colours: 1122 leaves 256 at worst, and nothing does better."""
    if without:
        monkeypatch.setattr(hints, "find_spec", lambda name: None)
    game = Game(4, 6)
    secret = game.parse("3632")
    rows = [(guess, score(guess, secret)) for guess in map(game.parse, ("1122", "1344", "3632"))]
    found = hints.analyse(game, rows)
    assert (found[0].before, found[0].after, found[0].largest, found[0].best_largest) == (1296, 256, 256, 256)
    assert found[-1].after == 1
    assert [one.before for one in found[1:]] == [one.after for one in found[:-1]]
    assert "of 1,296 possible secrets 256 were left, at worst it would have been 256; no better guess" in str(
        found[0]
    )
