"""The classic exercise: ranking all guesses of a game in parallel, in chunks, with the times of all workers.

The job is Knuth's first turn: each guess is scored against all codes, and ranks by its largest part, then by
its place. A chunk is a run of neighbouring guesses. This module measures, so it looks at the clock.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from multiprocessing import get_context
from threading import Barrier, get_ident
from time import perf_counter
from typing import Any

from solver.codes import Code, Game, GameError, check_size
from solver.tiers import Tier, select

METHODS = ("threads", "processes")
CODES_AT_MOST = 20_000_000
CHUNKS_AT_MOST = 100_000
WORKERS_AT_MOST = 256
ROUNDS = 3


Clock = Callable[[], float]


@dataclass(frozen=True, slots=True, order=True)
class RankedChunk:
    """The best guess of a chunk: largest part and index, and who ranked the chunk for how long."""

    largest: int
    guess: int
    worker: int = field(compare=False, default=0)
    busy: float = field(compare=False, default=0.0)


@dataclass(frozen=True, slots=True)
class TimedRun:
    """One run of the job: seconds in all, and for each worker the seconds in which it ranked."""

    method: str
    workers: int
    chunks: int
    seconds: float
    busy: list[float]
    best: RankedChunk


@dataclass(frozen=True, slots=True)
class ParallelReport:
    """The job done one guess after the other, and in parallel in several ways."""

    game: Game
    tier: str
    sequential: float
    best: RankedChunk
    runs: list[TimedRun]

    def speed_up(self, run: TimedRun) -> float:
        """The speed-up compared with one guess after the other."""
        return self.sequential / run.seconds


def rank_chunk(game: Game, tier: str, first: int, stop: int, clock: Clock = perf_counter) -> RankedChunk:
    """The best of the guesses from index `first` to before `stop`, ranked by this thread."""
    start = clock()
    largest, guess = min(zip(_largest_parts(game, tier, first, stop), range(first, stop), strict=True))
    return RankedChunk(largest, guess, hash((os.getpid(), get_ident())), clock() - start)


def chunks_of(count: int, chunks: int) -> list[tuple[int, int]]:
    """The numbers below `count` in `chunks` ranges of nearly the same size, as pairs (first, stop).

    There are fewer ranges where there are fewer numbers. GameError unless `chunks` is from 1 to
    CHUNKS_AT_MOST.
    """
    if not 1 <= chunks <= CHUNKS_AT_MOST:
        raise GameError(f"{chunks} chunks: 1 to {CHUNKS_AT_MOST:,} are possible")
    edges = [count * place // chunks for place in range(chunks + 1)]
    return [(first, stop) for first, stop in pairwise(edges) if first < stop]


def measure(
    game: Game,
    workers: Sequence[int],
    chunks: Sequence[int],
    tier: str | None = None,
    methods: Sequence[str] = METHODS,
) -> ParallelReport:
    """The job with each method, number of workers and number of chunks. The best of three rounds each.

    Starting the workers is not timed. GameError for a game, or a number, that is too large. TierError for a
    tier that is not installed. AssertionError when two ways of doing the job do not agree.
    """
    check_size(game, "ranking all guesses against all codes", CODES_AT_MOST)
    for count in workers:
        if not 1 <= count <= WORKERS_AT_MOST:
            raise GameError(f"{count} workers: 1 to {WORKERS_AT_MOST} are possible")
    name = select(tier, game.size**2).name
    rank_chunk(game, name, 0, 1)
    alone = min(
        (_time(lambda: [rank_chunk(game, name, 0, game.size)]) for _ in range(ROUNDS)), key=lambda run: run[0]
    )
    best = alone[1][0]
    runs = []
    for method in methods:
        for count in workers:
            runs += _runs(method, game, name, count, chunks)
    for run in runs:
        assert run.best == best, (
            f"{run.method}, {run.workers} workers, {run.chunks} chunks: {run.best}, not {best}"
        )
    return ParallelReport(game, name, alone[0], best, runs)


def _runs(method: str, game: Game, tier: str, workers: int, chunks: Sequence[int]) -> list[TimedRun]:
    """One run for each number of chunks, on workers that are started once."""
    if method == "threads":
        with ThreadPoolExecutor(workers) as threads:
            return [_best_run(method, game, tier, workers, count, threads.map) for count in chunks]
    if method != "processes":
        raise GameError(f'unknown method "{method}": there are {", ".join(METHODS)}')
    context = get_context("spawn")
    ready = context.Barrier(workers + 1)
    with context.Pool(workers, _start_worker, (game, tier, ready)) as processes:
        ready.wait()
        return [_best_run(method, game, tier, workers, count, _map_unordered(processes)) for count in chunks]


def _map_unordered(processes: Any) -> Callable[..., Iterable[RankedChunk]]:
    return lambda work, tasks: processes.imap_unordered(work, tasks, chunksize=1)


def _best_run(
    method: str,
    game: Game,
    tier: str,
    workers: int,
    chunks: int,
    mapped: Callable[..., Iterable[RankedChunk]],
) -> TimedRun:
    tasks = [(game, tier, first, stop) for first, stop in chunks_of(game.size, chunks)]
    seconds, ranked = min(
        (_time(lambda: list(mapped(_rank_task, tasks))) for _ in range(ROUNDS)), key=lambda run: run[0]
    )
    busy: dict[int, float] = {}
    for chunk in ranked:
        busy[chunk.worker] = busy.get(chunk.worker, 0.0) + chunk.busy
    idle = [0.0] * (workers - len(busy))
    return TimedRun(method, workers, chunks, seconds, sorted(busy.values(), reverse=True) + idle, min(ranked))


def _rank_task(task: tuple[Game, str, int, int]) -> RankedChunk:
    return rank_chunk(*task)


def _start_worker(game: Game, tier: str, ready: Barrier) -> None:
    rank_chunk(game, tier, 0, 1)
    ready.wait()


def _time(
    work: Callable[[], list[RankedChunk]], clock: Clock = perf_counter
) -> tuple[float, list[RankedChunk]]:
    start = clock()
    ranked = work()
    return clock() - start, ranked


def _largest_parts(game: Game, tier: str, first: int, stop: int) -> list[int]:
    chosen = _tier(tier)
    if tier == "stdlib":
        return [max(counts) for counts in chosen.histograms(game, _codes(game)[first:stop])]
    from solver.tiers.arrays import all_codes

    counts = chosen.counts(game, all_codes(game)[first:stop])  # type: ignore[attr-defined]
    largest: list[int] = counts.max(axis=1).tolist()
    return largest


@lru_cache(maxsize=1)
def _codes(game: Game) -> list[Code]:
    return game.codes()


@lru_cache(maxsize=4)
def _tier(name: str) -> Tier:
    return select(name)
