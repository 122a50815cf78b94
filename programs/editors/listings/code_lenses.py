"""What stands above the parts of a listing: their size and time, and what a click does with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hp15c.calculator import Calculator
from hp15c.core.code import lower
from hp15c.errors import InputError
from hp15c.inspect.cases import check_case, check_keys, suite_of_notes
from hp15c.inspect.session import Session
from hp15c.listing.program import Program
from hp15c.timing import WORD_TIMES_PER_SECOND
from programs.editors.listings.document import Document
from programs.editors.listings.outline import outline

MOST_LINES_RUN: Final = 200_000


@dataclass(frozen=True, slots=True)
class Lens:
    """A text above a line of the text. A click does `action`: 'run' with `keys`, 'test', or '' for none."""

    line: int
    text: str
    action: str = ""
    keys: str = ""


def code_lenses(document: Document) -> Iterator[Lens]:
    """The size of the program above its first line, and that of each part above its label.

    The seconds are those of each line once. A part that begins at a label to press can be run.
    """
    program = document.program
    if not program.steps:
        return
    place = document.places[0]
    yield Lens(place, f"program: {_size(document, 1, len(program))}")
    cases = _cases(program)
    if cases and not document.faults:
        yield Lens(place, f"test: {cases} case{'s' * (cases != 1)}", "test")
    for part in outline(document):
        numbers = [n for line in (part.span.line, part.span.last_line) for n in document.steps_on[line]]
        yield Lens(part.name.line, _size(document, numbers[0], numbers[-1]))
        if part.pressed and not document.faults:
            yield Lens(part.name.line, "run", "run", f"GSB {part.label}")


def _size(document: Document, first: int, last: int) -> str:
    program, lines = document.program, lower(document.program)
    size = sum(step.bytes(program.model) for step in program.steps[first - 1 : last])
    seconds = sum(line.cost for line in lines[first : last + 1]) / WORD_TIMES_PER_SECOND
    count = last - first + 1
    what = f"{count} line{'s' * (count != 1)}, {size} byte{'s' * (size != 1)}"
    return f"{what}, {seconds:.1f} s for each line once"


def _cases(program: Program) -> int:
    try:
        return len(suite_of_notes(program).cases)
    except InputError:
        return 0


def case_results(document: Document) -> str:
    """The test cases of a listing's notes, tried: which fail, how many pass. InputError for faults."""
    _refuse_faults(document)
    suite = suite_of_notes(document.program)
    if not suite.cases:
        raise InputError("its notes hold no line 'Test: KEYS shows DISPLAY'")
    check_keys(suite, document.model)
    results = [check_case(document.program, suite, case) for case in suite.cases]
    failed = [one.explanation() for one in results if not one.ok]
    return "\n".join((*failed, f"{len(results) - len(failed)} of {len(results)} cases pass"))


def run(document: Document, keys: str) -> str:
    """What shows after keys on a new calculator with this program. InputError for unknown keys and faults.

    A program that never ends is left after `MOST_LINES_RUN` lines.
    """
    _refuse_faults(document)
    calculator = Calculator(str(document.model))
    calculator.load(document.program)
    events = list(Session(calculator, limit=MOST_LINES_RUN).play(keys))
    shown = [
        event.display.strip() + (" (still running)" if event.kind == "limit" else "") for event in events
    ]
    seconds = sum(event.seconds or 0 for event in events)
    return f"{keys}: {', then '.join(shown) or 'nothing shows'} ({seconds:.1f} s on the calculator)"


def _refuse_faults(document: Document) -> None:
    if document.faults or document.trouble:
        raise InputError("a line of this listing cannot be read: mend it first")
