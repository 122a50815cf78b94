"""The verbs of `hp15c mastermind`: parse options, call one function, show. Each verb imports what it uses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import wraps
from time import perf_counter
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import click

from solver.codes import MAX_COLOURS, MAX_PEGS, Game

if TYPE_CHECKING:
    from solver.play import Conversation
    from solver.tree import Tree

P = ParamSpec("P")
R = TypeVar("R")

TIER_NAMES = ("numba", "numpy", "stdlib", "cuda")
STRATEGY_NAMES = (
    "knuth",
    "most-parts",
    "expected-size",
    "entropy",
    "first-consistent",
    "random-consistent",
    "optimal",
)
RULE_NAMES = ("published", "obvious-first")


class BadInput(click.ClickException):
    """What the user gave cannot be used; the command ends with 2."""

    exit_code = 2


def refuses(verb: Callable[P, R]) -> Callable[P, R]:
    """Turn the package's errors, which say what would do, into one line and exit 2."""

    @wraps(verb)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return verb(*args, **kwargs)
        except ValueError as error:
            raise BadInput(str(error)) from error
        except OSError as error:
            raise BadInput(f"{error.filename}: {error.strerror}") from error
        except RuntimeError as error:
            from solver.tiers import TierError

            if isinstance(error, TierError):
                raise BadInput(str(error)) from error
            raise

    return wrapped


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object for machines.")
zero = click.option("--zero", is_flag=True, help="Colours are written from 0 instead of from 1.")
tier = click.option("--tier", type=click.Choice(TIER_NAMES), help="What computes; changes no result.")
no_repeats = click.option("--no-repeats", is_flag=True, help="No colour twice, in secrets and guesses.")
rules = click.option("--rules", type=click.Choice(RULE_NAMES), default="published", help="Who wins a tie.")
strategy = click.option("--strategy", type=click.Choice(STRATEGY_NAMES), default="knuth", help="Who guesses.")
first = click.option("--first", metavar="CODE", help="The first guess.")
seed = click.option("--seed", type=int, default=0, help="For random-consistent.")
turns = click.option("--turns", type=click.IntRange(1), default=8, show_default=True, help="Turns in a game.")
pegs = click.argument("pegs", type=click.IntRange(1, MAX_PEGS), default=4)
colours = click.argument("colours", type=click.IntRange(1, MAX_COLOURS), default=6)


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


@mastermind.command()
@pegs
@colours
@click.option("--secret", metavar="CODE", help="The secret, instead of one drawn by chance.")
@turns
@strategy
@rules
@no_repeats
@zero
@as_json
@refuses
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
@pegs
@colours
@click.option("--history", metavar="TEXT", default="", help="Turns so far: '1122:10 3345:11'.")
@turns
@strategy
@rules
@seed
@no_repeats
@zero
@as_json
@refuses
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
@pegs
@colours
@strategy
@rules
@first
@no_repeats
@tier
@seed
@click.option("--max-turns", type=click.IntRange(1), help="optimal: no game takes more turns.")
@click.option(
    "--least-max", is_flag=True, help="optimal: the longest game is made short first, then the total."
)
@zero
@as_json
@refuses
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


def totals(found: Tree, seconds: float) -> dict[str, Any]:
    """What `tree` says of a tree, for machines."""
    return {
        "total_turns": found.total_turns,
        "max_turns": found.max_turns,
        "histogram": list(found.histogram),
        "scores": found.scores,
        "seconds": seconds,
    }
