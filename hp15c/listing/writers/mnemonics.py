"""Mnemonics as the handbooks spell them, one step a line, notes as comments."""

from __future__ import annotations

from hp15c.listing import notes, spellings
from hp15c.listing.program import Program


def write(program: Program) -> str:
    """The listing: 'f LBL A', 'STO .3', 'u STO A' for a USER-mode step."""
    head = [f"# HP-{program.model} program", *notes.lines(program.notes), ""]
    lines = [("u " if step.user else "") + spellings.handbook(step, program.model) for step in program.steps]
    return "\n".join([*head, *notes.with_comments(program.notes, lines), ""])
