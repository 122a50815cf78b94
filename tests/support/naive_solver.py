"""Slow twins of the solver's fast functions, written another way on purpose: pegs crossed off one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from solver.codes import Code


def naive_score(guess: Sequence[int], secret: Sequence[int]) -> tuple[int, int]:
    """Black and white as a player finds them: cross off what is in place, then pair what is left."""
    left_of_guess, left_of_secret, black = [], [], 0
    for g, s in zip(guess, secret, strict=True):
        if g == s:
            black += 1
        else:
            left_of_guess.append(g)
            left_of_secret.append(s)
    white = 0
    for g in left_of_guess:
        if g in left_of_secret:
            left_of_secret.remove(g)
            white += 1
    return black, white


def naive_ordinals(pegs: int) -> dict[tuple[int, int], int]:
    """Ordinal of each (black, white), the impossible one included, by writing them down in order."""
    pairs = [(black, white) for black in range(pegs + 1) for white in range(pegs - black + 1)]
    return {pair: place for place, pair in enumerate(pairs)}


def naive_histogram(guess: Code, secrets: Iterable[Code]) -> list[int]:
    """How often each ordinal occurs when `guess` is scored against the secrets."""
    ordinals = naive_ordinals(len(guess))
    counts = Counter(ordinals[naive_score(guess, secret)] for secret in secrets)
    return [counts[n] for n in range(len(ordinals))]
