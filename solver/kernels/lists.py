"""Ranks that no key of `solver.kernels.lanes` holds: the lists of parts are weighed and compared.

Whole numbers are compared directly. Sums of n log n that are too close for rounding are compared by the
exponents of primes. The few that are still too close are left to exact integers (`solver.strategies`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.kernels.kernel import kernel
from solver.kernels.request import PRODUCTS, WHOLE_LISTS
from solver.kernels.walk import is_code, keep
from solver.limits import MAX_COLOURS, MAX_PEGS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_PARTS = MAX_PEGS * (MAX_PEGS + 3) // 2 + 1
MOST_PRIMES = 1024
"""A number above the number of prime factors of two lists of parts."""
MOST_LANES = MAX_COLOURS * MAX_COLOURS

NEAR = 1e-13
"""The relative difference below which sums are compared exactly, as in `solver.strategies`."""
WORSE, BETTER, UNKNOWN = range(3)


class Ranking(NamedTuple):
    """The way in which a strategy ranks guesses under a set of rules."""

    choice: int
    """RANKED, FIRST or RANDOM."""
    key: int
    """The key of `solver.kernels.lanes`. COUNTS where guesses are ranked by their lists of parts."""
    lists: int
    """WHOLE_LISTS, SUMS or PRODUCTS, where the key is COUNTS."""
    weights: Floats
    """(n + 1,): the weight in a sum of a part, by its number of codes. Empty where nothing is summed."""
    impossible: float
    """The weight that a guess outside the region adds. For PRODUCTS 2 means one more part of 2."""
    possible_first: bool
    """Whether a guess from the region wins a tie. Otherwise the lower code wins."""


LISTS = np.dtype(
    [
        ("best_total", np.float64),  # of the best guess so far, infinite before the first
        ("best", np.int64, (MOST_PARTS,)),  # its parts, zeros for those that it does not make
        ("parts", np.int64, (MOST_PARTS,)),  # of the guess at hand
        ("left", np.int64, (MOST_PARTS,)),  # room for `compare_products`
        ("right", np.int64, (MOST_PARTS,)),
        ("primes", np.int64, (MOST_PRIMES,)),
        ("exponents", np.int64, (MOST_PRIMES,)),
        ("totals", np.float64, (MOST_LANES,)),  # of each lane: the largest part, or the sum
    ]
)
"""The lists of parts that are compared."""


@kernel
def _cancel(left: Ints, right: Ints) -> None:
    """Set to 0 the sizes that stand on both sides."""
    for one in range(left.shape[0]):
        for other in range(right.shape[0]):
            if left[one] == right[other] and left[one] > 0:
                left[one] = 0
                right[other] = 0


@kernel
def _add_factors(size: int, change: int, primes: Ints, exponents: Ints, known: int) -> int:
    """Add `change` to the exponent of each prime factor of a size. Returns how many primes are known then."""
    divisor = 2
    while size > 1:
        if divisor * divisor > size:
            divisor = size
        if size % divisor:
            divisor += 1
            continue
        size //= divisor
        at = 0
        while at < known and primes[at] != divisor:
            at += 1
        if at == known:
            primes[known] = divisor
            exponents[known] = 0
            known += 1
        exponents[at] += change
    return known


@kernel
def compare_products(left: Ints, right: Ints, primes: Ints, exponents: Ints) -> int:
    """Compare the products of n to the n over two lists: -1 when that of `left` is below, then 0, 1.

    The result is 2 when they are too close for rounding. 0 is exact, by the exponents of the primes. Both
    lists hold sizes and zeros. All four arrays are overwritten.
    """
    _cancel(left, right)
    known = 0
    for place in range(left.shape[0]):
        known = _add_factors(left[place], left[place], primes, exponents, known)
        known = _add_factors(right[place], -right[place], primes, exponents, known)
    total = 0.0
    weight = 0.0
    exact = True
    for at in range(known):
        if exponents[at] != 0:
            exact = False
            log = exponents[at] * np.log2(primes[at])
            total += log
            weight += abs(log)
    if exact:
        return 0
    if abs(total) <= NEAR * weight:
        return 2
    return 1 if total > 0 else -1


@kernel
def weigh(ranked: Any, ranking: Ranking, lanes: int, totals: Any) -> None:
    """Find the totals of the lanes: the largest part, or the sum of the weights of all parts."""
    last = ranked.shape[0] - 1
    for lane in range(lanes):
        totals[lane] = 0.0
    if ranking.lists == WHOLE_LISTS:
        for part in range(1, last + 1):
            for lane in range(lanes):
                totals[lane] = max(totals[lane], np.float64(ranked[part, lane]))
        return
    weights = ranking.weights
    for part in range(1, last + 1):
        for lane in range(lanes):
            totals[lane] += weights[np.int64(ranked[part, lane])]
    for lane in range(lanes):
        if ranked[last, lane] == 0:
            totals[lane] += ranking.impossible


@kernel
def sort_parts(ranked: Any, lane: int, parts: Any) -> None:
    """List the parts of a lane, largest first, without the part of the guess itself, and a 0 for it."""
    last = ranked.shape[0] - 2
    for place in range(last):
        size = np.int64(ranked[1 + place, lane])
        at = place
        while at > 0 and parts[at - 1] < size:
            parts[at] = parts[at - 1]
            at -= 1
        parts[at] = size
    parts[last] = 0


@kernel
def list_parts(ranked: Any, lane: int, ranking: Ranking, parts: Any) -> None:
    """List the parts of a lane as they are compared. The part of the guess itself is the last but one."""
    if ranking.lists == WHOLE_LISTS:
        sort_parts(ranked, lane, parts)
        return
    count = ranked.shape[0] - 1
    for place in range(count):
        parts[place] = np.int64(ranked[1 + place, lane])
    is_possible = parts[count - 1] != 0
    parts[count] = 2 if ranking.lists == PRODUCTS and ranking.impossible > 0 and not is_possible else 0


@kernel
def compare_sums(ranking: Ranking, lists: Any, count: int, total: float) -> int:
    """Whether the guess at hand is better than the best, by sums or products of `count` parts and one."""
    if ranking.lists == PRODUCTS:
        if total < lists.best_total - NEAR * lists.best_total:
            return BETTER
        for place in range(count + 1):
            lists.left[place] = lists.parts[place]
            lists.right[place] = lists.best[place]
        left, right = lists.left[: count + 1], lists.right[: count + 1]
        order = compare_products(left, right, lists.primes, lists.exponents)
        if order == 2:
            return UNKNOWN
        if order != 0:
            return BETTER if order < 0 else WORSE
    elif total < lists.best_total:
        return BETTER
    wins = ranking.possible_first and lists.parts[count - 1] != 0 and lists.best[count - 1] == 0
    return BETTER if wins else WORSE


@kernel
def compare(ranking: Ranking, lists: Any, count: int, total: float) -> int:
    """Whether the guess at hand, of `count` parts and this total, is better than the best so far."""
    if lists.best_total == np.inf:
        return BETTER
    if ranking.lists != WHOLE_LISTS:
        return compare_sums(ranking, lists, count, total)
    for place in range(count):
        if lists.parts[place] != lists.best[place]:
            return BETTER if lists.parts[place] < lists.best[place] else WORSE
    return WORSE


@kernel
def take_lists(
    repeats: bool, ranking: Ranking, walk: Any, lists: Any, ranked: Any, choices: int, last: int
) -> bool:
    """Keep the best lane by its list of parts. Returns False when two lists are too close for rounding."""
    weigh(ranked, ranking, choices * choices, lists.totals)
    decided = True
    limit = lists.best_total + NEAR * abs(lists.best_total)
    for lane in range(choices * choices):
        total = lists.totals[lane]
        if total > limit or not is_code(repeats, walk, lane, choices, last):
            continue
        list_parts(ranked, lane, ranking, lists.parts)
        order = compare(ranking, lists, ranked.shape[0] - 1, total)
        decided &= order != UNKNOWN
        if order == BETTER:
            lists.best_total = total
            limit = total + NEAR * abs(total)
            for place in range(ranked.shape[0]):
                lists.best[place] = lists.parts[place]
            keep(walk, lane, choices, last)
    return decided
