"""Guesses chosen with numpy: a table of bytes, a row for each guess and a column for each member.

The byte is 16 black + all hits, the sum of one row of a small table for each peg and each mark of the guess
(see `solver.kernels.codes` for marks). The parts are counted score by score. Guesses come in blocks that fit
the cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from solver.own_strategies import is_own
from solver.scores import hole
from solver.strategies import NEAR, PUBLISHED, ROWS, Rank, rank
from solver.symmetry import Past
from solver.trees.chooser import RankingChooser

_BLOCK_BYTES = 1 << 20
_BLACK = 16


class NumpyChooser(RankingChooser):
    """The chooser by numpy's arrays."""

    def prepare(self) -> None:
        """Make the arrays and numbers of all codes."""
        game, row = self.game, ROWS.get(self.plan.strategy)
        self._weights = np.array(row.weights(game.size) if row is not None else ())
        self._codes = np.array(game.codes(), np.uint8)
        self._marks = np.empty_like(self._codes)
        for peg in range(game.pegs):
            before = (self._codes[:, :peg] == self._codes[:, peg : peg + 1]).sum(axis=1)
            self._marks[:, peg] = self._codes[:, peg] * game.pegs + before
        self._values = np.array(
            [_BLACK * b + h for b in range(game.pegs + 1) for h in range(b, game.pegs + 1)], np.uint8
        )
        self._ordinals = np.zeros(256, np.uint8)
        self._ordinals[self._values] = np.arange(len(self._values))
        self._values = np.delete(self._values, hole(game.pegs))

    def split(self, guess: int, members: Sequence[int]) -> list[tuple[int, Sequence[int]]]:
        """The parts that the guess makes, each with its ordinal, in the order of the ordinals."""
        region = np.asarray(members)
        row = self._ordinals[self._table(np.array([guess]), region)[0]]
        self.scores += len(region)
        return [(int(ordinal), region[row == ordinal]) for ordinal in np.unique(row)]

    def telling(self, members: Sequence[int]) -> int | None:
        """The first member that has a score of its own with each member. None when there is none."""
        region = np.asarray(members)
        self.scores += len(region) ** 2
        apart = (self._counts(region, region) == 1).sum(axis=1) == len(region)
        return int(region[apart.argmax()]) if apart.any() else None

    def best(self, members: Sequence[int], past: Past) -> int:
        """The index of the guess of best rank."""
        region = np.asarray(members)
        best = 0
        best_rank: Rank | None = None
        guesses = region if self.plan.consistent else self._canonical(region, past)
        step = max(1, _BLOCK_BYTES // len(region))
        for start in range(0, len(guesses), step):
            block = guesses[start : start + step]
            counts = self._counts(block, region)
            self.scores += len(block) * len(region)
            for place in self._nearest(counts):
                parts = counts[place][counts[place] > 0].tolist()
                this = rank(self.plan.strategy, self.plan.rules, parts, bool(counts[place, -1]))
                if best_rank is None or this < best_rank:
                    best, best_rank = int(block[place]), this
        return best

    def _nearest(self, counts: Any) -> Any:
        """The places in a block, ascending, of guesses that may be best: no other is clearly better."""
        possible = counts[:, -1] > 0
        if is_own(self.plan.strategy):
            return self._unlike(counts, np.arange(len(counts)), possible)
        row, published = ROWS[self.plan.strategy], self.plan.rules == PUBLISHED
        cost = counts.max(axis=1) if row.weight is None else self._weights[counts].sum(axis=1)
        if row.weight is not None and not published:
            cost = cost + row.possible * ~possible
        if row.products or (row.weight is None and not published):
            near = np.flatnonzero(cost <= cost.min() * (1 + NEAR))
            return self._unlike(counts, near, possible)
        firsts = [np.flatnonzero(cost == cost.min())[:1], np.flatnonzero((cost == cost.min()) & possible)[:1]]
        return np.unique(np.concatenate(firsts))

    def _unlike(self, counts: Any, places: Any, possible: Any) -> Any:
        """The first place of each list of parts, ascending."""
        lists = np.column_stack([np.sort(counts[places, :-1], axis=1), possible[places]])
        return places[np.sort(np.unique(lists, axis=0, return_index=True)[1])]

    def _table(self, guesses: Any, region: Any) -> Any:
        """The bytes 16 black + all hits, a row for each guess and a column for each member."""
        codes, marks = self._codes[region], self._marks[region]
        table = np.zeros((len(guesses), len(region)), np.uint8)
        colours = np.arange(self.game.colours)[:, None]
        have = np.zeros((self.game.colours * self.game.pegs, len(region)), np.uint8)
        have[marks.T, np.arange(len(region))] = 1
        for peg in range(self.game.pegs):
            table += (_BLACK * (codes[:, peg] == colours)).astype(np.uint8)[self._codes[guesses, peg]]
            table += have[self._marks[guesses, peg]]
        return table

    def _counts(self, guesses: Any, region: Any) -> Any:
        """The sizes of the parts, a row for each guess. Scores in the order of ordinals, without the hole."""
        table = self._table(guesses, region)
        return np.stack([np.count_nonzero(table == value, axis=1) for value in self._values], axis=1)

    def _canonical(self, region: Any, past: Past) -> Any:
        """The indices of the guesses to rank, ascending. `solver.symmetry` says which those are."""
        game, codes = self.game, self._codes
        keep = np.ones(len(codes), bool)
        if self.plan.use.cases:
            present = np.zeros(game.colours, bool)
            present[codes[region].ravel()] = True
            played = np.array([past.played >> colour & 1 for colour in range(game.colours)], bool)
            absent = np.flatnonzero(~present)
            if game.repeats:
                keep &= ~np.isin(codes, absent[1:]).any(axis=1)
            for alike in ([] if game.repeats else [absent]) + [np.flatnonzero(present & ~played)]:
                place = np.zeros(game.colours, np.int8)
                place[alike] = np.arange(1, len(alike) + 1)
                reached = np.zeros(len(codes), np.int8)
                for peg in range(game.pegs):
                    here = place[codes[:, peg]]
                    keep &= here <= reached + 1
                    reached = np.maximum(reached, here)
        if self.plan.use.pegs:
            for peg, twin in enumerate(past.twins):
                if twin < peg:
                    keep &= codes[:, twin] <= codes[:, peg]
        return np.flatnonzero(keep)
