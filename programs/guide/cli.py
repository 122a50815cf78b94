"""The verb `guide`: the chapters in the terminal, and all of them as a site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Final

import click

from hp15c import __version__
from hp15c.errors import printable
from hp15c.shell.cli_names import OutputFolder
from hp15c.shell.cli_shared import (
    refuse,
    refuse_bad_input,
    refuse_existing,
    refuse_together,
    write_file,
)

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
    type=OutputFolder(),
    help="Write all chapters as a site into this folder. Needs the extra 'docs'.",
)
@click.option(
    "--notebooks",
    metavar="FOLDER",
    type=OutputFolder(writable=True),
    help="Write each chapter as a Jupyter notebook into this folder.",
)
@click.option("--man", is_flag=True, help="Print the man page of hp15c: hp15c guide --man > hp15c.1")
@click.option("--raw", is_flag=True, help="Print the chapter's Markdown as it is.")
@click.pass_context
@refuse_bad_input
def guide(
    context: click.Context, name: str | None, site: Path | None, notebooks: Path | None, man: bool, raw: bool
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
        written = write_notebooks(notebooks, write_file)
        click.echo(printable(f"{notebooks}: {len(written)} notebooks, the first is {written[0].name}"))
    elif man:
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
    console.width = console.width or 80  # some terminals set COLUMNS=0
    with console.pager(styles=True) if console.is_terminal else console:
        console.print(Markdown(text))


def write_site(folder: Path) -> None:
    """Write the site, and say which page to open."""
    from programs.guide.site import build

    try:
        click.echo(printable(str(build(folder))))
    except ModuleNotFoundError as error:
        refuse(f"{error.name} is not installed; the site needs the extra: pip install '{EXTRA}'")


_BOLD: Final = "\\fB{}\\fR"


def man_page(command: click.Group, name: str = "hp15c") -> str:
    """The page in roff: what the command is, each verb with its options, and those of its own verbs."""
    context = click.Context(command, info_name=name)
    lines = [f'.TH {name.upper()} 1 "" "{name} {__version__}" "User Commands"', ".SH NAME"]
    lines += [f"{name} \\- {_roff(_summary(command))}"]
    lines += [".SH SYNOPSIS", f"{_BOLD.format(name)} [VERB] [OPTIONS] [ARGUMENTS]"]
    lines += [".SH DESCRIPTION", *_paragraphs(command.help or ""), ".SH VERBS", *_verbs(command, context)]
    return "\n".join(lines) + "\n"


def _verbs(command: click.Group, context: click.Context) -> Iterator[str]:
    """Each verb under its full name, depth first."""
    for name in command.list_commands(context):
        verb = command.get_command(context, name)
        assert verb is not None
        inner = click.Context(verb, info_name=name, parent=context)
        usage = " ".join(verb.collect_usage_pieces(inner))
        yield f".SS {inner.command_path}"
        yield f"{_BOLD.format(_roff(inner.command_path))} {_roff(usage)}"
        yield from _paragraphs(verb.help or "")
        for parameter in verb.get_params(inner):
            record = parameter.get_help_record(inner)
            if record and record[1]:
                yield from (".TP", _BOLD.format(_roff(record[0])), _roff(" ".join(record[1].split())))
        if isinstance(verb, click.Group):
            yield from _verbs(verb, inner)


def _summary(command: click.Command) -> str:
    return (command.help or "").partition("\n")[0].rstrip(".")


def _paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a help text. Indented ones, and those that click does not fold, stay as they are."""
    for paragraph in re.split(r"\n\s*\n", cleandoc(text)):
        as_it_is = "\b" in paragraph or paragraph.startswith("  ")
        lines = [line for line in paragraph.replace("\b", "").split("\n") if line.strip()]
        yield ".PP"
        yield from (
            (".nf", *map(_roff, lines), ".fi") if as_it_is else (_roff(" ".join(map(str.strip, lines))),)
        )


def _roff(text: str) -> str:
    """A line of text for roff: backslashes and hyphens kept, and no dot or quote read as a request."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe
