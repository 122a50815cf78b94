"""The games of Mastermind beside calculators that were kept."""

from __future__ import annotations

from typing import Final

from hp15c.functions.saved import Saved
from programs.web import board, breaker
from solver.scores import Score

MOST_RUNS: Final = 10**12


def read_game(fields: Saved, runs: int) -> board.Board | breaker.BreakerGame:
    """The game that its `export` wrote.

    `runs` is the number of runs that the calculator beside it has counted.
    """
    seen = runs - (fields.integer("runs", 0, MOST_RUNS) - fields.integer("seen", 0, MOST_RUNS))
    if fields.text("kind") == breaker.BreakerGame.kind:
        return breaker.BreakerGame(
            _code(fields, "secret", breaker.PEGS),
            _rows(fields, breaker.PEGS),
            _code(fields, "guess", breaker.PEGS),
            seen,
            fields.text("trouble"),
        )
    digits = fields.integer("digits", 1, board.MOST_DIGITS)
    return board.Board(
        digits,
        fields.integer("colours", 1, board.MOST_COLOURS) if fields.has("colours") else None,
        _rows(fields, digits),
        _code(fields, "awaited", digits),
        fields.flag("ready"),
        seen,
        fields.text("trouble"),
        _code(fields, "known", digits),
        fields.flag("given_up"),
    )


def _rows(fields: Saved, digits: int) -> list[board.ScoredGuess]:
    """The scored guesses of a game."""
    rows = []
    for row in fields.items("rows"):
        match row:
            case [str(guess), int(black), int(white)]:
                score = Score(black, white)
                if _is_code(guess, digits) and score.is_possible(digits):
                    rows.append(board.ScoredGuess(guess, score))
                    continue
        fields.refuse("rows", f"guesses of {digits} digits with possible scores")
    return rows


def _code(fields: Saved, name: str, digits: int) -> str | None:
    """A field with a code, None where it is null."""
    if not fields.has(name):
        return None
    code = fields.text(name)
    if not _is_code(code, digits):
        fields.refuse(name, f"{digits} digits")
    return code


def _is_code(text: str, digits: int) -> bool:
    return len(text) == digits and text.isascii() and text.isdigit()
