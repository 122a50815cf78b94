"""Reading a listing of any supported format into a Program."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from hp15c import files
from hp15c.errors import InputError, ListingError
from hp15c.listing import text as texts
from hp15c.listing.decoding import LARGEST, decode
from hp15c.listing.text import Listing
from hp15c.table.models import Model


def read(path: Path, model: Model = Model.HP15C) -> Listing:
    """The listing in a file. See `parse`. InputError when the file cannot be opened."""
    try:
        data = files.read_bytes(path, LARGEST)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    return parse(decode(data, str(path)), model, str(path))


def parse(text: str, model: Model = Model.HP15C, source: str = "<text>") -> Listing:
    """The program in a listing.

    For the model its header wins over a `source` named .11c, and that over `model`.

    Raises ListingError with every fault of the text, InputError for one of more than MOST_LINES lines.
    """
    found = texts.survey(text, model, source)
    if found.faults:
        raise ListingError(found.faults)
    return found


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
        model = survey.program.model
        second = next((fault.line for fault in survey.faults if fault.message == texts.SECOND), None)
        if second is None:
            break
        lines = text.splitlines(keepends=True)
        faulty = {fault.line for fault in survey.faults}
        read = (place for place in survey.places if begin < place < second and place not in faulty)
        end = max(read, default=second - 1)
        found.append(("".join(lines[:end]), model))
        text = "\n" * end + "".join(lines[end:])
        begin = end
    return [*found, (text, model)]
