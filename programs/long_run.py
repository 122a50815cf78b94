"""Many verification tasks in several processes, with a checkpoint, so that an interrupted run can be resumed.

A checkpoint file, replaced atomically, holds the numbers of the finished tasks, as ranges, and their results
by number of digits. A killed worker's task is done again. Ctrl-C stops cleanly. A task counts once: the pairs
of the tasks done are compared with those of the tallies, so that none is left out or done twice.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from itertools import compress, islice
from multiprocessing import active_children, get_context
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from hp15c import files
from hp15c.errors import InputError
from hp15c.table.machines import OF_MODEL
from programs.verify import Check, Disagreement, DrawnSecrets, Tally, Task, Watch, nothing, run

RETRIES = 5
AT_ONCE = 2000
"""Tasks that the scheduler holds at once. There may be hundreds of thousands."""
FORMAT = "hp15c verification 2"
OLD_FORMATS = ("hp15c verification 1",)
ANEW = "To begin anew, name another file or delete this one"
OTHER = "it stays as it is, name another file"
SAVED_EVERY = 2.0
PATIENCE = 3
TICK = 0.25
"""Seconds between two checks of the number of pairs that the workers have played."""
_counts: list[Watch] = []
"""In a worker: the counter of its pairs."""
AHEAD = 4
"""The number of tasks that wait for each process, besides the one that it works on."""


def on_cluster(
    check: Check, tasks: Sequence[Task], numbers: list[int], address: str
) -> Iterator[tuple[int, Tally]]:
    """Results as the workers finish. The scheduler gives a dead worker's tasks to another.

    `address` is a scheduler's, such as 'tcp://host:8786'. InputError when the extra is missing or no
    scheduler answers there.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise InputError("a cluster needs dask.distributed: pip install 'hp15c[cluster]'") from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise InputError(f"no scheduler answers at {address!r}: {error}") from None
    with client:
        shared = client.scatter(check, broadcast=True)
        waiting = iter(numbers)

        def submit(most: int) -> dict[Any, int]:
            return {
                client.submit(run, shared, tasks[number], pure=False, retries=RETRIES): number
                for number in islice(waiting, most)
            }

        pending = submit(AT_ONCE)
        completed = as_completed(list(pending))
        for future in completed:
            yield pending.pop(future), future.result()
            future.release()
            more = submit(1)
            pending |= more
            completed.update(list(more))


TaskProgress = Callable[[Task, Tally], None]


def runs_of(done: np.ndarray) -> list[list[int]]:
    """The runs of true values: for each its first place, and the place after its last."""
    edges = np.flatnonzero(np.diff(done, prepend=False, append=False))
    runs: list[list[int]] = edges.reshape(-1, 2).tolist()
    return runs


def read_runs(runs: object) -> list[tuple[int, int]]:
    """Runs as `runs_of` gives them, from JSON. ValueError unless they ascend and leave gaps."""
    if not isinstance(runs, list):
        raise ValueError("a list of runs is expected")
    read: list[tuple[int, int]] = []
    for one in runs:
        match one:
            case [int(first), int(end)] if (read[-1][1] if read else -1) < first < end:
                read.append((first, end))
            case _:
                raise ValueError(f"{one!r} is no run after {read[-1:]}")
    return read


class Checkpoint:
    """The finished part of a list of tasks, kept in a file when a path is given.

    `done` tells for each task whether it is finished. `pairs` and `drawn` are the results of those that are,
    by number of digits: the pairs of secret and guess, and the secrets that the calculator drew.
    """

    def __init__(
        self, check: Check, tasks: Sequence[Task], path: Path | None, clock: Callable[[], float] = monotonic
    ) -> None:
        self.path = path
        self.done = np.zeros(len(tasks), dtype=bool)
        self.pairs: dict[int, Tally] = {}
        self.drawn: dict[int, Tally] = {}
        self._tasks = tasks
        self._fingerprint = fingerprint(check, tasks)
        self._clock = clock
        self._saved = clock()

    def resume(self) -> bool:
        """Read the file back. False when there is none, and the run begins anew.

        InputError when it belongs to another run, or cannot be read.
        """
        assert self.path is not None
        if not self.path.exists():
            self.save()
            return False
        kept = self._read_file()
        try:
            runs = read_runs(kept["done"])
            self.pairs, self.drawn = _read_tallies(kept["pairs"]), _read_tallies(kept["drawn"])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise InputError(f"{self.path}: the checkpoint is damaged. {ANEW}") from None
        if kept.get("fingerprint") != self._fingerprint:
            raise InputError(
                f"{self.path}: this checkpoint, with {self.progress}, belongs to another listing or other"
                f" pairs: --resume with the same options goes on from it. {ANEW}"
            )
        for first, end in runs:
            self.done[first:end] = True
        if max((end for _, end in runs), default=0) > len(self._tasks) or not self.adds_up:
            raise InputError(f"{self.path}: the checkpoint does not fit its own tasks. {ANEW}")
        return True

    @property
    def progress(self) -> str:
        """The number of finished pairs, in words."""
        pairs = sum(tally.pairs for tally in self.tallies)
        return f"{pairs:,} finished pair{'s' * (pairs != 1)}"

    def _read_file(self) -> dict[str, Any]:
        """The content of the file. InputError when it is no checkpoint, or one of an earlier version."""
        assert self.path is not None
        try:
            kept = files.read_json(self.path, "a checkpoint that can be read")
        except InputError as error:
            raise InputError(f"{error}: {OTHER}") from None
        if not isinstance(kept, dict) or kept.get("format") not in (FORMAT, *OLD_FORMATS):
            raise InputError(f"{self.path}: this is not a checkpoint of a verification: {OTHER}")
        if kept["format"] in OLD_FORMATS:
            raise InputError(
                f"{self.path}: an earlier version wrote this checkpoint, it cannot be resumed. {ANEW}"
            )
        return kept

    @property
    def adds_up(self) -> bool:
        """Whether the finished tasks have as many pairs as the tallies, for each number of digits."""
        pairs: Counter[int] = Counter()
        drawn: Counter[int] = Counter()
        for task in compress(self._tasks, self.done):
            (drawn if isinstance(task, DrawnSecrets) else pairs)[task.digits] += task.pairs
        kept = (self.pairs, self.drawn)
        return [{digits: tally.pairs for digits, tally in tallies.items()} for tallies in kept] == [
            dict(pairs),
            dict(drawn),
        ]

    def begin(self) -> None:
        """Write the file before any work, so that it can be resumed from the first second on.

        InputError when there is a file of this name: it would be replaced, and what it holds would be lost.
        """
        if self.path is not None and self.path.exists():
            self.resume()
            raise InputError(
                f"{self.path}: this is a checkpoint of this verification, with {self.progress} in"
                f" {self.done.sum():,} of {len(self._tasks):,} parts: --resume goes on from it. {ANEW}"
            )
        self.save()

    def record(self, number: int, tally: Tally) -> None:
        """Keep the tally of one task. A task that is done already is not counted again."""
        if self.done[number]:
            return
        self.done[number] = True
        task = self._tasks[number]
        tallies = self.drawn if isinstance(task, DrawnSecrets) else self.pairs
        tallies.setdefault(task.digits, Tally()).add(tally)
        if self.path is not None and self._clock() - self._saved > SAVED_EVERY:
            self.save()

    def save(self) -> None:
        """Replace the file by what is done now."""
        if self.path is None:
            return
        kept = {
            "format": FORMAT,
            "fingerprint": self._fingerprint,
            "done": runs_of(self.done),
            "pairs": {digits: asdict(tally) for digits, tally in self.pairs.items()},
            "drawn": {digits: asdict(tally) for digits, tally in self.drawn.items()},
        }
        files.replace(self.path, (json.dumps(kept, ensure_ascii=False) + "\n").encode())
        self._saved = self._clock()

    @property
    def complete(self) -> bool:
        """Whether every task is done."""
        return bool(self.done.all())

    @property
    def open_tasks(self) -> list[int]:
        """The numbers of the tasks that are still to be done."""
        numbers: list[int] = np.flatnonzero(~self.done).tolist()
        return numbers

    @property
    def tallies(self) -> list[Tally]:
        """The results of the finished tasks by number of digits, pairs and drawn secrets apart."""
        return [kind[digits] for kind in (self.pairs, self.drawn) for digits in sorted(kind)]


@dataclass(slots=True)
class PairsPlayed:
    """The pairs played of a `total`: those of tasks that are `done`, or those `played` if they are more.

    Workers tell of pairs while their task is not done.
    """

    total: int
    done: int
    played: int

    @property
    def now(self) -> int:
        """The number of pairs played, at most all."""
        return min(self.total, max(self.done, self.played))


def fingerprint(check: Check, tasks: Sequence[Task]) -> str:
    """A text that is equal for two runs which verify the same steps, keys and tasks, on any engine."""
    steps = [str(step) + ("u" if step.user else "") for step in check.program.steps]
    machine = () if check.machine in (None, OF_MODEL[check.program.model]) else (check.machine,)
    digest = hashlib.sha256(repr((check.program.model, *map(str, machine), steps, check.seat)).encode())
    for task in tasks:
        digest.update(repr(task).encode())
    return digest.hexdigest()


def read_tally(kept: dict[str, object]) -> Tally:
    """A tally from its JSON form. ValueError, TypeError or KeyError for anything else."""
    numbers = {name: kept[name] for name in ("pairs", "agreed", "lines", "seconds", "handed_over")}
    for name, number in numbers.items():
        if not isinstance(number, int | float) or number < 0:
            raise ValueError(name)
    rows = kept["disagreements"]
    if not isinstance(rows, list):
        raise ValueError("disagreements")
    tally = Tally(**numbers)  # type: ignore[arg-type]
    tally.disagreements = [Disagreement(**row) for row in rows]
    return tally


def _read_tallies(kept: dict[str, dict[str, object]]) -> dict[int, Tally]:
    return {int(digits): read_tally(tally) for digits, tally in kept.items()}


def run_tasks(
    check: Check,
    tasks: Sequence[Task],
    kept: Checkpoint,
    *,
    jobs: int = 1,
    progress: TaskProgress | None = None,
    underway: Watch = nothing,
    cluster: str | None = None,
) -> None:
    """Do the tasks that are missing in `jobs` processes, or on the cluster at an address, and record them.

    `progress` is called with each task that is done now. `underway` is called several times a second with the
    number of pairs played since, also those of unfinished tasks (not on a cluster). The checkpoint is saved
    at every end, also after a KeyboardInterrupt. At a normal end nothing is missing. Raises what
    `programs.verify.run` raises.
    """
    try:
        for number, tally in _results(check, tasks, kept, jobs, cluster, underway):
            kept.record(number, tally)
            if progress is not None:
                progress(tasks[number], tally)
    finally:
        try:
            kept.save()
        except KeyboardInterrupt:
            kept.save()
            raise


def _results(
    check: Check, tasks: Sequence[Task], kept: Checkpoint, jobs: int, cluster: str | None, underway: Watch
) -> Iterator[tuple[int, Tally]]:
    if cluster is not None:
        return on_cluster(check, tasks, kept.open_tasks, cluster)
    if jobs > 1:
        return _in_processes(check, tasks, kept, jobs, underway)
    return ((number, run(check, tasks[number], watch=underway)) for number in kept.open_tasks)


def _in_processes(
    check: Check, tasks: Sequence[Task], kept: Checkpoint, jobs: int, underway: Watch
) -> Iterator[tuple[int, Tally]]:
    """Results as they come. When a worker dies, a new pool does again what was not finished.

    Workers that are still at a task when the results are no longer wanted are ended.
    """
    fruitless, others = 0, active_children()
    while not kept.complete:
        before = kept.done.sum()
        context = get_context("spawn")
        played = context.Value("q", 0)
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=counting_in, initargs=(played,))
        try:
            most = jobs * (1 + AHEAD)
            yield from _drain(pool, check, tasks, kept.open_tasks, most, _pairs_since(played, underway))
        except BrokenProcessPool:
            fruitless = 0 if kept.done.sum() > before else fruitless + 1
            if fruitless >= PATIENCE:
                raise InputError(
                    f"{PATIENCE} workers in a row died before they finished a task;"
                    " is there memory enough? --jobs 1 runs without workers"
                ) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            if not kept.complete:
                for worker in active_children():
                    if worker not in others:
                        worker.terminate()


def counting_in(played: Synchronized[int]) -> None:
    """Called in a worker before its tasks: count the pairs that it plays in memory that all workers share."""

    def count(pairs: int) -> None:
        with played.get_lock():
            played.value += pairs

    _counts.clear()
    _counts.append(count)


def run_counted(check: Check, task: Task) -> Tally:
    """Play a task in a worker, and count its pairs. See `programs.verify.run`."""
    return run(check, task, watch=_counts[0] if _counts else nothing)


def _pairs_since(played: Synchronized[int], underway: Watch) -> Callable[[], None]:
    """A function that returns the number of pairs that the workers have played since its last call."""
    before = 0

    def tell() -> None:
        nonlocal before
        now = played.value
        if now > before:
            underway(now - before)
            before = now

    return tell


def _drain(
    pool: ProcessPoolExecutor,
    check: Check,
    tasks: Sequence[Task],
    numbers: list[int],
    most: int,
    tell: Callable[[], None],
) -> Iterator[tuple[int, Tally]]:
    """Results as they come, of hundreds of thousands of tasks, at most `most` of them under way at once."""
    waiting = iter(numbers)
    pending = {pool.submit(run_counted, check, tasks[number]): number for number in islice(waiting, most)}
    while pending:
        finished, _ = wait(pending, TICK, return_when=FIRST_COMPLETED)
        tell()
        for future in finished:
            yield pending.pop(future), future.result()
        for number in islice(waiting, most - len(pending)):
            pending[pool.submit(run_counted, check, tasks[number])] = number
