"""The compiled programs: their sources, their listings, and the published listings for the same tasks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

import click

from generator.assembler.targets import Goal
from generator.compiler import front
from generator.compiler.checking.check import sides
from generator.compiler.checking.examples import examples
from generator.compiler.checking.measure import seconds
from generator.compiler.driver import Compiled, compile_file
from hp15c.errors import Unsupported
from hp15c.files import replace
from hp15c.listing.program import Program
from hp15c.table.models import Model

HELP: Final = (
    "Compile every source in programs/compiled and programs/shelf again, or those NAMES, and write the"
    " listings beside them: for the HP-15C, and for the HP-11C where they fit."
)
FOLDERS: Final = (Path(__file__).parent / "compiled", Path(__file__).parent / "shelf")
SOURCES: Final = tuple(
    sorted(path for folder in FOLDERS for path in folder.glob("*.py") if path.stem != "__init__")
)
APART: Final[dict[str, Goal]] = {
    "codemaker_two_loops": "small",
    "codemaker_four_digits": "fast",
    "codemaker_four_by_value": "fast",
}
"""The programs that are not in the sum, and the goal for which each is compiled."""
_BY_HAND: Final = re.compile(r"^By hand: (\d+) lines, (\d+) bytes\.$", re.MULTILINE)


class TaskFigures(NamedTuple):
    """The figures of a task: lines and bytes, published and compiled, and seconds of an example."""

    name: str
    lines_by_hand: int
    bytes_by_hand: int
    lines: int
    bytes: int
    seconds: float


def compiled_listing(source: Path, model: Model = Model.HP15C) -> Compiled:
    """The listing that is shipped for a source: small, except those in APART.

    Unsupported where the model has no room for it or lacks an instruction.
    """
    return compile_file(source, goal=APART.get(source.stem, "small"), model=model)


def is_published(source: Path) -> bool:
    """Whether people published a listing for the task of a source."""
    return bool(_BY_HAND.search(source.read_text("utf-8")))


def row(source: Path) -> TaskFigures:
    """A task's row, from its shipped listing."""
    module = front.read(source)
    program = Program.read(source.with_suffix(".15c"))
    by_hand = _BY_HAND.search(module.documentation)
    assert by_hand, source
    python, listing = sides(module, program)
    times = seconds(examples(module, python.names), listing)
    mean = sum(times) / len(times)
    return TaskFigures(source.stem, int(by_hand[1]), int(by_hand[2]), len(program), program.bytes, mean)


def table() -> str:
    """Lines and bytes against the listings that people wrote, as Markdown."""
    rows = [row(source) for source in SOURCES if is_published(source)]
    summed = [one for one in rows if one.name not in APART]
    sums = [sum(column) for column in zip(*(one[1:5] for one in summed), strict=True)]
    total = TaskFigures(f"sum of {len(summed)}", sums[0], sums[1], sums[2], sums[3], 0.0)
    lines = [
        "| task | lines by hand | compiled | ratio | bytes by hand | compiled | seconds of an example |",
        "|:---|---:|---:|---:|---:|---:|---:|",
    ]
    for one in (*summed, total, *(one for one in rows if one.name in APART)):
        ratio = f"{one.lines / one.lines_by_hand:.2f}"
        mean = f"{one.seconds:.1f}" if one.seconds else ""
        lines.append(
            f"| {one.name} | {one.lines_by_hand} | {one.lines} | {ratio} | {one.bytes_by_hand}"
            f" | {one.bytes} | {mean} |"
        )
    return "\n".join(lines) + "\n"


def write(source: Path, model: Model) -> str:
    """Write the listing of a source for a model, if there can be one, and tell its size in words."""
    path = source.with_suffix(model.suffix)
    try:
        made = compiled_listing(source, model)
    except Unsupported as error:
        path.unlink(missing_ok=True)
        return f"{source.stem}: {error}"
    replace(path, made.text.encode())
    return f"{path.name}: {len(made.program)} lines, {made.program.bytes} bytes"


@click.command(help=HELP)
@click.argument("names", nargs=-1)
@click.option("--table", "show", is_flag=True, help="Print the table of lines and bytes instead.")
@click.option(
    "--into",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Put the table into this Markdown file, between <!-- compiled --> and <!-- /compiled -->.",
)
def main(names: tuple[str, ...], show: bool, into: Path | None) -> None:
    """Write the listings, or the table."""
    if into is not None:
        before, begin, rest = into.read_text("utf-8").partition("<!-- compiled -->\n")
        _, end, after = rest.partition("<!-- /compiled -->")
        if not (begin and end):
            raise click.UsageError(f"{into}: there is no <!-- compiled --> and <!-- /compiled --> after it")
        replace(into, (before + begin + table() + end + after).encode())
    elif show:
        click.echo(table(), nl=False)
    else:
        for source in SOURCES:
            if not names or source.stem in names:
                for model in Model:
                    click.echo(write(source, model))


if __name__ == "__main__":
    main()
