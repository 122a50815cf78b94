"""The tier of compiled code (extra `fast`): the circuit of `planes` in vector registers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ctypes import addressof
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver import code_files, compiling
from solver.circuit import weights
from solver.code_files import Serve, structure
from solver.codes import MAX_PEGS, Code, Game, check_whites
from solver.kernels.request import BLOCK_WORDS, HISTOGRAM_FIELDS, VECTOR_BYTES
from solver.scores import ordinal_count
from solver.tiers.arrays import (
    CodeSequence,
    PaletteGuesses,
    aligned_zeros,
    all_by_palette,
    one_guess,
    planes_of_all,
)
from solver.tiers.numpy_tier import NumpyTier, black_counts_of_all

LANES = VECTOR_BYTES // 8
_REQUEST = structure([(name, "i8") for name in HISTOGRAM_FIELDS])


class _Room:
    """Room for compiled code to count in, and for one histogram."""

    def __init__(self) -> None:
        words = aligned_zeros(MAX_PEGS + 2, BLOCK_WORDS)
        self.one = words[-1:].view(np.int64)
        self.address, self.address_of_one = words.ctypes.data, self.one.ctypes.data


class LlvmTier(NumpyTier):
    """Histograms by compiled bit planes, and scores as in the numpy tier.

    The kernels run without the GIL: `threads` of them share the guesses.
    """

    name = "llvm"

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self._free: list[_Room] = []

    def counts(
        self, game: Game, guesses: CodeSequence | None = None, region: CodeSequence | None = None
    ) -> NDArray[np.int64]:
        """The histograms as an array (guess, ordinal)."""
        alone = guesses[0] if guesses is not None and len(guesses) == 1 else None
        if region is not None or not (isinstance(alone, tuple) or (guesses is None and self.threads == 1)):
            return super().counts(game, guesses, region)
        serve, cells, requests = _against_all(game)
        request = requests(alone)
        counts = None if alone is not None else np.empty((game.size, request.cells), np.int64)
        return self._count(serve, request, counts)[:, :cells]

    def _counts(
        self, game: Game, planes: NDArray[np.uint64], size: int, guesses: PaletteGuesses, whole: bool
    ) -> NDArray[np.int64]:
        known = whole and len(guesses.order) > 0
        constant = _constant(game) if known else size * _array(game.pegs)[0]
        counts = np.empty((len(guesses.order), len(constant)), np.int64)
        serve, parts = _serve(game), self._parts(guesses)

        def count(some: PaletteGuesses) -> None:
            self._count(serve, _request(planes, some, constant, known), counts)

        if len(parts) == 1:
            count(guesses)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(count, parts))
        return counts[:, : ordinal_count(game.pegs)]

    def _count(self, serve: Serve, request: Any, counts: NDArray[np.int64] | None) -> NDArray[np.int64]:
        """Do what a copy of the request says, in room that no other thread uses meanwhile.

        The histograms are written to `counts`. Without it there is one, in an array of its own.
        """
        try:
            room = self._free.pop()
        except IndexError:
            room = _Room()
        asked = _REQUEST.from_buffer_copy(request)
        asked.room = room.address
        if counts is None:
            asked.counts, asked.all_guesses = room.address_of_one, 1
        else:
            asked.counts, asked.all_guesses = counts.ctypes.data, len(counts)
        serve(addressof(asked))
        found = room.one[:, : request.cells].copy() if counts is None else counts
        self._free.append(room)
        return found

    def _parts(self, guesses: PaletteGuesses) -> list[PaletteGuesses]:
        """The guesses shared out to the threads, palettes left whole."""
        if self.threads == 1:
            return [guesses]
        shares = [len(guesses.order) * n // self.threads for n in range(self.threads + 1)]
        bounds = np.searchsorted(guesses.starts, shares).tolist()
        return [guesses.palettes(first, stop) for first, stop in pairwise(bounds)]


def _serve(game: Game) -> Serve:
    return compiling.serve(code_files.histograms(game.pegs))


def _request(
    planes: NDArray[np.uint64], guesses: PaletteGuesses, constant: NDArray[np.int64], known: bool
) -> Any:
    """A request for the histograms of guesses, which keeps its arrays."""
    arrays = {name: getattr(guesses, name) for name in ("order", "blacks", "hits", "starts")}
    arrays |= {"planes": planes, "constant": constant}
    request = _REQUEST(
        plane_count=planes.shape[0],
        words=planes.shape[1],
        guesses=len(guesses.order),
        palettes=len(guesses.hits),
        cells=len(constant),
        blacks_known=known,
        **{name: array.ctypes.data for name, array in arrays.items()},
    )
    request.kept = arrays
    return request


@lru_cache(maxsize=4)
def _against_all(game: Game) -> tuple[Serve, int, Callable[[Code | None], Any]]:
    """The code that counts guesses against all codes, the number of cells, and what gives the request: for a
    guess, or for all codes.

    GameError as for any guesses.
    """
    check_whites(game, "scoring by tiers")
    planes, constant = planes_of_all(game), _constant(game)

    @lru_cache(maxsize=1024)
    def request(guess: Code | None) -> Any:
        guesses = all_by_palette(game) if guess is None else one_guess(game, guess)
        return _request(planes, guesses, constant, known=True)

    return _serve(game), ordinal_count(game.pegs), request


def _array(pegs: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each cell takes the number of codes, and (cell, p) that of each level of blacks.

    The cells fill whole vector registers.
    """
    fill = -ordinal_count(pegs) % LANES
    everything, blacks = np.array(weights(pegs).everything)[:, 0], np.array(weights(pegs).blacks)
    return np.pad(everything, (0, fill)), np.pad(blacks, ((0, fill), (0, 0)))


@lru_cache(maxsize=16)
def _constant(game: Game) -> NDArray[np.int64]:
    """What each cell of a histogram against all codes has of their number and of those of the blacks."""
    everything, blacks = _array(game.pegs)
    return game.size * everything + blacks @ black_counts_of_all(game)
