"""A Markdown table: line, keycodes, mnemonic. The notes stand in a comment that is not shown."""

from __future__ import annotations

from hp15c.listing import notes, spellings
from hp15c.listing.program import Program


def write(program: Program) -> str:
    """The listing as a table, with the title as its heading."""
    head = ["<!--", f"# HP-{program.model} program", *notes.lines(program.notes), "-->", ""]
    if program.title:
        heading = " ".join(program.title.split()).replace("|", "¦").replace("<", "&lt;")
        head += [f"## {heading}", ""]
    lines = ["| line | keycodes | mnemonic |", "|---:|---:|:---|", "| 000 | | |"]
    for number, step in enumerate(program.steps, 1):
        codes = " ".join(step.keys(program.model)) + (" u" if step.user else "")
        lines.append(f"| {number:03d} | {codes} | `{spellings.handbook(step, program.model)}` |")
    return "\n".join([*head, *lines, ""])
