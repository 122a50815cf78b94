"""A strategy as numbers for compiled code, made without numba and numpy."""

from __future__ import annotations

from typing import NamedTuple

from solver.kernels.request import (
    COUNTS,
    FIRST,
    LARGEST,
    PARTS,
    PRODUCTS,
    RANDOM,
    RANKED,
    SQUARES,
    SUMS,
    WHOLE_LISTS,
)
from solver.strategies import (
    EXPECTED_SIZE,
    FIRST_CONSISTENT,
    KNUTH,
    MOST_PARTS,
    PUBLISHED,
    RANDOM_CONSISTENT,
    ROWS,
)

_KEYS = {KNUTH: LARGEST, MOST_PARTS: PARTS, EXPECTED_SIZE: SQUARES}
"""Strategies that rank by a key of `solver.kernels.lanes`. All others rank by lists of parts."""
_CHOICES = {FIRST_CONSISTENT: FIRST, RANDOM_CONSISTENT: RANDOM}


class RankingFields(NamedTuple):
    """The fields of `solver.kernels.lists.Ranking`. In place of the weights it says whether there are any."""

    choice: int
    key: int
    lists: int
    weighed: bool
    impossible: float
    possible_first: bool


def ranked_by(strategy: str, rules: str) -> RankingFields:
    """How a strategy ranks guesses under these rules."""
    published = rules == PUBLISHED
    if strategy in _CHOICES:
        return RankingFields(_CHOICES[strategy], COUNTS, SUMS, False, 0.0, published)
    row = ROWS[strategy]
    if strategy in _KEYS and (row.weight is not None or published):
        return RankingFields(RANKED, _KEYS[strategy], SUMS, False, 0.0, published)
    if row.weight is None:
        return RankingFields(RANKED, COUNTS, WHOLE_LISTS, False, 0.0, published)
    impossible = 0.0 if published else row.possible
    return RankingFields(RANKED, COUNTS, PRODUCTS if row.products else SUMS, True, impossible, published)
