"""What a page can ask about a game of Mastermind."""

from __future__ import annotations

import secrets

from programs.web import board, breaker, hints
from programs.web.answers import JsonObject, Later, acts, looks
from programs.web.board import Board
from programs.web.breaker import BreakerGame
from programs.web.desk import Desk
from programs.web.fields import Fields, RequestRefused


@acts
def new_game(desk: Desk, fields: Fields) -> JsonObject:
    """Load the CodeMaker and have it draw or take a secret, or have the CodeBreaker guess yours."""
    secret = fields.text_or_none("secret") or None
    if fields.choice("kind", "maker", "breaker") == "breaker":
        breaker.new_game(desk, secret)
    else:
        digits, colours = fields.integer("digits"), fields.integer("colours")
        board.new_game(desk, digits, secret, secrets.randbelow(10**9), colours)
    return {}


@acts
def guess(desk: Desk, fields: Fields) -> JsonObject:
    """Have the calculator score a guess."""
    _board(desk).guess(desk, fields.text("guess"))
    return {}


@acts
def answer(desk: Desk, fields: Fields) -> JsonObject:
    """Give the calculator the answer to its guess."""
    if not isinstance(desk.beside, BreakerGame):
        raise RequestRefused(409, "the calculator is not guessing: start such a game")
    desk.beside.answer(desk, fields.integer("black"), fields.integer("white"))
    return {}


@acts
def give_up(desk: Desk, fields: Fields) -> JsonObject:
    """Show the secret."""
    _board(desk).give_up(desk)
    return {}


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
    """The value of each guess of a finished game, compared with the solver's guess."""
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
