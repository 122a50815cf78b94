"""Parts that the verbs under `generate` share: their options, and the output of listings."""

from __future__ import annotations

from pathlib import Path

import click

from hp15c.listing.program import Program
from hp15c.listing.writers.formats import ListingFormat, format_for, format_named
from hp15c.shell.cli_shared import FORMATS, OUTPUT, tell, write_output

format_option = click.option(
    "--format",
    "--to",
    "format_",
    type=FORMATS,
    help="The format [default: as the output is named, else simulator].",
)
output_option = click.option(
    "-o", "--output", type=OUTPUT, help="The file to write [default: standard output]."
)


def chosen_format(output: Path | None, format_: str | None) -> ListingFormat:
    """The format that --format names or, without it, the name of the output file. InputError for none."""
    return format_named(format_) if format_ else format_for(None if output is None else str(output))


def deliver(
    program: Program, text: str, output: Path | None, format_: str | None, quiet: bool = False
) -> None:
    """Write a listing to a file, which is replaced whole, or to standard output. `text` is its simulator
    form. Unless `quiet`, it says what it wrote.
    """
    form = chosen_format(output, format_)
    if form.name != "simulator":
        text = form.write(program)
    place = None if output is None else str(output)
    write_output(text, place)
    if place not in (None, "-") and not quiet:
        tell(f"{output}: {len(program)} lines, {program.bytes} bytes")
