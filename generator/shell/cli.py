"""The verb `generate`: keystroke listings from models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.shell.cli_collection import add_verbs
from generator.shell.cli_shared import deliver, format_option, output_option
from hp15c.errors import InputError
from hp15c.files import read_text, replace, require_folder
from hp15c.listing.program import Program
from hp15c.shell.cli_names import OutputFolder
from hp15c.shell.cli_shared import (
    ENGINES,
    MODELS,
    OUTPUT,
    AnyNumber,
    WholeNumber,
    is_given,
    machine_of,
    machine_option,
    refuse_bad_input,
    refuse_existing,
    write_file,
)
from hp15c.table.machines import Machine
from hp15c.table.models import Model

if TYPE_CHECKING:
    from generator.codemaker.plan import Wish
    from generator.planner.frontier import Point
PAIRS_BY_HAND = 100  # without llvmlite, on the readable machine


@click.group()
def generate() -> None:
    """Write a keystroke listing from a model: fewest bytes, least time, or for reading."""


LISTING = ("as_json", "output", "format_")
LIMITS = ("at_most_bytes", "at_most_seconds")
PLANS = ("model", "machine", "goal", "digits", "checks", "order_check")

BESIDE = {
    "walk": ("walks the model, without a listing", ("explain", "frontier", *LISTING, *LIMITS, *PLANS)),
    "explain": ("prints the reasons as text", ("frontier", *LISTING, *LIMITS)),
    "frontier": ("prints a table of the plans for every goal", (*LISTING, *LIMITS, "goal")),
}
"""For each option that prints no listing: what it does, and the options that mean nothing then."""

NEEDED = {"plot": "frontier", "verbose": "walk"}
"""Options that mean nothing without another one."""


def require_meaning() -> None:
    """Raise UsageError for options that mean nothing to the running command. It says what would do."""
    params = click.get_current_context().command.params
    names = {str(one.name): max(one.opts, key=len) for one in params}
    typed = [name for name in names if is_given(name)]
    for option, (does, others) in BESIDE.items():
        wrong = [names[one] for one in others if one in typed]
        if option in typed and wrong:
            raise click.UsageError(f"{names[option]} {does}: leave {' and '.join(wrong)} out")
    for option, other in NEEDED.items():
        if option in typed and other not in typed:
            raise click.UsageError(f"{names[option]} means nothing without {names[other]}: give that too")


def digits_wanted(text: str) -> int | None:
    """N, or None for 'any'. InputError when it is neither."""
    if text == "any":
        return None
    if not (text.isascii() and text.isdigit()):
        raise InputError(f"--digits {text!r}: write a number from 1 to 8, or any")
    return int(text)


@generate.command()
@click.option("--model", type=MODELS, default="15C", show_default=True, help="The calculator.")
@machine_option
@click.option(
    "--scheme",
    type=click.Choice(["merged", "two-loops"]),
    default="merged",
    show_default=True,
    help="One loop over all pairs of digits, or two loops.",
)
@click.option(
    "--goal",
    type=click.Choice(["small", "fast", "plain"]),
    default="small",
    show_default=True,
    help="Fewest bytes, least real time of a scoring, or for reading.",
)
@click.option("--digits", metavar="N|any", default="any", show_default=True, help="A fixed N, or any N.")
@click.option(
    "--colours",
    type=int,
    metavar="C",
    help="Secrets have digits 1 to C, at most 9. "
    "[default: drawn secrets have 1 to N, the notes say which may be set]",
)
@click.option(
    "--show",
    type=click.Choice(["turn-first", "score-first"]),
    default="turn-first",
    show_default=True,
    help="What the pause shows. The stop shows the other.",
)
@click.option(
    "--checks",
    type=click.Choice(["none", "length", "all"]),
    default="none",
    show_default=True,
    help="Check a guess before it is scored: for too many digits, or also for a sign and a fraction."
    " --explain tells the cost of a check.",
)
@click.option(
    "--frontier", is_flag=True, help="Print the plans that no other plan beats in lines and in seconds."
)
@click.option("--plot", type=OUTPUT, help="With --frontier: draw it into this file too (extra plots).")
@click.option(
    "--at-most-bytes", type=WholeNumber(1), metavar="B", help="The fastest plan of at most B bytes."
)
@click.option(
    "--at-most-seconds",
    type=AnyNumber(0, min_open=True),
    metavar="S",
    help="The smallest plan that scores in at most S seconds at N, or at N = 4."
    " With both limits --goal decides.",
)
@click.option(
    "--order-check",
    is_flag=True,
    help="Let the listing check that it compares the digits in the right order: Error 0 if not.",
)
@click.option(
    "--walk",
    nargs=2,
    metavar="SECRET GUESS",
    help="Walk the model instead: every pair, match and mark, and the displays.",
)
@click.option("-v", "--verbose", is_flag=True, help="With --walk: the digits and the marks too.")
@click.option(
    "--explain", is_flag=True, help="Print visits, dependences, barriers, and the reason for each choice."
)
@output_option
@format_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with measured times.")
@refuse_bad_input
def codemaker(
    model: str,
    machine: Machine | None,
    scheme: str,
    goal: str,
    digits: str,
    colours: int | None,
    show: str,
    checks: str,
    frontier: bool,
    plot: Path | None,
    at_most_bytes: int | None,
    at_most_seconds: float | None,
    order_check: bool,
    walk: tuple[str, str] | None,
    verbose: bool,
    explain: bool,
    output: Path | None,
    format_: str | None,
    as_json: bool,
) -> None:
    """The Mastermind CodeMaker: the calculator keeps a secret and scores guesses.

    Keys: n GSB A draws a secret of n digits, secret GSB B sets one, guess R/S scores a guess.
    """
    require_meaning()
    model = machine_of(model, machine, output).model
    if walk:
        from generator.planner.explain import walk_lines

        for line in walk_lines(*walk, scheme, show, verbose, colours):
            click.echo(line)
        return
    count = digits_wanted(digits)
    from generator.codemaker.plan import Wish
    from generator.planner.emit import emit

    limits = at_most_bytes, at_most_seconds
    wish = Wish(Model.of(model), scheme, goal, count, show, order_check, colours, *limits, checks, machine)
    if frontier:
        click.echo(_frontier(wish, plot))
        return
    if explain:
        _explain(wish)
        return
    made = emit(wish)
    if str(output or "-") != "-" or not as_json:
        deliver(made.program, made.text, output, format_)
    if as_json:
        numbers = [count] if count else range(1, made.plan.most_digits + 1)
        click.echo(json.dumps(_figures(made.program, made.text, numbers), ensure_ascii=False))


def _figures(program: Program, text: str, numbers: object) -> dict[str, object]:
    from importlib.util import find_spec

    from generator.assembler.targets import register_count
    from generator.planner.cost import PAIRS, measure

    assert isinstance(numbers, list | range)
    engine, pairs = ("lanes", PAIRS) if find_spec("llvmlite") else ("reference", PAIRS_BY_HAND)
    costs = {str(one): measure(program, one, pairs, engine) for one in numbers}
    return {
        "lines": len(program),
        "bytes": program.bytes,
        "registers": register_count(program),
        "measured_pairs": pairs,
        "executed_lines": {one: round(cost.lines, 1) for one, cost in costs.items()},
        "seconds": {one: round(cost.seconds, 2) for one, cost in costs.items()},
        "listing": text,
    }


def _explain(wish: Wish) -> None:
    from generator.planner.explain import explain_lines
    from generator.planner.planner import rank_plans

    for line in explain_lines(wish, rank_plans(wish)):
        click.echo(line)


@generate.command()
@click.argument("folder", type=OutputFolder(writable=True))
@refuse_bad_input
def listings(folder: Path) -> None:
    """Write every shipped listing into a folder, which is made where there is none."""
    from generator.games.collection import file_names
    from generator.games.collection import listings as others
    from generator.planner.shipped import file_name, wishes
    from generator.planner.shipped import listings as codemakers

    for name in (*map(file_name, wishes()), *file_names()):
        refuse_existing(folder / name)
    made = dict(codemakers()) | dict(others())
    folder.mkdir(parents=True, exist_ok=True)
    for name, one in made.items():
        deliver(one.program, one.text, folder / name, None)


@generate.command()
@click.option(
    "--pairs",
    type=WholeNumber(1),
    default=1000,
    show_default=True,
    help="Play this many pairs of a secret and a guess with each listing.",
)
@click.option(
    "--engine", type=ENGINES, default="reference", show_default=True, help="What plays the listings."
)
@click.option(
    "--into",
    type=click.Path(exists=True, dir_okay=False, writable=True, path_type=Path),
    help="Put it into this Markdown file, between <!-- table --> and <!-- /table -->.",
)
@refuse_bad_input
def table(pairs: int, engine: str, into: Path | None) -> None:
    """Print the costs of the shipped CodeMakers as Markdown.

    This takes minutes, or seconds with the engine lanes.
    """
    from generator.planner.shipped import table as rows

    around = _around_table(into) if into else ("", "")
    text = "\n".join(rows(pairs, engine)) + "\n"
    if into is None:
        click.echo(text, nl=False)
    else:
        replace(into, text.join(around).encode())


def _around_table(into: Path) -> tuple[str, str]:
    """The text of a Markdown file before its table and after it. InputError when it marks no place."""
    before, begin, rest = read_text(into, "a Markdown file").partition("<!-- table -->\n")
    _, end, after = rest.partition("<!-- /table -->")
    if not (begin and end):
        raise InputError(f"{into}: there is no <!-- table --> and <!-- /table --> after it")
    return before + begin, end + after


add_verbs(generate)


def _frontier(wish: Wish, plot_file: Path | None) -> str:
    """The frontier as the text of a table. It is also drawn into a file when one is named (extra `plots`)."""
    from generator.planner.frontier import points, rows, unbeaten

    if plot_file is not None:
        require_plot(plot_file)
    every = points(wish)
    best = unbeaten(every)
    if plot_file is not None:
        draw(every, best, wish, plot_file)
    return "\n".join(rows(best))


def require_plot(path: Path) -> None:
    """Raise InputError for a plot that cannot be written, for want of matplotlib, an ending or a folder."""
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError:
        raise InputError("--plot needs matplotlib: pip install 'hp15c[plots]'") from None
    if path.suffix.removeprefix(".").lower() not in FigureCanvasBase.get_supported_filetypes():
        raise InputError(f"{path}: the ending names the format of the plot: write .svg, .png or .pdf")
    try:
        require_folder(path)
    except OSError as error:
        raise InputError(f"{path}: the plot cannot be written: {error.strerror}") from None


def draw(every: list[Point], best: list[Point], wish: Wish, path: Path) -> None:
    """Draw lines against seconds as a picture in the format that the file's ending names."""
    from io import BytesIO

    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([one.lines for one in every], [one.seconds for one in every], ".", color="0.75")
    axes.step([one.lines for one in best], [one.seconds for one in best], "o-", where="post", color="0.1")
    axes.set_yscale("log")
    axes.set_xlabel("program lines")
    axes.set_ylabel(f"seconds of a scoring, N = {wish.digits or 4}")
    axes.set_title(f"CodeMakers of the HP-{wish.model} that no other beats")
    axes.grid(True, which="both", alpha=0.3)
    picture = BytesIO()
    figure.savefig(picture, format=path.suffix.removeprefix(".").lower())
    write_file(path, picture.getvalue())
