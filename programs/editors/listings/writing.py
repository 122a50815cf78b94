"""Lines of a program written into a text in the way in which its other lines are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from hp15c.listing import spellings
from hp15c.listing.lines import LineKind, LinePart, TextLine
from hp15c.listing.writers import jrpn, simulator
from hp15c.table.instructions import Step
from programs.editors.listings.document import Document, operand_of
from programs.editors.listings.places import Edit, Span

WRITABLE: Final = ("simulator", "jrpn", "keycodes", "mnemonics", "symbolic")
"""The formats in which lines can be changed. The others are only looked at."""


def write_line(document: Document, step: Step, number: int, name: str = "") -> str:
    """A line of the program as its listing would hold it. `name` stands in place of its label."""
    model = document.model
    if document.format == "simulator":
        spelled = _with_name(spellings.simulator(step, model), step, name)
        return f"   {number:03d} {{{simulator.codes(step, model):>12} }} {spelled}"
    if document.format == "jrpn":
        return f"   {number:03d} {{ {_jrpn_codes(document, step):>8} }} {spellings.jrpn(step, model)}"
    if document.format == "keycodes":
        text = " ".join(step.keys(model)) + (" u" if step.user else "")
    else:
        text = _with_name(("u " if step.user else "") + spellings.handbook(step, model), step, name)
    return f"{number:03d} {text}" if _is_numbered(document) else text


def _with_name(text: str, step: Step, name: str) -> str:
    return text.removesuffix(step.operand) + name if name else text


def _jrpn_codes(document: Document, step: Step) -> str:
    return jrpn.codes(step.keys(document.model)) + (" u" if step.user else "")


def _is_numbered(document: Document) -> bool:
    """Whether most lines of the program have numbers."""
    lines = [document.line(place) for place in document.places]
    return 2 * sum(line.number is not None for line in lines) > len(lines)


def respell(document: Document, number: int, step: Step) -> Iterator[Edit]:
    """The changes to the keycodes and the operand of a line that give it the operand of this step."""
    place = document.places[number - 1]
    line = document.line(place)
    if line.codes is not None:
        yield Edit(Span.of(place, line.codes), _codes(document, line.codes, line, step))
    operand = operand_of(document, number)
    if operand is not None and operand.span is not None:
        written = step.operand.replace(".", "1") if document.format == "jrpn" else step.operand
        yield Edit(operand.span, written)


def _codes(document: Document, old: LinePart, line: TextLine, step: Step) -> str:
    if document.format == "jrpn":
        text = _jrpn_codes(document, step)
    elif line.braced:
        text = simulator.codes(step, document.model).strip()
    else:
        text = " ".join(step.keys(document.model)) + (" u" if step.user else "")
    behind = old.text[len(old.text.rstrip()) :]
    return text.rjust(len(old.text.rstrip())) + behind


def replace_lines(document: Document, first: int, count: int, steps: Sequence[Step]) -> tuple[Edit, ...]:
    """The changes that put steps in place of `count` lines of the program from line `first` on.

    With a count of 0 they come before that line. Lines after them get their new numbers. Comments and notes
    stay.
    """
    edits = tuple(in_place(document, first, count, steps, first))
    return (*edits, *renumber(document, first + count, len(steps) - count))


def edits_for(document: Document, draft: Sequence[tuple[Step, int]]) -> Iterator[Edit]:
    """The changes that make a program of these steps, each with the line that it was, 0 for a new one.

    Lines that stay keep their order, their comments and notes.
    """
    behind = len(document.program) + 1
    blocks: list[tuple[int, int, list[Step], int]] = []
    at, added = 1, list[Step]()
    for number, (step, origin) in enumerate((*draft, (None, behind)), 1):
        if step is not None and not origin:
            added.append(step)
            continue
        if added or origin > at:
            blocks.append((at, origin - at, added, number - len(added)))
        at, added = origin + 1, []
    for (first, count, steps, number), following in pairwise((*blocks, (behind, 0, [], 0))):
        yield from in_place(document, first, count, steps, number)
        kept = first + count
        yield from renumber(document, kept, number + len(steps) - kept, following[0])


def in_place(
    document: Document, first: int, count: int, steps: Sequence[Step], number: int
) -> Iterator[Edit]:
    """The changes that put steps in place of lines. The first of them gets this number."""
    made = [write_line(document, step, number + at) for at, step in enumerate(steps)]
    if count:
        places = tuple(dict.fromkeys(document.places[first - 1 : first - 1 + count]))
        yield from _in_place(document, places, made)
    elif first <= len(document.places):
        yield Edit(Span.on(document.places[first - 1], 0, 0), "\n".join(made) + "\n")
    else:
        place = document.places[-1]
        end = len(document.lines[place - 1])
        yield Edit(Span.on(place, end, end), "\n" + "\n".join(made))


def _in_place(document: Document, places: Sequence[int], made: Sequence[str]) -> Iterator[Edit]:
    """New lines in place of old ones, as far as there are any. The rest is taken out or put after."""
    for at, place in enumerate(places):
        if at >= len(made):
            yield _taken_out(document, place)
        elif at == len(places) - 1:
            yield Edit(_whole_line(document, place), "\n".join(made[at:]))
        else:
            yield Edit(_whole_line(document, place), made[at])


def _whole_line(document: Document, place: int) -> Span:
    """A line of the text up to its comment."""
    line = document.line(place)
    end = len(line.text.rstrip()) if line.comment is None else line.comment.column
    return Span.on(place, 0, len(line.text[:end].rstrip()))


def _taken_out(document: Document, place: int) -> Edit:
    """A line of the text removed. Its comment, where it has one, stays as a line of its own."""
    comment = document.line(place).comment
    if comment is not None:
        return Edit(Span.on(place, 0, comment.column + len(comment.text) - len(comment.text.lstrip())), "")
    if place < len(document.lines):
        return Edit(Span(place, 0, place + 1, 0), "")
    return Edit(Span.on(place, 0, len(document.lines[place - 1])), "")


def renumber(document: Document, first: int, more: int, end: int = 0) -> Iterator[Edit]:
    """The line numbers from line `first` of the program up to before line `end`, raised by a number."""
    if not more:
        return
    for place in dict.fromkeys(document.places[first - 1 : end - 1 if end else None]):
        line = document.line(place)
        if line.kind is LineKind.STEP and line.number is not None:
            old = line.number
            yield Edit(Span.of(place, old), f"{int(old.text) + more:0{len(old.text)}d}")
