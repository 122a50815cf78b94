"""The ways of scoring are timed beside the published times."""

from __future__ import annotations

import itertools

import pytest

from solver.bench.timed_ways import WAYS_GAME, WAYS_SCORES, ways


@pytest.mark.slow
def test_ways_are_timed_beside_the_published_times() -> None:
    ticks = itertools.count()
    times = ways(1296 * 1300, clock=lambda: float(next(ticks)))
    assert [one.way for one in times] == ["two loops", "counting", "byte counters", "vector", "bit slicing"]
    assert [one.published_seconds for one in times] == [4.4948, 3.1218, 2.2948, 0.9237, None]
    assert {one.scores for one in times} == {1296 * 1300}
    assert all(one.scores_per_second == one.scores / one.seconds for one in times)


def test_the_scores_of_the_published_times() -> None:
    assert round(WAYS_SCORES / 1e6, 1) == 387.5
    assert WAYS_SCORES % WAYS_GAME.size == 0
