"""The verb `convert`: that of the package hp15c, and a proof where a program moves to the other model."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

import click

from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.shell import cli_convert
from hp15c.shell.cli_shared import read_listing, refuse_bad_input, tell
from hp15c.table.machines import Machine
from hp15c.table.models import Model

PROOF_HELP = """

Where one FILE moves to the other calculator, a last message says whether it was proved to do the same there,
or why not. An overflow stops the HP-11C only, so that the proof holds as long as nothing overflows."""
MOST_LINES = 250
"""Lines beyond which no proof is tried, because it would take long."""


@click.command(
    "convert",
    params=[*cli_convert.convert.params],
    help=cleandoc(cli_convert.convert.help or "") + PROOF_HELP,
)
@refuse_bad_input
def convert(**given: Any) -> None:
    """See `PROOF_HELP`."""
    assert cli_convert.convert.callback is not None
    program = _program_of_one_file(given)
    try:
        cli_convert.convert.callback(**given)
    except SystemExit as leaving:
        if leaving.code:
            raise
    if program is None:
        return
    target = _target(given["model"], given["machine"], given["output"])
    if target is not None and target != program.model:
        tell(proof(program, target))


def _program_of_one_file(given: dict[str, Any]) -> Program | None:
    """The program, where there is one file that can be read twice."""
    files = given["files"]
    if len(files) != 1 or files[0] == "-":
        return None
    try:
        return read_listing(files[0], given["from_model"], "from_model").program
    except (InputError, OSError):
        return None  # the conversion says what is wrong


def _target(model: str | None, machine: Machine | None, output: object) -> str | None:
    if model is not None:
        return model
    found = machine.model if machine is not None else Model.of_file(output)
    return None if found is None else found.value


def proof(program: Program, model: str) -> str:
    """Whether a program was proved to do the same on the other model, in a sentence."""
    from generator.equality.check import NotProved
    from generator.equality.search import prove
    from generator.equality.verdict import contract
    from hp15c.inspect.convert import convert as move
    from hp15c.shell.cli_bar import bar

    moved = move(program, Model.of(model))
    if len(program) > MOST_LINES:
        return f"not proved: a proof is tried up to {MOST_LINES} lines"
    try:
        with bar("looking") as told:
            certificate = prove(program, moved, told=told)
    except (NotProved, InputError) as fault:
        return f"not proved: {fault}"
    return f"proved: {contract(certificate, program, moved)}"
