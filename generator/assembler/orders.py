"""The order of blocks in which the searches between them pass the fewest bytes.

All orders are tried, or single changes while they help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial

MOST_ORDERS = 5040
"""The greatest number of orders that are all tried: those of 8 blocks, of which the first stays."""


@dataclass(frozen=True, slots=True)
class BlockSearches:
    """The number of searches from one block to another.

    `shift` is the place of the label in its block less the place in its own block where the search begins, in
    bytes.
    """

    source: int
    target: int
    shift: int
    count: int


@dataclass(frozen=True, slots=True)
class OrderCosts:
    """What the cost of an order depends on: bytes, searches, word times saved by each block as the last."""

    sizes: tuple[int, ...]
    jumps: tuple[BlockSearches, ...] = ()
    ends: tuple[float, ...] = ()
    per_byte: float = 1.0

    def of(self, order: Sequence[int]) -> float:
        """Word times of all searches in this order, less those that the last block saves without its RTN."""
        last = order[-1]
        saved = self.ends[last] if self.ends else 0.0
        total = sum(self.sizes) - (1 if saved else 0)
        begin: dict[int, int] = {}
        place = 0
        for block in order:
            begin[block] = place
            place += self.sizes[block]
        passed = sum(
            jump.count * ((begin[jump.target] - begin[jump.source] + jump.shift) % total)
            for jump in self.jumps
        )
        return self.per_byte * passed - saved


def best_order(
    costs: OrderCosts, legal: Callable[[Sequence[int]], bool] = lambda order: True
) -> tuple[tuple[int, ...], int]:
    """The cheapest legal order with block 0 first, and how many orders were tried.

    Of equal orders the given one is kept.

    All orders are tried when they are few. Otherwise the best single move or exchange is made until none is
    better.
    """
    count = len(costs.sizes)
    best = tuple(range(count))
    if factorial(max(0, count - 1)) <= MOST_ORDERS:
        tried = 0
        least = costs.of(best)
        for rest in permutations(range(1, count)):
            order = (0, *rest)
            tried += 1
            if (cost := costs.of(order)) < least and legal(order):
                best, least = order, cost
        return best, tried
    return _climb(costs, legal, best)


def _climb(
    costs: OrderCosts, legal: Callable[[Sequence[int]], bool], best: tuple[int, ...]
) -> tuple[tuple[int, ...], int]:
    least, tried = costs.of(best), 1
    while True:
        better = best
        for order in _neighbours(best):
            tried += 1
            if (cost := costs.of(order)) < least and legal(order):
                better, least = order, cost
        if better == best:
            return best, tried
        best = better


def _neighbours(order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Orders one exchange or one move away. The first block stays."""
    places = range(1, len(order))
    for one in places:
        for other in places:
            if one < other:
                swapped = list(order)
                swapped[one], swapped[other] = swapped[other], swapped[one]
                yield tuple(swapped)
            if one != other:
                moved = [*order[:one], *order[one + 1 :]]
                moved.insert(other, order[one])
                yield tuple(moved)
