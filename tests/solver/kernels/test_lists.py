"""Products of lists that compiled code compares."""

from __future__ import annotations

import pytest

from solver.strategies import (
    compare_products,
)


@pytest.mark.slow
def test_compiled_products_compare_as_the_plain_ones() -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    import numba

    from solver.kernels.lists import compare_products as kernel

    compiled = numba.njit(lambda left, right, primes, exponents: kernel(left, right, primes, exponents))

    lists = [
        [4, 1, 1, 1, 1],
        [2, 2, 2, 2, 0],
        [6, 3, 3, 0, 0],
        [12, 0, 0, 0, 0],
        [9, 9, 2, 2, 2],
        [8, 8, 4, 4, 0],
    ]
    room = np.empty(1024, np.int64), np.empty(1024, np.int64)
    for left in lists:
        for right in lists:
            expected = compare_products([n for n in left if n], [n for n in right if n])
            assert compiled(np.array(left), np.array(right), *room) == expected
    big = 10**7
    left, right = [big, big + 3], [big + 1, big + 2]
    assert compiled(np.array(left), np.array(right), *room) == 2  # left to exact integers
