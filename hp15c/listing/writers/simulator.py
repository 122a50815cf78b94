"""The text format of the HP-15C Simulator (.15c), and the same layout for the HP-11C (.11c)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hp15c.listing import notes, spellings
from hp15c.listing.program import Program
from hp15c.table.instructions import Step
from hp15c.table.models import Model

_RULE: Final = "# " + "-" * 78


def codes(step: Step, model: Model) -> str:
    """The keycodes, each in three columns, the last of them the USER mark: ' 44 48  3', ' 45 13  u'."""
    return "".join(f"{code:>3}" for code in (*step.keys(model), *(("u",) if step.user else ())))


def _steps(program: Program) -> Iterator[str]:
    """The lines from 001 on."""
    for number, step in enumerate(program.steps, 1):
        spelled = spellings.simulator(step, program.model)
        yield f"   {number:03d} {{{codes(step, program.model):>12} }} {spelled}"


def write(program: Program) -> str:
    """The listing: header with notes, then a line for each step from 000 on, codes in twelve columns."""
    head = [_RULE, f"# HEWLETT·PACKARD {program.model} Simulator program", "# Created with hp15c", _RULE]
    told = list(notes.lines(program.notes))
    lines = [*head, *told, *[_RULE] * bool(told), "", f"   000 {{{'':12} }}"]
    return "\n".join([*lines, *notes.with_comments(program.notes, _steps(program)), "", _RULE, ""])
