"""The parts of a listing by label, for an editor's outline and for folding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from hp15c.listing.lines import LineKind
from hp15c.table.instructions import LETTERS, Role
from programs.editors.listings.document import Document, operand_of
from programs.editors.listings.places import Span


@dataclass(frozen=True, slots=True)
class Part:
    """The lines from a label up to the next one: its name, its note, the whole part, and the label itself."""

    label: str
    note: str
    pressed: bool
    span: Span
    name: Span


def outline(document: Document) -> tuple[Part, ...]:
    """The parts of a listing in order. Lines before the first label belong to none."""
    steps = document.program.steps
    starts = [number for number, step in enumerate(steps, 1) if step.role is Role.LABEL]
    found = []
    for start, following in pairwise([*starts, len(steps) + 1]):
        first, last = document.places[start - 1], document.places[following - 2]
        operand = operand_of(document, start)
        label = document.step(start).operand
        whole = document.whole(first)
        name = operand.span if operand is not None and operand.span is not None else whole
        span = Span(first, 0, last, len(document.lines[last - 1]))
        found.append(Part(label, document.program.labels.get(label, ""), label in LETTERS, span, name))
    return tuple(found)


def folds(document: Document) -> Iterator[tuple[int, int, str]]:
    """The first and last lines of what can be folded: parts, and stretches of comments and notes."""
    for part in outline(document):
        if part.span.last_line > part.span.line:
            yield part.span.line, part.span.last_line, "region"
    begin = 0
    for place in range(1, len(document.lines) + 2):
        told = place <= len(document.lines) and document.line(place).kind in (
            *(LineKind.COMMENT, LineKind.NOTE, LineKind.RULE),
        )
        if told and not begin:
            begin = place
        elif not told and begin:
            if place - begin > 1:
                yield begin, place - 1, "comment"
            begin = 0
