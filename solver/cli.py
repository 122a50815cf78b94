"""The verbs of `hp15c mastermind`: parse options, call one function, show. Each verb imports what it uses."""

from __future__ import annotations

import json
import sys
from time import perf_counter
from typing import TYPE_CHECKING

import click

from solver import cli_shared as shared
from solver.cli_bench import bench, compare
from solver.cli_shared import totals
from solver.codes import MAX_COLOURS, Game

if TYPE_CHECKING:
    from solver.play import Conversation


@click.group()
def mastermind() -> None:
    """Mastermind: score, play, solve, all games, compare strategies, measure."""


@mastermind.command()
@click.argument("guess")
@click.argument("secret")
@shared.zero
@shared.as_json
@shared.refuses
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


@mastermind.command()
@shared.pegs
@shared.colours
@click.option("--secret", metavar="CODE", help="The secret, instead of one drawn by chance.")
@shared.turns
@shared.strategy
@shared.rules
@shared.no_repeats
@shared.zero
@shared.as_json
@shared.refuses
def play(
    pegs: int,
    colours: int,
    secret: str | None,
    turns: int,
    strategy: str,
    rules: str,
    no_repeats: bool,
    zero: bool,
    as_json: bool,
) -> None:
    """You guess a secret of PEGS and COLOURS (4 and 6); the strategy gives hints."""
    from solver.advise import adviser
    from solver.play import Guessing

    game = Game(pegs, colours, not no_repeats)
    if secret is None:
        from secrets import randbelow

        code = game.code(randbelow(game.size))
    else:
        code = game.parse(secret, zero)
    talk(Guessing(game, code, turns, adviser(game, strategy, rules), zero), as_json)


@mastermind.command()
@shared.pegs
@shared.colours
@click.option("--history", metavar="TEXT", default="", help="Turns so far: '1122:10 3345:11'.")
@shared.turns
@shared.strategy
@shared.rules
@shared.seed
@shared.no_repeats
@shared.zero
@shared.as_json
@shared.refuses
def solve(
    pegs: int,
    colours: int,
    history: str,
    turns: int,
    strategy: str,
    rules: str,
    seed: int,
    no_repeats: bool,
    zero: bool,
    as_json: bool,
) -> None:
    """The strategy guesses your secret of PEGS and COLOURS (4 and 6); you answer.

    Ends with 1 if the answers contradict each other.
    """
    from solver.advise import adviser
    from solver.assist import parse_history
    from solver.play import Answering

    game = Game(pegs, colours, not no_repeats)
    past = parse_history(game, history, zero)
    conversation = Answering(game, past, turns, adviser(game, strategy, rules, seed), zero)
    talk(conversation, as_json)
    if conversation.contradicting:
        sys.exit(1)


def talk(conversation: Conversation, as_json: bool) -> None:
    """Hold a conversation with standard input; with `as_json` it goes to standard error and is summed up."""
    prompt = "> " if sys.stdin.isatty() else ""
    click.echo(conversation.greeting(), err=as_json)
    while not conversation.over:
        click.echo(prompt, nl=False, err=as_json)
        line = sys.stdin.readline()
        if not line:
            break
        if said := conversation.reply(line):
            click.echo(said, err=as_json)
    if as_json:
        click.echo(json.dumps(conversation.result()))


@mastermind.command()
@shared.pegs
@shared.colours
@shared.strategy
@shared.rules
@shared.first
@shared.no_repeats
@shared.tier
@shared.seed
@click.option("--max-turns", type=click.IntRange(1), help="optimal: no game takes more turns.")
@click.option(
    "--least-max", is_flag=True, help="optimal: the longest game is made short first, then the total."
)
@shared.zero
@shared.as_json
@shared.refuses
def tree(
    pegs: int,
    colours: int,
    strategy: str,
    rules: str,
    first: str | None,
    no_repeats: bool,
    tier: str | None,
    seed: int,
    max_turns: int | None,
    least_max: bool,
    zero: bool,
    as_json: bool,
) -> None:
    """Play all games of PEGS and COLOURS at once."""
    game = Game(pegs, colours, not no_repeats)
    opening = None if first is None else game.parse(first, zero)
    if strategy != "optimal" and (max_turns is not None or least_max):
        raise click.UsageError("--max-turns and --least-max go with --strategy optimal")
    start = perf_counter()
    if strategy == "optimal":
        from solver.optimal import optimal

        found = optimal(game, max_turns, least_max, opening)
    else:
        from solver.tree import play_all

        found = play_all(game, strategy, rules, opening, tier, seed=seed)
    seconds = perf_counter() - start
    shown = totals(found, seconds)
    if as_json:
        click.echo(json.dumps(shown))
        return
    click.echo(f"{game}, {strategy}, first {game.text(found.first, zero)}: {found.total_turns:,} turns")
    click.echo(
        f"{game.size:,} secrets, {found.total_turns / game.size:.4f} turns each, {found.max_turns} at most"
    )
    for turn, count in enumerate(found.histogram, 1):
        click.echo(f"  {turn:3} {'turn ' if turn == 1 else 'turns'} {count:10,}")
    click.echo(f"{found.scores:,} scores in {seconds:.3f} s")


mastermind.add_command(compare)
mastermind.add_command(bench)
