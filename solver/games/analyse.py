"""A finished game turn by turn: how many codes each guess left, how many the best guess would have left, and
how many turns the guess cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from solver.codes import Code, Game, check_size
from solver.games.assist import possible_codes
from solver.optimal.search import OptimalSearch
from solver.scores import Score, score

CODES_AT_MOST = 10_000
"""The most codes of a game that is analysed. Optimal play of a larger one may take hours."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One guess of a game. Codes are counted before and after its answer.

    `mean_left` is the number of codes that the guess leaves on average over the codes still possible, and
    `best_left` that of the best guess. `least` is the mean number of turns that optimal play takes from here,
    this one included. `cost` is how many more it takes after this guess.
    """

    guess: Code
    answer: Score
    before: int
    left: int
    mean_left: Fraction
    best: Code
    best_left: Fraction
    least: Fraction
    cost: Fraction


def analyse(game: Game, history: Sequence[tuple[Code, Score]]) -> Iterator[Turn]:
    """The turns of a game, each against optimal play.

    GameError when the answers contradict each other or the game is too large, OptimalError without the extra
    `fast`. Colours are renamed in the order of their first use, which changes no count and makes the search
    smaller.
    """
    check_size(game, "looking back on a game", CODES_AT_MOST)
    search = OptimalSearch(game)
    names = _names(game, [guess for guess, _ in history])
    back = {new: old for old, new in names.items()}
    past: list[tuple[Code, Score]] = []
    for guess, answer in history:
        renamed = tuple(names[colour] for colour in guess)
        region = possible_codes(game, past)
        least = search.least_turns(past)
        assert least is not None
        best = search.guess(past)
        with_guess = search.total_with(renamed, past)
        past.append((renamed, answer))
        yield Turn(
            guess,
            answer,
            len(region),
            len(possible_codes(game, past)),
            mean_left(region, renamed),
            tuple(back[colour] for colour in best),
            mean_left(region, best),
            Fraction(least, len(region)),
            Fraction(with_guess - least, len(region)),
        )


def mean_left(region: Sequence[Code], guess: Code) -> Fraction:
    """The mean number of codes of a region that a guess leaves. An answer that finds the secret leaves 0."""
    parts = Counter(score(guess, secret) for secret in region)
    return Fraction(
        sum(count * count for answer, count in parts.items() if answer.black < len(guess)), len(region)
    )


def _names(game: Game, guesses: Sequence[Code]) -> dict[int, int]:
    """New names of the colours: 0, 1, 2, ... in the order of their first use, then those never used."""
    order = dict.fromkeys([colour for guess in guesses for colour in guess])
    return {old: new for new, old in enumerate([*order, *(set(range(game.colours)) - set(order))])}
