"""The commands of the extension: `python -m programs.editors.vscode.cli write`, and `package OUT`."""

from __future__ import annotations

from pathlib import Path

import click

from hp15c import files
from hp15c.errors import printable
from hp15c.shell.cli_shared import refuse_bad_input
from programs.editors.vscode.packing import pack, write_made


@click.group()
def main() -> None:
    """Make the extension for VS Code."""


@main.command()
def write() -> None:
    """Write the files that are made from the tables: colours, snippets, settings."""
    for name in write_made():
        click.echo(name)


@main.command("package")
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@refuse_bad_input
def package_(out: Path) -> None:
    """Write the extension as one file, which `code --install-extension` takes."""
    files.replace(out, pack())
    click.echo(printable(f"{out}: {out.stat().st_size / 1e6:.1f} MB"))


if __name__ == "__main__":
    main()
