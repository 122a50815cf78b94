"""What a page can ask about a game of Mastermind, and the games beside calculators that were kept."""

from __future__ import annotations

import secrets
from typing import Final

from hp15c.functions.saved import Saved
from programs.web import board, breaker, hints
from programs.web.answers import Later, acts, looks
from programs.web.board import Board
from programs.web.breaker import BreakerGame
from programs.web.desk import Desk
from programs.web.fields import Fields, RequestRefused
from solver.scores import Score

MOST_RUNS: Final = 10**12


@acts
def new_game(desk: Desk, fields: Fields) -> None:
    """Load the CodeMaker and have it draw or take a secret, or have the CodeBreaker guess yours."""
    secret = fields.text_or_none("secret") or None
    if fields.choice("kind", "maker", "breaker") == "breaker":
        breaker.new_game(desk, secret)
    else:
        digits, colours = fields.integer("digits"), fields.integer("colours")
        board.new_game(desk, digits, secret, secrets.randbelow(10**9), colours)


@acts
def guess(desk: Desk, fields: Fields) -> None:
    """Have the calculator score a guess."""
    _board(desk).guess(desk, fields.text("guess"))


@acts
def answer(desk: Desk, fields: Fields) -> None:
    """Give the calculator the answer to its guess. RequestRefused when it is not guessing."""
    if not isinstance(desk.beside, BreakerGame):
        raise RequestRefused(409, "the calculator is not guessing: start such a game")
    desk.beside.answer(desk, fields.integer("black"), fields.integer("white"))


@acts
def give_up(desk: Desk, fields: Fields) -> None:
    """Show the secret."""
    _board(desk).give_up(desk)


@looks
def hint(desk: Desk, fields: Fields) -> Later:
    """The solver's guess, and the number of secrets that are left."""
    game, history = _board(desk).game, _board(desk).history()
    return Later(
        lambda: hints.find(game, history),
        lambda advice: {"guess": advice.guess, "remaining": advice.remaining, "said": str(advice)},
    )


@looks
def analysis(desk: Desk, fields: Fields) -> Later:
    """Each guess of a finished game beside the solver's. RequestRefused while the game goes on."""
    game = _board(desk)
    if not game.over:
        raise RequestRefused(409, "the game is not over yet: the analysis would give the secret away")
    rows = game.history()
    return Later(
        lambda: hints.analyse(game.game, rows), lambda worths: {"rows": [one.to_json() for one in worths]}
    )


def _board(desk: Desk) -> Board:
    if not isinstance(desk.beside, Board):
        raise RequestRefused(409, "there is no game in which you guess: start one")
    return desk.beside


def read_game(fields: Saved, runs: int) -> board.Board | breaker.BreakerGame:
    """The game that its `export` wrote. `runs` is what the calculator beside it has counted."""
    seen = runs - (fields.integer("runs", 0, MOST_RUNS) - fields.integer("seen", 0, MOST_RUNS))
    if fields.text("kind") == breaker.BreakerGame.kind:
        codes = {name: _code(fields, name, breaker.PEGS) for name in ("secret", "guess")}
        return fields.record(breaker.BreakerGame, rows=_rows(fields, breaker.PEGS), seen=seen, **codes)
    digits = fields.integer("digits", 1, board.MOST_DIGITS)
    colours = fields.integer("colours", 1, board.MOST_COLOURS) if fields.has("colours") else None
    codes = {name: _code(fields, name, digits) for name in ("awaited", "known")}
    rows = _rows(fields, digits)
    return fields.record(board.Board, digits=digits, colours=colours, rows=rows, seen=seen, **codes)


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
