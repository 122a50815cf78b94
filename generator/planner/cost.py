"""The cost of a CodeMaker in use: lines and real time of a scoring, by the machine's own cost model."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import zip_longest

from numpy import array, flatnonzero, int64

from hp15c.core.playing import play, state_with
from hp15c.engines import select
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.timing import WORD_TIMES_PER_SECOND, start_cost

PAIRS = 1000
SEED = 15
GUESSES_A_SECRET = 10
SET = "B"


@dataclass(frozen=True, slots=True)
class ScoringCost:
    """The cost of a scoring, from R/S to the final stop: mean lines, mean seconds, longest seconds."""

    pairs: int
    lines: float
    seconds: float
    longest: float


def seeded_pairs(digits: int, count: int) -> list[tuple[int, list[int]]]:
    """`count` pairs of digits 1..N: secrets, each with up to ten guesses. They are always the same."""
    chance = random.Random(SEED)

    def code() -> int:
        return int("".join(str(chance.randint(1, digits)) for _ in range(digits)))

    pairs = []
    while count > 0:
        pairs.append((code(), [code() for _ in range(min(count, GUESSES_A_SECRET))]))
        count -= GUESSES_A_SECRET
    return pairs


def state_with_secret(program: Program, secret: int) -> State:
    """A calculator after memory loss with this program and this secret."""
    state = state_with(program)
    play(state, secret, SET)
    return state


def measure(program: Program, digits: int, pairs: int = PAIRS, engine: str = "reference") -> ScoringCost:
    """The cost of scoring seeded pairs of N digits. ValueError when a run does not stop by itself.

    InputError for an engine that counts no word times.
    """
    codes = seeded_pairs(digits, pairs)
    lines = 0
    spent: list[int] = []
    batch = select(engine).batch(program, [state_with_secret(program, secret) for secret, _ in codes])
    for turn in zip_longest(*(guesses for _, guesses in codes)):
        asked = [guess is not None for guess in turn]
        if not all(asked):
            batch = select(engine).batch(program, [batch.state(int(place)) for place in flatnonzero(asked)])
        started = [start_cost(program, batch.state(place).line) for place in range(sum(asked))]
        batch.enter(array([guess for guess in turn if guess is not None], dtype=int64))
        outcome = batch.run()
        if outcome.word_times is None:
            raise InputError(f"the engine {engine} counts no word times: take reference, lanes or native")
        if outcome.reasons.any():
            raise ValueError(f"a program for {digits} digits did not stop by itself on engine {engine}")
        lines += outcome.lines
        spent += (outcome.word_times + array(started)).tolist()
    return ScoringCost(
        pairs, lines / pairs, sum(spent) / pairs / WORD_TIMES_PER_SECOND, max(spent) / WORD_TIMES_PER_SECOND
    )
