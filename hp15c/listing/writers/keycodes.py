"""Bare keycodes, one step a line, notes as comments."""

from __future__ import annotations

from hp15c.listing import notes
from hp15c.listing.program import Program


def write(program: Program) -> str:
    """The listing: '42 21 11', '44 48 3', '44 11 u' for a USER-mode step."""
    head = [f"# HP-{program.model} program", *notes.lines(program.notes), ""]
    lines = [" ".join(step.keys(program.model)) + (" u" if step.user else "") for step in program.steps]
    return "\n".join([*head, *notes.with_comments(program.notes, lines), ""])
