"""The verb `explain`: a listing in words, each line with its values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from generator.shell.cli_shared import output_option
from hp15c.errors import InputError
from hp15c.shell.cli_shared import (
    LISTING,
    json_option,
    model_option,
    read_program,
    refuse_bad_input,
    refuse_together,
    write_output,
)

if TYPE_CHECKING:
    from generator.reading.explanation import ExplainedLine, ExplainedPart, Explanation

HELP = """Explain FILE, a listing, line by line: hp15c explain higher-lower

Nothing is run. Every way through the program is followed, and its values have names.

\b
  x y z t      what the stack held where a part begins
  r0  side     what register 0 holds, or its note where that is one word
  old r0       what it held before
  u v w ...    a value that differs from turn to turn of a loop
  n1 n2 ...    a long value

Each line shows what it does, and then the stack from X to T. A part begins where you press a label, where a
subroutine is called, and after a stop. For each part you see what it takes from the stack and what it gives.
You also see its registers and flags, its loops, and the Errors that can come.

Matrices, SOLVE and the integral are named but not computed.
"""


@click.command("explain", help=HELP)
@click.argument("file", type=LISTING)
@model_option
@click.option("--from", "label", metavar="LABEL", help="Only the part that begins at this label.")
@click.option("--lines", metavar="10-40", help="Only these lines.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "markdown", "html", "sheet", "json"]),
    default="text",
    show_default=True,
    help="The form of the explanation. sheet is a page to print.",
)
@json_option
@output_option
@refuse_bad_input
def explain(
    file: str,
    model: str,
    label: str | None,
    lines: str | None,
    format_: str,
    as_json: bool,
    output: str | None,
) -> None:
    """Explain a listing. `HELP` is the text of --help."""
    from generator.reading import explanation, writing
    from hp15c.listing.writers import html

    if format_ != "json":
        refuse_together("format_", "as_json")
    program = read_program(file, model)
    found = explanation.explain(program)
    chosen = _lines_asked(found, label, lines)
    form = "json" if as_json else format_
    known = writing.as_sheet(found)
    if form == "json":
        told = json.dumps(writing.as_data(found, chosen), ensure_ascii=False, indent=2)
    elif form == "sheet":
        told = html.write(program, {one.line: known[one.line] for one in chosen})
    else:
        told = "\n".join(_WRITERS[form](writing, found, chosen))
    write_output(told + "\n", None if output is None else str(output))


_WRITERS: dict[str, Any] = {
    "text": lambda writing, *given: writing.as_text(*given),
    "markdown": lambda writing, *given: writing.as_markdown(*given),
    "html": lambda writing, *given: writing.as_html(*given),
}


def _lines_asked(found: Explanation, label: str | None, lines: str | None) -> list[ExplainedLine]:
    """The lines that were asked for. InputError for a label or lines that the program does not have."""
    from hp15c.inspect.run_observers import read_range

    chosen = list(found.lines)
    if label is not None:
        parts: dict[str, ExplainedPart] = {}
        for part in found.parts:
            parts.setdefault(part.label, part)  # a press finds the first of two equal labels
        parts.pop("", None)
        if label not in parts:
            names = ", ".join(parts) or "none"
            raise InputError(f"no part begins at label {label!r}; parts begin at: {names}")
        chosen = [line for line in chosen if line.part == parts[label].line]
    if lines is not None:
        first, last = read_range(lines, len(found.lines))
        chosen = [line for line in chosen if first <= line.line <= last]
    return chosen
