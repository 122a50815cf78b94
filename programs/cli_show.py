"""The verb `show`: a program that comes with hp15c, with its sheet and its listing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from hp15c.errors import InputError
from hp15c.shell.cli_names import listing_path
from hp15c.shell.cli_shared import LISTING, json_option, model_option, refuse_bad_input, refuse_together
from hp15c.table.models import Model

if TYPE_CHECKING:
    from programs.sheets import Sheet


@click.command("show")
@click.argument("name", type=LISTING)
@model_option
@click.option("--sheet", "short", is_flag=True, help="Leave the listing out.")
@click.option("--explain", "explained", is_flag=True, help="Explain each line, as hp15c explain does.")
@click.option("--python", is_flag=True, help="Print the Python source that it was compiled from.")
@json_option
@click.pass_context
@refuse_bad_input
def show(
    context: click.Context, name: str, model: str, short: bool, explained: bool, python: bool, as_json: bool
) -> None:
    """Show a program that comes with hp15c: what it does, keys, an example, size and time, and its listing.

    hp15c list names the programs. hp15c convert NAME --to html writes the sheet of any listing for print.
    """
    from programs.sheets import FOLDER, sheet

    refuse_together("as_json", "python", "short")
    refuse_together("as_json", "python", "explained")
    path = listing_path(name, Model.of(model))
    if FOLDER not in path.parents:
        raise InputError(
            f"{name}: this program does not come with hp15c; hp15c check and hp15c convert take any"
        )
    one = sheet(path)
    if as_json:
        click.echo(json.dumps(one.to_json() | {"listing": path.read_text("utf-8")}, ensure_ascii=False))
    elif python:
        if one.source is None:
            raise InputError(f"{name}: this listing was not compiled from Python")
        click.echo(one.source.read_text("utf-8"), nl=False)
    else:
        click.echo("\n".join(text_of(one)))
        if explained:
            from generator.reading.cli import explain

            click.echo()
            context.invoke(explain, file=str(path), model=one.model)
        elif not short:
            _, _, lines = path.read_text("utf-8").partition("   000 {")
            click.echo(f"\n   000 {{{lines}", nl=False)


def text_of(one: Sheet) -> list[str]:
    """A sheet as lines of text."""
    lines = [one.title, "", f"{one.group}. {one.size}", "", one.description]
    if one.keys:
        time = "" if one.seconds is None else f", {one.seconds:.1f} s on the real machine"
        lines += ["", f"Example: {one.keys}", f"shows    {one.shows}{time}"]
    return lines
