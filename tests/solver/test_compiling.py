"""Compiling ahead: what is compiled, and that nobody waits for it without being told."""

from __future__ import annotations

import pytest

from solver import compiling, messages
from solver.codes import Game
from solver.trees.plan import TreePlan
from solver.trees.tree import choose_tier, play_all
from tests.support.compiled_pegs import compiled

pytest.importorskip("numba", reason="compiled code needs the extra fast")


def test_who_listens_is_told_once_that_numba_compiles() -> None:
    import numba

    import solver.kernels.compiled  # noqa: F401  (registers with numba)

    told: list[str] = []
    messages.listeners[:] = [told.append]
    for _ in range(2):
        numba.njit(lambda number: number)(1)
    assert len(told) == 1
    assert "compiling for this machine" in told[0]
    assert messages.listeners == []


def test_each_kind_of_kernel_is_compiled_once() -> None:
    names = [name for name, _ in compiling.steps([1, 2, 4, 5])]
    assert len(names) == len(set(names)) == 4 + 3 + 3 + 1
    assert names[-1] == "optimal play"


def test_steps_compute_what_they_say() -> None:
    """One peg needs no games of numba's. Its steps are run, not only named."""
    found = dict(compiling.steps([1]))
    assert found["histograms of 1 peg"]() == [[1, 0, 1], [1, 0, 1]]


def test_what_is_not_compiled_is_answered_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """The standard library plays some thousand codes sooner than numba compiles, and more codes later."""
    monkeypatch.setattr("solver.trees.by_numba.is_compiled", lambda pegs: False)
    told: list[str] = []
    messages.listeners[:] = [told.append]
    assert choose_tier(TreePlan(Game(4, 10)), None) == "stdlib"
    assert "hp15c mastermind compile --pegs 4" in told[0]
    assert choose_tier(TreePlan(Game(4, 3)), None) == "stdlib"
    assert choose_tier(TreePlan(Game(5, 9)), None) == "numba"
    monkeypatch.setattr("solver.trees.by_numba.is_compiled", lambda pegs: True)
    assert choose_tier(TreePlan(Game(4, 10)), None) == "numba"


@compiled(Game(4, 2))
def test_what_has_been_compiled_is_known() -> None:
    from solver.trees.by_numba import is_compiled

    play_all(Game(4, 2), tier="numba")
    assert is_compiled(4)
    assert not is_compiled(10)
