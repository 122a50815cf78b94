"""What is wrong with a listing, or may be, with the changes that would mend it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Final

from hp15c.errors import Fault
from hp15c.inspect.lint import PROBLEMS, LintFinding, LintKind, findings
from programs.editors.listings import fixes
from programs.editors.listings.document import Document
from programs.editors.listings.places import Fix, Span

MOST: Final = 100


class Weight(Enum):
    """How much a finding weighs. The values are those of the editors' protocol."""

    ERROR = 1
    WARNING = 2
    REMARK = 3
    UNUSED = 4


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding: its place, how much it weighs, a word for its kind, and what it says in a sentence.

    Fixes are made when they are asked for, because each is tried on the whole text.
    """

    span: Span
    weight: Weight
    kind: str
    message: str
    mend: Callable[[], Iterable[Fix]] = tuple

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """The changes that mend it."""
        return tuple(self.mend())


_WEIGHTS: Final = {
    LintKind.UNUSED: Weight.REMARK,
    LintKind.TWICE: Weight.WARNING,
    LintKind.UNREACHED: Weight.UNUSED,
    LintKind.MEMORY: Weight.REMARK,
}


def look_for(document: Document) -> tuple[Finding, ...]:
    """All findings about a listing, the faults of its text first.

    Of more than MOST only the first are given, and a finding that says how many more there are.
    """
    found = list(_all(document))
    if len(found) <= MOST:
        return tuple(found)
    more = f"and {len(found) - MOST:,} more findings"
    return (*found[:MOST], Finding(found[MOST].span, found[MOST].weight, "more", more))


def _all(document: Document) -> Iterator[Finding]:
    if document.trouble:
        yield Finding(Span.on(1, 0, 0), Weight.ERROR, "unreadable", document.trouble)
    for fault in document.faults:
        yield _of_fault(document, fault, Weight.ERROR, "unreadable")
    for fault in document.warnings:
        yield _of_fault(document, fault, Weight.WARNING, "doubtful")
    if document.program.steps:
        for finding in findings(document.program):
            if not any(document.places[number - 1] in document.faulty for number in finding.lines):
                yield _of_lint(document, finding)


def _of_fault(document: Document, fault: Fault, weight: Weight, kind: str) -> Finding:
    mend = fixes.of_unread if weight is Weight.ERROR else fixes.of_doubt
    found = finding_of(fault, document.lines, weight, kind)
    return replace(found, mend=partial(mend, document, found.span.line))


def finding_of(fault: Fault, lines: Sequence[str], weight: Weight, kind: str) -> Finding:
    """A finding about a fault in a text of these lines."""
    place = min(fault.line, len(lines))
    length = len(lines[place - 1])
    column = min(fault.column, length)
    span = Span.on(place, column, min(column + max(fault.width, 1), length))
    return Finding(span, weight, kind, fault.message + (f": {fault.hint}" if fault.hint else ""))


def _of_lint(document: Document, finding: LintFinding) -> Finding:
    weight = Weight.ERROR if finding.kind in PROBLEMS else _WEIGHTS[finding.kind]
    mend: Callable[[], Iterable[Fix]] = tuple
    if finding.kind is LintKind.NO_LABEL:
        mend = partial(fixes.of_missing_label, document, finding.lines[0])
    elif finding.kind is LintKind.UNUSED:
        mend = partial(fixes.of_unused_label, document, finding.lines[0])
    elif finding.kind is LintKind.UNREACHED:
        mend = partial(fixes.of_unreached, document, finding.lines)
    return Finding(_span(document, finding.lines), weight, finding.kind.value, finding.what, mend)


def _span(document: Document, numbers: tuple[int, ...]) -> Span:
    """The place of lines of the program: the last of two labels, the whole of a stretch."""
    if not numbers:
        return document.whole(document.places[0])
    first, last = (document.whole(document.places[one - 1]) for one in (numbers[0], numbers[-1]))
    if numbers[-1] - numbers[0] != len(numbers) - 1:
        return last
    return Span(first.line, first.column, last.line, last.last_column)
