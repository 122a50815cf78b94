"""The pieces of a listing by what they are, for an editor's colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from hp15c.listing.lines import LineKind, LinePart, TextLine
from hp15c.table.instructions import SEARCHES, OperandKind, Role, Step
from programs.editors.listings.document import Document, operand_of

KINDS: Final = (
    "comment",
    "macro",
    "number",
    "string",
    "modifier",
    "keyword",
    "operator",
    "function",
    "variable",
)
"""The kinds of pieces. The names are those that editors have colours for."""

_SHIFT: Final = re.compile(r"(?:u\s+)?(?:[fg]\s+)?(?=\S)", re.IGNORECASE)
FLOW: Final = (Role.LABEL, *SEARCHES, Role.RETURNS, Role.STOPS, Role.PAUSES, Role.TESTS, Role.COUNTS)


class Piece(NamedTuple):
    """A piece of one line of the text, and its kind."""

    line: int
    column: int
    length: int
    kind: str


def pieces(document: Document) -> Iterator[Piece]:
    """The pieces of the text in order."""
    for place in range(1, len(document.lines) + 1):
        line = document.line(place)
        if line.kind in (LineKind.COMMENT, LineKind.RULE):
            yield from _piece(place, LinePart(line.text, 0), "comment")
        elif line.kind is LineKind.NOTE:
            begin = line.text.index("#")
            yield Piece(place, begin, len(line.tag) + 2, "macro")
            if line.rest is not None:
                yield from _piece(place, line.rest, "comment")
        elif line.kind is LineKind.STEP:
            yield from _of_step(document, place, line)


def _of_step(document: Document, place: int, line: TextLine) -> Iterator[Piece]:
    if line.number is not None:
        yield from _piece(place, line.number, "number")
    if line.codes is not None:
        yield from _piece(place, line.codes, "string")
    numbers = document.steps_on.get(place, ())
    if line.mnemonic is not None and place not in document.faulty and numbers:
        yield from _mnemonic(document, numbers, line.mnemonic)
    if line.comment is not None:
        yield from _piece(place, line.comment, "comment")


def _mnemonic(document: Document, numbers: tuple[int, ...], part: LinePart) -> Iterator[Piece]:
    """The shift key, the verb and the operand of a mnemonic."""
    place = document.places[numbers[0] - 1]
    step = document.step(numbers[0])
    operand = operand_of(document, numbers[0]) if len(numbers) == 1 else None
    end = part.column + len(part.text)
    if operand is not None and operand.span is not None:
        end = operand.span.column
    shift = _SHIFT.match(part.text)
    verb = part.column + (shift.end() if shift else 0)
    if verb >= end:  # `f A`: the shift key is all that stands before the operand
        verb = part.column
    yield from _piece(place, LinePart(part.text[: verb - part.column], part.column), "modifier")
    yield from _piece(place, LinePart(part.text[verb - part.column : end - part.column], verb), _kind(step))
    if operand is not None and operand.span is not None:
        kind = {OperandKind.LABEL: "function", OperandKind.REGISTER: "variable"}.get(operand.kind, "number")
        yield Piece(place, operand.span.column, operand.span.last_column - operand.span.column, kind)


def _kind(step: Step) -> str:
    if step.role in (Role.TYPES, Role.SIGNS):
        return "number"
    return "keyword" if step.role in FLOW else "operator"


def _piece(place: int, part: LinePart, kind: str) -> Iterator[Piece]:
    """A part without the blanks around it. Nothing for an empty one."""
    text = part.text.strip()
    if text:
        yield Piece(place, part.column + len(part.text) - len(part.text.lstrip()), len(text), kind)
