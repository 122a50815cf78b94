"""The text format of the HP-15C Simulator (.15c), and the same layout for the HP-11C (.11c)."""

from __future__ import annotations

from typing import Final

from hp15c.instructions import Step
from hp15c.listing import notes, spellings
from hp15c.models import Model
from hp15c.program import Program

_RULE: Final = "# " + "-" * 78


def codes(step: Step, model: Model) -> str:
    """The keycodes, each in three columns, the last of them the USER mark: ' 44 48  3', ' 45 13  u'."""
    return "".join(f"{code:>3}" for code in (*step.keys(model), *(("u",) if step.user else ())))


def write(program: Program) -> str:
    """The listing: header with notes, then a line for each step from 000 on, codes in twelve columns."""
    head = [_RULE, f"# HEWLETT·PACKARD {program.model} Simulator program", "# Created with hp15c", _RULE]
    about = list(notes.lines(program.notes))
    if about:
        head += [*about, _RULE]
    lines = [f"   000 {{{'':12} }}"]
    for number, step in enumerate(program.steps, 1):
        spelled = spellings.simulator(step, program.model)
        lines.append(f"   {number:03d} {{{codes(step, program.model):>12} }} {spelled}")
    return "\n".join([*head, "", *lines, "", _RULE, ""])
