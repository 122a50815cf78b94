"""Proofs of optimal play: threads, parts that are kept, seeds, limits. Against the search as a whole."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from solver.codes import Game
from solver.kernels.request import NEVER
from solver.optimal.checkpoint import count_finished, read
from solver.optimal.proof import ROOM, FirstGuess, GameProof, ProofPart
from solver.optimal.remote import search_slice
from solver.optimal.search import OptimalError, OptimalSearch, SearchProgress, TooFewTurns
from solver.trees.file import verify

GAMES = [
    Game(3, 4, whites=False),
    Game(2, 6),
    Game(3, 4),
    Game(4, 3),
    Game(3, 5, repeats=False),
    Game(4, 5, repeats=False),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("workers", [1, 2])
def test_parts_add_up_to_the_whole(game: Game, workers: int) -> None:
    proof = GameProof(game, workers=workers)
    assert proof.run() == OptimalSearch(game).total()
    tree = proof.tree()
    verify(tree)
    assert tree.total_turns == proof.run() == proof.least


def test_another_seed_agrees() -> None:
    assert {GameProof(Game(3, 5), seed=seed).run() for seed in range(3)} == {451}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_bound_climbs_from_part_to_part_and_is_never_above_the_total(game: Game) -> None:
    bounds = list[int]()
    total = GameProof(game).run(keep=lambda proof: bounds.append(proof.least))
    assert bounds == sorted(bounds)
    assert bounds[-1] == total == OptimalSearch(game).total()


@pytest.mark.parametrize("game", [*GAMES, Game(4, 4), Game(3, 6), Game(5, 3)], ids=str)
def test_a_known_play_ends_the_search_of_other_first_guesses_and_changes_no_total(game: Game) -> None:
    proof = GameProof(game)
    for part in (every := [part for first in proof.firsts for part in first.parts]):
        part.playing = -1  # so that all are played at once
    assert proof.run() == OptimalSearch(game).total()
    played = [part for part in every if part.known < NEVER]
    assert all(part.known >= part.bound for part in played)
    assert len(played) > 2
    assert proof.tree().total_turns == proof.least


def test_a_part_whose_play_has_room_is_asked_at_once_for_all_that_its_first_guess_lacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All other asks are small steps. One of those at once gives a first guess up."""
    at_once = list[tuple[FirstGuess, int]]()
    choose = GameProof._next

    def watch(proof: GameProof, in_order: bool) -> tuple[FirstGuess, ProofPart, int] | None:
        task = choose(proof, in_order)
        if task is not None:
            first, part, budget = task
            if budget > part.bound + part.step:
                limit = proof._limit
                assert budget - part.bound == limit - 1 - first.total
                assert part.known - part.bound >= ROOM * (budget - part.bound)
                at_once.append((first, limit))
        return task

    monkeypatch.setattr(GameProof, "_next", watch)
    proof = GameProof(Game(4, 5))
    for part in [part for first in proof.firsts for part in first.parts]:
        part.playing = -1
    assert proof.run() == 2463 == OptimalSearch(Game(4, 5)).total()
    assert any(first.total >= limit for first, limit in at_once)


def test_a_stopped_proof_goes_on_where_it_was() -> None:
    """Parts are kept one by one. A proof from what was kept after any of them ends equal."""
    game = Game(3, 5)
    kept: list[str] = []
    GameProof(game).run(keep=lambda proof: kept.append(json.dumps(proof.contents())))
    assert len(kept) > 5
    for text in (kept[0], kept[len(kept) // 2], kept[-1]):
        proof = GameProof(game, saved=json.loads(text))
        assert proof.run() == 451
        assert proof.tree().total_turns == 451
    finished = GameProof(game, saved=json.loads(kept[-1]))
    finished.run()
    parts = [part for first in read(kept[-1])["firsts"] for part in first["parts"]]
    assert finished.nodes == sum(nodes for *_, nodes in parts) > 0


def test_what_a_proof_tells_of_the_total_while_it_runs_holds() -> None:
    told = list[SearchProgress]()
    total = GameProof(Game(4, 7)).run(watch=told.append)
    assert total == 11228
    assert told
    assert all(now.least <= total <= (now.known or total) for now in told)
    assert [now.least for now in told] == sorted([now.least for now in told])


@pytest.mark.parametrize(
    ("least", "known", "text"),
    [
        (0, 0, "nothing is known of the total yet"),
        (5600, 0, "5,600 turns or more, and nobody knows how long the rest takes"),
        (5600, 5630, "5,600 to 5,630 turns, and nobody knows how long the rest takes"),
    ],
)
def test_what_is_known_of_a_total_in_words(least: int, known: int, text: str) -> None:
    assert SearchProgress(1, 8, 100, least, known).bounds == text


@pytest.mark.parametrize("plays", [False, True])
def test_ctrl_c_stops_all_threads_and_the_proof_can_run_again(plays: bool) -> None:
    calls = 0

    def press(now: SearchProgress) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise KeyboardInterrupt

    proof = GameProof(Game(4, 7), workers=2)  # takes long enough to be stopped
    for part in [part for first in proof.firsts for part in first.parts] if plays else []:
        part.playing = -1
    with pytest.raises(KeyboardInterrupt):
        proof.run(watch=press)
    assert proof.run() == 11228


def test_threads_that_join_each_other_in_a_part_change_nothing() -> None:
    """Four threads and one first guess: most of the time there are fewer parts left than threads."""
    for game in (Game(4, 5), Game(4, 6, repeats=False)):
        for seed in range(3):
            proof = GameProof(game, first=game.code(game.size // 9), workers=4, seed=seed)
            total = proof.run()
            assert total == GameProof(game, first=game.code(game.size // 9)).run()
            assert proof.tree().total_turns == total
            assert not any(part.searched_by for one in proof.firsts for part in one.parts)


def test_whether_turns_are_enough_agrees_with_the_least_total() -> None:
    for game in (Game(2, 5), Game(3, 4), Game(4, 4), Game(3, 5, False), Game(2, 5, whites=False)):
        for turns in range(1, 8):
            enough = OptimalSearch(game).total((), turns) is not None
            proof = GameProof(game, turns, whether=True)
            try:
                total = proof.run()
            except TooFewTurns:
                assert not enough
                continue
            assert enough
            tree = proof.tree()
            verify(tree)
            assert (tree.max_turns <= turns, tree.total_turns) == (True, total)


@pytest.mark.slow
def test_a_proof_that_was_killed_goes_on_and_ends_equal(tmp_path: Path) -> None:
    """As after a power cut: the process is killed once the checkpoint has some parts, and starts again."""
    kept = tmp_path / "proof.json"
    start = "from solver.shell.cli import mastermind"
    code = f"{start};mastermind(['atlas', '4', '7', '--checkpoint', {str(kept)!r}])"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and not (
            kept.exists() and count_finished(json.loads(kept.read_text()))[0]
        ):
            sleep(0.02)
        process.kill()
    proof = GameProof(Game(4, 7), saved=read(kept.read_text()))
    assert proof.parts[0] > 0
    assert proof.run() == 11228


class Slices:
    """A searcher that answers as `solver.optimal.remote` does from a worker, without a cluster."""

    def __init__(self, game: Game, seconds: float) -> None:
        self.kind = (game, 0, None, False)
        self.seconds = seconds
        self.nodes = 0
        self.slices = 0

    def least_of_part(self, guess: int, ordinal: int, turns: int, budget: int) -> int:
        least = None
        while least is None:
            least, nodes = search_slice(self.kind, guess, ordinal, turns, budget, self.seconds)
            self.nodes += nodes
            self.slices += 1
        return least

    def stop(self, stopped: bool = True) -> None:
        pass


class Steps(Slices):
    """A searcher that keeps what it is asked and what it answers."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, 60.0)
        self.asked = list[tuple[int, int, int]]()

    def least_of_part(self, guess: int, ordinal: int, turns: int, budget: int) -> int:
        least = super().least_of_part(guess, ordinal, turns, budget)
        self.asked.append((ordinal, budget, least))
        return least


def test_a_part_is_asked_for_little_more_than_is_known_of_it() -> None:
    """The first step of each part is one turn. Each later one is at most twice as large as the one before."""
    game = Game(3, 6)
    steps = Steps(game)
    proof = GameProof(game, first=game.parse("123"), searchers=[steps])
    known = {part.ordinal: (part.bound, 1) for part in proof.firsts[0].parts}
    assert proof.run() == 854
    assert len(steps.asked) > len(known)
    for ordinal, budget, least in steps.asked:
        bound, step = known[ordinal]
        assert bound < budget <= bound + step
        known[ordinal] = max(bound, least), 2 * (budget - bound)


def test_parts_searched_in_slices_of_time_add_up() -> None:
    slices = Slices(Game(3, 7), 0.002)
    assert GameProof(Game(3, 7), searchers=[slices]).run() == 1474
    assert slices.slices > 0


@pytest.mark.parametrize("pegs", [1, 3])
def test_a_game_of_one_code_is_won_at_once(pegs: int) -> None:
    proof = GameProof(Game(pegs, 1))
    assert (proof.run(), proof.tree().histogram) == (1, (1,))


def test_too_few_turns_are_refused() -> None:
    assert GameProof(Game(4, 4), max_turns=5).run() == OptimalSearch(Game(4, 4)).total((), 5)
    with pytest.raises(OptimalError, match="allow more turns"):
        GameProof(Game(4, 4), max_turns=2).run()


def test_a_checkpoint_of_another_game_is_refused() -> None:
    saved = GameProof(Game(3, 4)).contents()
    with pytest.raises(OptimalError, match="not of 3 pegs, 5 colours"):
        GameProof(Game(3, 5), saved=saved)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([0, 2, True, 1], "64 codes take 1.. turns at least, not 2"),
        ([99, 2, True, 1], "it has an answer that no code gives to 112"),
    ],
)
def test_values_that_no_part_can_have_are_refused(value: list[object], said: str) -> None:
    saved = GameProof(Game(3, 6)).contents()
    first = next(one for one in saved["firsts"] if one["guess"] == "112")
    first["parts"] = [value]
    with pytest.raises(OptimalError, match=said):
        GameProof(Game(3, 6), saved=saved)


def test_a_tree_that_takes_other_turns_than_a_saved_value_says_is_refused() -> None:
    """The value of the largest part is given as one turn less than it is."""
    game = Game(4, 5)
    proof = GameProof(game, first=game.parse("1123"))
    total = proof.run()
    saved = proof.contents()
    max(saved["firsts"][0]["parts"], key=lambda part: part[1])[1] -= 1
    wrong = GameProof(game, first=game.parse("1123"), saved=saved)
    assert wrong.run() == total - 1
    with pytest.raises(
        OptimalError, match=f"{total - 1:,} turns are the least, and their tree takes {total:,}"
    ):
        wrong.tree()


def test_a_first_guess_can_be_given() -> None:
    """From 1122 the least total of 4 pegs and 6 colours is higher than from 1123."""
    game = Game(4, 6)
    assert (
        GameProof(game, first=game.parse("1123")).run()
        == 5625
        < GameProof(game, first=game.parse("1122")).run()
    )
