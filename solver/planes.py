"""Bit planes of codes: one bit a code, so that a guess is scored against many codes at once.

For each (peg, colour) there is the plane of the codes with that colour on that peg, and for each (colour, k)
the plane of the codes with that colour at least k times. A guess picks p of the first, whose bits summed are
the blacks, and p of the second, whose bits summed are all hits. `solver.circuit` sums them.
"""

from __future__ import annotations

from solver.codes import Code, Game, check_size, check_whites

PLANES_AT_MOST_BYTES = 2 << 30


def plane_count(game: Game) -> int:
    """How many planes the codes of a game have: p c for the pegs, then p c for the counts."""
    return 2 * game.pegs * game.colours


def black_row(game: Game, peg: int, colour: int) -> int:
    """The number of the plane of the codes with this colour on this peg."""
    return peg * game.colours + colour


def hit_row(game: Game, colour: int, times: int) -> int:
    """The number of the plane of the codes with this colour at least `times` times (1 to p)."""
    return game.pegs * (game.colours + colour) + times - 1


def rows(game: Game, guess: Code) -> list[int]:
    """The planes that a guess picks: p for the blacks, then p for all hits."""
    blacks = [black_row(game, peg, colour) for peg, colour in enumerate(guess)]
    hits = [hit_row(game, colour, guess[: peg + 1].count(colour)) for peg, colour in enumerate(guess)]
    return blacks + hits


def check_planes(game: Game) -> None:
    """Raise GameError when the planes of all codes would not fit. Its text says how much memory they need."""
    check_whites(game, "scoring by tiers")
    bytes_per_code = plane_count(game) / 8
    check_size(game, "scoring against all codes", int(PLANES_AT_MOST_BYTES / bytes_per_code), bytes_per_code)
