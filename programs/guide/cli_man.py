"""The man page of the command, made from its help."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from typing import Final

import click

from hp15c import __version__

_BOLD: Final = "\\fB{}\\fR"


def man(command: click.Group, name: str = "hp15c") -> str:
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
