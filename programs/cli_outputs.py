"""The option --force of all verbs with an output, and the check of their outputs.

The calculator is not imported for a verb that writes nothing.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import click

FORCE_HELP: Final = "Replace an output file that exists."

Guarded = TypeVar("Guarded", bound=click.Command)


def guard_outputs(command: Guarded) -> Guarded:
    """The command with an option --force, if it has an output. Its outputs are checked before it begins."""
    outputs = [one for one in command.params if getattr(one.type, "writable", False)]
    for one in outputs:
        one.callback = _check_output
    if outputs and not any(one.name == "force" for one in command.params):
        command.params.append(force_option())
    return command


def force_option() -> click.Option:
    """The option --force. It is read before the outputs are checked."""

    def remember(context: click.Context, option: click.Parameter, force: bool) -> None:
        if force:
            from hp15c.shell.cli_outputs import FORCE

            context.meta[FORCE] = True

    return click.Option(
        ["--force"], is_flag=True, is_eager=True, expose_value=False, callback=remember, help=FORCE_HELP
    )


def _check_output(context: click.Context, option: click.Parameter, value: Any) -> Any:
    """The value of an option that names an output file, or a list of them."""
    if value is not None:
        from hp15c.shell.cli_outputs import refuse_existing

        refuse_existing(value)
    return value
