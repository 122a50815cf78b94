"""The tier of compiled code (extra `fast`): the circuit of `planes` in vector registers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.codes import Game
from solver.scores import ordinal_count
from solver.tiers import numba_kernels as kernels
from solver.tiers.numpy_tier import NumpyTier


class NumbaTier(NumpyTier):
    """Histograms by compiled bit planes; scores as the numpy tier has them. Kernels run without the GIL."""

    name = "numba"

    def _counts(
        self, game: Game, planes: NDArray[np.uint64], size: int, rows: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        cells = ordinal_count(game.pegs)
        counts = np.empty((len(rows), -(-cells // kernels.LANES) * kernels.LANES), np.int64)
        kernels.histograms(planes, size, rows, (0,) * game.pegs, counts)
        return counts[:, :cells]
