"""The tier of a GPU (extra `gpu`): each guess has one block, whose threads share the secrets.

Each code is packed as its bits in the planes: a bit for each (peg, colour) and a bit for each (colour, k). So
blacks and all hits are popcounts of an AND. The histogram of a block is in shared memory, indexed by the
dense ordinal: 55 counters for 9 pegs. The hole stays 0: an unused counter costs less than a branch.

It has never run on a card. Its tests run on CUDA's simulator (NUMBA_ENABLE_CUDASIM=1), slowly.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numba import cuda as untyped_cuda
from numpy.typing import NDArray

from solver.codes import MAX_PEGS, Game
from solver.scores import ordinal_count
from solver.tiers import TierError
from solver.tiers.arrays import CodeSequence, all_codes, as_array, guess_rows
from solver.tiers.numpy_tier import NumpyTier

cuda: Any = untyped_cuda
THREADS = 256
CELLS = ordinal_count(MAX_PEGS)


class CudaTier(NumpyTier):
    """Histograms by a GPU, and scores as in the numpy tier. `threads` is the number of threads in a block."""

    name = "cuda"

    def __init__(self, threads: int = THREADS) -> None:
        if not cuda.is_available():
            raise TierError("the tier cuda needs an NVIDIA GPU and its driver: take llvm, numpy or stdlib")
        self.threads = threads

    def counts(
        self, game: Game, guesses: CodeSequence | None = None, region: CodeSequence | None = None
    ) -> NDArray[np.int64]:
        """The histograms as an array (guess, ordinal)."""
        own = _all_bits(game) if guesses is None else _bits(game, as_array(game, guesses))
        secrets = _all_bits(game) if region is None else _bits(game, as_array(game, region))
        count = own[0].shape[1]
        counts = cuda.device_array((count, ordinal_count(game.pegs)), np.int64)
        if count:
            _histograms[count, self.threads](*own, *secrets, game.pegs, counts)
        result: NDArray[np.int64] = counts.copy_to_host()
        return result


def _kernel(
    guess_blacks: Any, guess_hits: Any, secret_blacks: Any, secret_hits: Any, pegs: int, counts: Any
) -> None:
    """Write counts[guess, ordinal] of the guess `blockIdx.x`. Codes are (word, code) arrays of 64 bits."""
    histogram = cuda.shared.array(CELLS, np.int32)
    guess, thread = cuda.blockIdx.x, cuda.threadIdx.x
    for cell in range(thread, CELLS, cuda.blockDim.x):
        histogram[cell] = 0
    cuda.syncthreads()
    for secret in range(thread, secret_blacks.shape[1], cuda.blockDim.x):
        blacks, hits = 0, 0
        for word in range(secret_blacks.shape[0]):
            blacks += cuda.popc(guess_blacks[word, guess] & secret_blacks[word, secret])
            hits += cuda.popc(guess_hits[word, guess] & secret_hits[word, secret])
        cuda.atomic.add(histogram, blacks * pegs - blacks * (blacks - 1) // 2 + hits, 1)
    cuda.syncthreads()
    for cell in range(thread, counts.shape[1], cuda.blockDim.x):
        counts[guess, cell] = histogram[cell]


_histograms: Any = cuda.jit(_kernel)


def _bits(game: Game, codes: NDArray[np.uint8]) -> tuple[Any, Any]:
    """The bits of each code for blacks and for all hits, on the device, each (word, code)."""
    bits = game.pegs * game.colours
    rows = guess_rows(game, codes)
    places = np.arange(len(codes))
    packed = []
    for own in (rows[:, : game.pegs], rows[:, game.pegs :] - bits):
        words = np.zeros((-(-bits // 64), len(codes)), np.uint64)
        for column in own.T:
            words[column // 64, places] |= np.uint64(1) << (column % 64).astype(np.uint64)
        packed.append(cuda.to_device(words))
    return packed[0], packed[1]


@lru_cache(maxsize=2)
def _all_bits(game: Game) -> tuple[Any, Any]:
    return _bits(game, all_codes(game))
