"""Changes of a whole program that were proved to keep what it does: shorter lines, subroutines, labels.

Each is proved by `generator.equality` before it is offered, and what it makes of the text is read back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from generator.equality import shorter
from generator.equality.claims import Observe
from generator.equality.search import Wish
from generator.equality.shorter import Guess, extraction, guesses
from generator.peephole.rewrite import Saving, shorten
from hp15c.errors import InputError
from hp15c.listing import spellings
from hp15c.listing.notes import note_line
from hp15c.listing.program import Program
from hp15c.table.instructions import LETTERS, ROWS, SEARCHES, Role, Step
from programs.editors.listings import writing
from programs.editors.listings.document import Document, operand_of, operand_text
from programs.editors.listings.fixes import holds
from programs.editors.listings.names import note_operands
from programs.editors.listings.places import Edit, Fix

PROVED: Final = "proved equal for all numbers: stack, LAST X, registers, flags and modes at each stop"
MOST_LINES: Final = 1_000
MOST_GUESSES: Final = 6
"""The most changes of the whole program that are tried for the chosen lines, those that save most first."""


@lru_cache(maxsize=256)
def is_proved(old: Program, new: Program) -> bool:
    """Whether two programs were proved to leave the same everywhere that can be seen."""
    try:
        return shorter.has_proof(old, new, Wish(Observe.ALL))
    except InputError:
        return False


def changes(document: Document, first: int, last: int) -> Iterator[Fix]:
    """The changes for the lines `first` to `last` of a text. There are none where a line cannot be read."""
    usable = document.program.steps and document.format in writing.WRITABLE
    if not usable or document.faults or len(document.program) > MOST_LINES:
        return
    numbers = [number for number, place in enumerate(document.places, 1) if first <= place <= last]
    if not numbers:
        return
    yield from _shorter(document, numbers[0], numbers[-1])
    yield from _whole(document, numbers)
    if any(document.step(number).role is Role.LABEL for number in numbers):
        yield from _labels_in_order(document)


def _offer(document: Document, title: str, edits: Sequence[Edit], steps: Sequence[Step]) -> Iterator[Fix]:
    """A change whose text reads back as wished, and that was proved."""
    new = document.program.with_steps(tuple(steps))
    if holds(document, edits, new.steps) and is_proved(document.program, new):
        yield Fix(title, tuple(edits), PROVED)


@lru_cache(maxsize=16)
def savings(program: Program) -> tuple[Saving, ...]:
    """The lines that can be saved, as `hp15c check --shorter` finds them."""
    return shorten(program, "size")[1]


def _shorter(document: Document, first: int, last: int) -> Iterator[Fix]:
    steps = document.program.steps
    for one in savings(document.program):
        if one.line + one.count <= first or one.line > last:
            continue
        made = (*steps[: one.line - 1], *one.by, *steps[one.line - 1 + one.count :])
        by = ", ".join(spellings.handbook(step, document.model) for step in one.by) or "nothing"
        gain = f"{one.lines} line{'s' * (one.lines != 1)} less" if one.lines > 0 else "fewer bytes"
        title = f"Shorter: {spellings.lines_between(one.line, one.line + one.count - 1)} become {by} ({gain})"
        edits = writing.replace_lines(document, one.line, one.count, one.by)
        yield from _offer(document, title, edits, made)


def _whole(document: Document, numbers: Sequence[int]) -> Iterator[Fix]:
    """Changes of the whole program that touch these lines: a subroutine, shared ends, unused lines."""
    first, last = numbers[0], numbers[-1]
    extracted = extraction(document.program, first, last) if len(numbers) > 1 else None
    if extracted is not None:
        calls = sum(not line.origin and line.step.role is Role.CALLS for line in extracted.draft)
        label = extracted.draft[-len(numbers) - 2].step
        title = f"Extract {spellings.lines_between(first, last)} as a subroutine, {label}"
        yield from _draft_fix(document, title + (f", called {calls} times" if calls > 1 else ""), extracted)
    touching = (one for one in _guesses(document.program) if {*one.change.lines} & {*numbers})
    for guess in islice(touching, MOST_GUESSES):
        yield from _draft_fix(document, f"Shorter: {guess.change.told}", guess)


@lru_cache(maxsize=16)
def _guesses(program: Program) -> tuple[Guess, ...]:
    return guesses(program)


def _draft_fix(document: Document, title: str, guess: Guess) -> Iterator[Fix]:
    steps = [line.step for line in guess.draft]
    edits = tuple(writing.edits_for(document, [(line.step, line.origin) for line in guess.draft]))
    yield from _offer(document, title, edits, steps)


def _labels_in_order(document: Document) -> Iterator[Fix]:
    """Labels that only the program uses, numbered in the order in which they stand."""
    program = document.program
    called = {step.operand for step in program.steps if step.searches}
    own = [
        label
        for label, lines in program.label_lines.items()
        if label not in LETTERS and label in called and len(lines) == 1
    ]
    others = {label for label in program.label_lines if label not in own}
    offered = (one for one in ROWS["LBL"].operands_on(program.model) if one not in LETTERS)
    free = [one for one in offered if one not in others]
    new = dict(zip(own, free, strict=False))
    if all(old == name for old, name in new.items()):
        return
    steps = list(program.steps)
    edits: list[Edit] = []
    for number, step in enumerate(program.steps, 1):
        name = new.get(step.operand) if step.role in (Role.LABEL, *SEARCHES) else None
        if name is None or name == step.operand or _has_name(document, number):
            continue
        steps[number - 1] = Step(step.instruction, name, step.user)
        edits += writing.respell(document, number, steps[number - 1])
    for one in note_operands(document):
        if one.is_label and one.span is not None and new.get(one.name, one.name) != one.name:
            edits.append(Edit(one.span, note_line("L", new[one.name], "").strip("#:")))
    yield from _offer(document, "Number the labels in their order", edits, steps)


def _has_name(document: Document, number: int) -> bool:
    operand = operand_of(document, number)
    text = operand_text(document, operand)
    return operand is not None and text.replace(",", ".") not in ("", operand.name) and not text.isdigit()
