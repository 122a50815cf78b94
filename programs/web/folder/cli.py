"""`hp15c page`: the page as a folder that needs no server of its own."""

from __future__ import annotations

from pathlib import Path

import click

from hp15c.errors import InputError, printable
from hp15c.shell.cli_bar import bar
from hp15c.shell.cli_names import OutputFolder


@click.command()
@click.argument("out", type=OutputFolder())
@click.option(
    "--pyodide",
    "given",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with Pyodide's files.  [default: fetched with npm once, and kept in your cache folder]",
)
def page(out: Path, given: Path | None) -> None:
    """Write a folder with the calculator that any static web host can serve.

    The page runs Python in the browser (Pyodide): no server computes anything, nothing is loaded from
    elsewhere. It can be installed, works offline after the first visit, and keeps its memory in the browser.
    Building it needs Node.js with npm. To try it: python -m http.server --directory OUT
    """
    from programs.web.folder.build import build

    try:
        with bar("build"):
            built = build(out, given)
    except InputError as error:
        raise click.UsageError(str(error)) from None
    except ModuleNotFoundError as error:
        raise click.UsageError(f"{error.name} is not installed: pip install 'hp15c[web]'") from None
    except OSError as error:
        raise click.UsageError(f"{error.filename or out}: {error.strerror or error}") from None
    folder = printable(str(built.folder))
    click.echo(f"{folder}: {built.bytes / 1e6:.1f} MB for a first visit, nothing after that")
    click.echo(f"To try it: python -m http.server --directory {folder}")
