"""What the search of optimal play remembers of a region."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="compiled code needs the extra fast")
pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")


def test_a_region_of_the_largest_game_is_remembered_whole() -> None:
    from solver.kernels.regions import NO_GUESS, guess_of, is_exact, recall, remember, value_of
    from solver.optimal.search import CODES_AT_MOST

    work: Any = SimpleNamespace(known=np.zeros(64, np.int64))
    key, most = np.uint64(0x0123456789ABCDEF), 10 * CODES_AT_MOST
    assert recall(work, key) == 0
    remember(work, key, CODES_AT_MOST, most, NO_GUESS)
    found = recall(work, key)
    assert (value_of(found), is_exact(found), guess_of(found)) == (most, False, NO_GUESS)
    remember(work, key, CODES_AT_MOST, most, CODES_AT_MOST - 1)
    found = recall(work, key)
    assert (value_of(found), is_exact(found), guess_of(found)) == (most, True, CODES_AT_MOST - 1)
