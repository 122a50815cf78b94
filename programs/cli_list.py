"""The verb `list`: the programs that come with hp15c, by name."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from itertools import groupby
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import click

from hp15c.shell.cli_shared import json_array_option, refuse_bad_input, refuse_together, tell
from hp15c.table.machines import MACHINES
from hp15c.table.models import Model

if TYPE_CHECKING:
    from programs.sheets import Sheet

COLUMNS: Final = ("name", "group", "model", "lines", "bytes", "registers", "title")
"""What --json tells of a program."""

LEAST_ROOM: Final = 20
"""Characters for a title on a line of a terminal. With less room, the terminal itself folds the lines."""


@click.command("list")
@click.option(
    "--search", metavar="WORDS", default="", help="Only the programs in whose text all WORDS stand."
)
@click.option(
    "--machines",
    is_flag=True,
    help="Name the makes of the calculator and their memory, in place of programs.",
)
@json_array_option
@refuse_bad_input
def show(search: str, machines: bool, as_json: bool) -> None:
    """Name the programs that come with hp15c, in groups, with title and the lines on the HP-15C and HP-11C.

    A name can be given wherever a verb takes a listing: hp15c run counter --keys "1.010 GSB A". With --model
    11C it means the program for the HP-11C, if there is one. hp15c show NAME tells more about a program.

    Exit code 1 when --search finds no program. With --json the array is empty then.
    """
    refuse_together("search", "machines")
    if machines:
        _show_machines(as_json)
        return
    found = _search(search)
    if as_json:
        rows = [{key: getattr(one, key) for key in COLUMNS} for one in found]
        click.echo(json.dumps(rows, ensure_ascii=False))
    if not found:
        tell(f"no program speaks of {search!r}; hp15c list shows them all")
        sys.exit(1)
    if as_json:
        return
    width = max(len(one.name) for one in found)
    for group, names in groupby(found, key=lambda one: one.group):
        click.echo(group)
        for name, both in groupby(names, key=lambda one: one.name):
            models = list(both)
            lines = {one.model: str(one.lines) for one in models}
            sizes = "".join(f"{lines.get(model.value, '-'):>5}" for model in Model)
            for line in _fold(f"  {name:<{width}} {sizes}  ", models[0].title):
                click.echo(line)
    tell("The numbers are lines on the HP-15C and on the HP-11C.")


def _fold(head: str, title: str) -> list[str]:
    """A line of the list. On a terminal the title goes on beneath itself where the line is full."""
    room = get_terminal_size().columns - len(head)
    if not sys.stdout.isatty() or room < LEAST_ROOM:
        return [head + title]
    return [f"{head if not place else '':{len(head)}}{part}" for place, part in enumerate(wrap(title, room))]


def _search(search: str) -> list[Sheet]:
    """The sheets that the words of a search stand in."""
    from programs.sheets import sheets

    return [one for one in sheets() if one.found_by(search)]


def _show_machines(as_json: bool) -> None:
    """Print the makes: the names that --machine takes, their memory, and what is not known of them."""
    if as_json:
        facts = [asdict(one) | {"bytes": one.bytes} for one in MACHINES.values()]
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    for one in MACHINES.values():
        highest = f"R{one.pool}" if one.model == "15C" else "R.9"
        room = f"{one.bytes} bytes" if one.model == "15C" else f"{one.most_lines} lines"
        click.echo(f"{one.name:<9} {one.title}: registers up to {highest}, or {room} of program")
        for what in one.unknown:
            click.echo(f"{'':<9} not known: {what}")
