"""The verb `list`: the programs that come along, by name."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from hp15c.shell.cli_names import collection_of
from hp15c.shell.cli_shared import json_option, refusing


@click.command("list")
@click.option(
    "--machines",
    is_flag=True,
    help="Name the makes of the calculator and their memory, in place of programs.",
)
@json_option
@click.pass_context
@refusing
def show(context: click.Context, machines: bool, as_json: bool) -> None:
    """Name the programs that come along, with model, lines and title.

    A name can be given wherever a verb takes a listing: hp15c run counter --keys "1.010 GSB A". With --model
    11C it means the program for the HP-11C, if there is one.
    """
    if machines:
        _show_machines(as_json)
        return
    rows = _rows(context)
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    width = max((len(row["name"]) for row in rows), default=0)
    for row in rows:
        click.echo(f"{row['name']:<{width}}  HP-{row['model']} {row['lines']:>4} lines  {row['title']}")


def _show_machines(as_json: bool) -> None:
    """Print the makes: the names that --machine takes, their memory, and what is not known of them."""
    from hp15c.table.machines import MACHINES

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


def _rows(context: click.Context) -> list[dict[str, Any]]:
    """The programs in the order of their names."""
    from hp15c.listing.program import Program

    collection = collection_of(context)
    rows = []
    for path in collection.paths() if collection else ():
        program = Program.read(path)
        rows.append(
            {
                "name": path.stem,
                "model": program.model.value,
                "lines": len(program),
                "bytes": program.bytes,
                "title": program.title,
            }
        )
    return rows
