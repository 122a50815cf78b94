"""Parts of a proof searched by the workers of a dask cluster (extra `cluster`).

A worker keeps its search, with the regions that it remembers, from part to part. A part is searched in slices
of time. A slice that is cut short has no result, but the next slice finds the regions of earlier ones
remembered. So when a worker is lost only its memory of regions is lost, and after Ctrl-C no worker is busy
for longer than a slice.
"""

from __future__ import annotations

from threading import Event, Lock, Timer
from typing import TYPE_CHECKING, Any, Final

from solver.codes import Game
from solver.optimal.search import OptimalSearch

if TYPE_CHECKING:
    from distributed import Client

SLICE_SECONDS: Final = 20.0
_WAIT_SECONDS: Final = 0.2

ProofRequest = tuple[Game, int, int | None, bool]
"""The key of a worker's search: game, seed, memory, and whether only the turns are asked for."""

_kept: dict[ProofRequest, OptimalSearch] = {}
_one_at_a_time = Lock()


def search_slice(
    kind: ProofRequest, guess: int, ordinal: int, turns: int, budget: int, seconds: float
) -> tuple[int | None, int]:
    """The value of a part as `OptimalSearch.least_of_part` has it, and the regions searched.

    None instead of the value when it takes longer than these seconds. Runs in a worker.
    """
    with _one_at_a_time:
        search = _search_for(kind)
        before, late = search.nodes, False

        def end() -> None:
            nonlocal late
            late = True
            search.stop()

        timer = Timer(seconds, end)
        timer.start()
        try:
            least = search.least_of_part(guess, ordinal, turns, budget)
        finally:
            timer.cancel()
            timer.join()
            search.stop(False)
        return None if late else least, search.nodes - before


def _search_for(kind: ProofRequest) -> OptimalSearch:
    """The search that this worker keeps for a proof. A search for another proof is dropped."""
    game, seed, memory, whether = kind
    if kind not in _kept:
        _kept.clear()
        _kept[kind] = OptimalSearch(game, seed, memory)
        if whether:
            _kept[kind].ask_whether()
    return _kept[kind]


class Remote:
    """A searcher for `GameProof`: one worker of a cluster, or another one if it dies."""

    def __init__(
        self, client: Client, worker: str, kind: ProofRequest, seconds: float = SLICE_SECONDS
    ) -> None:
        self._client = client
        self._worker = worker
        self._kind = kind
        self._seconds = seconds
        self._stopped = False
        self.nodes = 0

    def least_of_part(self, guess: int, ordinal: int, turns: int, budget: int) -> int:
        """See `OptimalSearch.least_of_part`. After `stop` it returns 0, which has no meaning."""
        task: tuple[Any, ...] = (self._kind, guess, ordinal, turns, budget, self._seconds)
        while not self._stopped:
            future = self._client.submit(
                search_slice, *task, pure=False, workers=[self._worker], allow_other_workers=True
            )
            done = Event()
            future.add_done_callback(lambda _, done=done: done.set())  # type: ignore[no-untyped-call]
            while future.status == "pending" and not self._stopped:
                done.wait(_WAIT_SECONDS)
            if self._stopped:
                break
            least, nodes = future.result()
            self.nodes += nodes
            if least is not None:
                return int(least)
        return 0

    def stop(self, stopped: bool = True) -> None:
        """Wait for no further slice, or go on."""
        self._stopped = stopped


def remotes(
    client: Client,
    game: Game,
    seed: int = 0,
    memory: int | None = None,
    whether: bool = False,
    seconds: float = SLICE_SECONDS,
) -> list[Remote]:
    """A searcher for each worker that the cluster has now."""
    workers = client.scheduler_info(n_workers=-1)["workers"]
    return [Remote(client, address, (game, seed, memory, whether), seconds) for address in workers]
