"""Several programs in one text: each begins with a line 000 or 001 of its own."""

from __future__ import annotations

from itertools import count

from hp15c.listing import text as texts
from hp15c.table.models import Model


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
