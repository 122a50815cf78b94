"""The form of JRPN's export. It is for the HP-15C only."""

from __future__ import annotations

from collections.abc import Sequence

from hp15c.errors import Unsupported
from hp15c.listing import notes, spellings
from hp15c.listing.program import Program
from hp15c.table.instructions import Keys
from hp15c.table.models import Model


def codes(keys: Keys) -> str:
    """The keycodes as JRPN joins them: '42 21 11', '44 .3'."""
    joined: list[str] = []
    for key in keys:
        if joined and joined[-1] == "48":
            joined[-1] = f".{key}"
        else:
            joined.append(key)
    return " ".join(joined)


def write(program: Program) -> str:
    """The listing, line numbers from 000 on, codes right-aligned in eight columns.

    Raises Unsupported for a program of the HP-11C.
    """
    if program.model is not Model.HP15C:
        raise Unsupported(
            "JRPN's format",
            [f"it holds HP-15C programs only, this one is for the HP-{program.model}; convert it first"],
        )
    head = [
        "#  Program in the form of JRPN 15C.",
        "#  Character encoding:  UTF-8",
        f"#  Program occupies {program.memory_registers * 7} bytes.",
    ]
    lines = []
    for number, step in enumerate(program.steps, 1):
        written = codes(step.keys(program.model)) + (" u" if step.user else "")
        lines.append(f"   {number:03d} {{ {written:>8} }} {spellings.jrpn(step)}")
    body = [f"   000 {{ {'':8} }}", *notes.with_comments(program.notes, lines)]
    return _join([head, list(notes.lines(program.notes)), body, ["# End."]])


def _join(blocks: Sequence[Sequence[str]]) -> str:
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"
