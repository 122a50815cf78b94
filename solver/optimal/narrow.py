"""Trees near the least total of turns, for games whose proof would take too long.

Small regions are played as well as can be, which the search finds soon. For larger ones a few guesses are
compared by the turns that their parts take. Guesses that are left out may be better, so the total is an upper
bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import nsmallest
from math import log2
from operator import itemgetter

from solver.optimal.search import OptimalSearch, Region
from solver.trees.plan import Tree

SMALL = 60
"""The most codes of a region for which all guesses are tried."""
BOUNDED = 32
"""The least number of guesses to a larger region whose parts are bounded."""

_Split = tuple[int, int, list[tuple[Region, int]]]
"""A bound of the total with a guess, the guess, and the parts that it leaves with their bounds."""


class NarrowSearch:
    """A comparison of few guesses to large regions, on top of a search that finds the totals of small ones.

    `width` is the number of guesses that are compared for a region of more than `small` codes. `watch` is
    called before each region.
    """

    def __init__(
        self,
        search: OptimalSearch,
        width: int,
        watch: Callable[[], None] = lambda: None,
        small: int = SMALL,
    ) -> None:
        self._search, self._width, self._watch, self._small = search, width, watch, small
        self._chosen: dict[tuple[int, ...], int] = {}

    def tree(self, first: int) -> Tree:
        """The best tree found that begins with this guess."""
        for _, part in self._search.split(first):
            self._total(part, (first,), self._search.above_all)
        return self._search.tree((first,), chosen=self._chosen)

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
                best, self._chosen[tuple(region)] = total, guess
        return best

    def _promising(self, region: Region, past: tuple[int, ...]) -> list[_Split]:
        """The guesses that are compared: those whose parts have the least bounds, of those that tell most.

        The bound of a part is what any next guess to it can leave.
        """
        search = self._search
        answers_in, inside = itemgetter(*region), set(region)

        def rest(guess: int) -> float:
            sizes = Counter(answers_in(search.answers(guess))).values()
            # that a guess may be right counts as much as two codes told apart
            return sum([size * log2(size) for size in sizes]) - 2 * (guess in inside)

        splits = []
        for guess in nsmallest(max(BOUNDED, self._width), range(search.game.size), rest):
            parts = sorted([part for _, part in search.parts(region, guess)], key=len)
            least = [(part, search.quick_bound(part, (*past, guess))) for part in parts]
            splits.append((len(region) + sum([bound for _, bound in least]), guess, least))
        return sorted(splits, key=itemgetter(0, 1))[: self._width]
