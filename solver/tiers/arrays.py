"""What tiers with arrays share: codes as arrays, their bit planes, the planes that guesses pick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.circuit import at_least
from solver.codes import Code, Game
from solver.planes import black_row, check_planes, hit_row, plane_count, rows

CodeSequence = Sequence[Code] | NDArray[np.uint8]
WORDS_MULTIPLE = 8


def as_array(game: Game, codes: CodeSequence | None) -> NDArray[np.uint8]:
    """Codes as an array (code, peg). None: all codes. GameError when one is not the game's."""
    if codes is None:
        return all_codes(game)
    if isinstance(codes, np.ndarray):
        fits = codes.ndim == 2 and codes.shape[1] == game.pegs
        array = codes.astype(np.uint8, copy=False)
    else:
        fits = set(map(len, codes)) <= {game.pegs}
        array = np.empty((0, game.pegs), np.uint8)
        if fits:
            # much faster than to let numpy read each colour
            array = np.frombuffer(b"".join(map(_bytes, codes)), np.uint8).reshape(-1, game.pegs)
    if not fits or (array >= game.colours).any():
        for code in codes:
            game.check(tuple(map(int, code)))
    return array


def _bytes(code: Code) -> bytes:
    """A byte for each colour. A value that is no colour of any game becomes a byte that no game has."""
    try:
        return bytes(code)
    except ValueError:
        return b"\xff" * len(code)


@lru_cache(maxsize=4)
def all_codes(game: Game) -> NDArray[np.uint8]:
    """All codes in lexicographic order, (code, peg), read-only. GameError when too many."""
    check_planes(game)
    if game.repeats:
        codes = np.empty((game.size, game.pegs), np.uint8)
        for peg in range(game.pegs):
            codes[:, peg] = _column(game, peg)
    else:
        codes = _without_repeats(game)
    codes.flags.writeable = False
    return codes


@lru_cache(maxsize=4)
def planes_of_all(game: Game) -> NDArray[np.uint64]:
    """The planes of all codes, (plane, word), read-only. GameError when they would not fit."""
    check_planes(game)
    if game.repeats:
        planes = _planes(game, game.size, (_column(game, peg) for peg in range(game.pegs)))
    else:
        planes = planes_of(game, all_codes(game))
    return planes


def planes_of(game: Game, codes: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The planes of these codes, (plane, word), read-only: code n is bit n % 64 of word n // 64."""
    return _planes(game, len(codes), (codes[:, peg] for peg in range(game.pegs)))


@dataclass(frozen=True, slots=True)
class PaletteGuesses:
    """Guesses sorted by palette: their colours, whatever their places.

    Guesses of one palette hit the same codes. All arrays are read-only and C-contiguous.
    """

    order: NDArray[np.int64]
    """Which guess of those given comes first, second, ..."""
    blacks: NDArray[np.int64]
    """The planes of each guess's blacks, in this order: (guess, p)."""
    hits: NDArray[np.int64]
    """The planes of each palette's hits: (palette, p)."""
    starts: NDArray[np.int64]
    """Where the guesses of each palette begin. The last element is where all end."""

    def palettes(self, first: int, stop: int) -> PaletteGuesses:
        """The guesses of these palettes alone. Their order is still that of all guesses."""
        begin, end = self.starts[first], self.starts[stop]
        starts = self.starts[first : stop + 1] - begin
        return PaletteGuesses(
            self.order[begin:end], self.blacks[begin:end], self.hits[first:stop], _read_only(starts)
        )


def by_palette(game: Game, guesses: NDArray[np.uint8]) -> PaletteGuesses:
    """Guesses (guess, peg) sorted by palette, and otherwise in the order given."""
    # no two palettes have the same sum: it is written with a digit a colour, how often the palette has it
    sums = ((game.pegs + 1) ** np.arange(game.colours))[guesses].sum(axis=1)
    order = np.argsort(sums, kind="stable")
    begins = np.flatnonzero(np.diff(sums[order], prepend=-1))
    blacks = guesses[order] + black_row(game, 1, 0) * np.arange(game.pegs)
    hits = guess_rows(game, guesses[order[begins]])[:, game.pegs :]
    return PaletteGuesses(*map(_read_only, (order, blacks, hits, np.append(begins, len(order)))))


@lru_cache(maxsize=4)
def all_by_palette(game: Game) -> PaletteGuesses:
    """All codes as guesses, sorted by palette."""
    return by_palette(game, all_codes(game))


@lru_cache(maxsize=1024)
def one_guess(game: Game, guess: Code) -> PaletteGuesses:
    """One guess, which needs no sorting. GameError when it is not the game's."""
    picked = np.array([rows(game, game.check(guess))])
    parts = np.array([0]), picked[:, : game.pegs], picked[:, game.pegs :], np.array([0, 1])
    return PaletteGuesses(*map(_read_only, parts))


def aligned_zeros(rows: int, words: int) -> NDArray[np.uint64]:
    """Zeros (rows, words) that begin where a vector register's bytes do: other loads take twice as long."""
    made = np.zeros(rows * words + WORDS_MULTIPLE, np.uint64)
    start = -(made.ctypes.data // made.itemsize) % WORDS_MULTIPLE
    return made[start : start + rows * words].reshape(rows, words)


def _read_only(array: NDArray[np.int64]) -> NDArray[np.int64]:
    array = np.ascontiguousarray(array)
    array.flags.writeable = False
    return array


def guess_rows(game: Game, guesses: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The planes that each guess picks, (guess, 2 p): p for the blacks, then p for all hits."""
    p, c = game.pegs, game.colours
    colours = guesses.astype(np.int64)
    rows = np.empty((len(guesses), 2 * p), np.int64)
    for peg in range(p):
        times = (colours[:, : peg + 1] == colours[:, peg : peg + 1]).sum(axis=1)
        rows[:, peg] = peg * c + colours[:, peg]
        rows[:, p + peg] = p * (c + colours[:, peg]) + times - 1
    return rows


def _column(game: Game, peg: int) -> NDArray[np.uint8]:
    run = game.colours ** (game.pegs - 1 - peg)
    return np.tile(np.repeat(np.arange(game.colours, dtype=np.uint8), run), game.colours**peg)


def _without_repeats(game: Game) -> NDArray[np.uint8]:
    codes = np.empty((1, 0), np.uint8)
    for _ in range(game.pegs):
        colours = np.tile(np.arange(game.colours, dtype=np.uint8), len(codes))
        begun = np.repeat(codes, game.colours, axis=0)
        unused = (begun != colours[:, None]).all(axis=1)
        codes = np.column_stack((begun[unused], colours[unused]))
    return codes


def _planes(game: Game, size: int, columns: Iterable[NDArray[np.uint8]]) -> NDArray[np.uint64]:
    words = -(-size // (64 * WORDS_MULTIPLE)) * WORDS_MULTIPLE
    planes = aligned_zeros(plane_count(game), words)
    packed = planes.view(np.uint8)
    for peg, column in enumerate(columns):
        for colour in range(game.colours):
            packed[black_row(game, peg, colour), : -(-size // 8)] = np.packbits(
                column == colour, bitorder="little"
            )
    for colour in range(game.colours):
        first = hit_row(game, colour, 1)
        of_pegs = (planes[black_row(game, peg, colour)] for peg in range(game.pegs))
        for times, plane in enumerate(at_least(of_pegs)):
            planes[first + times] = plane
    planes.flags.writeable = False
    return planes
