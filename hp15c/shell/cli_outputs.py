"""The one rule for output files of all verbs: a file that exists is replaced only with --force.

A verb declares an output as a `click.Path` with `writable=True`. `guard_outputs` adds the rest.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final, TypeVar

import click

_FORCE: Final = "hp15c.force"
FORCE_HELP: Final = "Replace an output file that exists."

Guarded = TypeVar("Guarded", bound=click.Command)


def refuse_existing(path: str | os.PathLike[str]) -> None:
    """UsageError for an output file that exists, unless the verb that is running was called with --force.

    '-' and devices are written to as they are.
    """
    if not click.get_current_context().meta.get(_FORCE) and str(path) != "-" and Path(path).is_file():
        raise click.UsageError(f"{os.fspath(path)} exists already: --force replaces it, or name another file")


def guard_outputs(command: Guarded) -> Guarded:
    """The command with an option --force, if it has an output. Its outputs are checked before it begins.

    The commands of a group are guarded when they are looked up.
    """
    if isinstance(command, click.Group):
        _guard_group(command)
        return command
    outputs = [one for one in command.params if getattr(one.type, "writable", False)]
    for one in outputs:
        one.callback = _check_output
    if outputs and not any(one.name == "force" for one in command.params):
        command.params.append(force_option())
    return command


def force_option() -> click.Option:
    """The option --force. It is read before the outputs are checked."""

    def remember(context: click.Context, option: click.Parameter, force: bool) -> None:
        context.meta[_FORCE] = force

    return click.Option(
        ["--force"], is_flag=True, is_eager=True, expose_value=False, callback=remember, help=FORCE_HELP
    )


def _check_output(context: click.Context, option: click.Parameter, value: Any) -> Any:
    """The value of an option that names an output file, or a list of them."""
    if value is not None:
        refuse_existing(value)
    return value


def _guard_group(group: click.Group) -> None:
    look_up = group.get_command

    def get_command(context: click.Context, name: str) -> click.Command | None:
        found = look_up(context, name)
        return found and guard_outputs(found)

    if "get_command" not in vars(group):
        vars(group)["get_command"] = get_command
