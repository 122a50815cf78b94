"""The ranking job: every way of cutting it up gives the guess that a plain ranking gives."""

from __future__ import annotations

import pytest

from solver.codes import Game, GameError
from solver.parallel import chunks_of, measure, rank_chunk
from tests.support.naive_solver import naive_histogram


def plain_best(game: Game) -> tuple[int, int]:
    codes = game.codes()
    return min((max(naive_histogram(guess, codes)), index) for index, guess in enumerate(codes))


@pytest.mark.parametrize("game", [Game(3, 4), Game(3, 5, repeats=False), Game(2, 7)], ids=str)
def test_ranks_as_plainly_done(game: Game) -> None:
    ranked = rank_chunk(game, "stdlib", 0, game.size)
    assert (ranked.largest, ranked.guess) == plain_best(game)


def test_chunks_cover_every_guess_once() -> None:
    for count, chunks in ((10, 3), (3, 10), (1296, 16), (7, 7)):
        runs = chunks_of(count, chunks)
        assert [guess for first, stop in runs for guess in range(first, stop)] == list(range(count))
        assert len(runs) == min(count, chunks)
    with pytest.raises(GameError, match="0 chunks"):
        chunks_of(10, 0)


@pytest.mark.parametrize("tier", ["stdlib", "numpy"])
def test_threads_agree_and_one_chunk_leaves_a_worker_idle(tier: str) -> None:
    report = measure(Game(4, 5), [1, 2], [1, 16], tier, ["threads"])
    assert [(run.workers, run.chunks) for run in report.runs] == [(1, 1), (1, 16), (2, 1), (2, 16)]
    for run in report.runs:
        assert run.best == report.best
        assert len(run.busy) == run.workers
        assert 0 < sum(run.busy) <= run.workers * run.seconds
        assert report.speed_up(run) == report.sequential / run.seconds
    assert report.runs[2].busy[1] == 0


@pytest.mark.slow
def test_processes_agree() -> None:
    report = measure(Game(4, 6), [2], [1, 8], "stdlib", ["processes"])
    assert [run.best for run in report.runs] == [report.best] * 2
    assert report.runs[0].busy[1] == 0
    assert (report.best.largest, Game(4, 6).code(report.best.guess)) == (256, (0, 0, 1, 1))


def test_what_is_refused() -> None:
    with pytest.raises(GameError, match="0 workers"):
        measure(Game(2, 2), [0], [1])
    with pytest.raises(GameError, match='unknown method "magic"'):
        measure(Game(2, 2), [1], [1], "stdlib", ["magic"])
    with pytest.raises(GameError, match=r"38,443,359,375 codes"):
        measure(Game(9, 15), [1], [1])
