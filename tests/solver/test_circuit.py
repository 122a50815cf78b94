"""The circuit that counts planes of bits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as arbitrary

from solver import circuit


@given(arbitrary.lists(arbitrary.integers(0, 255), min_size=1, max_size=9))
def test_levels_count_the_planes_of_each_code(drawn: list[int]) -> None:
    levels = circuit.at_least(drawn)
    for bit in range(8):
        count = sum(plane >> bit & 1 for plane in drawn)
        assert [level >> bit & 1 for level in levels] == [int(count > k) for k in range(len(drawn))]
