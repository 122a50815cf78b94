"""The verb `check`: that of the package hp15c, and with --shorter the lines that can be saved."""

from __future__ import annotations

from inspect import cleandoc
from typing import TYPE_CHECKING, Any

import click

from hp15c.listing.program import Program
from hp15c.listing.spellings import handbook, lines_between
from hp15c.shell import cli
from hp15c.shell.cli_files import Finding, for_each
from hp15c.shell.cli_shared import is_given, refuse, refuse_bad_input, refuse_endless
from hp15c.table.instructions import Step

if TYPE_CHECKING:
    from generator.peephole.rewrite import Saving

SHORTER_HELP = """

With --shorter it names the lines that can be saved, and why their replacement is equal for every number.
Everything that can be seen at a stop or after an Error counts: the four levels, LAST X, all registers, and
stack lift. Real numbers are assumed: flag 8 clear, no matrices.

Changes over the whole program are tried for a few seconds: blocks that end in the same lines, lines that
become a subroutine, stores and labels that are not used. Each is proved, as `hp15c equal` does it."""


@click.command("check", params=[*cli.check.params], help=cleandoc(cli.check.help or "") + SHORTER_HELP)
@click.option("--shorter", is_flag=True, help="Name lines that can be saved, and why.")
@click.option(
    "--goal",
    type=click.Choice(["small", "fast"]),
    default="small",
    show_default=True,
    help="With --shorter: bytes and lines saved, or word times.",
)
@click.option(
    "--only-x", is_flag=True, help="With --shorter: where the program stops, only X and the registers count."
)
@click.option(
    "--labels-only", is_flag=True, help="With --shorter: GTO I and GSB I never go to a line by its number."
)
@refuse_bad_input
def check(shorter: bool, goal: str, only_x: bool, labels_only: bool, **given: Any) -> None:
    """See `SHORTER_HELP`."""
    if not shorter:
        for name in ("goal", "only_x", "labels_only"):
            if is_given(name):
                refuse(f"--{name.replace('_', '-')} goes with --shorter: give both or none")
        assert cli.check.callback is not None
        cli.check.callback(**given)
        return

    def look(file: str) -> Finding:
        program, known = cli.check_file(file, given["model"], given["machine"])
        refuse_endless(program, file)
        facts, text = _shorter(program, goal, only_x, labels_only)
        more, told = _whole(program, goal, only_x)
        if told and not facts["savings"]:
            text = text.removeprefix("nothing shorter was found").lstrip("\n")
        facts, text = facts | more, "\n".join(filter(None, (text, told)))
        return Finding(known.facts | facts, text, text.replace("\n", "\n    "), known.code)

    for_each(given["files"], given["as_json"], ("fine", "with problems"), look)


def _shorter(program: Program, goal: str, only_x: bool, labels_only: bool) -> tuple[dict[str, Any], str]:
    """The lines that can be saved, as JSON or as text."""
    from generator.peephole.flow import Facts
    from generator.peephole.rewrite import refusal, shorten

    known = Facts(kept=frozenset({"X"}) if only_x else None, lines_by_number=not labels_only)
    refused = refusal(program, known)
    shorter, savings = shorten(program, "size" if goal == "small" else goal, known)
    only_x_saves = "" if only_x or goal == "fast" else _with_only_x(program, labels_only, shorter)
    facts = {
        "savings": [
            {"line": one.line, "count": one.count, "by": _spell_steps(program, one.by), "why": one.why}
            for one in savings
        ],
        "shorter": {"lines": len(shorter), "bytes": shorter.bytes},
        "refused": refused,
    }
    if refused is not None:
        return facts, f"the program cannot be analysed: {refused}"
    if not savings:
        nothing = "nothing shorter was found" if goal == "small" else "nothing faster was found"
        return facts, nothing + only_x_saves
    lines = [_saving_in_words(program, one) for one in savings]
    lines.append(f"{_size(program)} become {_size(shorter)}")
    return facts, "\n".join(lines) + only_x_saves


def _size(program: Program) -> str:
    return f"{len(program)} lines and {program.bytes} bytes"


def _whole(program: Program, goal: str, only_x: bool) -> tuple[dict[str, Any], str]:
    """The changes over the whole program that are proved, as JSON or as text."""
    from generator.equality.claims import Observe
    from generator.equality.registers import registers_named
    from generator.equality.shorter import shorten_whole
    from hp15c.shell.cli_bar import bar

    if goal == "fast":
        return {"whole": []}, ""
    with bar("looking") as told:
        if only_x:
            made, changes = shorten_whole(program, Observe.RESULTS, registers_named(program), told=told)
        else:
            made, changes = shorten_whole(program, told=told)
    facts = {
        "whole": [{"lines": list(one.lines), "told": one.told} for one in changes],
        "whole_shorter": {"lines": len(made), "bytes": made.bytes},
    }
    if not changes:
        return facts, ""
    told_of = [f"over the whole program, each proved: {_size(program)} become {_size(made)}"]
    return facts, "\n".join((*told_of, *(f"    {one.told}" for one in changes)))


def _with_only_x(program: Program, labels_only: bool, found: Program) -> str:
    """A line on what --only-x would save besides. '' when that is nothing."""
    from generator.peephole.flow import Facts
    from generator.peephole.rewrite import refusal, shorten

    known = Facts(kept=frozenset({"X"}), lines_by_number=not labels_only)
    if refusal(program, known) is not None:
        return ""
    shorter, _ = shorten(program, "size", known)
    if (len(shorter), shorter.bytes) >= (len(found), found.bytes):
        return ""
    return (
        f"\nwith --only-x, where X and the registers alone count at a stop: {len(shorter)} lines"
        f" and {shorter.bytes} bytes"
    )


def _saving_in_words(program: Program, saving: Saving) -> str:
    first, last = saving.line, saving.line + saving.count - 1
    old = ", ".join(_spell_steps(program, program.steps[first - 1 : last]))
    new = ", ".join(_spell_steps(program, saving.by)) or "nothing"
    return f"{lines_between(first, last)}: {old} -> {new} ({_gain(saving.lines)})\n    {saving.why}"


def _gain(lines: int) -> str:
    if lines > 0:
        return f"{lines} line{'s' * (lines != 1)} less"
    return "faster" if lines == 0 else "more lines, but faster"


def _spell_steps(program: Program, steps: tuple[Step, ...]) -> list[str]:
    return [handbook(step, program.model) for step in steps]
