"""Products of lists that compiled code compares."""

from __future__ import annotations

import pytest

from solver.strategies import (
    compare_products,
)


@pytest.mark.slow
def test_compiled_products_compare_as_the_plain_ones() -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("llvmlite")

    from solver.kernels.kernel import array_at
    from solver.kernels.lists import compare_products as kernel
    from tests.support.kernels import compiled

    def serve(address: int) -> None:
        asked = array_at(address, (4,), np.int64)
        lists = array_at(asked[0], (2, asked[1]), np.int64)
        room, out = array_at(asked[2], (2, 1024), np.int64), array_at(asked[3], (1,), np.int64)
        out[0] = kernel(lists[0], lists[1], room[0], room[1])

    run = compiled(serve)

    def compared(left: list[int], right: list[int]) -> int:
        out = np.empty(1, np.int64)
        run(np.array([left, right], np.int64), len(left), np.empty((2, 1024), np.int64), out)
        return int(out[0])

    lists = [
        [4, 1, 1, 1, 1],
        [2, 2, 2, 2, 0],
        [6, 3, 3, 0, 0],
        [12, 0, 0, 0, 0],
        [9, 9, 2, 2, 2],
        [8, 8, 4, 4, 0],
    ]
    for left in lists:
        for right in lists:
            expected = compare_products([n for n in left if n], [n for n in right if n])
            assert compared(left, right) == expected
    big = 10**7
    left, right = [big, big + 3], [big + 1, big + 2]
    assert compared(left, right) == 2  # left to exact integers
