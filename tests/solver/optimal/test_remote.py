"""Proofs by workers."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from solver.cluster import connect
from solver.codes import Game
from solver.optimal.proof import GameProof
from solver.optimal.remote import remotes

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="a cluster needs the extra cluster")


@pytest.mark.slow
def test_a_proof_by_workers_is_the_same() -> None:
    """Slices of a tenth of a second: most parts are searched in one, the others in several."""
    game = Game(3, 6)
    with connect("local:1") as client:
        proof = GameProof(game, searchers=remotes(client, game, seconds=0.1))
        assert proof.run() == 854
        assert proof.tree().total_turns == 854
        assert proof.nodes > 0
