"""Optimal play against a search without any bounds, published optima and the independent ground truth."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter, defaultdict
from functools import cache

import pytest

from solver.codes import Code, Game, GameError
from solver.games.assist import possible_codes
from solver.games.next_guess import next_guess
from solver.optimal.board import Board
from solver.optimal.proof import optimal
from solver.optimal.search import PAIR_BYTES, OptimalError, OptimalSearch, SearchProgress
from solver.scores import Score, score
from solver.tiers import select
from solver.trees.file import verify
from solver.trees.plan import Tree
from solver.trees.tree import play_all

pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")

LIMITLESS = 99
# (pegs, colours, repeats): least total over all secrets, found by an independent program. 1 peg by hand
FOUND_ELSEWHERE = {
    (1, 2, True): 3,
    (2, 3, True): 21,
    (2, 7, True): 198,
    (2, 10, True): 517,
    (1, 15, True): 120,
    (3, 2, True): 18,
    (3, 3, True): 73,
    (3, 5, True): 451,
    (4, 3, True): 246,
    (4, 5, True): 2463,
    (3, 6, False): 436,
    (3, 8, False): 1449,
    (4, 6, False): 1446,
    (4, 7, False): 3639,
}
FOUND_ELSEWHERE_SLOW = {
    (3, 9, True): 3596,
    (3, 10, True): 5242,
    (4, 6, True): 5625,
    (5, 3, True): 816,
    (5, 4, True): 3954,
    (6, 2, True): 224,
    (3, 10, False): 3575,
    (5, 5, True): 13496,
    (4, 7, True): 11228,
    (4, 9, False): 14914,
    (6, 4, True): 17281,
    (4, 10, False): 26274,
}


@cache
def answer(game: Game, guess: Code, secret: Code) -> tuple[int, int]:
    black = sum(one == other for one, other in zip(guess, secret, strict=True))
    return (black, score(guess, secret).white if game.whites else 0)


def without_bounds(game: Game, turns: int = LIMITLESS) -> int | None:
    """The least total by trying every guess on every region, with no bound and no symmetry."""
    codes = game.codes()

    @cache
    def least(region: frozenset[Code], turns: int) -> int | None:
        if turns == 0:
            return None
        if len(region) == 1:
            return 1
        best = None
        for guess in codes:
            parts = defaultdict(set)
            for secret in region:
                if secret != guess:
                    parts[answer(game, guess, secret)].add(secret)
            if set(region) in parts.values():
                continue
            values = [least(frozenset(part), turns - 1) for part in parts.values()]
            if None not in values:
                total = len(region) + sum(filter(None, values))
                best = total if best is None else min(best, total)
        return best

    return least(frozenset(codes), turns)


def replay(tree: Tree) -> tuple[int, ...]:
    """Play every secret through the tree by the plain score. How many took 1, 2, ... turns."""
    game, children = tree.plan.game, tree.children()
    turns_taken = []
    for secret in game.codes():
        node, turns = 0, 1
        while (guess := game.code(tree.guesses[node])) != secret:
            node = children[node][score(guess, secret).ordinal(game.pegs)]
            turns += 1
        turns_taken.append(turns)
    return tuple(turns_taken.count(turn) for turn in range(1, max(turns_taken) + 1))


def proved(pegs: int, colours: int, repeats: bool) -> int:
    """The total of the optimal tree, which is replayed on the way."""
    game = Game(pegs, colours, repeats)
    found = optimal(game)
    assert replay(found) == found.histogram
    assert sum(found.histogram) == game.size
    return found.total_turns


SMALL = [
    Game(1, 1),
    Game(1, 5),
    Game(2, 2),
    Game(2, 3),
    Game(3, 2),
    Game(2, 4, repeats=False),
    Game(2, 3, whites=False),
    Game(3, 2, whites=False),
    Game(2, 4, repeats=False, whites=False),
    Game(3, 3, repeats=False, whites=False),
]


@pytest.mark.first
@pytest.mark.parametrize("game", SMALL, ids=str)
def test_agrees_with_a_search_without_bounds(game: Game) -> None:
    assert optimal(game).total_turns == without_bounds(game)
    for turns in range(1, 5):
        assert OptimalSearch(game).total(turns=turns) == without_bounds(game, turns)


def can_win(game: Game, secrets: list[Code], turns: int) -> bool:
    """Whether so many turns find all secrets, by trying every guess, with no bound and no symmetry."""
    if len(secrets) <= 1:
        return turns >= len(secrets)
    if turns <= 1:
        return False
    for guess in game.codes():
        parts = defaultdict(list)
        for secret in secrets:
            if secret != guess:
                parts[answer(game, guess, secret)].append(secret)
        largest = sorted(parts.values(), key=len, reverse=True)
        if len(largest[0]) < len(secrets) and all(can_win(game, part, turns - 1) for part in largest):
            return True
    return False


@pytest.mark.parametrize(
    "game", [Game(4, 5, repeats=False), Game(3, 4), Game(4, 4, repeats=False, whites=False)], ids=str
)
def test_whether_turns_are_enough_agrees_with_all_guesses(game: Game) -> None:
    """Every part that a first and a second guess leave is asked for, with two and with three turns left."""
    search, found = OptimalSearch(game), Counter[tuple[int, bool]]()
    search.ask_whether()
    first, second = game.codes()[0], game.codes()[game.size // 2]
    parts = defaultdict(list)
    for secret in game.codes():
        history = tuple((guess, Score(*answer(game, guess, secret))) for guess in (first, second))
        for steps in (history[:1], history):
            parts[steps].append(secret)
    for history, secrets in parts.items():
        for turns in (2, 3):
            won = can_win(game, secrets, turns)
            assert (search.least_turns(history, turns) is not None) == won, (history, turns)
            found[turns, won] += 1
    assert len(found) == 4


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("game", [Game(3, 3, whites=False), Game(3, 4, False, False)], ids=str)
def test_black_pegs_alone_agree_with_a_search_without_bounds(game: Game) -> None:
    tree = optimal(game)
    verify(tree)
    assert tree.total_turns == without_bounds(game)


@pytest.mark.parametrize("pegs", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_white_pegs_tell_nothing_of_permutations(pegs: int) -> None:
    """Every colour is in every code, so that what is not black is white. Best trees may still differ."""
    with_whites, without = (optimal(Game(pegs, pegs, False, whites)) for whites in (True, False))
    assert with_whites.total_turns == without.total_turns


def test_strategies_and_tiers_refuse_games_without_white_pegs() -> None:
    game = Game(3, 3, whites=False)
    for refused in (
        lambda: play_all(game),
        lambda: next_guess(game, [((0, 0, 1), Score(1, 0))]),
        lambda: possible_codes(game, []),
        lambda: select("stdlib").histogram(game, (0, 0, 1)),
        lambda: select("numpy").histogram(game, (0, 0, 1)),
        lambda: select("numpy").scores(game, (0, 0, 1), [(0, 0, 1)]),
    ):
        with pytest.raises(GameError, match="black pegs only"):
            refused()
    with pytest.raises(GameError, match="no answer has white pegs"):
        OptimalSearch(game).guess([((0, 0, 1), Score(1, 1))])


@pytest.mark.first
@pytest.mark.parametrize("case", FOUND_ELSEWHERE, ids=str)
def test_totals_found_elsewhere(case: tuple[int, int, bool]) -> None:
    assert proved(*case) == FOUND_ELSEWHERE[case]


@pytest.mark.slow
@pytest.mark.parametrize("case", FOUND_ELSEWHERE_SLOW, ids=str)
def test_larger_totals_found_elsewhere(case: tuple[int, int, bool]) -> None:
    assert proved(*case) == FOUND_ELSEWHERE_SLOW[case]


@pytest.mark.slow
def test_five_turns_cost_one_turn_more() -> None:
    """Published for 4 pegs, 6 colours: 5625 with at most 6 turns, 5626 with at most 5. 4 are not enough."""
    game = Game(4, 6)
    within_five = optimal(game, max_turns=5)
    assert (within_five.total_turns, within_five.max_turns) == (5626, 5)
    assert optimal(game, least_max=True).histogram == within_five.histogram
    assert optimal(game).max_turns == 6
    with pytest.raises(OptimalError, match="more than 4 turns"):
        optimal(game, max_turns=4)


def test_first_guess_is_kept_and_all_of_a_kind_are_equal() -> None:
    game = Game(3, 4)
    totals = {text: optimal(game, first=game.parse(text)) for text in ("112", "344", "121", "123")}
    assert totals["112"].first == (0, 0, 1)
    assert totals["112"].total_turns == totals["344"].total_turns == totals["121"].total_turns
    assert min(found.total_turns for found in totals.values()) == optimal(game).total_turns
    assert replay(totals["344"]) == totals["344"].histogram


def test_from_the_middle_of_a_game() -> None:
    game = Game(3, 4)
    search = OptimalSearch(game)
    opening = (0, 0, 1)
    total = game.size
    for answer in {score(opening, secret) for secret in game.codes()} - {Score(3, 0)}:
        left = search.least_turns([(opening, answer)])
        guess = search.guess([(opening, answer)])
        assert left is not None
        assert guess is not None
        total += left
    assert total == optimal(game, first=opening).total_turns
    with pytest.raises(GameError, match="no code agrees"):
        search.guess([(opening, Score(3, 0)), ((1, 1, 1), Score(3, 0))])


@pytest.mark.slow
def test_patience_ends_and_the_search_can_go_on() -> None:
    search = OptimalSearch(Game(4, 8))
    with pytest.raises(OptimalError, match="4,096 codes are left: no optimal guess is proved within 0 s"):
        search.guess(patience=0.01)
    history = [((0, 0, 1, 1), Score(3, 0)), ((0, 1, 2, 3), Score(2, 0))]
    assert search.guess(history) == OptimalSearch(Game(4, 8)).guess(history)


def test_more_turns_than_any_game_has_are_no_limit() -> None:
    game = Game(3, 4)
    assert optimal(game, max_turns=10**9).histogram == optimal(game).histogram
    with pytest.raises(OptimalError, match="more than 1 turn whatever"):
        optimal(game, max_turns=1, first=(0, 0, 1))


def test_without_llvmlite_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.compiling.find_spec", lambda name: None)
    monkeypatch.setattr("solver.code_files.find", lambda what: None)
    with pytest.raises(OptimalError, match=r"hp15c\[fast\]"):
        OptimalSearch(Game(2, 2))


def test_what_is_too_large_is_refused_with_what_it_would_need(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GameError, match="117,649 codes, about"):
        OptimalSearch(Game(6, 7))
    monkeypatch.setattr("solver.optimal.board.free_memory", lambda: 1 << 20)
    with pytest.raises(GameError, match=r"1,296 codes, about \d+ MiB of memory; at most \d{3} codes"):
        OptimalSearch(Game(4, 6))


@pytest.mark.parametrize("game", [Game(5, 5), Game(4, 8)], ids=str)
def test_what_the_tables_of_a_large_game_take_is_foretold(game: Game) -> None:
    taken = Board(game, 0, 1)._request.tables_bytes
    assert 0.75 < taken / (PAIR_BYTES * game.size**2) < 1.25


def turns_of(search: OptimalSearch, history: list[tuple[Code, Score]], secrets: list[Code]) -> int:
    """The turns of all secrets with the guesses of a search, from the middle of a game on."""
    guess = search.guess(history)
    assert guess is not None
    parts = defaultdict(list)
    for secret in secrets:
        parts[score(guess, secret)].append(secret)
    parts.pop(Score(len(guess), 0), None)
    return len(secrets) + sum(turns_of(search, [*history, (guess, one)], part) for one, part in parts.items())


@pytest.mark.slow
def test_a_game_of_more_codes_than_were_proved() -> None:
    game = Game(4, 12, repeats=False)
    search = OptimalSearch(game)
    history = [((11, 10, 9, 8), Score(2, 1))]
    secrets = [code for code in game.codes() if score(history[0][0], code) == history[0][1]]
    assert len(secrets) > 50
    assert search.least_turns(history) == turns_of(search, history, secrets)


@pytest.mark.slow
def test_kernels_stay_within_their_arrays() -> None:
    """Uncompiled, numpy checks every index."""
    check = (
        "from solver.codes import Game; from solver.optimal.proof import optimal\n"
        "for game, total in ((Game(2, 7), 198), (Game(3, 3), 73), (Game(3, 6, False), 436)):\n"
        "    assert optimal(game).total_turns == total, game"
    )
    subprocess.run(
        [sys.executable, "-W", "ignore", "-c", check], check=True, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}
    )


@pytest.mark.slow
def test_a_search_whose_guesses_take_long_is_stopped_between_them() -> None:
    """Whether six turns win 5 of 8 takes some 2 * 10^10 scores, and no guess to a part more than 10^8."""
    game = Game(5, 8, repeats=False)
    search, scores = OptimalSearch(game), list[int]()
    search.ask_whether()

    def stop(now: SearchProgress) -> None:
        if search.scores > 10**10:
            scores.append(search.scores)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.total((0,), turns=6, watch=stop)
    assert search.scores - scores[0] < 10**9
