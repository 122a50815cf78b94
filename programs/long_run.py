"""Many verification tasks over several processes, so that a long run survives what happens to it.

A checkpoint file, replaced atomically, keeps the tally of each task that is done; a killed worker's task is
done again; Ctrl-C stops cleanly. At the end the tasks are counted, so that no pair is left out or done twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from hp15c import files
from hp15c.errors import InputError
from programs.verify import Check, Disagreement, Tally, Task, run

Progress = Callable[[Task, Tally], None]
FORMAT = "hp15c verification 1"
SAVED_EVERY = 2.0
PATIENCE = 3


class Checkpoint:
    """What is done of a list of tasks, kept in a file when a path is given."""

    def __init__(self, check: Check, tasks: Sequence[Task], path: Path | None) -> None:
        self.path = path
        self.done: dict[int, Tally] = {}
        self._tasks = tasks
        self._fingerprint = fingerprint(check, tasks)
        self._saved = monotonic()

    def resume(self) -> None:
        """Read the file back; InputError when there is none or it belongs to another run."""
        assert self.path is not None
        try:
            kept = json.loads(self.path.read_text("utf-8"))
        except FileNotFoundError:
            raise InputError(f"{self.path}: there is no checkpoint to resume; leave --resume out") from None
        except (OSError, ValueError) as error:
            raise InputError(f"{self.path}: not a checkpoint that can be read ({error})") from None
        if not isinstance(kept, dict) or kept.get("format") != FORMAT:
            raise InputError(f"{self.path}: this is not a checkpoint of a verification")
        if kept.get("fingerprint") != self._fingerprint:
            raise InputError(
                f"{self.path}: this checkpoint belongs to another listing or other pairs;"
                " run it with the same options, or name another file"
            )
        try:
            self.done = {int(number): read_tally(tally) for number, tally in kept["done"].items()}
        except (KeyError, TypeError, ValueError, AttributeError):
            raise InputError(f"{self.path}: the checkpoint is damaged; start without --resume") from None
        for number, tally in self.done.items():
            if not 0 <= number < len(self._tasks) or tally.pairs != self._tasks[number].pairs:
                raise InputError(
                    f"{self.path}: the checkpoint does not fit its own tasks; start without --resume"
                )

    def begin(self) -> None:
        """Refuse, before any work, a path whose file is not a checkpoint: it would be replaced."""
        if self.path is None or not self.path.exists():
            return
        try:
            kept = json.loads(self.path.read_text("utf-8"))
        except ValueError:
            kept = None
        if not isinstance(kept, dict) or kept.get("format") != FORMAT:
            raise InputError(f"{self.path}: this is not a checkpoint and stays as it is; name another file")

    def record(self, number: int, tally: Tally) -> None:
        """Keep the tally of one task; a task that is done already is not counted again."""
        if number not in self.done:
            self.done[number] = tally
            if self.path is not None and monotonic() - self._saved > SAVED_EVERY:
                self.save()

    def save(self) -> None:
        """Replace the file by what is done now."""
        if self.path is None:
            return
        kept = {
            "format": FORMAT,
            "fingerprint": self._fingerprint,
            "done": {str(number): asdict(tally) for number, tally in self.done.items()},
        }
        files.replace(self.path, (json.dumps(kept, ensure_ascii=False) + "\n").encode())
        self._saved = monotonic()

    @property
    def missing(self) -> list[int]:
        """The numbers of the tasks that are still to be done."""
        return [number for number in range(len(self._tasks)) if number not in self.done]


def fingerprint(check: Check, tasks: Sequence[Task]) -> str:
    """A text that two runs share when they verify the same steps, keys and tasks, on whatever engine."""
    steps = [str(step) + ("u" if step.user else "") for step in check.program.steps]
    text = repr((check.program.model, steps, check.seat, list(tasks)))
    return hashlib.sha256(text.encode()).hexdigest()


def read_tally(kept: dict[str, object]) -> Tally:
    """A tally from its JSON form; ValueError, TypeError or KeyError when it is none."""
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


def run_tasks(
    check: Check,
    tasks: Sequence[Task],
    kept: Checkpoint,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    cluster: str | None = None,
) -> None:
    """Do the tasks that are missing in `jobs` processes, or on the cluster at an address, and record them.

    The checkpoint is saved however it ends, a KeyboardInterrupt included; at a normal end nothing is
    missing. Raises what `programs.verify.run` raises.
    """
    if progress is not None:
        for number, tally in kept.done.items():
            progress(tasks[number], tally)
    try:
        for number, tally in _results(check, tasks, kept, jobs, cluster):
            kept.record(number, tally)
            if progress is not None:
                progress(tasks[number], tally)
    finally:
        kept.save()


def _results(
    check: Check, tasks: Sequence[Task], kept: Checkpoint, jobs: int, cluster: str | None
) -> Iterator[tuple[int, Tally]]:
    if cluster is not None:
        from programs.cluster import on_cluster

        return on_cluster(check, tasks, kept.missing, cluster)
    if jobs > 1:
        return _in_processes(check, tasks, kept, jobs)
    return ((number, run(check, tasks[number])) for number in kept.missing)


def _in_processes(
    check: Check, tasks: Sequence[Task], kept: Checkpoint, jobs: int
) -> Iterator[tuple[int, Tally]]:
    """Results as they come; when a worker dies, a new pool does again what was not finished."""
    fruitless = 0
    while kept.missing:
        before = len(kept.done)
        pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
        try:
            yield from _drain(pool, check, tasks, kept.missing)
        except BrokenProcessPool:
            fruitless = 0 if len(kept.done) > before else fruitless + 1
            if fruitless >= PATIENCE:
                raise InputError(
                    f"{PATIENCE} workers in a row died before they finished a task;"
                    " is there memory enough? --jobs 1 runs without workers"
                ) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _drain(
    pool: ProcessPoolExecutor, check: Check, tasks: Sequence[Task], numbers: list[int]
) -> Iterator[tuple[int, Tally]]:
    pending: dict[Future[Tally], int] = {pool.submit(run, check, tasks[number]): number for number in numbers}
    while pending:
        finished, _ = wait(pending, return_when=FIRST_COMPLETED)
        for future in finished:
            yield pending.pop(future), future.result()
