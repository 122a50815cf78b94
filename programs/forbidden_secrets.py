"""Tests with secrets that a listing does not allow: whether it does with them what it says.

A generated CodeMaker names the digits that a secret may have, and says what others do. The statement that
they make answers wrong is true when some answer is wrong or some run does not end. The statement that a 0
never scores, or scores like other digits, is true when this holds for every answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from generator.codemaker.plan import OTHER_DIGITS
from generator.plans.dialogue import ZERO_NEVER_SCORES, ZERO_SCORES
from hp15c.core.playing import state_with
from hp15c.engines import REASONS, select
from programs.codemaker import Colours
from programs.verify import Check, agreement, start_states
from solver.scores import score

PAIRS: Final = 200
LINES: Final = 20_000
"""A limit far above the lines of a scoring of eight digits. A longer run is cut off."""

NEVER_GUESSED: Final = "x"
HIGHEST: Final = 9


@dataclass(frozen=True, slots=True)
class Others:
    """For secrets of N digits that are not allowed: how many pairs were scored, how many wrongly.

    `said` is the listing's statement about them, and `holds` tells whether it is true.
    """

    digits: int
    pairs: int
    wrong: int
    said: str
    holds: bool

    @property
    def text(self) -> str:
        """The result for people."""
        result = f"{self.pairs} pairs, {self.wrong} were not scored as other digits are"
        if self.said == ZERO_NEVER_SCORES:
            result = f"{self.pairs} pairs with a 0 in the secret, it scored in {self.wrong}"
        how = "as the listing says" if self.holds else "which is not what the listing says"
        return f'N = {self.digits}: {result}, {how}: "{self.said}"'


def statement(description: str) -> str | None:
    """The line of a description on digits that no secret has. None where it has no such line."""
    lines = description.split("\n")
    return next((one for one in (ZERO_NEVER_SCORES, ZERO_SCORES, OTHER_DIGITS) if one in lines), None)


def others(check: Check, numbers: Sequence[int], pairs: int = PAIRS) -> list[Others]:
    """Play secrets with digits that are not allowed, for each N. Nothing for a listing that says nothing."""
    said = statement(check.program.description)
    if said is None:
        return []
    allowed = Colours.of_listing(check.program.description).told
    results = []
    for digits in numbers:
        highest = allowed or digits
        if digits < 2 and (said != OTHER_DIGITS or highest == HIGHEST):
            continue  # a 0 alone, or at the front, is no digit of a number
        drawn = list(_draw_pairs(random.Random(f"others {digits} 0"), digits, highest, said, pairs))
        wrong = len(drawn) - _right(check, drawn, said)
        results.append(Others(digits, len(drawn), wrong, said, (wrong > 0) == (said == OTHER_DIGITS)))
    return results


def _draw_pairs(
    chance: random.Random, digits: int, allowed: int, said: str, pairs: int
) -> Iterator[tuple[str, str]]:
    """Secrets with at least one digit that is not allowed, each with a guess that shares digits with it."""
    above = [str(one) for one in range(allowed + 1, HIGHEST + 1)] if said == OTHER_DIGITS else []
    for _ in range(pairs):
        secret = [str(chance.randint(1, allowed)) for _ in range(digits)]
        place = chance.randrange(digits)
        secret[place] = chance.choice([*above, *(["0"] if place else [])] or ["0"])
        if secret[0] == "0":
            secret[0], secret[1] = "1", "0"
        guess = list(secret)
        chance.shuffle(guess)
        for other in range(chance.randrange(digits)):
            guess[other] = chance.choice("0123456789")
        yield "".join(secret), "".join(guess)


def _right(check: Check, drawn: Sequence[tuple[str, str]], said: str) -> int:
    """How many of these pairs end in the answer that is expected, each on a calculator of its own."""
    engine = select(check.engine, counting=False)
    secrets = [int(secret) for secret, _ in drawn]
    batch = engine.batch(
        check.program, start_states(check.seat.set, secrets, [state_with(check.program)] * len(secrets))
    )
    told = batch.run(LINES).reasons == REASONS.index("stop")
    guesses = np.array([int(guess) for _, guess in drawn], dtype=np.int64)
    batch.enter(guesses, check.seat.guess.label)
    outcome = batch.run(LINES)
    unequal = NEVER_GUESSED if said == ZERO_NEVER_SCORES else "0"
    scores = np.array(
        [_score(guess, secret.replace("0", unequal)) for secret, guess in drawn], dtype=np.int64
    )
    return int((told & agreement(check.seat, 1, guesses, scores, outcome)).sum())


def _score(guess: str, secret: str) -> int:
    """The score as a decimal number. A digit that is never guessed counts as 10."""
    pegs = [10 if one == NEVER_GUESSED else int(one) for one in secret]
    return score(tuple(map(int, guess)), tuple(pegs)).decimal
