"""The verb `list`: the programs that come along, by name."""

from __future__ import annotations

import json
from typing import Any

import click

from hp15c.cli_names import collection_of
from hp15c.cli_shared import json_option, refusing


@click.command("list")
@json_option
@click.pass_context
@refusing
def show(context: click.Context, as_json: bool) -> None:
    """Name the programs that come along, with model, lines and title.

    A name stands wherever a verb takes a listing: hp15c run counter --keys "1.010 GSB A". With --model 11C
    it is the program for the HP-11C, if there is one.
    """
    rows = _rows(context)
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    width = max((len(row["name"]) for row in rows), default=0)
    for row in rows:
        click.echo(f"{row['name']:<{width}}  HP-{row['model']} {row['lines']:>4} lines  {row['title']}")


def _rows(context: click.Context) -> list[dict[str, Any]]:
    """The programs in the order of their names."""
    from hp15c.program import Program

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
