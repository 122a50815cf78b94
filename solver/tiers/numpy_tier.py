"""The tier of numpy alone: the circuit of `planes` on arrays of words, a batch of guesses at a time."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.circuit import at_least, both_thresholds, cumulative, exact, mixed_blacks
from solver.codes import Code, Game, check_whites
from solver.scores import ordinal_count
from solver.tiers.arrays import (
    CodeSequence,
    PaletteGuesses,
    all_by_palette,
    all_codes,
    as_array,
    by_palette,
    guess_rows,
    one_guess,
    planes_of,
    planes_of_all,
)
from solver.tiers.guess_kinds import histogram

BATCH_BYTES = 128 << 10


class NumpyTier:
    """Histograms by bit planes in arrays of 64-bit words, and scores from arrays of colours."""

    name = "numpy"

    def histogram(self, game: Game, guess: Code) -> list[int]:
        """How many of all codes have each ordinal against the guess. See `Tier`."""
        return histogram(self.name, game, guess)

    def histograms(
        self, game: Game, guesses: CodeSequence | None = None, region: CodeSequence | None = None
    ) -> list[list[int]]:
        """The histogram of each guess, or of all codes where `guesses` is None. See `Tier`."""
        histograms: list[list[int]] = self.counts(game, guesses, region).tolist()
        return histograms

    def counts(
        self, game: Game, guesses: CodeSequence | None = None, region: CodeSequence | None = None
    ) -> NDArray[np.int64]:
        """The histograms as an array (guess, ordinal)."""
        check_whites(game, "scoring by tiers")
        if region is None:
            planes, size = planes_of_all(game), game.size
        else:
            codes = as_array(game, region)
            planes, size = planes_of(game, codes), len(codes)
        return self._counts(game, planes, size, _sort(game, guesses), whole=region is None)

    def scores(self, game: Game, guess: Code, region: CodeSequence | None = None) -> bytes:
        """The ordinal of the guess against each code of the region, a byte a code. See `Tier`."""
        check_whites(game, "scoring by tiers")
        codes = all_codes(game) if region is None else as_array(game, region)
        game.check(guess)
        blacks = np.zeros(len(codes), np.uint8)
        for peg, colour in enumerate(guess):
            blacks += codes[:, peg] == colour
        hits = np.zeros(len(codes), np.uint8)
        for colour in set(guess):
            times = np.zeros(len(codes), np.uint8)
            for peg in range(game.pegs):
                times += codes[:, peg] == colour
            hits += np.minimum(times, np.uint8(guess.count(colour)))
        starts = np.array([b * game.pegs - b * (b - 1) // 2 for b in range(game.pegs + 1)], np.uint8)
        return (starts[blacks] + hits).tobytes()

    def _counts(
        self, game: Game, planes: NDArray[np.uint64], size: int, guesses: PaletteGuesses, whole: bool
    ) -> NDArray[np.int64]:
        p, blacks_of = game.pegs, guesses.blacks
        most, black_counts = None, None
        if whole and len(blacks_of):
            most = mixed_blacks(p)
            black_counts = black_counts_of_all(game)
        counts = np.zeros((len(blacks_of), ordinal_count(p)), np.int64)
        palette_of = np.repeat(np.arange(len(guesses.hits)), np.diff(guesses.starts))
        batch = max(1, BATCH_BYTES // max(1, planes.itemsize * planes.shape[1]))
        for start in range(0, len(blacks_of), batch):
            palettes = palette_of[start : start + batch]
            place = palettes - palettes[0]
            hits = at_least(
                [planes.take(rows, axis=0) for rows in guesses.hits[palettes[0] : palettes[-1] + 1].T]
            )
            blacks = at_least(
                [planes.take(rows, axis=0) for rows in blacks_of[start : start + batch].T], most
            )
            sums = cumulative(
                np.full(len(palettes), size),
                [popcount(level) for level in blacks] if black_counts is None else list(black_counts),
                [popcount(level)[place] for level in hits],
                [
                    popcount(plane)
                    for plane in both_thresholds(blacks, [level.take(place, axis=0) for level in hits])
                ],
            )
            cells = np.stack(np.broadcast_arrays(*exact(sums, p)), axis=1)
            counts[guesses.order[start : start + batch]] = cells
        return counts


def _sort(game: Game, guesses: CodeSequence | None) -> PaletteGuesses:
    if guesses is None:
        return all_by_palette(game)
    if len(guesses) == 1 and isinstance(guesses[0], tuple):
        return one_guess(game, guesses[0])
    return by_palette(game, as_array(game, guesses))


@lru_cache(maxsize=16)
def black_counts_of_all(game: Game) -> NDArray[np.int64]:
    """How many of all codes have at least 1, 2, ... p blacks, which is the same for each guess.

    An exchange of colours turns each guess into any other, and all codes into all codes.
    """
    rows = guess_rows(game, all_codes(game)[:1])[0, : game.pegs]
    return popcount(np.stack(at_least(planes_of_all(game)[rows])))


def popcount(planes: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The number of bits set in each row."""
    bits = np.bitwise_count(planes) if hasattr(np, "bitwise_count") else _BITS[planes.view(np.uint16)]
    counts: NDArray[np.int64] = bits.sum(axis=1, dtype=np.uint32).astype(np.int64)
    return counts


# numpy before 2.0 counts by table, 16 bits at a time
_BITS = np.zeros(1, np.uint8)
for _ in range(16):
    _BITS = np.concatenate((_BITS, _BITS + np.uint8(1)))
