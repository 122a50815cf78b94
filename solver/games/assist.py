"""Help for a game under way: histories as text, the codes still possible, answers that contradict.

Pure functions of the history, the guesses so far with their answers. Codes are scored by the tiers. A game of
more than 20 million codes is refused with a GameError.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solver.codes import Code, Game, GameError, check_size, check_whites
from solver.errors import SolverError
from solver.games.next_guess import possible
from solver.messages import number_of
from solver.scores import History, Score, ScoreError, score
from solver.tiers import Tier, select

CODES_AT_MOST = 20_000_000
_BYTES_PER_CODE = 8
_BETWEEN_DIGITS = " \t,.:;bwBW"


class HistoryError(SolverError):
    """A history that cannot be read, or an impossible answer. The text says where, and what to write."""


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """A change of one answer: with `answer` in turn `turn` (from 0), `codes` codes would be possible."""

    turn: int
    answer: Score
    codes: int


def parse_answer(game: Game, text: str) -> Score:
    """The answer written as two digits, black then white: `12`, `1 2` or `1b 2w`.

    HistoryError when it is not. ScoreError when it is impossible, such as 3 black, 1 white with 4 pegs.
    """
    digits = [character for character in text.strip() if character not in _BETWEEN_DIGITS]
    if len(digits) != 2 or not all(digit in "0123456789" for digit in digits):
        raise HistoryError(
            f'the answer "{text.strip()}": two digits are wanted, black then white, such as 12'
        )
    return Score(int(digits[0]), int(digits[1])).check(game.pegs)


def parse_history(game: Game, text: str, zero: bool = False) -> list[tuple[Code, Score]]:
    """The history written as `1122:10 3345:11`, oldest first.

    HistoryError for a pair without a colon, GameError or ScoreError for a bad code or answer.
    Each names the turn.
    """
    history = []
    for turn, pair in enumerate(text.split(), 1):
        guess, colon, answer = pair.partition(":")
        try:
            if not colon:
                raise HistoryError(f'"{pair}" is not guess:answer, such as 1122:10')
            history.append((game.parse(guess, zero), parse_answer(game, answer)))
            check_answer(game, *history[-1])
        except (GameError, HistoryError, ScoreError) as error:
            raise type(error)(f"turn {turn}: {error}") from error
    return history


def check_answer(game: Game, guess: Code, answer: Score) -> None:
    """Raise ScoreError when the answer is impossible, HistoryError when no secret gives it to this guess."""
    answer.check(game.pegs)
    if not _tier(game, 1).histogram(game, guess)[answer.ordinal(game.pegs)]:
        raise HistoryError(f"no secret answers this guess with {answer_text(answer)}: look at the pegs again")


def possible_codes(game: Game, history: History) -> list[Code]:
    """The codes that agree with every answer, in order."""
    check_whites(game, "following a game")
    check_size(game, "following a game", CODES_AT_MOST, _BYTES_PER_CODE)
    return [game.code(index) for index in possible(game, history)]


def changes(game: Game, history: History) -> list[AnswerChange]:
    """Every change of a single answer that leaves a code possible, for answers that contradict each other.

    An answer that is in none of the changes cannot be the only wrong one. Without any change, at least two
    answers are wrong.
    """
    wrong = _wrong_answers(game, history)
    nearly = [index for index, count in enumerate(wrong) if count == 1]
    counts: Counter[tuple[int, Score]] = Counter()
    for code in map(game.code, nearly):
        for turn, (guess, answer) in enumerate(history):
            if (instead := score(guess, code)) != answer:
                counts[turn, instead] += 1
    return [AnswerChange(turn, answer, counts[turn, answer]) for turn, answer in sorted(counts)]


def explain_changes(game: Game, history: History, changes: Sequence[AnswerChange], zero: bool = False) -> str:
    """The changes in words, one line for each."""
    if not changes:
        return "The answers contradict each other, and changing one does not help: two or more are wrong."
    turns = sorted({change.turn for change in changes})
    lines = ["The answers contradict each other. If only one is wrong, it is"]
    for turn in turns:
        guess, answer = history[turn]
        lines.append(f"  answer {turn + 1}, {answer_text(answer)} to {game.text(guess, zero)}, and should be")
        for change in changes:
            if change.turn == turn:
                lines.append(f"    {answer_text(change.answer)} (leaves {codes_said(change.codes)})")
    return "\n".join(lines)


def answer_text(answer: Score) -> str:
    """The answer in words."""
    return f"{answer.black} black, {answer.white} white"


def codes_said(count: int) -> str:
    """A number of codes, in words."""
    return number_of(count, "code")


def _wrong_answers(game: Game, history: History) -> bytes:
    """For each code of the game, how many answers of the history it contradicts."""
    check_size(game, "following a game", CODES_AT_MOST, _BYTES_PER_CODE)
    tier = _tier(game, len(history))
    total = 0
    for guess, answer in history:
        differs = bytearray(b"\1" * 256)
        differs[answer.ordinal(game.pegs)] = 0
        total += int.from_bytes(tier.scores(game, guess).translate(differs), "little")
    return total.to_bytes(game.size, "little")


def _tier(game: Game, guesses: int) -> Tier:
    check_whites(game, "following a game")
    check_size(game, "following a game", CODES_AT_MOST, _BYTES_PER_CODE)
    return select(None, game.size * guesses)
