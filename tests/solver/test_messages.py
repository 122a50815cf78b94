"""Who is told that numba compiles."""

from __future__ import annotations

import pytest

from solver import messages

pytest.importorskip("numba", reason="compiled code needs the extra fast")


def test_who_listens_is_told_once_that_numba_compiles() -> None:
    import numba

    import solver.kernels.jit  # noqa: F401  (registers with numba)

    told: list[str] = []
    messages.listeners[:] = [told.append]
    for _ in range(2):
        numba.njit(lambda number: number)(1)
    assert len(told) == 1
    assert "compiling for this machine" in told[0]
    assert messages.listeners == []
