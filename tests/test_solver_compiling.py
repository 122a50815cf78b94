"""Compiling ahead: what is compiled, and that nobody waits for it without being told."""

from __future__ import annotations

import pytest

from solver import compiling, notice

pytest.importorskip("numba", reason="compiled code needs the extra fast")


def test_who_listens_is_told_once_that_numba_compiles() -> None:
    import numba

    import solver.kernels.compiled  # noqa: F401  (registers with numba)

    told: list[str] = []
    notice.listeners[:] = [lambda: told.append("now")]
    for _ in range(2):
        numba.njit(lambda number: number)(1)
    assert told == ["now"]
    assert notice.listeners == []


def test_each_kind_of_kernel_is_compiled_once() -> None:
    names = [name for name, _ in compiling.steps([1, 2, 4, 5])]
    assert len(names) == len(set(names)) == 4 + 3 + 1
    assert names[-1] == "optimal play"


def test_steps_compute_what_they_say() -> None:
    """One peg needs no games of numba's; its steps are run, not only named."""
    found = dict(compiling.steps([1]))
    assert found["histograms of 1 pegs"]() == [[1, 0, 1], [1, 0, 1]]
