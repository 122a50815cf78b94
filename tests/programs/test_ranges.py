"""Sets of numbers as runs, held against plain sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from programs.ranges import Ranges


@given(st.lists(st.integers(0, 40)))
def test_as_a_plain_set(numbers: list[int]) -> None:
    found, plain = Ranges(), set()
    for number in numbers:
        assert found.add(number) is (number not in plain)
        plain.add(number)
        assert (number in found, len(found)) == (True, len(plain))
    assert list(found) == sorted(plain)
    assert list(found.gaps(30)) == [number for number in range(30) if number not in plain]
    assert all(end < first for (_, end), (first, _) in zip(found.runs, found.runs[1:], strict=False))
    assert list(Ranges.of([list(run) for run in found.runs])) == sorted(plain)


@pytest.mark.parametrize("runs", [None, {}, [1], [[1]], [[1, 1]], [[-1, 2]], [[1, 3], [3, 4]], [["1", 2]]])
def test_what_are_no_runs(runs: object) -> None:
    with pytest.raises(ValueError, match="run"):
        Ranges.of(runs)
