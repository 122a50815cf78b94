"""Parts that the verbs under `generate` share: their options, and the output of listings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from hp15c.listing.program import Program

MODELS = click.Choice(["15C", "11C"], case_sensitive=False)
FORMATS = click.Choice(["simulator", "jrpn", "keycodes", "mnemonics", "markdown", "html"])


def deliver(program: Program, text: str, output: Path | None, format_: str | None) -> None:
    """Write a listing to a file, which is replaced whole, or to standard output. `text` is its simulator
    form.
    """
    from hp15c.listing.formats import format_of_file, write

    if format_ is None and output is not None:
        known = format_of_file(output.name)
        format_ = known.name if known else None
    if format_ not in (None, "simulator"):
        text = write(program, str(format_))
    if output is None or str(output) == "-":
        click.echo(text, nl=False)
        return
    replace(output, text)
    click.echo(f"{output}: {len(program)} lines, {program.bytes} bytes", err=True)


def replace(path: Path, content: str | bytes) -> None:
    """Write a file whole. InputError when it cannot be written."""
    from hp15c.errors import InputError
    from hp15c.files import replace as replace_file

    try:
        replace_file(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None
