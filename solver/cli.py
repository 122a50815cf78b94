"""The verbs of `hp15c mastermind`: parse options, call one function, show. Each verb imports what it uses."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import click

from solver.codes import MAX_COLOURS, Game

P = ParamSpec("P")
R = TypeVar("R")


class BadInput(click.ClickException):
    """What the user gave cannot be used; the command ends with 2."""

    exit_code = 2


def refuses(verb: Callable[P, R]) -> Callable[P, R]:
    """Turn the package's errors (all of them ValueErrors that say what would do) into one line and exit 2."""

    @wraps(verb)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return verb(*args, **kwargs)
        except ValueError as error:
            raise BadInput(str(error)) from error

    return wrapped


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object for machines.")
zero = click.option("--zero", is_flag=True, help="Colours are written from 0 instead of from 1.")


@click.group()
def mastermind() -> None:
    """Mastermind: score, play, solve, all games, compare strategies, measure."""


@mastermind.command()
@click.argument("guess")
@click.argument("secret")
@zero
@as_json
@refuses
def score(guess: str, secret: str, zero: bool, as_json: bool) -> None:
    """Score GUESS against SECRET: black and white pegs."""
    from solver.scores import score as score_codes

    game = Game(max(1, len(guess)), MAX_COLOURS)
    answer = score_codes(game.parse(guess, zero), game.parse(secret, zero))
    if as_json:
        packed = {"ordinal": answer.ordinal(game.pegs), "decimal": answer.decimal, "hex": answer.hex}
        click.echo(json.dumps({"black": answer.black, "white": answer.white} | packed))
    else:
        click.echo(f"{answer.black} black, {answer.white} white")
