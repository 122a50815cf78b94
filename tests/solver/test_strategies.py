"""Strategies: ranks against plain integers, exact ties, tie rules, and whole choices against a slow twin."""

import subprocess
import sys
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as arbitrary

from solver.codes import Code, Game
from solver.strategies import (
    ENTROPY,
    EXPECTED_SIZE,
    KNUTH,
    MOST_PARTS,
    OBVIOUS_FIRST,
    PUBLISHED,
    RANKING,
    RULES,
    Product,
    StrategyError,
    check,
    compare_products,
    draw,
    mix,
    rank,
)
from solver.symmetry import Past
from solver.trees.plan import TreePlan
from solver.trees.tree import chooser_on
from tests.support.compiled_pegs import compiled
from tests.support.naive_solver import naive_histogram
from tests.support.shares import few

sizes = arbitrary.lists(arbitrary.integers(1, 40), min_size=1, max_size=20)


def multiplied_out(parts: list[int]) -> int:
    return prod(n**n for n in parts)


@given(sizes, sizes)
def test_products_compare_as_the_integers_do(left: list[int], right: list[int]) -> None:
    a, b = multiplied_out(left), multiplied_out(right)
    assert compare_products(left, right) == (a > b) - (a < b)
    assert (Product(left) < Product(right)) == (a < b)
    assert (Product(left) == Product(right)) == (a == b)
    if a == b:
        assert hash(Product(left)) == hash(Product(right))


def test_products_of_different_parts_can_be_equal() -> None:
    assert Product([4, 1, 1, 1, 1]) == Product([2, 2, 2, 2])  # 4^4 = 2^8
    assert Product([6, 3, 3]) != Product([4, 4, 4])


def test_products_that_floats_cannot_tell_apart() -> None:
    big = 10**7
    near, far = [big, big + 3], [big + 1, big + 2]
    exponent = (big * (big + 3), (big + 1) * (big + 2))
    assert exponent[0] < exponent[1]
    # n log n is convex, so the wider spread is the larger product
    assert compare_products(near, far) == 1
    assert compare_products(far, near) == -1


def test_published_ranks() -> None:
    parts = [1, 5, 3, 3]
    assert rank(KNUTH, PUBLISHED, parts, True) < rank(KNUTH, PUBLISHED, parts, False)
    assert rank(KNUTH, PUBLISHED, parts, False) < rank(KNUTH, PUBLISHED, [6, 2, 2, 1, 1], True)
    assert rank(MOST_PARTS, PUBLISHED, [8, 1, 1, 1, 1], False) < rank(MOST_PARTS, PUBLISHED, parts, True)
    assert rank(EXPECTED_SIZE, PUBLISHED, [4, 4, 4], False) < rank(EXPECTED_SIZE, PUBLISHED, [6, 3, 3], True)
    assert rank(ENTROPY, PUBLISHED, [2, 2, 2, 2], True) < rank(ENTROPY, PUBLISHED, [4, 1, 1, 1, 1], False)


def test_obvious_first_ranks() -> None:
    assert rank(KNUTH, OBVIOUS_FIRST, [5, 3, 1, 1], True) == (5, 3, 1)
    assert rank(KNUTH, OBVIOUS_FIRST, [3, 1, 5, 1], False) == (5, 3, 1, 1)
    assert rank(MOST_PARTS, OBVIOUS_FIRST, [2, 2, 1], True) < rank(
        MOST_PARTS, OBVIOUS_FIRST, [2, 2, 1], False
    )
    assert rank(EXPECTED_SIZE, OBVIOUS_FIRST, [3, 1], True) == (9,)
    # a pair more is worth being possible
    assert rank(ENTROPY, OBVIOUS_FIRST, [2, 1, 1], True) == rank(ENTROPY, OBVIOUS_FIRST, [1] * 4, False)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("strategy", RANKING)
def test_telling_all_apart_as_a_member_ranks_first(strategy: str, rules: str) -> None:
    best = rank(strategy, rules, [1] * 6, True)
    for parts, possible in (([1] * 6, False), ([2, 1, 1, 1, 1], True), ([3, 1, 1, 1], True), ([3, 3], False)):
        assert best < rank(strategy, rules, parts, possible)


@pytest.mark.parametrize("names", [("knut", PUBLISHED), (KNUTH, "publish"), ("", "")])
def test_unknown_names_are_refused_with_those_that_there_are(names: tuple[str, str]) -> None:
    with pytest.raises(StrategyError, match="there are"):
        check(*names)


def test_splitmix64() -> None:
    """The first outputs of splitmix64 from seed 1234567, as its authors' program prints them."""
    golden = 0x9E3779B97F4A7C15
    found = [mix((1234567 + n * golden) & (2**64 - 1), 0) for n in range(3)]
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert draw(found[0], 10) == 7


def slow_choice(game: Game, members: list[Code], strategy: str, rules: str, consistent: bool = False) -> Code:
    """Rank every code of the game, or only the members, with its histogram counted pair by pair."""

    def ranked(guess: Code) -> tuple[object, Code]:
        parts = [count for count in naive_histogram(guess, members) if count]
        return rank(strategy, rules, parts, guess in members), guess

    return min(members if consistent else game.codes(), key=ranked)


History = tuple[Game, list[Code], list[int]]

HISTORIES: list[History] = [
    (Game(3, 4), [(0, 0, 1)], [1, 2, 3, 4, 6]),
    (Game(2, 6), [(0, 1)], [0, 1, 2, 3]),
    (Game(3, 5, False), [(0, 1, 2)], [1, 2, 4, 5]),
    (Game(4, 3), [(0, 0, 1, 1), (0, 1, 2, 2)], [1, 2, 5, 6, 7, 9]),
    (Game(4, 3), [(0, 0, 1, 2)], [1, 2, 3, 5, 6, 7]),
]


@pytest.mark.first
@pytest.mark.parametrize("history", few((one,) for one in HISTORIES), ids=lambda history: str(history[0]))
@pytest.mark.parametrize("tier", ["stdlib", "numpy"])
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("strategy", RANKING)
def test_choices_agree_with_the_slow_twin(strategy: str, rules: str, tier: str, history: History) -> None:
    check_choices(tier, strategy, rules, history, consistent=False)


@pytest.mark.parametrize(
    "history", [pytest.param(one, marks=compiled(one[0]), id=str(one[0])) for one in HISTORIES]
)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("strategy", RANKING)
def test_compiled_choices_agree_with_the_slow_twin(strategy: str, rules: str, history: History) -> None:
    check_choices("llvm", strategy, rules, history, consistent=False)


@pytest.mark.parametrize("history", few((one,) for one in HISTORIES), ids=lambda history: str(history[0]))
@pytest.mark.parametrize("tier", ["stdlib", "numpy"])
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("strategy", RANKING)
def test_consistent_choices_agree_with_the_slow_twin(
    strategy: str, rules: str, tier: str, history: History
) -> None:
    check_choices(tier, strategy, rules, history, consistent=True)


def check_choices(tier: str, strategy: str, rules: str, history: History, consistent: bool) -> None:
    """The choice after each answer of a history, for the regions of which a choice is made."""
    game, guesses, answers = history
    chooser = chooser_on(tier, TreePlan(game, strategy, rules, consistent=consistent))
    past = Past.start(game.pegs)
    for guess in guesses:
        past = past.after(guess)
    ranked = 0
    for answer in answers:
        members = game.codes()
        for guess in guesses:
            members = [code for code in members if naive_histogram(guess, [code])[answer]]
        if len(members) > 2:
            ranked += 1
            chosen = chooser.choose([game.index(code) for code in members], past)
            assert game.code(chosen) == slow_choice(game, members, strategy, rules, consistent)
    assert ranked >= 1


def test_strategies_need_nothing_but_the_standard_library() -> None:
    program = (
        "import sys; from solver.codes import Game; from solver.trees.tree import play_all;"
        "assert play_all(Game(2, 3)).total_turns == 21;"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'numba', 'rich')))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
