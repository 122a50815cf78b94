"""`hp15c calc`: the calculator in the terminal."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hp15c.shell.cli_names import listing_path
from hp15c.shell.cli_shared import LISTING, MODELS, machine_option

if TYPE_CHECKING:
    from hp15c.table.machines import Machine
    from programs.web.desk import Desk

EXTRA = "hp15c[tui]"


@click.command()
@click.argument("listing", required=False, type=LISTING)
@click.option("--model", type=MODELS, help="The calculator.")
@machine_option
@click.option(
    "--memory",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that keeps the calculator.  [default: the first for its make in your data folder that no"
    " other terminal has]",
)
@click.option("--no-memory", is_flag=True, help="Keep nothing.")
@click.option("--list", "listed", is_flag=True, help="List the calculators that are kept, and end.")
def calc(
    listing: str | None,
    model: str | None,
    machine: Machine | None,
    memory: Path | None,
    no_memory: bool,
    listed: bool,
) -> None:
    """Open the HP-15C or HP-11C in the terminal, with LISTING in its memory if one is named.

    LISTING is a file, or the name of a program that comes along (hp15c list). Keys are pressed by keyboard
    and mouse. ? lists them. The listing, stack and registers are shown while programs run. Breakpoints, steps
    and watches are on the function keys. Needs the extra 'tui'.
    """
    from hp15c.errors import InputError

    if listed:
        from programs.terminal.memory import kept

        for line in kept():
            click.echo(line)
        return
    try:
        from programs.terminal.app import TerminalCalculator
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"{error.name} is not installed; the terminal calculator needs the extra: pip install '{EXTRA}'"
        ) from None
    from hp15c.listing.program import Program
    from hp15c.table.machines import chosen
    from hp15c.table.models import Model
    from programs.terminal.memory import MemoryHold, first_free

    try:
        named = chosen(Model.of(model) if model else None, machine)
        if listing == "-":
            raise InputError("the calculator takes its keys from standard input: name the listing's file")
        program = Program.read(listing_path(listing, named.model), named.model) if listing else None
        wanted = chosen(program.model, machine) if program is not None else named
        held = None
        if not no_memory:
            held = MemoryHold(memory) if memory is not None else first_free(wanted)
            memory = held.path
        desk = desk_kept_in(memory, wanted)
        if not at_a_terminal():
            raise InputError("this is no terminal; hp15c run and hp15c press work without one")
    except InputError as error:
        raise click.UsageError(str(error)) from None
    TerminalCalculator(desk, memory, program).run()
    if held is not None:
        held.let_go()


def at_a_terminal() -> bool:
    """Whether keys come from a terminal and the screen goes to one. It is written to standard error."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def desk_kept_in(memory: Path | None, machine: Machine) -> Desk:
    """The calculator that the file keeps, or a new one. InputError when the file is foreign."""
    from hp15c.errors import InputError
    from hp15c.state.state import State
    from programs.web import snapshot
    from programs.web.desk import Desk

    if memory is None or not memory.exists():
        return Desk(machine.model, time.monotonic, State.fresh(machine.model, machine))
    try:
        desk = snapshot.read(memory.read_text("utf-8"), time.monotonic)
    except (OSError, ValueError) as error:
        raise InputError(f"{memory}: {error}; name another with --memory, or remove it") from None
    if desk.state.machine != machine:
        raise InputError(
            f"{memory}: this is an {desk.state.machine.called}, not an {machine.called}; name another file"
        )
    return desk
