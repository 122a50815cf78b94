"""The command of `hp15c mastermind` that looks back on a game."""

from __future__ import annotations

import json

import click

from solver.codes import Game
from solver.shell import cli_shared as shared
from solver.shell.cli_shared import BadInput


@click.command()
@click.argument("history")
@shared.pegs
@shared.colours
@shared.no_repeats
@shared.zero
@shared.as_json
@shared.refuses
def analyse(history: str, pegs: int, colours: int, no_repeats: bool, zero: bool, as_json: bool) -> None:
    """Look back on a game: HISTORY is '1122:10 3345:11'. PEGS and COLOURS are 4 and 6 unless given.

    Each guess is compared with optimal play: what it left, what the best guess leaves on average, and how
    many more turns the game takes on average after it.
    """
    from solver.games.analyse import analyse as turns_of
    from solver.games.assist import changes, explain_changes, parse_history, possible_codes

    game = Game(pegs, colours, not no_repeats)
    past = parse_history(game, history, zero)
    if not past:
        raise BadInput("the history has no turn: write '1122:10 3345:11'")
    if not possible_codes(game, past):
        raise BadInput(explain_changes(game, past, changes(game, past), zero))
    with shared.working("searching for optimal play"):
        turns = list(turns_of(game, past))
    if as_json:
        click.echo(
            json.dumps(
                {
                    "turns": [
                        {
                            "guess": game.text(turn.guess, zero),
                            "black": turn.answer.black,
                            "white": turn.answer.white,
                            "before": turn.before,
                            "left": turn.left,
                            "mean_left": float(turn.mean_left),
                            "best": game.text(turn.best, zero),
                            "best_left": float(turn.best_left),
                            "least": float(turn.least),
                            "cost": float(turn.cost),
                        }
                        for turn in turns
                    ]
                }
            )
        )
        return
    shared.show_table(
        ["guess", "answer", "codes", "left", "on average", "best", "it leaves", "turns to go", "cost"],
        [
            [
                game.text(turn.guess, zero),
                f"{turn.answer.black} {turn.answer.white}",
                f"{turn.before:,}",
                f"{turn.left:,}",
                f"{float(turn.mean_left):.2f}",
                game.text(turn.best, zero),
                f"{float(turn.best_left):.2f}",
                f"{float(turn.least):.3f}",
                f"{float(turn.cost):.3f}",
            ]
            for turn in turns
        ],
    )
