"""The verb `guide`: the chapters in the terminal, and all of them as a site."""

from __future__ import annotations

from pathlib import Path

import click

from hp15c.shell.cli_outputs import refuse_existing
from hp15c.shell.cli_shared import refuse, refuse_bad_input, refuse_together

EXTRA = "hp15c[docs]"


def names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The chapters whose names begin with a text, for the completion of the shell."""
    from programs.guide.chapters import ORDER

    return [name for name in ORDER if name.startswith(incomplete)]


@click.command("guide")
@click.argument("name", metavar="[CHAPTER]", required=False, shell_complete=names)
@click.option(
    "--site",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write all chapters as a site into this folder. Needs the extra 'docs'.",
)
@click.option(
    "--notebooks",
    metavar="FOLDER",
    type=click.Path(file_okay=False, writable=True, path_type=Path),
    help="Write each chapter as a Jupyter notebook into this folder.",
)
@click.option("--man", is_flag=True, help="Print the man page of hp15c: hp15c guide --man > hp15c.1")
@click.option("--raw", is_flag=True, help="Print the chapter's Markdown as it is.")
@click.pass_context
@refuse_bad_input
def guide(
    context: click.Context,
    name: str | None,
    site: Path | None,
    notebooks: Path | None,
    man: bool,
    raw: bool,
) -> None:
    """Read the guide. Without a name it lists the chapters, with a name it prints that chapter."""
    from programs.guide.chapters import chapter, chapters

    refuse_together("name", "site", "notebooks", "man")
    refuse_together("raw", "site", "notebooks", "man")
    if site is not None:
        write_site(site)
    elif notebooks is not None:
        from programs.guide.notebooks import files, write_notebooks

        for path in files(notebooks):
            refuse_existing(path)
        written = write_notebooks(notebooks)
        click.echo(f"{notebooks}: {len(written)} notebooks, the first is {written[0].name}")
    elif man:
        from programs.guide.cli_man import man as man_page

        whole = context.find_root().command
        assert isinstance(whole, click.Group)
        click.echo(man_page(whole), nl=False)
    elif name is None:
        for one in chapters():
            click.echo(f"{one.name:<20} {one.title}")
    elif raw:
        click.echo(chapter(name).text, nl=False)
    else:
        show(chapter(name).text)


def show(text: str) -> None:
    """Print Markdown, with layout when the output is a terminal."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.pager(styles=True) if console.is_terminal else console:
        console.print(Markdown(text))


def write_site(folder: Path) -> None:
    """Write the site, and say which page to open."""
    from programs.guide.site import build

    try:
        click.echo(build(folder))
    except ModuleNotFoundError as error:
        refuse(f"{error.name} is not installed; the site needs the extra: pip install '{EXTRA}'")
