"""The verb `play`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from hp15c.errors import InputError
from hp15c.shell.cli_shared import MODELS, WholeNumber, refuse_bad_input

GIVE_UP = ("q", "quit")
TAKE_BACK = "u"
T = TypeVar("T")


@click.command()
@click.option(
    "--role",
    type=click.Choice(["guess", "answer", "both"]),
    default="both",
    show_default=True,
    help="What you do: guess the calculator's secret, answer its guesses, or first one and then the other.",
)
@click.option(
    "--model",
    type=MODELS,
    default="15C",
    show_default=True,
    help="The calculator. An HP-11C guesses faster and needs more turns than an HP-15C.",
)
@click.option(
    "--seed", type=WholeNumber(0), help="Draw the secret from this seed. [default: another each time]"
)
@refuse_bad_input
def play(role: str, model: str, seed: int | None) -> None:
    """Play Mastermind against the calculator: 4 digits 1 to 6. The player with fewer turns wins.

    Answers are two digits: how many are right in place, and how many are right but displaced. u takes your
    last answer back. q gives a game up. Ctrl-C ends the command.
    """
    from programs.game_at_table import result

    if seed is not None and role == "answer":
        raise click.UsageError("--seed is for the calculator's secret: with --role answer it has none")
    try:
        yours = _you_guess(model, seed) if role != "answer" else None
        its = _it_guesses(model) if role != "guess" else None
    except click.Abort:
        click.echo("\nStopped.")
        return
    if role == "both":
        click.echo(result(yours, its))


def _ask(text: str) -> str | None:
    """A line that the person types. None when the person gives up. Abort at Ctrl-C and where input ends."""
    typed: str = click.prompt(text, prompt_suffix=" ", default="", show_default=False).strip()
    return None if typed.lower() in GIVE_UP else typed


def _take_line(text: str, take: Callable[[str], T]) -> T | None:
    """The result of `take` for a typed line, asked for again while refused. None when the person gives up."""
    while (typed := _ask(text)) is not None:
        try:
            return take(typed)
        except InputError as error:
            click.echo(f"{error}")
    return None


def _you_guess(model: str, seed: int | None) -> int | None:
    """The person guesses. Returns the number of turns, None when the person gave up."""
    from secrets import randbelow

    from programs.game_at_table import PEGS, Maker, turns

    maker = Maker(model, randbelow(10**10) if seed is None else seed)
    click.echo(f"The HP-{model.upper()} has drawn a secret of 4 digits 1 to 6.")
    click.echo("Guess it: four digits, such as 1123. The hundredths of what it shows are its answer:")
    click.echo("how many are right in place, and how many are right but displaced. q gives up.")
    count = 0
    while True:
        answer = _take_line("Your guess:", maker.answer)
        if answer is None:
            click.echo(f"You gave up. The secret was {maker.secret()}.")
            return None
        count += 1
        click.echo(f"    {answer.turn}   {answer.shown}   ({answer.seconds:.0f} s on the real calculator)")
        if answer.right == PEGS:
            click.echo(f"Found in {turns(count)}.")
            return count


def _it_guesses(model: str) -> int | None:
    """The calculator guesses. Returns the number of turns, None when the person gave up."""
    from programs.game_at_table import GuessingCalculator, turns

    click.echo(f"Think of a code of 4 digits 1 to 6. The HP-{model.upper()} guesses.")
    click.echo("Answer with two digits, such as 21:")
    click.echo(
        "how many are right in place, and how many are right but displaced. u takes the last answer back."
    )
    click.echo("q gives up.")
    breaker = GuessingCalculator(model)

    def take(typed: str) -> bool:
        if typed.lower() != TAKE_BACK:
            return breaker.take_answer(typed)
        breaker.take_back()
        return False

    while True:
        spent = f"   ({breaker.seconds:.0f} s on the real calculator)" if breaker.seconds else ""
        click.echo(f"    {breaker.turns}.   {int(breaker.guess):,}.{spent}")
        is_solved = _take_line("Your answer:", take)
        if is_solved is None:
            click.echo("You gave up.")
            return None
        if is_solved:
            click.echo(f"It found your code in {turns(breaker.turns)}.")
            return breaker.turns
