"""A long verification shows itself: from within a task, as a bar or as lines, and in parts of a batch."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import programs
from hp15c.listing.program import Program
from programs.cli_progress import FIRST, LONGEST, Lines, PairsPlayed
from programs.codemaker import Seat
from programs.long_run import Checkpoint, run_tasks
from programs.verify import Check, DrawnSecrets, Rectangle, Sample, Task, rectangles, run

PROGRAM = Program.read(Path(programs.__file__).with_name("codemaker-small.15c"))
CHECK = Check(PROGRAM, Seat(), "source")


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
    count = PairsPlayed(100, begun=20)
    count.underway(30)
    assert count.now == 50
    count.add_finished(25)  # told by a worker that died too
    assert count.now == 50
    count.add_finished(40)
    assert count.now == 85
    count.underway(90)
    assert count.now == 100


def test_lines_come_now_and_then() -> None:
    clock = [0.0]
    written: list[str] = []
    count = PairsPlayed(9000, begun=0)
    lines = Lines(count, written.append, lambda: clock[0])
    times = []
    for second in range(300):
        clock[0] = float(second)
        count.underway(10)
        before = len(written)
        lines.look()
        if len(written) > before:
            times.append(second)
    assert times[0] == FIRST
    gaps = [after - before for before, after in pairwise(times)]
    assert gaps == sorted(gaps)
    assert max(gaps) == LONGEST
    assert written[0] == "60 of 9,000 pairs (0.67%), 10/s, about 15 min left"


def test_the_rate_does_not_count_what_is_compiled_before_the_first_pair() -> None:
    clock = [0.0]
    written: list[str] = []
    count = PairsPlayed(9000, begun=0)
    lines = Lines(count, written.append, lambda: clock[0])
    clock[0] = 35.0
    count.underway(1)
    lines.look()
    clock[0] = 95.0
    count.underway(600)
    lines.look()
    assert written == ["1 of 9,000 pairs (0.01%)", "601 of 9,000 pairs (6.68%), 10/s, about 14 min left"]
