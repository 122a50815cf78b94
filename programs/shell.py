"""The console script `hp15c`: the verbs of the four packages. Each is loaded when it is used."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from programs.process import (
    find_own_packages,
    give_up_output,
    hear_ctrl_c,
    open_streams,
    place_compiled_code,
)

LONGEST_HELP = 500
FORCE_HELP: Final = "Replace an output file that exists."
# the folder of the named listings
SETTINGS = {"help_option_names": ["-h", "--help"], "obj": Path(__file__).parent}
VERBS = {
    "calc": ("programs.terminal.cli", "Open the calculator in the terminal."),
    "list": ("programs.cli_list", "Name the programs that come with hp15c. Other verbs take these names."),
    "show": ("programs.cli_show", "Show a program that comes with hp15c: sheet, listing, Python source."),
    "run": ("hp15c.shell.cli", "Run a listing and press keys, as its user would."),
    "press": ("hp15c.shell.cli", "Press keys and print the display."),
    "trace": ("hp15c.shell.cli", "Run a listing line by line: stack and registers that change."),
    "time": ("hp15c.shell.cli", "Say how long a run takes on the real machine."),
    "explain": (
        "generator.reading.cli",
        "Explain a listing line by line: values, subroutines, loops, Errors.",
    ),
    "equal": (
        "generator.equality.cli",
        "Prove that two listings do the same, or show keys after which they do not.",
    ),
    "decompile": ("generator.decompiling.cli", "Write a listing as a Python module, proved to do the same."),
    "check": ("programs.cli_check", "Check a listing: labels, memory, the HP-11C, lines that can be saved."),
    "test": ("hp15c.shell.cli_test", "Run the test cases of a listing: keys and expected displays."),
    "convert": ("programs.cli_convert", "Write a listing in another format or for the other model."),
    "compile": ("generator.shell.cli_compile", "Compile a program written in Python to a listing."),
    "generate": ("generator.shell.cli", "Write a keystroke listing from a model."),
    "verify": ("programs.cli", "Run a CodeMaker against the solver, pair by pair."),
    "play": ("programs.cli_play", "Play Mastermind against the calculator, both roles."),
    "prove": ("programs.cli_prove", "Prove a CodeMaker right for all pairs of N digits at once."),
    "serve": ("programs.web.cli", "Open the calculator on a page."),
    "page": ("programs.web.folder.cli", "Write the page as a folder that needs no server."),
    "lsp": ("programs.editors.server.cli", "Serve an editor: faults, the stack beside each line, fixes."),
    "guide": ("programs.guide.cli", "Read the guide, or write it as a site."),
    "mastermind": ("solver.shell.cli", "Score, play and solve Mastermind."),
}


Guarded = TypeVar("Guarded", bound=click.Command)


def guard_outputs(command: Guarded) -> Guarded:
    """The command with an option --force, if it has an output. Its outputs are checked before it begins.

    The calculator is not imported for a verb that writes nothing.
    """
    outputs = [one for one in command.params if getattr(one.type, "writable", False)]
    for one in outputs:
        one.callback = _check_output
    if outputs and not any(one.name == "force" for one in command.params):
        force = click.Option(  # it is read before the outputs are checked
            ["--force"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_note_force,
            help=FORCE_HELP,
        )
        command.params.append(force)
    return command


def _note_force(context: click.Context, _option: click.Parameter, force: bool) -> None:
    if force:
        from hp15c.shell.cli_shared import FORCE

        context.meta[FORCE] = True


def _check_output(context: click.Context, option: click.Parameter, value: Any) -> Any:
    """The value of an option that names an output: a file that can be written, or a folder."""
    if value is not None:
        from hp15c.files import require_folder
        from hp15c.shell.cli_shared import refuse, refuse_existing

        if str(value) == "" or (str(value) == "." and not getattr(option.type, "dir_okay", True)):
            refuse(f"{option.get_error_hint(context)}: the name of the output is empty")
        refuse_existing(value)
        if not getattr(option.type, "file_okay", True) and Path(value).exists() and not Path(value).is_dir():
            refuse(f"{value}: this is no folder; name a folder")
        if not getattr(option.type, "dir_okay", True) and str(value) != "-":
            try:
                require_folder(value)
            except OSError as error:
                refuse(f"{value}: {error.strerror}")
    return value


class Verbs(click.Group):
    """A group that knows its verbs by name. Each of them checks its outputs before it begins."""

    def find(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command after a verb, as it was written. None when there is no such verb."""
        raise NotImplementedError

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments as click does. `help VERB` is read as `VERB --help`."""
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command after a verb. None for an unknown one."""
        command = self.find(ctx, cmd_name)
        if isinstance(command, click.Group):
            return VerbsOfGroup(command)
        return command and guard_outputs(command)

    def summaries(self, ctx: click.Context) -> list[tuple[str, str]]:
        """Each verb with the first sentence of its help, in full."""
        commands = [(name, self.find(ctx, name)) for name in self.list_commands(ctx)]
        return [(name, one.get_short_help_str(LONGEST_HELP)) for name, one in commands if one is not None]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs on the help page."""
        with formatter.section("Verbs"):
            formatter.write_dl(self.summaries(ctx))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb's command, as click finds it. For a verb that does not exist it names the nearest one."""
        verbs = self.list_commands(ctx)
        if args and args[0] not in verbs and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], verbs, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"the verbs are {', '.join(verbs)}."
            raise click.UsageError(f"there is no verb {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)


class VerbsOfGroup(Verbs):
    """A command whose verbs are those of a click group in another package, such as the solver's."""

    def __init__(self, group: click.Group) -> None:
        super().__init__(
            group.name,
            callback=group.callback,
            params=group.params,
            help=group.help,
            subcommand_metavar="VERB [ARGUMENTS]...",
        )
        self._group = group

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, in the order of the group."""
        return self._group.list_commands(ctx)

    def find(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command after a verb of the group. None for an unknown one."""
        return self._group.get_command(ctx, name)


class Shell(Verbs):
    """The verbs of `hp15c`. A module is imported when its verb is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, in the order of the help page."""
        return list(VERBS)

    def find(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command after a verb, whose module is imported now."""
        if name not in VERBS:
            return None
        module = import_module(VERBS[name][0])
        commands = (one for one in vars(module).values() if isinstance(one, click.Command))
        return next(one for one in commands if one.name == name)

    def summaries(self, ctx: click.Context) -> list[tuple[str, str]]:
        """The help page's list, without loading a single verb."""
        return [(verb, text) for verb, (_, text) in VERBS.items()]

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program as click does. Output that cannot be written and a lack of memory are one error."""
        open_streams()
        find_own_packages()
        place_compiled_code()
        told = False
        try:
            try:
                return super().main(*args, **extra)
            except SystemExit as leaving:
                told = leaving.code not in (0, None)
                sys.stdout.flush()
                raise
        except OSError as error:
            if not told:
                from hp15c.shell.cli_shared import tell

                tell(f"Error: {error.filename or 'output'}: {error.strerror or error}")
            give_up_output()
            sys.exit(2)
        except MemoryError:
            click.echo("Error: this takes more memory than there is", err=True)
            sys.exit(2)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command as click does. A Ctrl-C is heard anywhere, no error controls a terminal."""
        try:
            with hear_ctrl_c():
                return super().invoke(ctx)
        except click.ClickException as error:
            from hp15c.errors import printable

            vars(error)["message"] = printable(error.message)
            raise


def show_version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Print the version and end. The package is loaded only for this."""
    if wanted and not context.resilient_parsing:
        from hp15c import __version__

        click.echo(f"hp15c, version {__version__}")
        context.exit()


@click.command(
    cls=Shell,
    invoke_without_command=True,
    subcommand_metavar="[VERB] [ARGUMENTS]...",
    context_settings=SETTINGS,
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_version,
    help="Show the version and exit.",
)
@click.pass_context
def main(context: click.Context) -> None:
    """The HP-15C and HP-11C, exact to the last digit: run, generate and verify listings.

    Without a verb it opens the calculator in the terminal. hp15c help VERB says what a verb does.
    """
    if context.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(context.get_help())
        return
    command = context.command
    assert isinstance(command, Shell)
    calc = command.get_command(context, "calc")
    assert calc is not None
    context.invoke(calc)
