"""Verification tasks on a dask.distributed cluster (extra `cluster`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from hp15c.errors import InputError
from programs.verify import Check, Tally, Task, run

RETRIES = 5
AT_ONCE = 2000
"""Tasks that the scheduler holds at once. There may be hundreds of thousands."""


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
