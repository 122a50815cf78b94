"""The tier of compiled code (extra `fast`): the circuit of `planes` in vector registers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.circuit import weights
from solver.codes import MAX_PEGS, Game, check_whites
from solver.kernels import histograms as kernels
from solver.kernels.vectors import LANES
from solver.scores import ordinal_count
from solver.tiers.arrays import CodeSequence, PaletteGuesses, aligned, one_guess, planes_of_all
from solver.tiers.numpy_tier import NumpyTier, black_counts_of_all


class NumbaTier(NumpyTier):
    """Histograms by compiled bit planes, and scores as in the numpy tier.

    The kernels run without the GIL: `threads` of them share the guesses.
    """

    name = "numba"

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self._free: list[NDArray[np.uint64]] = []

    def counts(
        self, game: Game, guesses: CodeSequence | None = None, region: CodeSequence | None = None
    ) -> NDArray[np.int64]:
        """The histograms as an array (guess, ordinal)."""
        if region is None and guesses is not None and len(guesses) == 1 and isinstance(guesses[0], tuple):
            planes, pegs, constant, cells, width = _ready(game)
            counts = np.empty((1, width), np.int64)
            self._count(planes, one_guess(game, guesses[0]), pegs, constant, (), counts)
            return counts[:, :cells]
        return super().counts(game, guesses, region)

    def _counts(
        self, game: Game, planes: NDArray[np.uint64], size: int, guesses: PaletteGuesses, whole: bool
    ) -> NDArray[np.int64]:
        p, cells = game.pegs, ordinal_count(game.pegs)
        pegs = (0,) * p
        known = whole and len(guesses.order) > 0
        constant = _constant(game) if known else size * _array(p)[0]
        counts = np.empty((len(guesses.order), _width(cells)), np.int64)

        def count(some: PaletteGuesses) -> None:
            self._count(planes, some, pegs, constant, () if known else pegs, counts)

        parts = self._parts(guesses)
        if len(parts) == 1:
            count(guesses)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(count, parts))
        return counts[:, :cells]

    def _count(
        self,
        planes: NDArray[np.uint64],
        guesses: PaletteGuesses,
        pegs: tuple[int, ...],
        constant: NDArray[np.int64],
        counted: tuple[int, ...],
        counts: NDArray[np.int64],
    ) -> None:
        """Call the kernel, with room that no other thread uses meanwhile."""
        try:
            room = self._free.pop()
        except IndexError:
            room = aligned(MAX_PEGS, kernels.BLOCK_WORDS)
        rows = guesses.blacks, guesses.hits, guesses.starts
        kernels.histograms(planes, guesses.order, rows, pegs, constant, counted, room, counts)
        self._free.append(room)

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


def _width(cells: int) -> int:
    """So many cells in whole vector registers."""
    return -(-cells // LANES) * LANES


@lru_cache(maxsize=16)
def _ready(game: Game) -> tuple[NDArray[np.uint64], tuple[int, ...], NDArray[np.int64], int, int]:
    """What is the same for each single guess against all codes. GameError as for many guesses."""
    check_whites(game, "scoring by tiers")
    cells = ordinal_count(game.pegs)
    return planes_of_all(game), (0,) * game.pegs, _constant(game), cells, _width(cells)


@lru_cache(maxsize=16)
def _constant(game: Game) -> NDArray[np.int64]:
    """What each cell of a histogram against all codes has of their number and of those of the blacks."""
    everything, blacks = _array(game.pegs)
    return game.size * everything + blacks @ black_counts_of_all(game)
