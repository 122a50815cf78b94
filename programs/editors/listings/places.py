"""Places in a text, and changes of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from hp15c.listing.lines import LinePart

_LINE_ENDS: Final = re.compile(r"\r\n|\n|\r")


class Span(NamedTuple):
    """A part of a text. Lines count from 1, columns from 0 in characters. The end is not in it."""

    line: int
    column: int
    last_line: int
    last_column: int

    @classmethod
    def on(cls, line: int, column: int, end: int) -> Span:
        """A part of one line."""
        return cls(line, column, line, end)

    @classmethod
    def of(cls, line: int, part: LinePart) -> Span:
        """The part of a line that its reader found."""
        return cls.on(line, part.column, part.column + len(part.text))

    @property
    def lines(self) -> tuple[int, int]:
        """Its first and last line. A line of which it holds no character does not count."""
        only_reached = self.last_column == 0 and self.last_line > self.line
        return self.line, self.last_line - only_reached

    def holds(self, line: int, column: int) -> bool:
        """Whether a cursor stands in it, its end included."""
        return (self.line, self.column) <= (line, column) <= (self.last_line, self.last_column)


class Edit(NamedTuple):
    """A change of a text: what stands in its place."""

    span: Span
    text: str


class Fix(NamedTuple):
    """Changes that belong together, and what they do. `proof` says what was proved, '' for nothing."""

    title: str
    edits: tuple[Edit, ...]
    proof: str = ""


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a text without their ends. A text that ends with an end of line has an empty last line."""
    return tuple(_LINE_ENDS.split(text))


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with these changes, which do not overlap. All places are those of the text as it was."""
    starts = [0, *(one.end() for one in _LINE_ENDS.finditer(text))]
    parts: list[str] = []
    done = 0
    for span, new in sorted(edits):
        begin = starts[span.line - 1] + span.column
        parts += (text[done:begin], new)
        done = starts[span.last_line - 1] + span.last_column
    return "".join((*parts, text[done:]))
