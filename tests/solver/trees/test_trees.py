"""All games: known totals, tiers and symmetries that change nothing, stopping and resuming, one guess at
a time.
"""

from collections.abc import Callable, Sequence
from threading import Event
from typing import Any

import pytest

from solver.codes import Code, Game, GameError
from solver.scores import Score, score
from solver.strategies import FIRST_CONSISTENT, KNUTH, RANDOM_CONSISTENT, RULES, STRATEGIES, StrategyError
from solver.symmetry import Past
from solver.tiers import TierError
from solver.trees.file import read_unfinished, write_unfinished
from solver.trees.opening_table import find_opening
from solver.trees.openings import HEADER, classes, make_table, search
from solver.trees.plan import Stopped, Tree, TreePlan, Unfinished
from solver.trees.stdlib_chooser import StdlibChooser
from solver.trees.tree import grow, play_all
from tests.support.compiled_pegs import compiled

SMALL = [Game(1, 4), Game(2, 5), Game(3, 3), Game(5, 2), Game(3, 5, False), Game(4, 4, False)]
MASTERMIND = Game(4, 6)
llvm = pytest.mark.slow  # compiling takes longer than the test


def on_tiers(games: list[Game], *tiers: str) -> list[object]:
    """Each game on each tier. Those of `llvm` are marked by how long compiling takes."""
    return [
        pytest.param(game, tier, marks=compiled(game) if tier == "llvm" else (), id=f"{game}-{tier}")
        for tier in tiers
        for game in games
    ]


def shape(tree: Tree) -> tuple[object, ...]:
    return tree.guesses, tree.parents, tree.ordinals, tree.histogram


@pytest.fixture(scope="module")
def knuth() -> Tree:
    return play_all(MASTERMIND, first=(0, 0, 1, 1), tier="stdlib")


def test_knuths_own_figures(knuth: Tree) -> None:
    assert knuth.total_turns == 5801
    assert knuth.max_turns == 5
    assert knuth.histogram == (1, 6, 62, 533, 694)


SECOND_GUESSES = "00 3345, 01 2344, 02 2344, 03 1213, 10 1344, 11 1134, 12 1213, 20 1234, 21 1223, 30 1223"


def test_knuths_second_guesses(knuth: Tree) -> None:
    below = knuth.children()[0]
    for pair in SECOND_GUESSES.split(", "):
        answer, guess = pair.split()
        node = below[Score(int(answer[0]), int(answer[1])).ordinal(4)]
        assert MASTERMIND.text(MASTERMIND.code(knuth.guesses[node])) == guess


@pytest.mark.first
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("game", "tier"), on_tiers(SMALL, "numpy", "llvm"))
def test_no_tier_changes_a_tree(game: Game, strategy: str, tier: str) -> None:
    for rules in RULES:
        expected = play_all(game, strategy, rules, tier="stdlib", seed=3)
        assert shape(play_all(game, strategy, rules, tier=tier, seed=3)) == shape(expected)
        assert sum(expected.histogram) == game.size


@llvm
@pytest.mark.parametrize("strategy", STRATEGIES[:4])
def test_symmetries_are_neutral_for_a_whole_mastermind(strategy: str) -> None:
    plain = play_all(MASTERMIND, strategy, tier="llvm", case_equivalence=False, peg_symmetry=False)
    tree = play_all(MASTERMIND, strategy, tier="llvm")
    assert shape(tree) == shape(plain)
    assert tree.scores < 0.6 * plain.scores


def test_a_first_guess_of_high_colours_is_neutral_too() -> None:
    low = play_all(Game(3, 5), first=(0, 0, 1), tier="stdlib", case_equivalence=False, peg_symmetry=False)
    high = play_all(Game(3, 5), first=(4, 2, 2), tier="stdlib")
    plain = play_all(Game(3, 5), first=(4, 2, 2), tier="stdlib", case_equivalence=False, peg_symmetry=False)
    assert shape(high) == shape(plain)
    assert sum(high.histogram) == sum(low.histogram) == 125


class LowestCode(StdlibChooser):
    """Smallest largest part, and then the lowest code whether it is possible or not."""

    def choose(self, members: Sequence[int], past: Past) -> int:
        def largest(code: Code) -> int:
            row = self.region(members).row(code)
            return max(map(row.count, set(row)))

        return self.codes.index(min(self.codes, key=largest))


@llvm
def test_what_the_preference_for_possible_codes_is_worth() -> None:
    plan = TreePlan(MASTERMIND, first=(0, 0, 1, 1))
    tree = grow(plan, LowestCode(plan), (), None)
    assert tree.total_turns == 6003


def test_every_secret_is_found_when_the_tree_says(knuth: Tree) -> None:
    below = knuth.children()
    turns_of = {}
    for secret in MASTERMIND.codes():
        node, turns = 0, 1
        while (answer := score(MASTERMIND.code(knuth.guesses[node]), secret)).black < 4:
            node, turns = below[node][answer.ordinal(4)], turns + 1
        turns_of[secret] = turns
    assert [list(turns_of.values()).count(turns) for turns in range(1, 6)] == list(knuth.histogram)


class Stop:
    """A progress that presses Ctrl-C at its nth call."""

    def __init__(self, calls: int) -> None:
        self.calls = calls
        self.seen: list[int] = []

    def __call__(self, found: int, secrets: int) -> None:
        assert found <= secrets
        self.seen.append(found)
        if len(self.seen) == self.calls:
            raise KeyboardInterrupt


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("calls", [1, 7, 300, 1295])
def test_a_stopped_game_resumes_on_any_tier(knuth: Tree, calls: int) -> None:
    stop = Stop(calls)
    with pytest.raises(Stopped) as stopped:
        play_all(MASTERMIND, first=(0, 0, 1, 1), tier="stdlib", progress=stop)
    assert stop.seen == sorted(stop.seen)
    unfinished = stopped.value.unfinished
    assert unfinished.guesses == tuple(knuth.guesses[: len(unfinished.guesses)])
    seen: list[int] = []
    again = play_all(
        MASTERMIND, tier="numpy", resume=unfinished, progress=lambda found, _: seen.append(found)
    )
    assert shape(again) == shape(knuth)
    assert seen[-1] == 1296


def test_patience_that_is_over_ends_a_game_before_memory_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_late(*_: object) -> None:
        raise AssertionError("a tier was asked for")

    monkeypatch.setattr("solver.trees.tree.choose_tier", too_late)
    for begun in (Unfinished(TreePlan(MASTERMIND), ()), Unfinished(TreePlan(MASTERMIND), (7, 35))):
        with pytest.raises(Stopped) as stopped:
            play_all(MASTERMIND, resume=begun, progress=Stop(1))
        assert stopped.value.unfinished == begun


@llvm
def test_a_compiled_game_stops_and_resumes(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    import solver.trees.compiled_games as compiled

    whole = play_all(MASTERMIND, first=(0, 0, 1, 1), tier="llvm")
    monkeypatch.setattr(compiled, "BUDGET", 10_000)
    with pytest.raises(Stopped) as stopped:
        play_all(MASTERMIND, first=(0, 0, 1, 1), tier="llvm", progress=Stop(5))
    made = len(stopped.value.unfinished.guesses)
    assert 5 < made < len(whole.guesses)
    assert shape(play_all(MASTERMIND, tier="llvm", resume=stopped.value.unfinished)) == shape(whole)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Threads that rest after each node until the event is set, so that they are seen in the middle."""
    pytest.importorskip("llvmlite")
    import solver.trees.compiled_games as compiled

    hurry, advance = Event(), compiled.Games.advance

    def advance_and_rest(played: Any, budget: int) -> None:
        advance(played, budget)
        hurry.wait(0.001)

    monkeypatch.setattr(compiled.Games, "advance", advance_and_rest)
    return hurry


@llvm
@pytest.mark.parametrize("strategy", [KNUTH, "entropy", RANDOM_CONSISTENT])
def test_threads_change_nothing(strategy: str, unhurried: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when they are stopped: what was made of all parts is gone on from."""
    import solver.trees.compiled_games as compiled

    plan = TreePlan(MASTERMIND, strategy, seed=3)
    alone, beside = (compiled.grow(plan, (), None, threads) for threads in (1, 3))
    assert shape(beside) == shape(alone)
    assert beside.scores == alone.scores
    monkeypatch.setattr(compiled, "BUDGET", 1)
    monkeypatch.setattr(compiled, "_POLL_SECONDS", 0)
    left = Unfinished(plan, ())
    made = []

    def press(played: Callable[[], Unfinished]) -> None:
        """Press Ctrl-C when parts after the first that is under way have been begun."""
        if played().later:
            raise KeyboardInterrupt

    for _ in range(2):  # the second time at once
        with pytest.raises(Stopped) as stopped:
            compiled.grow(plan, left.guesses, None, 2, left.later, press)
        left = read_unfinished(write_unfinished(stopped.value.unfinished))
        assert list(left.guesses) == alone.guesses[: len(left.guesses)]
        for (parent, ordinal), guesses in left.later.items():
            start = list(zip(alone.parents, alone.ordinals, strict=True)).index((parent, ordinal))
            assert list(guesses) == alone.guesses[start : start + len(guesses)]
        made.append(left.guess_count)
    unhurried.set()
    assert left.later
    assert made[0] <= made[1]
    for threads in (1, 2):
        again = compiled.grow(plan, left.guesses, None, threads, left.later)
        assert shape(again) == shape(alone)
        assert strategy == RANDOM_CONSISTENT or again.scores < alone.scores


@llvm
def test_what_threads_have_made_can_be_kept_at_any_time(
    unhurried: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without stopping them: a process that was killed goes on from it and ends equal."""
    import solver.trees.compiled_games as compiled

    plan = TreePlan(MASTERMIND, seed=3)
    whole = compiled.grow(plan, (), None, 1)
    monkeypatch.setattr(compiled, "BUDGET", 1)
    monkeypatch.setattr(compiled, "_POLL_SECONDS", 0)
    kept: list[str] = []

    def keep(made: Callable[[], Unfinished]) -> None:
        unfinished = made()
        if unfinished.later:
            kept.append(write_unfinished(unfinished))
        if len(kept) == 20:
            unhurried.set()

    assert shape(compiled.grow(plan, (), None, 2, keep=keep)) == shape(whole)
    assert len(kept) >= 20
    for text in kept[::4]:
        one = read_unfinished(text)
        assert one.later
        again = compiled.grow(plan, one.guesses, None, 2, one.later)
        assert shape(again) == shape(whole)


@llvm
def test_a_ranking_under_way_ends_when_playing_is_to_stop() -> None:
    """The first guess of a large game is ranked for minutes, and nothing is made before."""
    import solver.trees.compiled_games as compiled

    game = Game(4, 13)
    start = compiled.RegionFields(-1, 0, 1, 0, 0, 0)
    played = compiled.Games(compiled.GameBoard(TreePlan(game)), range(game.size), (), start)
    compiled.Halt([played]).ask()
    played.advance(1)
    assert (played.safe, played.done, played.count("stacked")) == (0, False, 1)


@pytest.mark.parametrize("tier", ["stdlib", pytest.param("llvm", marks=llvm)])
def test_a_file_to_resume_from_may_hold_guesses_that_help_nobody(tier: str) -> None:
    game = Game(4, 2)
    useless = Unfinished(TreePlan(game, first=(0, 0, 0, 0)), (0,) * 200)
    tree = play_all(game, tier=tier, resume=useless)
    assert tree.guesses[:200] == [0] * 200
    assert sum(tree.histogram) == 16
    with pytest.raises(StrategyError, match="minimax"):
        play_all(game, tier=tier, resume=Unfinished(TreePlan(game, "minimax"), ()))


def test_random_consistent_depends_on_the_seed_alone() -> None:
    game = Game(3, 5)
    trees = [play_all(game, RANDOM_CONSISTENT, tier="stdlib", seed=seed) for seed in (1, 1, 2)]
    assert shape(trees[0]) == shape(trees[1]) != shape(trees[2])
    assert play_all(game, FIRST_CONSISTENT, tier="stdlib").guesses[0] == 0


def test_opening_classes() -> None:
    assert [MASTERMIND.text(code) for code in classes(MASTERMIND)] == ["1111", "1112", "1122", "1123", "1234"]
    assert classes(Game(3, 5, False)) == [(0, 1, 2)]
    assert len(classes(Game(9, 15))) == 30  # the partitions of 9


def test_openings_are_searched_by_playing() -> None:
    found = search(Game(4, 4), KNUTH, tier="stdlib")
    assert (found[0].code, found[0].total_turns, found[0].max_turns) == ((0, 0, 1, 2), 919, 4)
    assert [opening.total_turns for opening in found] == sorted(opening.total_turns for opening in found)


@pytest.mark.slow
def test_the_table_of_openings_is_what_the_search_finds() -> None:
    lines = make_table(64, ["knuth", "entropy"], "stdlib").splitlines()
    assert lines[0] == HEADER
    assert len(lines) > 50
    for line in lines[1:]:
        pegs, colours, strategy, opening, *_ = line.split(",")
        game = Game(int(pegs), int(colours))
        assert find_opening(game, strategy) == game.parse(opening)
    assert find_opening(MASTERMIND, KNUTH) == (0, 0, 1, 1)
    assert find_opening(Game(9, 15), KNUTH) is None
    assert find_opening(Game(4, 6, False), KNUTH) is None


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(GameError, match="38,443,359,375 codes"):
        play_all(Game(9, 15))
    with pytest.raises(GameError, match="3 pegs"):
        play_all(MASTERMIND, first=(0, 0, 1))
    with pytest.raises(StrategyError, match="minimax"):
        play_all(MASTERMIND, "minimax")
    with pytest.raises(StrategyError, match="unpublished"):
        play_all(MASTERMIND, rules="unpublished")
    with pytest.raises(TierError, match="abacus"):
        play_all(MASTERMIND, tier="abacus")
    with pytest.raises(TierError, match="cuda"):
        play_all(MASTERMIND, tier="cuda")
