"""The verbs under `generate` for the programs besides the CodeMaker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.shell.cli_shared import deliver, format_option, output_option
from hp15c.shell.cli_shared import MODELS, machine_of, machine_option, refuse_bad_input
from hp15c.table.machines import Machine
from hp15c.table.models import Model

if TYPE_CHECKING:
    from generator.assembler.printing import FinishedListing

EVERY = 27
PLAYS = ("fast", "better")
HELP = {
    "codebreaker": "The CodeBreaker: the calculator finds your code of 4 digits 1 to 6. The HP-11C needs "
    "only seconds for a guess, and more turns.\n\n"
    "Keys: GSB A begins and shows a guess, cd R/S takes the answer and shows the next.",
    "higher-lower": "HigherLower: the calculator draws a number and says whether it is higher or lower.\n\n"
    "Keys: n GSB A draws from 1 to n, guess R/S stops on 1, -1, or 0 when it is found.",
    "counter": "A counter and a timer.\n\n"
    "Keys: c.fffss GSB A counts from c to fff in steps of ss, s GSB B counts s seconds down.",
    "routines": "Routines: digit split and join, random integer, register block clear and copy.",
}


def add_verbs(group: click.Group) -> None:
    """Add a command for each program."""
    for name, text in HELP.items():
        group.add_command(_command(name, text))
    group.commands["codebreaker"].params.append(
        click.Option(
            ["--play"],
            type=click.Choice(PLAYS),
            default=PLAYS[0],
            show_default=True,
            help="A first guess for little waiting, or for few turns.",
        )
    )


def _command(name: str, text: str) -> click.Command:
    @click.command(name, help=text)
    @click.option("--model", type=MODELS, default="15C", show_default=True, help="The calculator.")
    @machine_option
    @output_option
    @format_option
    @click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
    @refuse_bad_input
    def run(
        model: str,
        machine: Machine | None,
        output: Path | None,
        format_: str | None,
        as_json: bool,
        **choices: str,
    ) -> None:
        from generator.assembler.targets import MachineTarget
        from generator.games.collection import MAKERS

        make = machine_of(model, machine, output)
        made = MAKERS[name](make.model, **choices)
        MachineTarget(make.model, make).check(made.program)
        if str(output or "-") != "-" or not as_json:
            deliver(made.program, made.text, output, format_)
        if as_json:
            click.echo(json.dumps(figures(name, made), ensure_ascii=False))

    return run


def figures(name: str, made: FinishedListing) -> dict[str, object]:
    """The object that `--json` prints. The CodeBreaker's lines and seconds are means of a guess.

    They are taken over every 27th secret. The matrix of the HP-15C counts as registers.
    """
    from generator.assembler.targets import register_count

    registers = register_count(made.program)
    lines: dict[str, float] = {}
    times: dict[str, float] = {}
    if name == "codebreaker":
        from generator.games.codebreaker import COLOURS, PEGS, codes, game, seconds

        registers += PEGS * COLOURS * (made.program.model is Model.HP15C)
        turns = [turn for secret in codes()[::EVERY] for turn in game(made.program, secret)]
        lines = {str(PEGS): round(sum(turn.lines for turn in turns) / len(turns), 1)}
        times = {str(PEGS): round(seconds(turns) / len(turns), 2)}
    return {
        "lines": len(made.program),
        "bytes": made.program.bytes,
        "registers": registers,
        "executed_lines": lines,
        "seconds": times,
        "listing": made.text,
    }
