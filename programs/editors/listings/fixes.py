"""Changes that mend one finding each. What a change makes of the text is read back before it is offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hp15c.core.code import RETURN
from hp15c.errors import UnknownKey
from hp15c.listing import spellings
from hp15c.listing.lines import LinePart, TextLine
from hp15c.listing.notes import note_line
from hp15c.table.instructions import ROWS, Role, Step
from programs.editors.listings import writing
from programs.editors.listings.document import Document, look
from programs.editors.listings.places import Edit, Fix, Span, apply


def holds(document: Document, edits: Sequence[Edit], steps: tuple[Step, ...]) -> bool:
    """Whether the changed text has exactly these steps and no fault that it did not have."""
    after = look(apply(document.text, edits), document.name, document.model)
    return after.program.steps == steps and len(after.faults) <= len(document.faults)


def of_unread(document: Document, place: int) -> Iterator[Fix]:
    """Changes for a line that cannot be read."""
    line = document.line(place)
    if line.mnemonic is None:
        return
    part = LinePart(line.mnemonic.text.rstrip(), line.mnemonic.column)
    step = _meaning(part.text, document)
    if step is not None and line.codes is not None:
        codes = " ".join(step.keys(document.model))
        span = Span.of(place, line.codes)
        padded = codes.rjust(len(line.codes.text.rstrip())) + line.codes.text[len(line.codes.text.rstrip()) :]
        yield Fix(f'Write the keycodes of "{part.text}"', (Edit(span, padded),))
    near = "" if step is not None else spellings.nearest(part.text, document.model)
    if near and line.codes is None:
        yield Fix(f'Write "{near}"', (Edit(Span.of(place, part), near),))


def of_doubt(document: Document, place: int) -> Iterator[Fix]:
    """Changes for a line whose keycodes and mnemonic disagree, or whose number is not the one due."""
    line, numbers = document.line(place), document.steps_on.get(place, ())
    if not numbers or place in document.faulty:
        return
    step = document.step(numbers[0])
    if line.number is not None and int(line.number.text) != numbers[0]:
        edits = tuple(_number(document))
        if holds(document, edits, document.program.steps):
            yield Fix("Number the lines from 001 on", edits)
    if line.mnemonic is None or len(numbers) != 1:
        return
    part = LinePart(line.mnemonic.text.rstrip(), line.mnemonic.column)
    if not spellings.agrees(part.text, step, document.model):
        meant = spellings.handbook(step, document.model)
        yield Fix(f'Write "{meant}"', (Edit(Span.of(place, part), meant),))
        spelled = _meaning(part.text, document)
        if spelled is not None and line.codes is not None:
            edits = tuple(_other_codes(document, numbers[0], line, spelled))
            yield Fix(f'Write the keycodes of "{part.text}"', edits)


def of_missing_label(document: Document, number: int) -> Iterator[Fix]:
    """The label that a line looks for, added after the last line."""
    operand = document.step(number).operand
    program = document.program
    added = (*(() if _ends(program.steps) else (RETURN,)), Step(ROWS["LBL"], operand), RETURN)
    edits = writing.replace_lines(document, len(program) + 1, 0, added)
    if holds(document, edits, (*program.steps, *added)):
        yield Fix(f"Add LBL {operand} and RTN at the end", edits)


def of_unused_label(document: Document, number: int) -> Iterator[Fix]:
    """A note on what a label is for, so that it counts as one to press, or the line taken out."""
    label = document.step(number).operand
    place = document.places[0]
    line = min((at for at, text in enumerate(document.lines, 1) if text.lstrip().startswith("#L")), default=0)
    at = Span.on(line or place, 0, 0)
    edits = (Edit(at, note_line("L", label, f"label {label}") + "\n"),)
    if holds(document, edits, document.program.steps):
        yield Fix(f"Note that LBL {label} is there to be pressed", edits)
    if number == 1 or not document.step(number - 1).may_skip:
        yield from _leave_out_lines(document, (number,), f"Remove LBL {label}")


def of_unreached(document: Document, numbers: Sequence[int]) -> Iterator[Fix]:
    """Lines at which no run arrives, taken out."""
    yield from _leave_out_lines(
        document, numbers, f"Remove {spellings.lines_between(numbers[0], numbers[-1])}"
    )


def _leave_out_lines(document: Document, numbers: Sequence[int], title: str) -> Iterator[Fix]:
    first, last = numbers[0], numbers[-1]
    edits = writing.replace_lines(document, first, last - first + 1, ())
    steps = document.program.steps
    if holds(document, edits, steps[: first - 1] + steps[last:]):
        yield Fix(title, edits)


def _ends(steps: Sequence[Step]) -> bool:
    """Whether no run leaves the last line for the one after it."""
    return bool(steps) and steps[-1].role in (Role.RETURNS, Role.JUMPS)


def _number(document: Document) -> Iterator[Edit]:
    """The number of each line as it is due."""
    for place, numbers in document.steps_on.items():
        old = document.line(place).number
        if old is not None and int(old.text) != numbers[0]:
            yield Edit(Span.of(place, old), f"{numbers[0]:0{len(old.text)}d}")


def _other_codes(document: Document, number: int, line: TextLine, step: Step) -> Iterator[Edit]:
    """The keycodes of another step in place of those of a line."""
    for edit in writing.respell(document, number, step):
        if line.codes is not None and edit.span.column == line.codes.column:
            yield edit


def _meaning(text: str, document: Document) -> Step | None:
    """The step that a mnemonic spells in only one way, None for an unknown one."""
    try:
        step = spellings.find(text, document.model)
    except UnknownKey:
        return None
    return step if step.instruction.programmable else None
