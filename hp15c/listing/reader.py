"""Reading a listing of any supported format into a Program."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from hp15c.errors import Fault
from hp15c.listing import text as texts
from hp15c.listing.program import Program
from hp15c.table.models import Model


@dataclass(frozen=True, slots=True)
class Listing:
    """A listing that has been read: the program, the warnings about doubtful text, and the format.

    `places` are the lines of the text on which the program's lines stand.
    """

    program: Program
    warnings: tuple[Fault, ...]
    format: str
    places: tuple[int, ...] = ()


def read(path: Path, model: Model = Model.HP15C) -> Listing:
    """The listing in a file. See `parse`. InputError when the file cannot be opened."""
    return _listing(texts.load(path, model))


def parse(text: str, model: Model = Model.HP15C, source: str = "<text>") -> Listing:
    """The program in a listing.

    For the model its header wins over a `source` named .11c, and that over `model`.

    Raises ListingError with every fault of the text, InputError for one that is too long.
    """
    return _listing(texts.read(text, model, source))


def _listing(text: texts.ListingText) -> Listing:
    return Listing(Program.of(text.model, text.steps, text.notes), text.warnings, text.format, text.places)


def split_programs(text: str, model: Model = Model.HP15C, source: str = "<text>") -> list[tuple[str, Model]]:
    """The text of each program and its model, in order. A text with one program is given back as it is.

    What stands between the last line of a program and the next program belongs to the next. Each text has
    empty lines for those before it, so that its faults name the lines of the whole. A program that does not
    name its model is for that of the program before. InputError for a text that is no listing.
    """
    found: list[tuple[str, Model]] = []
    begin = 0
    for _ in count():
        survey = texts.survey(text, model, source)
        model = survey.listing.model
        second = next((fault.line for fault in survey.faults if fault.message == texts.SECOND), None)
        if second is None:
            break
        lines = text.splitlines(keepends=True)
        faulty = {fault.line for fault in survey.faults}
        read = (place for place in survey.listing.places if begin < place < second and place not in faulty)
        end = max(read, default=second - 1)
        found.append(("".join(lines[:end]), model))
        text = "\n" * end + "".join(lines[end:])
        begin = end
    return [*found, (text, model)]
