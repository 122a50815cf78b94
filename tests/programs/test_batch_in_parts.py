"""A batch of pairs in parts."""

from __future__ import annotations

import numpy as np

from hp15c.core.playing import state_with
from hp15c.engines import select
from programs.batch_in_parts import PART, Parted
from tests.programs.test_long_run import CHECK


def test_a_batch_in_parts_is_the_batch() -> None:
    """With calculators in more than one part, all that can be read is as in one batch."""
    engine = select("source")
    count = PART["source"] + 3
    states = [state_with(CHECK.program) for _ in range(count)]
    whole, parted = engine.batch(CHECK.program, states), Parted(engine, CHECK.program, states)
    told: list[int] = []
    parted.watch = told.append
    secrets = np.arange(11, 11 + count)
    outcomes = []
    for batch in (whole, parted):
        batch.enter(secrets, "B")
        outcomes.append(batch.run())
    assert told == [PART["source"], 3]
    first, second = outcomes
    assert first.lines == second.lines
    assert first.reasons.tolist() == second.reasons.tolist()
    assert first.stops.mantissas.tolist() == second.stops.mantissas.tolist()
    assert all(whole.state(place) == parted.state(place) for place in (0, PART["source"], count - 1))
