"""The order of blocks in which searches pass the fewest bytes."""

from __future__ import annotations

from itertools import permutations

import pytest

from generator.assembler import orders
from generator.assembler.orders import BlockSearches, OrderCosts, best_order
from tests.generator.assembler.test_layout import random_costs, walked


@pytest.mark.parametrize("seed", range(5))
def test_few_blocks_get_the_best_of_all_orders(seed: int) -> None:
    costs = random_costs(seed, 5)
    order, tried = best_order(costs)
    assert tried == 24
    assert order[0] == 0
    assert costs.of(order) == min(walked(costs, (0, *rest)) for rest in permutations(range(1, 5)))


@pytest.mark.parametrize("seed", range(5))
def test_many_blocks_get_an_order_that_no_move_or_exchange_betters(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = random_costs(seed, 6)
    best = costs.of(best_order(costs)[0])
    monkeypatch.setattr(orders, "MOST_ORDERS", 1)
    order, _ = best_order(costs)
    assert order == best_order(costs)[0]
    assert sorted(order) == list(range(6))
    assert order[0] == 0
    assert best <= costs.of(order) <= costs.of(range(6))
    for one in range(1, 6):
        for other in range(1, 6):
            moved = [block for block in order if block != order[one]]
            moved.insert(other, order[one])
            assert costs.of(moved) >= costs.of(order)


def test_an_order_that_is_not_legal_is_not_taken() -> None:
    costs = OrderCosts((10, 10, 10), (BlockSearches(0, 2, -10, 5),))
    assert best_order(costs)[0] == (0, 2, 1)
    assert best_order(costs, lambda order: order[1] == 1)[0] == (0, 1, 2)
