"""The text of a file that is open in an editor, and its changes as the protocol sends them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from lsprotocol import types
from pygls.workspace import PositionCodec

from programs.editors.listings.document import Document, look
from programs.editors.listings.findings import Finding, look_for
from programs.editors.listings.places import Edit, Span, apply, lines_of
from programs.editors.listings.sources import faults
from programs.editors.listings.stack_hints import Hint

Change = types.TextDocumentContentChangeEvent


class Positions:
    """Places of a text as the protocol counts them: lines from 0, columns in units of the editor's choice."""

    def __init__(self, lines: Sequence[str], codec: PositionCodec) -> None:
        self._lines = lines
        self._codec = codec

    def position(self, line: int, column: int) -> types.Position:
        """The protocol's position of a line, from 1, and a column in characters."""
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        return types.Position(line - 1, self._codec.client_num_units(text[:column]))

    def range(self, span: Span) -> types.Range:
        """The protocol's range of a part of the text."""
        return types.Range(
            self.position(span.line, span.column), self.position(span.last_line, span.last_column)
        )

    def place(self, position: types.Position) -> tuple[int, int]:
        """The line, from 1, and the column of a position. One outside of the text is moved into it."""
        if position.line >= len(self._lines):
            return len(self._lines), len(self._lines[-1])
        line = max(0, position.line)
        units, text = max(0, position.character), self._lines[line]
        if text.isascii():
            return line + 1, min(units, len(text))
        spent = accumulate((self._codec.client_num_units(one) for one in text), initial=0)
        column = max(at for at, before in enumerate(spent) if before <= units)
        return line + 1, column

    def span(self, range: types.Range) -> Span:
        """The part of the text that a range names. Its ends are put in order."""
        begin, end = sorted((self.place(range.start), self.place(range.end)))
        return Span(*begin, *end)


def apply_changes(text: str, changes: Iterable[Change], codec: PositionCodec) -> str:
    """The text after changes, each of which counts on the one before."""
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangePartial):
            span = Positions(lines_of(text), codec).span(change.range)
            text = apply(text, [Edit(span, change.text)])
        else:
            text = change.text
    return text


@dataclass
class Opened:
    """A file that is open: its text, the version that the editor counts, and what was read of it.

    `compiled` are the compiled lines beside a module of the language, for the text that it was compiled from.
    """

    name: str
    text: str
    version: int | None
    document: Document | None
    findings: tuple[Finding, ...]
    lines: tuple[str, ...]
    compiled: tuple[Hint, ...] = field(default=())

    @property
    def is_python(self) -> bool:
        """Whether it is a Python module and no listing."""
        return self.document is None


def open_text(name: str, text: str, version: int | None) -> Opened:
    """A text that was opened or changed, read."""
    if name.endswith(".py"):
        return Opened(name, text, version, None, faults(text, name), lines_of(text))
    document = look(text, name)
    return Opened(name, text, version, document, look_for(document), document.lines)
