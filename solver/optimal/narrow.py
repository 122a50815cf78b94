"""Totals of plays near the least total of turns, for parts of games whose search takes long.

Small regions are played as well as can be, which the search finds soon. For larger ones a few guesses are
compared by the turns that their parts take. Guesses that are left out may be better, so the total is an upper
bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from operator import itemgetter

import numpy as np

from solver.kernels.request import NEVER
from solver.optimal.search import OptimalSearch, Region

SMALL = 3
"""The number of codes for each answer up to which all guesses to a region are tried."""
BOUNDED, EQUAL = 64, 8
"""The least guesses to a larger region whose parts are bounded, and the most that are equal there."""
AT_ONCE = 256
"""The number of codes whose answers are counted at once."""

_Split = tuple[int, int, list[tuple[Region, int]]]
"""A bound of the total with a guess, the guess, and the parts that it leaves with their bounds."""


class NarrowSearch:
    """A comparison of few guesses to large regions, on top of a search that finds the totals of small ones.

    A region of more than `small` codes is large. Without `small`, these are more than SMALL codes for each
    answer. `watch` is called before each region.
    """

    def __init__(
        self,
        search: OptimalSearch,
        watch: Callable[[], None] = lambda: None,
        small: int | None = None,
    ) -> None:
        self._search, self._watch, self._width = search, watch, 1
        self._small = small or SMALL * search.answer_count
        self._known: dict[tuple[int, int], int] = {}

    def total_of_part(self, first: int, ordinal: int, width: int) -> int:
        """The total of a play of the part that an answer to a first guess leaves, the best of all that were
        found of it, when `width` guesses to a large region are compared.
        """
        known = self._known.get((first, ordinal), NEVER)
        self._width = width
        total = self._total(dict(self._search.split(first))[ordinal], (first,), known)
        self._known[first, ordinal] = total
        return total

    def _total(self, region: Region, past: tuple[int, ...], below: int) -> int:
        """The total of a region after these guesses, or a number that is not below `below`."""
        self._watch()
        search = self._search
        if len(region) <= self._small:
            return search.least_total(region, past, below - 1)
        best = below
        for total, guess, parts in self._promising(region, past):
            for part, bound in parts:
                if total >= best:
                    break
                total += self._total(part, (*past, guess), best - total + bound) - bound
            if total < best:
                best = total
        return best

    def _promising(self, region: Region, past: tuple[int, ...]) -> list[_Split]:
        """The guesses that are compared: those whose parts have the least bounds, of those that tell most.

        The bound of a part is what any next guess to it can leave. Guesses with the same bounds for the same
        answers are most often alike, so that one of them is compared.
        """
        search = self._search
        splits: dict[tuple[tuple[int, int], ...], _Split] = {}
        for guess in self._telling(region):
            parts = sorted([part for _, part in search.parts(region, guess)], key=len)
            least = [(part, search.quick_bound(part, (*past, guess))) for part in parts]
            total = len(region) + sum([bound for _, bound in least])
            alike = tuple(sorted([(len(part), bound) for part, bound in least]))
            splits.setdefault(alike, (total, guess, least))
        return sorted(splits.values(), key=itemgetter(0, 1))[: self._width]

    def _telling(self, region: Region) -> Iterator[int]:
        """The guesses that leave the least to be told, at most EQUAL of those that leave equally much."""
        search, count = self._search, self._search.game.size
        parts = np.zeros(search.answer_count * count, np.int64)
        for first in range(0, len(region), AT_ONCE):
            # guess and secret may be exchanged, so a row has the answers of one secret to all guesses
            rows = [np.frombuffer(search.answers(code), np.uint8) for code in region[first : first + AT_ONCE]]
            places = np.multiply(rows, count, dtype=np.int64) + np.arange(count)
            parts += np.bincount(places.ravel(), minlength=len(parts))
        sizes = np.arange(len(region) + 1)
        rest = (sizes * np.log2(np.maximum(sizes, 1)))[parts.reshape(-1, count)].sum(axis=0)
        rest[region] -= 2  # that a guess may be right counts as much as two codes told apart
        rest = rest.round(6)
        taken = Counter[float]()
        for guess in rest.argsort(kind="stable").tolist():
            if taken[rest[guess]] < EQUAL:
                taken[rest[guess]] += 1
                yield guess
            if taken.total() == max(BOUNDED, self._width):
                return
