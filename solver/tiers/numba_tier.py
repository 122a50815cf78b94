"""The tier of compiled code (extra `fast`): the circuit of `planes` in vector registers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.codes import Game
from solver.kernels import histograms as kernels
from solver.scores import ordinal_count
from solver.tiers.numpy_tier import NumpyTier


class NumbaTier(NumpyTier):
    """Histograms by compiled bit planes, and scores as in the numpy tier.

    The kernels run without the GIL: `threads` of them share the guesses.
    """

    name = "numba"

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads

    def _counts(
        self, game: Game, planes: NDArray[np.uint64], size: int, rows: NDArray[np.int64], whole: bool
    ) -> NDArray[np.int64]:
        cells = ordinal_count(game.pegs)
        counts = np.empty((len(rows), -(-cells // kernels.LANES) * kernels.LANES), np.int64)
        pegs = (0,) * game.pegs
        if self.threads == 1:
            kernels.histograms(planes, size, rows, pegs, counts)
        else:
            bounds = [len(rows) * n // self.threads for n in range(self.threads + 1)]
            parts = [slice(*pair) for pair in pairwise(bounds)]
            with ThreadPoolExecutor(self.threads) as pool:
                list(
                    pool.map(
                        lambda part: kernels.histograms(planes, size, rows[part], pegs, counts[part]), parts
                    )
                )
        return counts[:, :cells]
