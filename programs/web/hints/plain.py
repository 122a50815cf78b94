"""Hints in plain Python, where there is no numpy: in the browser.

Secrets are found by a search that drops the beginning of a code as soon as an answer contradicts it. Small
games are counted and ranked completely. In large games only as many secrets are counted as there is time for,
and the hint says so.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter
from typing import Final

from hp15c.errors import InputError
from programs.web.hints.hint import NONE_LEFT, Hint
from solver.codes import Code, Game
from solver.scores import History, possible_scores, score

COUNTED_AT_MOST: Final = 60_000
"""Secrets that are listed before the count is given up."""

JUDGED_BY_AT_MOST: Final = 400
OWN_AT_FIRST: Final = 200
LOOK: Final = 256
SEED: Final = 15


def find(game: Game, history: History, seconds: float, clock: Callable[[], float] = perf_counter) -> Hint:
    """The hint after these guesses and answers. Counting and ranking take about `seconds` each at most.
    InputError when no secret is left.
    """
    left, counted = _list_left(game, history, clock() + seconds, clock)
    if not left:
        raise InputError(NONE_LEFT)
    if len(left) <= 2 and counted:
        return Hint(game.text(left[0]), len(left), True, True, 0, game.size, len(left))
    chance = random.Random(SEED)
    judges = left if len(left) <= JUDGED_BY_AT_MOST else chance.sample(left, JUDGED_BY_AT_MOST)
    possible = set(left)
    ranked: dict[Code, tuple[int, bool, Code]] = {}
    until = clock() + seconds
    for guess in _candidates(game, left, chance):
        if guess not in ranked:
            ranked[guess] = (max(_sizes(guess, judges)), guess not in possible, guess)
            if clock() > until:
                break
    largest, impossible, guess = min(ranked.values())
    least = -(-len(left) // len(possible_scores(game.pegs)))
    proven = len(ranked) == game.size or (not impossible and largest == least)
    is_best = proven and len(judges) == len(left) and counted
    return Hint(
        game.text(guess), len(left), not impossible, is_best, len(ranked), game.size, len(judges), counted
    )


def count_left(game: Game, history: History) -> int:
    """How many secrets agree with every answer. InputError for a game that is too large to count here."""
    return len(_all(game, history))


def parts(game: Game, history: History, guess: Code) -> list[int]:
    """The sizes of the parts into which a guess divides the secrets that are left."""
    return list(_sizes(guess, _all(game, history)))


def consistent(game: Game, history: History) -> Iterator[Code]:
    """The codes that agree with every answer, ascending."""
    code: list[int] = []

    def go_on() -> Iterator[Code]:
        if len(code) == game.pegs:
            yield tuple(code)
            return
        for colour in range(game.colours):
            code.append(colour)
            if all(_may_become(code, guess, answer, game.pegs) for guess, answer in history):
                yield from go_on()
            code.pop()

    return go_on()


def _may_become(code: list[int], guess: Code, answer: tuple[int, int], pegs: int) -> bool:
    """Whether the beginning of a code can be completed so that the guess has this answer."""
    black = sum(map(int.__eq__, code, guess))
    missing = pegs - len(code)
    if not answer[0] - missing <= black <= answer[0]:
        return False
    hits = sum(min(code.count(colour), guess.count(colour)) for colour in set(code))
    wanted = answer[0] + answer[1]
    return wanted - missing <= hits <= wanted


def _list_left(
    game: Game, history: History, until: float, clock: Callable[[], float]
) -> tuple[list[Code], bool]:
    """The secrets that are left, and whether these are all."""
    left: list[Code] = []
    for code in consistent(game, history):
        left.append(code)
        if len(left) > COUNTED_AT_MOST or (len(left) % LOOK == 0 and clock() > until):
            return left, False
    return left, True


def _all(game: Game, history: History) -> list[Code]:
    left, are_all = _list_left(game, history, inf, perf_counter)
    if not are_all:
        raise InputError(
            f"a game of {game} is too large to be analysed in the browser; `hp15c serve` does it"
        )
    return left


def _candidates(game: Game, left: list[Code], chance: random.Random) -> Iterator[Code]:
    """Guesses to rank: some of the secrets that are left, then all codes, or random ones of many."""
    yield from chance.sample(left, min(len(left), OWN_AT_FIRST))
    if game.size <= COUNTED_AT_MOST:
        codes = list(consistent(game, ()))
        chance.shuffle(codes)
        yield from codes
        return
    while True:
        yield chance.choice(left)
        yield tuple(chance.randrange(game.colours) for _ in range(game.pegs))


def _sizes(guess: Code, secrets: list[Code]) -> list[int]:
    return list(Counter(score(guess, secret) for secret in secrets).values())
