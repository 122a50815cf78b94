"""Scores: the definition against its slow twin, the packings both ways, and the properties of a score."""

import random as randomness
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as arbitrary

from solver.codes import Code, Game
from solver.scores import (
    Score,
    ScoreError,
    answer_of,
    answers_of,
    hole,
    ordinal_count,
    possible_scores,
    score,
)
from tests.support.naive_solver import naive_ordinals, naive_score

PEGS = range(1, 10)


@arbitrary.composite
def pairs(draw: arbitrary.DrawFn) -> tuple[Code, Code]:
    pegs, colours = draw(arbitrary.integers(1, 9)), draw(arbitrary.integers(1, 15))
    code = arbitrary.tuples(*[arbitrary.integers(0, colours - 1)] * pegs)
    return draw(code), draw(code)


@pytest.mark.first
@pytest.mark.parametrize(
    "game", [Game(1, 3), Game(2, 4), Game(3, 5), Game(4, 4), Game(5, 3), Game(3, 6, False)], ids=str
)
def test_score_of_all_pairs(game: Game) -> None:
    for guess in game.codes():
        for secret in game.codes():
            assert score(guess, secret) == naive_score(guess, secret)


@pytest.mark.parametrize(
    ("guess", "secret", "expected"),
    [
        ("1122", "1122", (4, 0)),
        ("1122", "2211", (0, 4)),
        ("1122", "1222", (3, 0)),
        ("4323", "2443", (1, 2)),
        ("1111", "1222", (1, 0)),
        ("1234", "5566", (0, 0)),
        ("1123", "3111", (1, 2)),
    ],
)
def test_scores_worked_out_by_hand(guess: str, secret: str, expected: tuple[int, int]) -> None:
    game = Game(4, 6)
    assert score(game.parse(guess), game.parse(secret)) == expected


@pytest.mark.slow
@given(pairs(), arbitrary.randoms())
def test_score_is_symmetric_and_blind_to_the_names_of_pegs_and_colours(
    pair: tuple[Code, Code], random: randomness.Random
) -> None:
    guess, secret = pair
    plain = score(guess, secret)
    assert plain == naive_score(guess, secret)
    assert plain == score(secret, guess)
    assert plain.is_possible(len(guess))
    order = random.sample(range(len(guess)), len(guess))
    names = random.sample(range(15), 15)
    assert plain == score(
        tuple(names[guess[peg]] for peg in order), tuple(names[secret[peg]] for peg in order)
    )


def test_codes_of_different_lengths_have_no_score() -> None:
    with pytest.raises(ValueError, match="zip"):
        score((1, 2, 3), (1, 2))


@pytest.mark.parametrize("pegs", PEGS)
def test_ordinals_number_the_scores_with_one_hole(pegs: int) -> None:
    ordinals = naive_ordinals(pegs)
    assert ordinal_count(pegs) == len(ordinals) == pegs * (pegs + 3) // 2 + 1
    assert hole(pegs) == ordinals[pegs - 1, 1]
    for pair, ordinal in ordinals.items():
        assert Score(*pair).ordinal(pegs) == ordinal
        assert Score.from_ordinal(ordinal, pegs) == pair
        black, hits = pair[0], sum(pair)
        assert ordinal == black * pegs - black * (black - 1) // 2 + hits
    assert Score(pegs, 0).ordinal(pegs) == ordinal_count(pegs) - 1
    possible = possible_scores(pegs)
    assert possible == sorted(set(ordinals) - {(pegs - 1, 1)})
    assert all(one.is_possible(pegs) for one in possible)
    assert not Score(pegs - 1, 1).is_possible(pegs)


def test_ordinals_of_five_pegs_as_published() -> None:
    runs = {
        (0, 0): range(6),
        (1, 0): range(6, 11),
        (2, 0): range(11, 15),
        (3, 0): range(15, 18),
        (4, 0): range(18, 19),
    }
    for (black, _), ordinals in runs.items():
        for white, ordinal in enumerate(ordinals):
            assert Score(black, white).ordinal(5) == ordinal
    assert hole(5) == 19
    assert Score(5, 0).ordinal(5) == 20


@pytest.mark.parametrize("pegs", PEGS)
def test_packings_both_ways(pegs: int) -> None:
    for one in possible_scores(pegs):
        assert Score.from_decimal(one.decimal) == one
        assert Score.from_hex(one.hex) == one
        assert f"{one.decimal:02d}" == f"{one.hex:02x}" == f"{one.black}{one.white}"
        assert one.check(pegs) is one
    assert len({one.decimal for one in possible_scores(pegs)}) == len(
        {one.hex for one in possible_scores(pegs)}
    )


@pytest.mark.parametrize("pair", [(3, 1), (5, 0), (0, 5), (2, 3), (-1, 2), (2, -1)])
def test_impossible_scores_are_refused(pair: tuple[int, int]) -> None:
    with pytest.raises(ScoreError, match="impossible with 4 pegs"):
        Score(*pair).check(4)


def test_packed_numbers_out_of_range_are_refused() -> None:
    for ordinal in (-1, 15):
        with pytest.raises(ScoreError, match="from 0 to 14"):
            Score.from_ordinal(ordinal, 4)
    with pytest.raises(ScoreError):
        Score.from_decimal(-1)
    with pytest.raises(ScoreError):
        Score.from_hex(-1)


@pytest.mark.parametrize("pegs", range(1, 6))
def test_every_possible_score_occurs_and_no_other(pegs: int) -> None:
    guess = tuple(range(pegs))
    assert {score(guess, secret) for secret in Game(pegs, pegs + 1).codes()} == set(possible_scores(pegs))


@pytest.mark.slow
def test_ordered_pairs_of_four_pegs_and_six_colours_fall_into_291_classes() -> None:
    """Pairs that differ by the order of the pegs and the names of the colours are one class: one score.

    A pair up to the order of its pegs is a multiset of (guess, secret) columns. Exchanging neighbouring
    colours generates all renamings.
    """
    columns = [(g, s) for g in range(6) for s in range(6)]
    unvisited = set(combinations_with_replacement(columns, 4))
    renamings = [[{a: a + 1, a + 1: a}.get(colour, colour) for colour in range(6)] for a in range(5)]
    scores_of_classes = []
    while unvisited:
        pending, scores_seen = [unvisited.pop()], set()
        while pending:
            pair = pending.pop()
            guess, secret = zip(*pair, strict=True)
            scores_seen.add(score(guess, secret))
            for names in renamings:
                renamed = tuple(sorted((names[g], names[s]) for g, s in pair))
                if renamed in unvisited:
                    unvisited.remove(renamed)
                    pending.append(renamed)
        scores_of_classes.append(scores_seen)
    assert len(scores_of_classes) == 291
    assert all(len(scores_seen) == 1 for scores_seen in scores_of_classes)


@pytest.mark.parametrize("shape", [(3, 3), (3, 4), (4, 4), (4, 5), (3, 6), (5, 5), (4, 7)], ids=str)
@pytest.mark.parametrize("whites", [True, False])
def test_answers_without_repeats_are_those_that_occur(shape: tuple[int, int], whites: bool) -> None:
    game = Game(*shape, repeats=False, whites=whites)
    guess = game.codes()[0]
    assert {*answers_of(game)} == {answer_of(game, guess, secret) for secret in game.codes()}
