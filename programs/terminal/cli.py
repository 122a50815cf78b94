"""`hp15c calc`: the calculator in the terminal."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hp15c import files
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.shell.cli_names import listing_path
from hp15c.shell.cli_shared import LISTING, MODELS, OUTPUT, machine_option, tell, write_file
from hp15c.table.machines import Machine, choose
from hp15c.table.models import Model

if TYPE_CHECKING:
    from programs.terminal.memory import Memory
    from programs.web.kept_calculators import KeptRow

EXTRA = "hp15c[tui]"


@click.command()
@click.argument("listing", required=False, type=LISTING)
@click.option("--model", type=MODELS, help="The calculator.")
@machine_option
@click.option(
    "--memory",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file that keeps the calculator, instead of the list.",
)
@click.option("--no-memory", is_flag=True, help="Keep nothing.")
@click.option("--open", "title", metavar="TITLE", help="Open this calculator of the list.")
@click.option("--list", "listed", is_flag=True, help="List the calculators that are kept, and end.")
@click.option("--rename", nargs=2, metavar="TITLE NEW", help="Give a calculator another title, and end.")
@click.option("--delete", metavar="TITLE", help="Delete a calculator from the list, and end.")
@click.option("--save-all", type=OUTPUT, help="Save all calculators of the list to a file, and end.")
@click.option(
    "--read",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Add the calculators of such a file to the list, and end. A page writes and reads them too.",
)
def calc(
    listing: str | None,
    model: str | None,
    machine: Machine | None,
    memory: Path | None,
    no_memory: bool,
    title: str | None,
    listed: bool,
    rename: tuple[str, str] | None,
    delete: str | None,
    save_all: Path | None,
    read: Path | None,
) -> None:
    """Open the HP-15C or HP-11C in the terminal, with LISTING in its memory if one is named.

    LISTING is a file, or the name of a program that comes with hp15c (hp15c list). Keys are pressed by
    keyboard and mouse. ? lists them. The listing, stack and registers are shown while programs run.
    Breakpoints, steps and watches are on the function keys. Needs the extra 'tui'.

    The calculator is kept in a list, which the pages of hp15c serve show too. It goes on with the one of its
    make that was used last and is not open elsewhere, or with a new one.
    """
    try:
        if listed or rename or delete is not None or save_all is not None or read is not None:
            manage(rename, delete, save_all, read)
            return
    except InputError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.UsageError(f"{error.filename or 'the list'}: {error.strerror or error}") from None
    try:
        from programs.terminal.app import TerminalCalculator
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"{error.name} is not installed; the terminal calculator needs the extra: pip install '{EXTRA}'"
        ) from None
    from programs.terminal.memory import new_desk

    kept: Memory | None = None
    try:
        named = choose(Model.of(model) if model else None, machine)
        if listing == "-":
            raise InputError("the calculator takes its keys from standard input: name the listing's file")
        if title is not None and (memory is not None or no_memory):
            raise InputError("--open takes a calculator of the list: leave --memory and --no-memory out")
        program = Program.read(listing_path(listing, named.model), named.model) if listing else None
        wanted = choose(program.model, machine) if program is not None else named
        kept = None if no_memory else open_memory(wanted, memory, title)
        desk = kept.desk if kept is not None else new_desk(wanted)
        if program is not None and program.model is not desk.model:
            raise InputError(f"{title} is an HP-{desk.model}, and the listing is for the HP-{program.model}")
        if not at_a_terminal():
            raise InputError("this is no terminal; hp15c run and hp15c press work without one")
        TerminalCalculator(desk, kept, program).run()
    except InputError as error:
        raise click.UsageError(str(error)) from None
    finally:
        if kept is not None:
            kept.let_go()


def open_memory(machine: Machine, memory: Path | None, title: str | None) -> Memory:
    """The calculator that a file keeps, or else one of the list. InputError when it cannot be opened."""
    from programs.terminal.memory import CalculatorList, FileMemory

    if memory is not None:
        return FileMemory(memory, machine)
    calculators = CalculatorList()
    for line in calculators.taken_up:
        tell(line)
    return calculators.open_listed(machine, title)


def manage(
    rename: tuple[str, str] | None, delete: str | None, save_all: Path | None, read: Path | None
) -> None:
    """Change the list of calculators as asked, or show it. InputError and OSError where that fails."""
    from programs.terminal.memory import CalculatorList

    calculators = CalculatorList()
    for line in calculators.taken_up:
        tell(line)
    if rename:
        calculators.rename(*rename)
    if delete is not None:
        click.echo(f"deleted {calculators.delete(delete)}")
    if save_all is not None:
        number, text = calculators.export()
        write_file(save_all, text.encode())
        tell(f"saved {number} {'calculator' if number == 1 else 'calculators'} to {save_all}")
    if read is not None:
        text = files.read_text(read, "a file of saved calculators")
        try:
            titles = calculators.add(text)
        except InputError as error:
            raise InputError(f"{read}: {error}") from None
        for title in titles:
            click.echo(f"added {title}")
    if not (delete is not None or save_all is not None or read is not None):
        rows = list(calculators.rows())
        for row, is_open in rows:
            click.echo(_line(row, is_open))
        if not rows:
            tell("No calculator is kept yet: one is, as soon as it is used.")


def _line(row: KeptRow, is_open: bool) -> str:
    """What is said of a calculator of the list."""
    from programs.web.calculators import facts

    known = facts(row.snapshot)
    lines = known["lines"]
    program = f"{lines} {'line' if lines == 1 else 'lines'}" if lines else "no program"
    shows = f"shows {known['shown']}" if known["shown"] else "cannot be read"
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.time)) if row.time else "at an unknown time"
    return f"{row.title}  HP-{row.model}, {shows}, {program}, {when}{', open' if is_open else ''}"


def at_a_terminal() -> bool:
    """Whether keys come from a terminal, and standard error, to which the screen is written, goes to one."""
    return sys.stdin.isatty() and sys.stderr.isatty()
