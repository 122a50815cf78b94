"""A laid out program as text, with the notes of its sections."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from generator.assembler.assembly import PlacedSection
from hp15c.listing.program import Program
from hp15c.listing.writers import simulator


def print_listing(program: Program, sections: Iterable[PlacedSection]) -> str:
    """A program as text, with the title and note of each section (see `Assembly.layout`) before its lines.

    The text reads back as the same program.
    """
    comments: dict[int, list[str]] = {}
    for placed in sections:
        title, note = placed.section.title, placed.section.note
        comments.setdefault(placed.first, []).append(f"{title}: {note}" if note else title)
    text = simulator.write(replace(program, comments=comments))
    if Program.parse(text, program.model) != program:
        raise AssertionError("the listing reads back as another program")
    return text
