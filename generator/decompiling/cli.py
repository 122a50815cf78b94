"""The verb `decompile`: a listing as a Python module."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from generator.shell.cli_shared import output_option
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.listing.writers.formats import format_of_file
from hp15c.shell.cli_shared import (
    LISTING,
    json_option,
    model_option,
    read_program,
    refuse_bad_input,
    tell,
    write_output,
)
from hp15c.table.instructions import Role

HELP = """Write FILE, a listing, as a Python module: hp15c decompile nim -o nim.py

The module runs as Python with the calculator's own digits, and `hp15c compile` turns it into a listing again.
That is done here at once, and the two listings are compared: the module says in its first lines whether it is
proved to do the same, and under which conditions.

\b
  parameters        the numbers that a program takes from the stack
  r1 = register(1)  lasts from run to run, or is read by a person
  ask, pause        R/S and PSE
  ask_two           R/S at which two numbers are keyed in
  for               a loop that DSE or ISG counts
  return a, b       what is left in Y and X

How many numbers are keyed in at R/S is seen from what becomes of them. Where you key in others, say so:
`--keyed 005=2` for two numbers at R/S in line 005.

Names come from the notes of the listing, such as #R1:rate. What the language has no word for is left out, and
a comment says which lines and why.

Exit code 0 when all is written and proved, 1 when something is left out or not proved, 2 for bad input.
"""


@click.command("decompile", help=HELP)
@click.argument("file", type=LISTING)
@model_option
@click.option(
    "--keyed", multiple=True, metavar="LINE=COUNT", help="How many numbers are keyed in at R/S in a line."
)
@click.option("--no-proof", is_flag=True, help="Write the module without compiling and comparing it.")
@output_option
@json_option
@refuse_bad_input
def decompile(
    file: str, model: str, keyed: tuple[str, ...], no_proof: bool, output: Path | None, as_json: bool
) -> None:
    """Write a listing as a Python module. `HELP` is the text of --help."""
    from generator.decompiling.module import decompile_listing
    from generator.decompiling.proof import proof
    from hp15c.shell.cli_bar import bar

    if output is not None and format_of_file(str(output)):
        raise InputError(f"{output}: this is the name of a listing; the module's name ends in .py")
    program = read_program(file, model)
    made = decompile_listing(program, _count_by_line(keyed, program))
    found = None
    if not no_proof:
        with bar("decompile"):
            found = proof(program, made)
    told = found.told if found else ()
    whole = not made.left_out
    to_file = output is not None and str(output) != "-"
    if to_file or not as_json:
        write_output(made.text(told), None if output is None else str(output))
    if as_json:
        facts = {
            "python": made.text(told),
            "verdict": "equal" if found and found.proved and whole else "undecided",
            "jumps": 0,  # the language has none, and what would need one is left out
            "lines": len(program),
            "compiled_lines": len(found.compiled) if found and found.compiled else None,
            "reason": told[0] if told else "No proof was asked for.",
            "left_out": [str(one) for one in made.left_out],
        }
        click.echo(json.dumps(facts, ensure_ascii=False))
    elif to_file and told:
        tell(f"{output}: {told[0].partition('.')[0]}")
    sys.exit(0 if whole and (found is None or found.proved) else 1)


def _count_by_line(told: tuple[str, ...], program: Program) -> dict[int, int]:
    """How many numbers are keyed in at which stops. InputError for a line that is no R/S."""
    found = {}
    for one in told:
        line, sign, count = one.partition("=")
        if not sign or not line.isdecimal() or count not in ("0", "1", "2"):
            raise InputError(f"--keyed {one!r}: give a line with R/S and how many numbers, such as 005=2")
        number = int(line)
        if not 1 <= number <= len(program) or program.steps[number - 1].role is not Role.STOPS:
            raise InputError(f"--keyed {one!r}: line {line} is no R/S")
        found[number] = int(count)
    return found
