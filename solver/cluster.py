"""The job of `solver.parallel` on dask.distributed (extra `cluster`), for games that outgrow one machine.

Every chunk is a task that depends only on its arguments. The scheduler gives the chunks of a worker that dies
to another one, and the result is the same. A chunk that has outlived three workers is given up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from logging import ERROR
from typing import TYPE_CHECKING

from solver.codes import Game, GameError, check_size
from solver.errors import SolverError
from solver.parallel import CODES_AT_MOST, WORKERS_AT_MOST, RankedChunk, chunks_of, rank_chunk
from solver.tiers import select

if TYPE_CHECKING:
    from distributed import Client

DEATHS_ALLOWED = 3


class ClusterError(SolverError):
    """A cluster that cannot be reached or loses its workers, or the extra `cluster` is missing."""


def best_guess(
    client: Client,
    game: Game,
    tier: str | None = None,
    chunks: int = 64,
    progress: Callable[[int, int], None] | None = None,
) -> RankedChunk:
    """The best guess of the game's first turn, ranked in chunks by the workers of the cluster.

    The tier must be installed where the workers are. `progress` is told the chunks done and in all.
    ClusterError when a chunk outlives three workers.
    """
    from distributed import KilledWorker, as_completed

    check_size(game, "ranking all guesses against all codes", CODES_AT_MOST)
    name = select(tier, game.size**2).name
    tasks = [
        client.submit(rank_chunk, game, name, first, stop, pure=False)
        for first, stop in chunks_of(game.size, chunks)
    ]
    best: list[RankedChunk] = []
    try:
        for done, (_, ranked) in enumerate(as_completed(tasks, with_results=True), 1):
            best = [min([*best, ranked])]
            if progress:
                progress(done, len(tasks))
    except KilledWorker as error:
        raise ClusterError(
            f"a chunk was given up after {DEATHS_ALLOWED} workers died: take more chunks"
        ) from error
    return best[0]


@contextmanager
def connect(address: str, timeout: float = 10) -> Iterator[Client]:
    """A client of the scheduler at this address, or of `local:N`: N processes, started and ended here.

    ClusterError when nothing answers there within `timeout` seconds, or dask is not installed. GameError when
    N is no number of workers.
    """
    if find_spec("distributed") is None:
        raise ClusterError('a cluster needs dask.distributed: pip install "hp15c[cluster]"')
    import dask
    from distributed import Client, LocalCluster

    settings = {"distributed.scheduler.allowed-failures": DEATHS_ALLOWED}
    kind, _, number = address.partition(":")
    if kind != "local":
        try:
            client = Client(address, timeout=timeout)
        except (OSError, ValueError) as error:
            raise ClusterError(
                f"no dask scheduler answers at {address}: start one, or take local:2"
            ) from error
        with client:
            yield client
        return
    if not number.isdecimal() or not 1 <= int(number) <= WORKERS_AT_MOST:
        raise GameError(f'"{address}": local:N starts N workers, 1 to {WORKERS_AT_MOST}')
    with (
        dask.config.set(settings),
        LocalCluster(
            int(number), threads_per_worker=1, dashboard_address=None, silence_logs=ERROR
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client
