"""Scores: the plain definition, and three numbers that stand for a score.

A score is (black, white): black pegs are right in colour and place. All hits are the sum over the colours of
the smaller of the counts in guess and secret. White = all hits - black. The score (p - 1, 1) is impossible:
the one colour left over would have to fit the one place left over. So p pegs know p (p + 3) / 2 scores.

decimal = 10 black + white (p <= 9), hex = 16 black + white (p <= 15), and the dense ordinal

    ordinal = black p - black (black - 1) / 2 + all hits = black (p + 1) - black (black - 1) / 2 + white

numbers the scores 0, 1, 2 ... in the order 00 01 .. 0p 10 11 .., with one hole where (p - 1, 1) would stand.
(p, 0) comes last, one after it. Counters indexed by the ordinal have a single unused cell. All fast scorers
use such counters: the cell of the hole stays 0, and no branch is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solver.codes import Code, Game
from solver.errors import SolverError
from solver.messages import number_of


class ScoreError(SolverError):
    """An impossible score. The text says why, and which scores are possible."""


class Score(NamedTuple):
    """Black and white pegs of an answer. Compares and unpacks as the pair that it is."""

    black: int
    white: int

    @property
    def decimal(self) -> int:
        """10 black + white: 12 is one black, two white. Unique up to 9 pegs."""
        return 10 * self.black + self.white

    @property
    def hex(self) -> int:
        """16 black + white: 0x12 is one black, two white. Unique up to 15 pegs."""
        return self.black << 4 | self.white

    def ordinal(self, pegs: int) -> int:
        """The dense ordinal. The impossible score (pegs - 1, 1) has the ordinal of the hole."""
        return self.black * (pegs + 1) - self.black * (self.black - 1) // 2 + self.white

    def is_possible(self, pegs: int) -> bool:
        """Whether some guess has this score against some secret of `pegs` pegs."""
        black, white = self
        return black >= 0 and white >= 0 and black + white <= pegs and self != (pegs - 1, 1)

    def check(self, pegs: int) -> Score:
        """The score itself if it is possible. ScoreError otherwise."""
        if self.is_possible(pegs):
            return self
        said = f"{self.black} black, {self.white} white is impossible with {number_of(pegs, 'peg')}"
        if self == (pegs - 1, 1):
            raise ScoreError(f"{said}: with {pegs - 1} in place, the last colour has only its own place left")
        raise ScoreError(f"{said}: neither is negative and together they are at most {pegs}")

    @classmethod
    def from_decimal(cls, decimal: int) -> Score:
        """The score with this decimal, possible or not (see `check`). ScoreError when negative."""
        if decimal < 0:
            raise ScoreError(f"decimal {decimal}: a score is not negative")
        return cls(*divmod(decimal, 10))

    @classmethod
    def from_hex(cls, packed: int) -> Score:
        """The score with this hex, possible or not (see `check`). ScoreError when negative."""
        if packed < 0:
            raise ScoreError(f"hex {packed}: a score is not negative")
        return cls(packed >> 4, packed & 15)

    @classmethod
    def from_ordinal(cls, ordinal: int, pegs: int) -> Score:
        """The score with this ordinal. The hole gives (pegs - 1, 1). ScoreError when out of range."""
        if not 0 <= ordinal < ordinal_count(pegs):
            raise ScoreError(
                f"ordinal {ordinal}: with {number_of(pegs, 'peg')} they go from 0"
                f" to {ordinal_count(pegs) - 1}"
            )
        black, rest = 0, ordinal
        while rest > pegs - black:
            rest -= pegs - black + 1
            black += 1
        return cls(black, rest)


History = Sequence[tuple[Code, Score]]
"""The guesses of a game so far, with their answers."""


def score(guess: Code, secret: Code) -> Score:
    """The score of a guess against a secret, by its definition. Guess and secret may change places.

    It counts what is in place, then what is common in any place. Source: the rules of the game.
    """
    black = sum(g == s for g, s in zip(guess, secret, strict=True))
    hits = sum(min(guess.count(colour), secret.count(colour)) for colour in set(guess))
    return Score(black, hits - black)


def answer_of(game: Game, guess: Code, secret: Code) -> Score:
    """The answer of a game to a guess: the score, or its black pegs alone in a game without whites."""
    whole = score(guess, secret)
    return whole if game.whites else Score(whole.black, 0)


def answers_of(game: Game) -> list[Score]:
    """The answers that a guess of a game may have, in the order of their ordinals.

    Without repeats two codes have at least 2 p - c of c colours on p pegs in common, and all colours except
    one cannot be in place when all are used. With repeats some of them may be impossible when there are few
    colours.
    """
    common = 0 if game.repeats else 2 * game.pegs - game.colours
    if game.whites:
        return [one for one in possible_scores(game.pegs) if one.black + one.white >= common]
    alone = game.colours == 1 or common == game.pegs
    return [Score(n, 0) for n in range(game.pegs + 1) if not (alone and n == game.pegs - 1)]


def ordinal_count(pegs: int) -> int:
    """How many counters a histogram by ordinal has: p (p + 3) / 2 scores and the hole."""
    return pegs * (pegs + 3) // 2 + 1


def hole(pegs: int) -> int:
    """The ordinal that no score has, where (pegs - 1, 1) would stand."""
    return ordinal_count(pegs) - 2


def possible_scores(pegs: int) -> list[Score]:
    """All p (p + 3) / 2 possible scores in the order of their ordinals."""
    return [Score.from_ordinal(n, pegs) for n in range(ordinal_count(pegs)) if n != hole(pegs)]
