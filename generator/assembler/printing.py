"""A laid out program as a listing, with the notes of its sections."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from generator.assembler.assembly import PlacedSection
from hp15c.listing.program import Program
from hp15c.listing.writers import simulator


@dataclass(frozen=True)
class FinishedListing:
    """A listing: its text in the simulators' format, and the program with comments as read back from it."""

    program: Program
    text: str


def finish(program: Program, sections: Iterable[PlacedSection]) -> FinishedListing:
    """The listing of a program. Before its lines each section (see `Assembly.layout`) has its title and note.

    AssertionError if the text reads back as another program.
    """
    comments: dict[int, list[str]] = {}
    for placed in sections:
        title, note = placed.section.title, placed.section.note
        comments.setdefault(placed.first, []).append(f"{title}: {note}" if note else title)
    text = simulator.write(replace(program, comments=comments))
    read = Program.parse(text, program.model)
    if read != program:
        raise AssertionError("the listing reads back as another program")
    return FinishedListing(read, text)
