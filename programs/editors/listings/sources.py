"""Modules of `generator.language` in an editor: the compiler's faults, and the lines that it makes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from generator.compiler import front
from generator.reading.writing import cut
from hp15c.errors import InputError
from hp15c.listing import spellings
from hp15c.listing.program import Program
from programs.editors.listings.findings import Finding, Weight, finding_of
from programs.editors.listings.places import Span, lines_of
from programs.editors.listings.stack_hints import Hint

_LANGUAGE: Final = re.compile(r"^\s*(?:from|import)\s+generator\.language\b", re.MULTILINE)
_LONGEST: Final = 70


def is_source(text: str) -> bool:
    """Whether a Python module is one for the compiler: it imports the language."""
    return _LANGUAGE.search(text) is not None


def faults(text: str, name: str) -> tuple[Finding, ...]:
    """The compiler's faults of a module, with their places. Empty for a text that is no source of it."""
    if not is_source(text):
        return ()
    try:
        front.parse(text, name)
    except front.SourceError as error:
        lines = lines_of(text)
        return tuple(finding_of(fault, lines, Weight.ERROR, "compiler") for fault in error.faults)
    except InputError as error:
        return (refusal(str(error)),)
    return ()


def refusal(message: str) -> Finding:
    """A finding about a whole module."""
    return Finding(Span.on(1, 0, 0), Weight.ERROR, "compiler", message)


def compiled_lines(text: str, program: Program, sources: Sequence[int]) -> Iterator[Hint]:
    """The lines of a compiled program after the source lines that they came from.

    `sources` is the source line of each line of the program.
    """
    made: dict[int, list[str]] = {}
    for number, (step, source) in enumerate(zip(program.steps, sources, strict=True), 1):
        made.setdefault(source, []).append(f"{number:03d} {spellings.handbook(step, program.model)}")
    lines = lines_of(text)
    for source, steps in sorted(made.items()):
        if 1 <= source <= len(lines):
            shown = cut(", ".join(steps), _LONGEST)
            yield Hint(source, len(lines[source - 1].rstrip()), shown, "\n".join(steps))
