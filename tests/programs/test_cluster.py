"""Verification on a local cluster of two workers, one of which is killed on the way."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

import programs
from hp15c.errors import InputError
from hp15c.listing.program import Program
from programs.cluster import on_cluster
from programs.codemaker import Seat
from programs.long_run import Checkpoint, run_tasks
from programs.verify import Check, Tally, Task, rectangles

pytestmark = pytest.mark.slow

PROGRAM = Path(programs.__file__).with_name("codemaker-small.15c")
CHECK = Check(Program.read(PROGRAM), Seat(), "source")


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
