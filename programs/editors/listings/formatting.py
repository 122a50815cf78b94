"""A listing in the shape in which the package writes its format: numbers, columns, mnemonics."""

from __future__ import annotations

from collections.abc import Iterator

from hp15c.listing.lines import LineKind
from programs.editors.listings import writing
from programs.editors.listings.document import Document, operand_of, operand_text
from programs.editors.listings.fixes import holds
from programs.editors.listings.places import Edit, Span


def format_edits(document: Document) -> tuple[Edit, ...]:
    """The changes that bring each line into shape. Lines that cannot be read stay as they are.

    Empty where the format has no such shape, or where the text would no longer mean the same.
    """
    if document.format not in writing.WRITABLE or document.trouble:
        return ()
    edits = tuple(edit for edit in _edits(document) if _differs(document, edit))
    if not edits or not holds(document, edits, document.program.steps):
        return ()
    return edits


def _differs(document: Document, edit: Edit) -> bool:
    line = document.lines[edit.span.line - 1]
    return line[edit.span.column : edit.span.last_column] != edit.text


def _edits(document: Document) -> Iterator[Edit]:
    for place, text in enumerate(document.lines, 1):
        numbers = document.steps_on.get(place, ())
        if place in document.faulty:
            continue
        line = document.line(place)
        if numbers and line.kind is LineKind.STEP:
            made = [
                writing.write_line(document, document.step(number), number, _name(document, number))
                for number in numbers
            ]
            comment = f"  {line.comment.text.strip()}" if line.comment is not None else ""
            yield Edit(Span.on(place, 0, len(text)), "\n".join(made) + comment)
        elif not numbers and line.kind is not LineKind.ROW:
            yield Edit(Span.on(place, len(text.rstrip()), len(text)), "")


def _name(document: Document, number: int) -> str:
    """The name that stands in place of a label. '' where the label itself is written."""
    operand = operand_of(document, number)
    text = operand_text(document, operand)
    is_name = operand is not None and operand.is_label and len(text) > 1 and text[0].isalpha()
    return text if is_name else ""
