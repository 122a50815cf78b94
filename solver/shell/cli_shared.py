"""Parts that the verbs of `hp15c mastermind` share: options, refusals, files, tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import click

from solver import tiers
from solver.codes import MAX_COLOURS, MAX_PEGS
from solver.errors import SolverError
from solver.own_strategies import is_own
from solver.strategies import FIRST_CONSISTENT, RANDOM_CONSISTENT, RULES, STRATEGIES

if TYPE_CHECKING:
    from solver.trees.plan import Tree

P = ParamSpec("P")
R = TypeVar("R")

STRATEGY_NAMES = (*STRATEGIES, "optimal")
LARGEST = 100_000_000
"""More bytes than any file has that a verb reads."""
NEW = "hp15c.new"
"""The key under which click's `meta` has the output files that were not there when the verb began."""


class BadInput(click.ClickException):
    """Raised for input that cannot be used. The command ends with exit code 2."""

    exit_code = 2


class WholeNumber(click.IntRange):
    """A whole number between limits. 'abc' is not a valid integer, where click says 'integer range'."""

    name = "integer"


class AnyNumber(click.FloatRange):
    """A number between limits. Of 'abc' click would say 'float range'. 'nan' is refused, too."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. BadParameter for another text."""
        number = super().convert(value, param, ctx)
        if number != number:
            self.fail(f"{value!r} is not a valid number.", param, ctx)
        return number


def tell(message: str) -> None:
    """Say one line on standard error. Signs stand for characters that would control the terminal."""
    click.echo("".join(one if one.isprintable() else "\ufffd" for one in message), err=True)


def refuses(verb: Callable[P, R]) -> Callable[P, R]:
    """Turn the package's errors, and an OSError with a file's name, into BadInput: one line and exit 2."""

    @wraps(verb)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return verb(*args, **kwargs)
        except SolverError as error:
            raise BadInput(str(error)) from error
        except OSError as error:
            if error.filename is None:
                raise
            raise BadInput(f"{error.filename}: {error.strerror}") from error

    return wrapper


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
OUTPUT = click.Path(dir_okay=False, writable=True)
tree_output = click.option(
    "-o", "--output", "--out", "out", type=OUTPUT, metavar="FILE", help="Write the tree: .json, .dot or .txt."
)
zero = click.option("--zero", is_flag=True, help="Colours are written from 0 instead of from 1.")


class TierName(click.Choice[str]):
    """The name of a tier. One that it had is taken too, with a notice."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The present name. BadParameter for an unknown one."""
        if value in tiers.RENAMED:
            tell(f"the tier {value} is called {tiers.RENAMED[value]} now")
        return super().convert(tiers.RENAMED.get(value, value), param, ctx)


tier_name = TierName(tiers.NAMES)
tier = click.option(
    "--tier",
    type=tier_name,
    help="What computes. It changes no result.  [default: the tier that answers first]",
)
no_repeats = click.option("--no-repeats", is_flag=True, help="No colour twice, in secrets and guesses.")
blacks_only = click.option(
    "--blacks-only", "--black-only", is_flag=True, help="Answers tell the black pegs alone."
)
rules = click.option(
    "--rules",
    type=click.Choice(RULES),
    default="published",
    show_default=True,
    help="The rules for ties. published: a possible code, then the lowest. obvious-first: a possible code"
    " counts a little better, then the lowest code.",
)


class StrategyName(click.Choice[str]):
    """The name of a strategy: one of those here, or one's own as module:name."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name. BadParameter for an unknown one."""
        if is_own(value) or value in self.choices:
            return value
        raise click.BadParameter(
            f'"{value}" is none of {", ".join(self.choices)}: your own is named as module:name', ctx, param
        )


strategy_name = StrategyName(STRATEGY_NAMES)
strategy = click.option(
    "--strategy",
    type=strategy_name,
    metavar="NAME",
    default="knuth",
    show_default=True,
    help=f"The strategy: {', '.join(STRATEGY_NAMES)}, or your own as module:name.",
)
consistent = click.option("--consistent", is_flag=True, help="Guess only codes that are still possible.")
first = click.option("--first", metavar="CODE", help="The first guess.")
seed = click.option("--seed", type=int, default=0, show_default=True, help="The seed of random-consistent.")
turns = click.option("--turns", type=WholeNumber(1), default=8, show_default=True, help="Turns in a game.")
pegs = click.argument("pegs", type=WholeNumber(1, MAX_PEGS), default=4)
colours = click.argument("colours", type=WholeNumber(1, MAX_COLOURS), default=6)


def refuse_unused(goes_with: str, *names: str) -> None:
    """Raise UsageError when one of these options is given, which the command would not use here."""
    context = click.get_current_context()
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        if option.name in names and source is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[0]} goes with {goes_with}")


def refuse_unused_by(*strategies: str, seeded: bool = True) -> None:
    """Raise UsageError for an option that the strategies would ignore.

    These are a seed where none draws, rules where none ranks guesses, and --consistent for optimal play.
    `seeded` says that a seed is for the guesses alone.
    """
    if "optimal" in strategies:
        refuse_unused("the other strategies: optimal play takes any code as a guess", "consistent")
    if seeded and RANDOM_CONSISTENT not in strategies:
        refuse_unused(f"--strategy {RANDOM_CONSISTENT}, which alone draws its guesses", "seed")
    if not {*strategies} - {FIRST_CONSISTENT, RANDOM_CONSISTENT, "optimal"}:
        refuse_unused("a strategy that ranks guesses, such as knuth", "rules")


@contextmanager
def working(what: str) -> Iterator[None]:
    """While the block runs, show on standard error what is being done, if that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def read(path: str) -> str:
    """The text of a file, `-` for standard input. BadInput when it is too large or not text."""
    from pathlib import Path

    if path == "-":
        data = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise BadInput(f"{path}: more than {LARGEST:,} bytes are too many")
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not a text in UTF-8 (byte {error.start})") from error


def write(path: str, content: bytes) -> None:
    """Write a file as a whole or not at all. Links are followed, and devices are written to.

    OSError, naming `path`, when it cannot be written, and when an output that was not there when the verb
    began is there now. The file's permissions are respected and kept.
    """
    import os
    from errno import EEXIST
    from pathlib import Path
    from shutil import copymode

    context = click.get_current_context(silent=True)
    new = context.meta.get(NEW, set()) if context else set()
    target = Path(os.path.realpath(path))
    part = target.with_name(f".{target.name[:80]}.{os.getpid()}")
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        try:
            part.write_bytes(content)
            if path in new:
                target.touch(exist_ok=False)
                new.remove(path)
            elif target.exists():
                if not os.access(target, os.W_OK):
                    raise PermissionError(13, "Permission denied")
                copymode(target, part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except FileExistsError:
        told = "this exists already: --force replaces it, or name another file"
        raise FileExistsError(EEXIST, told, path) from None
    except OSError as error:
        raise type(error)(error.errno, error.strerror or str(error), path) from None


def require_folder(path: str) -> None:
    """Raise OSError, naming `path`, when its folder does not exist. It is called before hours of work."""
    import os
    from errno import ENOENT

    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise FileNotFoundError(ENOENT, f"there is no folder {folder}; make it first", path)


def show_json(shown: object) -> None:
    """Print a value as JSON on one line."""
    import json

    click.echo(json.dumps(shown))


def show_table(heads: list[str], lines: list[list[str]]) -> None:
    """Print a table with columns as wide as needed.

    The first is aligned to the left, the others to the right.
    """
    widths = [max(map(len, column)) for column in zip(heads, *lines, strict=True)]
    for line in (heads, *lines):
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        click.echo("  ".join(cells).rstrip())


def totals(tree: Tree, seconds: float) -> dict[str, Any]:
    """The figures of a tree for the JSON output of `tree`."""
    plan = tree.plan
    return {
        "pegs": plan.game.pegs,
        "colours": plan.game.colours,
        "repeats": plan.game.repeats,
        "strategy": plan.strategy,
        "rules": plan.rules,
        "first": plan.game.text(tree.first),
        "total_turns": tree.total_turns,
        "max_turns": tree.max_turns,
        "histogram": list(tree.histogram),
        "scores": tree.scores,
        "seconds": seconds,
    }
