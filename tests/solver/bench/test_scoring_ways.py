"""The five ways of scoring: all agree, with each other and with the definition."""

from __future__ import annotations

import itertools
import random

import pytest

from solver.bench import scoring_ways as ways
from solver.codes import Code, Game
from solver.scores import score

SMALL = [Game(1, 4), Game(2, 5), Game(3, 4), Game(4, 3), Game(5, 2), Game(3, 5, repeats=False)]


def agree(guess: Code, secrets: list[Code]) -> None:
    expected = [score(guess, secret) for secret in secrets]
    pairs = [(one.black, one.black + one.white) for one in expected]
    assert ways.bit_slicing(guess, secrets) == pairs
    packed = ways.pack(guess)
    for name, way in ways.WAYS.items():
        assert [way(packed, ways.pack(secret, other=True)) for secret in secrets] == pairs, name


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_all_ways_agree_on_all_pairs_of_small_games(game: Game) -> None:
    codes = game.codes()
    for guess in codes:
        agree(guess, codes)


@pytest.mark.parametrize(
    "game", [Game(9, 15), Game(9, 2), Game(6, 10), Game(7, 7), Game(9, 15, repeats=False)], ids=str
)
def test_all_ways_agree_on_samples_of_large_games(game: Game) -> None:
    draw = random.Random(5)
    for _ in range(15):
        guess = game.code(draw.randrange(game.size))
        shuffled = tuple(draw.sample(guess, game.pegs))
        changed = (*guess[:-1], draw.randrange(game.colours))
        agree(guess, [guess, shuffled, changed, *(game.code(draw.randrange(game.size)) for _ in range(20))])


def test_zero_nibbles_marks_each_zero_nibble_and_no_other() -> None:
    for nibbles in itertools.product((0, 1, 7, 8, 15), repeat=4):
        word = sum(nibble << 4 * place for place, nibble in enumerate(nibbles)) | 0xFFFFF0000
        marked = ways.zero_nibbles(word)
        assert marked == sum(8 << 4 * place for place, nibble in enumerate(nibbles) if nibble == 0)


def test_unused_pegs_are_no_blacks() -> None:
    assert ways.counting(ways.pack((0,)), ways.pack((0,), other=True)) == (1, 1)
    assert ways.counting(ways.pack((0,)), ways.pack((1,), other=True)) == (0, 0)


def test_sum_of_minima_of_any_counters() -> None:
    draw = random.Random(6)
    for _ in range(200):
        one, other = ([draw.choice((0, 0, 1, 2, 9)) for _ in range(16)] for _ in range(2))
        assert ways.sum_of_minima(one, other) == sum(map(min, one, other)) % 255


def test_every_way_says_its_idea_source_and_rate() -> None:
    for way in (*ways.WAYS.values(), ways.bit_slicing):
        assert way.__doc__ is not None
        for word in ("Idea: ", "Source: ", "Measured: "):
            assert word in way.__doc__, (way.__name__, word)
