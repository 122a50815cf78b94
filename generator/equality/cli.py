"""The verb `equal`: whether two listings do the same."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hp15c.errors import InputError
from hp15c.shell.cli_shared import (
    LISTING,
    OUTPUT,
    json_option,
    model_option,
    read_program,
    refuse_bad_input,
    write_output,
)
from hp15c.table.machines import OF_MODEL
from hp15c.table.models import Model

if TYPE_CHECKING:
    from generator.equality.verdict import Verdict

HELP = """Prove that two listings do the same, or show keys after which they do not.

\b
  hp15c equal old.15c new.15c

Both programs are executed on terms that stand for all numbers. A proof is checked by a second program, and
holds for whatever is keyed in. When there is no proof, keys are drawn until the programs show different
things. A program that still runs after 100,000 lines, where the other one ended within 1,000, is different.

\b
  equal       proved. A sentence says what was proved
  different   with keys that `hp15c run` plays on both
  undecided   with the lines and the reason

Registers that only one program uses need not agree. Labels A to E and labels that the program itself does not
use are those that you press.

Exit code 0 for equal, 1 for different or undecided, 2 for bad input.
"""


@click.command("equal", help=HELP)
@click.argument("old", type=LISTING)
@click.argument("new", type=LISTING)
@model_option
@click.option(
    "--entry", "entries", multiple=True, metavar="A=B", help="Label A of OLD stands for label B of NEW."
)
@click.option(
    "--observe",
    type=click.Choice(["results", "stack", "all"]),
    default="results",
    show_default=True,
    help="X where it shows, the whole stack too, or registers, flags and modes as well.",
)
@click.option(
    "--keep", metavar="0,5", default="", help="Registers that have to agree at each stop, by number."
)
@click.option(
    "--assume",
    metavar="FILE|TEXT",
    default="",
    help="What holds when you press a label: 'x > 0, R1 whole, 1 <= y <= 9, flag 0 clear, x != y'."
    " What follows 'A:' is for that label only.",
)
@click.option(
    "--certificate",
    type=OUTPUT,
    help="Write the proof to this file. hp15c prove --check FILE OLD NEW checks it.",
)
@json_option
@refuse_bad_input
def equal(
    old: str,
    new: str,
    model: str,
    entries: tuple[str, ...],
    observe: str,
    keep: str,
    assume: str,
    certificate: Path | None,
    as_json: bool,
) -> None:
    """Prove two listings equal, or show a difference. `HELP` is the text of --help."""
    from generator.equality.assumptions import assumptions
    from generator.equality.certificate import write
    from generator.equality.claims import Observe
    from generator.equality.search import Wish
    from generator.equality.verdict import compare
    from hp15c.files import read_text
    from hp15c.shell.cli_bar import bar

    programs = [read_program(file, model) for file in (old, new)]
    is_file = assume and Path(assume).is_file()
    given = read_text(assume, "a list of assumptions") if is_file else assume
    assumed = assumptions(given, programs[0].model)
    wish = Wish(Observe(observe), _registers(keep, programs[0].model), _entries(entries), assumed=assumed)
    with bar("looking") as told:
        verdict = compare(programs[0], programs[1], wish, told=told)
    if certificate is not None and verdict.certificate is not None:
        write_output(write(verdict.certificate, programs[0], programs[1]), str(certificate))
    click.echo(json.dumps(_as_data(verdict), ensure_ascii=False) if as_json else _as_text(verdict))
    sys.exit(0 if verdict.name == "equal" else 1)


def _entries(entries: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for entry in entries:
        old, sign, new = entry.partition("=")
        if not sign or not old or not new:
            raise InputError(f"--entry {entry!r}: name two labels, such as A=B: first that of OLD")
        found[old] = new
    return found


def _registers(keep: str, model: Model) -> tuple[int, ...]:
    numbers = [one.strip().lstrip("R").replace(".", "1") for one in keep.split(",") if one.strip()]
    highest = OF_MODEL[model].highest_register
    if not all(number.isdecimal() and int(number) <= highest for number in numbers):
        raise InputError(f"--keep {keep!r}: give numbers of registers from 0 to {highest}, such as 0,5,.3")
    return tuple(map(int, numbers))


def _as_data(verdict: Verdict) -> dict[str, Any]:
    found = verdict.difference
    shown = None if found is None else {"keys": found.keys, "old": found.old, "new": found.new}
    return {
        "verdict": verdict.name,
        "observed": verdict.observed,
        "reason": verdict.reason,
        "counterexample": shown,
    }


def _as_text(verdict: Verdict) -> str:
    found = verdict.difference
    if found is not None:
        missing = f": {verdict.reason}" if "--entry" in verdict.reason else ""
        return f"different{missing}\n  keys  {found.keys}\n  old   {found.old}\n  new   {found.new}"
    return f"{verdict.name}: {verdict.reason}"
