"""The CodeMaker's model: visits, dependences, barriers, walks."""

from __future__ import annotations

import random
from itertools import product

import pytest

from generator.codemaker import model
from generator.codemaker.model import DigitPair, OrderError
from generator.planner.explain import walk_lines
from hp15c.errors import InputError
from tests.support.shares import firsts


def plain_score(secret: tuple[int, ...], guess: tuple[int, ...]) -> tuple[int, int]:
    """The score by counting: equal places, and common digits less these."""
    right = sum(s == g for s, g in zip(secret, guess, strict=True))
    common = sum(min(secret.count(digit), guess.count(digit)) for digit in set(secret))
    return right, common - right


@pytest.mark.parametrize("scheme", model.SCHEMES)
@pytest.mark.parametrize("digits", range(1, 9))
def test_a_scheme_visits_every_pair_once_main_diagonal_first(scheme: str, digits: int) -> None:
    order = model.visits(scheme, digits)
    assert sorted(order) == sorted(product(range(digits), repeat=2))
    assert all(pair.main for pair in order[:digits])
    assert not model.faults(order, digits)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", firsts(model.SCHEMES))
def test_walks_score_as_counting_does(scheme: str) -> None:
    for digits in (1, 2, 3):
        order = model.visits(scheme, digits)
        for secret in product(range(1, digits + 1), repeat=digits):
            for guess in product(range(10), repeat=digits):
                assert model.score(secret, guess, order) == plain_score(secret, guess)


def test_reversing_what_follows_the_main_diagonal_never_changes_the_score() -> None:
    chance = random.Random(4)
    for _ in range(300):
        digits = chance.randint(2, 8)
        secret, guess = ([chance.randint(1, digits) for _ in range(digits)] for _ in range(2))
        order = model.visits("merged", digits)
        turned = order[:digits] + order[:digits:-1] + (order[digits],)
        assert not model.faults(turned, digits)
        assert model.score(secret, guess, turned) == model.score(secret, guess, order)


def test_an_off_diagonal_pair_before_the_main_diagonal_changes_the_score() -> None:
    order = model.visits("merged", 2)
    early = (DigitPair(0, 1), *(pair for pair in order if pair != DigitPair(0, 1)))
    assert model.score((1, 1), (2, 1), order) == (1, 0)
    assert model.score((1, 1), (2, 1), early) == (0, 1)
    with pytest.raises(OrderError, match=r"\(0, 1\) comes before \(1, 1\)"):
        model.require_legal(early, 2)


def test_every_fault_of_an_order_is_named() -> None:
    found = "; ".join(
        model.faults((DigitPair(0, 0), DigitPair(0, 1), DigitPair(0, 1), DigitPair(1, 1), DigitPair(2, 0)), 2)
    )
    for part in ("(0, 1) is visited twice", "(2, 0) is no pair", "(1, 0) is never", "before (1, 1)"):
        assert part in found


def test_barriers_of_the_merged_loop_are_its_diagonals() -> None:
    groups = list(model.barriers(model.visits("merged", 5)))
    assert [len(group) for group in groups] == [5] * 5
    assert all((pair.k - pair.j) % 5 == number for number, group in enumerate(groups) for pair in group)


def test_dependences_are_those_that_share_a_digit() -> None:
    assert set(model.dependences(2)) == {
        (main, other)
        for main in (DigitPair(0, 0), DigitPair(1, 1))
        for other in (DigitPair(0, 1), DigitPair(1, 0))
    }


@pytest.mark.parametrize("scheme", model.SCHEMES)
def test_the_walk_of_the_notebook(scheme: str) -> None:
    lines = list(walk_lines("4323", "2443", scheme))
    assert lines[-3:] == [
        "c = 1 right in place, d = 2 displaced",
        "PSE shows ' 1.', the program stops on ' 2,443.12'",
        "checked: 16 pairs, each visited once, the 4 of the main diagonal before any other",
    ]
    assert sum("match" in line for line in lines) == 3


def test_a_detailed_walk_shows_digits_and_marks() -> None:
    lines = list(walk_lines("4323", "2443", "merged", "score-first", details=True))
    assert "(3, 3)  match: right in place  3 against 3; secret ...x, guess ...x; c = 1, d = 0" in lines
    assert "PSE shows ' 2,443.12', the program stops on ' 1.'" in lines


@pytest.mark.parametrize(
    ("secret", "guess", "fault"),
    [
        ("43a3", "1111", "not a whole number"),
        ("123456789", "1", "at most 8"),
        ("123", "1234", "has 4 digits"),
        ("5566", "5566", "a digit that is not 1 to 4: --colours 9 allows"),
        ("05", "50", "1 to 2: a 0 never scores"),
    ],
)
def test_a_walk_refuses_what_is_no_code(secret: str, guess: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        list(walk_lines(secret, guess, "merged"))


def test_a_walk_with_more_colours_than_digits() -> None:
    lines = list(walk_lines("5566", "5655", "merged", colours=6))
    assert "c = 1 right in place, d = 2 displaced" in lines
    with pytest.raises(InputError, match="1 to 6: --colours 9 allows"):
        list(walk_lines("5567", "5655", "merged", colours=6))
    with pytest.raises(InputError, match="the highest digit is 1 to 9"):
        list(walk_lines("5567", "5655", "merged", colours=10))
    assert list(walk_lines("1", "1", "merged"))[-1] == "checked: 1 pair, visited once"
