"""The tier of compiled code (extra `fast`): the circuit of `planes` in vector registers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.circuit import weights
from solver.codes import Game
from solver.kernels import histograms as kernels
from solver.kernels.vectors import LANES
from solver.scores import ordinal_count
from solver.tiers.arrays import PaletteGuesses, aligned
from solver.tiers.numpy_tier import NumpyTier, black_counts_of_all


class NumbaTier(NumpyTier):
    """Histograms by compiled bit planes, and scores as in the numpy tier.

    The kernels run without the GIL: `threads` of them share the guesses.
    """

    name = "numba"

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads

    def _counts(
        self, game: Game, planes: NDArray[np.uint64], size: int, guesses: PaletteGuesses, whole: bool
    ) -> NDArray[np.int64]:
        p, cells = game.pegs, ordinal_count(game.pegs)
        pegs = (0,) * p
        known = whole and len(guesses.order) > 0
        constant = _constant(game) if known else size * _array(p)[0]
        counted = () if known else pegs
        counts = np.empty((len(guesses.order), -(-cells // LANES) * LANES), np.int64)

        def count(some: PaletteGuesses) -> None:
            rows = some.blacks, some.hits, some.starts
            levels = aligned(p, kernels.BLOCK_WORDS)
            kernels.histograms(planes, some.order, rows, pegs, constant, counted, levels, counts)

        parts = self._parts(guesses)
        if len(parts) == 1:
            count(guesses)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(count, parts))
        return counts[:, :cells]

    def _parts(self, guesses: PaletteGuesses) -> list[PaletteGuesses]:
        """The guesses shared out to the threads, palettes left whole."""
        if self.threads == 1:
            return [guesses]
        shares = [len(guesses.order) * n // self.threads for n in range(self.threads + 1)]
        bounds = np.searchsorted(guesses.starts, shares).tolist()
        return [guesses.palettes(first, stop) for first, stop in pairwise(bounds)]


def _array(pegs: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each cell takes the number of codes, and (cell, p) that of each level of blacks."""
    return np.array(weights(pegs).everything)[:, 0], np.array(weights(pegs).blacks)


@lru_cache(maxsize=16)
def _constant(game: Game) -> NDArray[np.int64]:
    """What each cell of a histogram against all codes has of their number and of those of the blacks."""
    everything, blacks = _array(game.pegs)
    return game.size * everything + blacks @ black_counts_of_all(game)
