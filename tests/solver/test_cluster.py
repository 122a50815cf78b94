"""The ranking job on a local cluster of two workers, one of which is killed on the way."""

from __future__ import annotations

import os
import signal
from importlib.util import find_spec

import pytest

from solver.cluster import ClusterError, best_guess, connect
from solver.codes import Game, GameError
from solver.parallel import rank_chunk

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="a cluster needs the extra cluster")

GAME = Game(4, 8)
CHUNKS = 100


@pytest.mark.slow
def test_a_worker_dies_and_the_result_is_the_same() -> None:
    alone = rank_chunk(GAME, "stdlib", 0, GAME.size)
    with connect("local:2") as client:
        victim = min(client.run(os.getpid).values())
        seen = []

        def kill_one(done: int, chunks: int) -> None:
            seen.append((done, chunks))
            if done == CHUNKS // 4:
                os.kill(victim, signal.SIGKILL)

        assert best_guess(client, GAME, "stdlib", CHUNKS, kill_one) == alone
        assert seen[-1] == (CHUNKS, CHUNKS)
        client.wait_for_workers(2, timeout=120)
        assert victim not in client.run(os.getpid).values()


def test_addresses_that_cannot_be() -> None:
    with pytest.raises(GameError, match="local:N"), connect("local:none"):
        pass
    with pytest.raises(GameError, match="1 to 256"), connect("local:0"):
        pass


@pytest.mark.slow
def test_nobody_at_the_address() -> None:
    with pytest.raises(ClusterError, match="no dask scheduler answers"), connect("tcp://127.0.0.1:9", 1):
        pass
