"""Long verifications survive: checkpoints, Ctrl-C, killed workers. No pair is left out or done twice."""

from __future__ import annotations

import itertools
import json
import os
import signal
from multiprocessing import active_children
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import programs
from hp15c import files
from hp15c.errors import InputError
from hp15c.listing.program import Program
from programs.codemaker import Seat
from programs.long_run import Checkpoint, PairsPlayed, on_cluster, read_runs, run_tasks, runs_of
from programs.verify import Check, DrawnSecrets, Rectangle, Sample, Tally, Task, rectangles, run

CHECK = Check(Program.read(Path(programs.__file__).with_name("codemaker-small.15c")), Seat(), "source")
TASKS: list[Task] = [*rectangles(2, 2), *rectangles(1)]


def totals(kept: Checkpoint) -> tuple[int, int, int]:
    """Pairs, agreed and program lines of all tasks that are done."""
    return tuple(sum(getattr(tally, name) for tally in kept.tallies) for name in ("pairs", "agreed", "lines"))  # type: ignore[return-value]


def alone() -> tuple[int, int, int]:
    """The totals of an undisturbed run."""
    kept = Checkpoint(CHECK, TASKS, None)
    run_tasks(CHECK, TASKS, kept)
    assert not kept.open_tasks
    assert kept.adds_up
    return totals(kept)


def test_all_pairs_are_done_once() -> None:
    pairs, agreed, _ = alone()
    assert pairs == agreed == 4 * 4 + 1


def test_ctrl_c_keeps_what_was_done_and_resume_does_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.json"
    kept = Checkpoint(CHECK, TASKS, path)

    def interrupt(task: Task, tally: Tally) -> None:
        if kept.done.sum() == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_tasks(CHECK, TASKS, kept, progress=interrupt)
    assert kept.done.sum() == 2
    again = Checkpoint(CHECK, TASKS, path)
    again.resume()
    assert list(again.done) == list(kept.done)
    assert totals(again) == totals(kept)
    assert len(again.open_tasks) == len(TASKS) - 2
    done: list[Task] = []
    run_tasks(CHECK, TASKS, again, progress=lambda task, tally: done.append(task))
    assert not again.open_tasks
    assert totals(again) == alone()
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint.json"]


def test_ctrl_c_twice_keeps_what_was_done_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "checkpoint.json"
    kept = Checkpoint(CHECK, TASKS, path)
    replace, interrupts = files.replace, [KeyboardInterrupt()]

    def interrupted(path: str | Path, data: bytes) -> None:
        if interrupts:
            raise interrupts.pop()
        replace(path, data)

    monkeypatch.setattr(files, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_tasks(CHECK, TASKS, kept)
    again = Checkpoint(CHECK, TASKS, path)
    again.resume()
    assert again.complete


def test_a_task_that_is_done_is_not_counted_again() -> None:
    kept = Checkpoint(CHECK, TASKS, None)
    kept.record(0, Tally(pairs=4, agreed=4))
    kept.record(0, Tally(pairs=4, agreed=3))
    assert totals(kept) == (4, 4, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not a checkpoint that can be read"),
        ('{"format": "something else"}', "this is not a checkpoint of a verification"),
        (
            '{"format": "hp15c verification 1", "fingerprint": "x"}',
            "an earlier version wrote this checkpoint",
        ),
        (
            '{"format": "hp15c verification 2", "fingerprint": "x", "done": [], "pairs": {}, "drawn": {}}',
            "belongs to another listing or other pairs",
        ),
    ],
)
def test_foreign_checkpoints_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "checkpoint.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        Checkpoint(CHECK, TASKS, path).resume()


def test_a_checkpoint_of_other_tasks_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.json"
    Checkpoint(CHECK, TASKS, path).save()
    other = Checkpoint(CHECK, TASKS[:1], path)
    for go_on in (other.resume, other.begin):
        with pytest.raises(InputError, match="belongs to another listing or other pairs"):
            go_on()


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((), "0 finished pairs in 0 of 5 parts"),
        ((0,), "4 finished pairs in 1 of 5 parts"),
        ((4,), "1 finished pair in 1 of 5 parts"),
        ((0, 1, 2, 3, 4), "17 finished pairs in 5 of 5 parts"),
    ],
)
def test_a_new_run_overwrites_no_checkpoint(tmp_path: Path, numbers: tuple[int, ...], said: str) -> None:
    path = checkpoint_of(tmp_path, numbers)
    before = path.read_bytes()
    with pytest.raises(InputError, match=f"{said}: --resume goes on from it.*another file or delete"):
        Checkpoint(CHECK, TASKS, path).begin()
    assert path.read_bytes() == before


def checkpoint_of(tmp_path: Path, numbers: tuple[int, ...]) -> Path:
    path = tmp_path / "checkpoint.json"
    kept = Checkpoint(CHECK, TASKS, path)
    for number in numbers:
        kept.record(number, Tally(pairs=TASKS[number].pairs, agreed=TASKS[number].pairs))
    kept.save()
    return path


@pytest.mark.parametrize("numbers", [(), (0,), (3, 1, 0), (4, 0, 2, 1, 3)])
def test_a_checkpoint_reads_back(tmp_path: Path, numbers: tuple[int, ...]) -> None:
    again = Checkpoint(CHECK, TASKS, checkpoint_of(tmp_path, numbers))
    again.resume()
    assert np.flatnonzero(again.done).tolist() == sorted(numbers)
    assert again.open_tasks == [number for number in range(len(TASKS)) if number not in numbers]
    assert again.complete is (len(numbers) == len(TASKS))
    assert totals(again)[0] == sum(TASKS[number].pairs for number in numbers)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"done": [[0, 3]]}, "does not fit its own tasks"),
        ({"done": [[0, 1]]}, "does not fit its own tasks"),
        ({"done": [[0, 99]]}, "does not fit its own tasks"),
        ({"done": [[0, 2], [1, 2]]}, "damaged"),
        ({"done": [[2, 1]]}, "damaged"),
        ({"done": {"0": 1}}, "damaged"),
        ({"pairs": {}}, "does not fit its own tasks"),
        ({"pairs": {"2": {"pairs": 8}}}, "damaged"),
        ({"pairs": []}, "damaged"),
        ({"drawn": {"x": {}}}, "damaged"),
    ],
)
def test_a_checkpoint_whose_pairs_do_not_add_up_is_refused(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = checkpoint_of(tmp_path, (0, 1))
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | change), "utf-8")
    with pytest.raises(InputError, match=message):
        Checkpoint(CHECK, TASKS, path).resume()


@pytest.mark.slow
def test_the_file_stays_small_however_many_tasks_are_done(tmp_path: Path) -> None:
    tasks: list[Task] = [Sample(4, 1, 0, part) for part in range(20_000)]
    kept = Checkpoint(CHECK, tasks, tmp_path / "checkpoint.json")
    for number in range(0, len(tasks), 2):
        kept.record(number + 1, Tally(pairs=1, agreed=1))
        kept.record(number, Tally(pairs=1, agreed=1))
    kept.save()
    assert kept.complete
    assert (tmp_path / "checkpoint.json").stat().st_size < 1000


@pytest.mark.slow
def test_a_killed_worker_s_tasks_are_done_again() -> None:
    tasks: list[Task] = [*rectangles(3, 9)]
    kept = Checkpoint(CHECK, tasks, None)
    killed: list[int] = []

    def kill_one(task: Task, tally: Tally) -> None:
        workers = [child.pid for child in active_children() if child.pid]
        if not killed and workers:
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    run_tasks(CHECK, tasks, kept, jobs=2, progress=kill_one)
    assert killed
    assert not kept.open_tasks
    assert totals(kept)[:2] == (27 * 27, 27 * 27)


@pytest.mark.parametrize(
    "task", [Rectangle(2, (0, 4), (0, 4)), Sample(2, 45, seed=1), DrawnSecrets(1, seeds=3)]
)
def test_all_pairs_of_a_task_are_told_while_it_runs(task: Task) -> None:
    told: list[int] = []
    tally = run(CHECK, task, watch=told.append)
    assert sum(told) == tally.pairs == task.pairs
    assert len(told) > 1 or task.pairs == 3


def test_the_pairs_played_are_told_in_this_process() -> None:
    tasks: list[Task] = [*rectangles(2, 2)]
    told: list[int] = []
    run_tasks(CHECK, tasks, Checkpoint(CHECK, tasks, None), underway=told.append)
    assert sum(told) == 16


@pytest.mark.slow
def test_the_pairs_played_are_told_by_workers() -> None:
    tasks: list[Task] = [*rectangles(2, 2)]
    told: list[int] = []
    kept = Checkpoint(CHECK, tasks, None)
    run_tasks(CHECK, tasks, kept, jobs=2, underway=told.append)
    assert kept.complete
    assert sum(told) == 16


def test_a_checkpoint_is_there_before_the_first_task(tmp_path: Path) -> None:
    tasks: list[Task] = [*rectangles(1)]
    path = tmp_path / "checkpoint.json"
    Checkpoint(CHECK, tasks, path).begin()
    again = Checkpoint(CHECK, tasks, path)
    assert again.resume()
    assert again.open_tasks == [0]
    path.unlink()
    assert not again.resume()
    assert path.exists()


def test_a_piece_of_many_pairs_is_not_larger_than_a_checkpoint_can_wait_for() -> None:
    assert max(piece.pairs for piece in rectangles(5)) <= 1024 * 512
    assert sum(piece.pairs for piece in rectangles(5)) == 5**5 * 5**5


def test_the_count_never_goes_back_and_ends_with_all() -> None:
    count = PairsPlayed(100, 20, 20)
    count.played += 30
    assert count.now == 50
    count.done += 25  # told by a worker that died too
    assert count.now == 50
    count.done += 40
    assert count.now == 85
    count.played += 90
    assert count.now == 100


@given(st.lists(st.booleans()))
def test_runs_are_the_finished_tasks_and_leave_gaps(done: list[bool]) -> None:
    runs = runs_of(np.array(done, dtype=bool))
    assert [number for first, end in runs for number in range(first, end)] == [
        number for number, finished in enumerate(done) if finished
    ]
    assert all(end < first for (_, end), (first, _) in itertools.pairwise(runs))
    assert read_runs(runs) == [tuple(run) for run in runs]


@pytest.mark.parametrize("runs", [None, {}, [1], [[1]], [[1, 1]], [[-1, 2]], [[1, 3], [3, 4]], [["1", 2]]])
def test_what_are_no_runs(runs: object) -> None:
    with pytest.raises(ValueError, match="run"):
        read_runs(runs)


@pytest.mark.slow
def test_a_worker_dies_and_the_totals_are_the_same() -> None:
    distributed = pytest.importorskip("distributed", reason="a cluster needs the extra cluster")
    tasks: list[Task] = [*rectangles(3, 9)]
    alone, together = Checkpoint(CHECK, tasks, None), Checkpoint(CHECK, tasks, None)
    run_tasks(CHECK, tasks, alone)
    killed: list[int] = []
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            pids = list(client.run(os.getpid).values())

        def kill_one(task: Task, tally: Tally) -> None:
            if not killed:
                killed.append(pids[0])
                os.kill(pids[0], signal.SIGKILL)

        run_tasks(CHECK, tasks, together, progress=kill_one, cluster=cluster.scheduler_address)
    assert killed
    assert together.complete
    for name in ("pairs", "agreed", "lines"):
        assert getattr(together.pairs[3], name) == getattr(alone.pairs[3], name)
    assert together.pairs[3].pairs == 27 * 27


def test_nobody_at_the_address() -> None:
    pytest.importorskip("distributed", reason="a cluster needs the extra cluster")
    with pytest.raises(InputError, match="no scheduler answers at"):
        list(on_cluster(CHECK, [], [], "tcp://127.0.0.1:9"))
