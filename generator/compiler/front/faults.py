"""Faults of a source file: collected, so that a person sees all of them at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from generator.compiler.front.shadows import HIDING
from generator.compiler.tree.ir import Place
from hp15c.errors import Fault, InputError


class SourceFault(Fault):
    """A fault in a source file. Its text tells line and column, both from 1."""

    def __str__(self) -> str:
        head, _, rest = super().__str__().partition(f":{self.line}: ")
        return f"{head}:{self.line}:{self.column + 1}: {rest}"


class SourceError(InputError):
    """A source file that cannot be compiled. `faults` holds every fault of the file, in order."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


@contextmanager
def refuse_deep_nesting(name: str) -> Iterator[None]:
    """Raise InputError where the work on a source nests more calls than Python allows."""
    try:
        yield
    except RecursionError:
        raise InputError(
            f"{name}: a formula, or a chain of elif, has too many parts inside each other:"
            " give a part of the formula a name, or divide the chain"
        ) from None


class Reporter:
    """Collects the faults of one source text."""

    def __init__(self, source: str, name: str) -> None:
        self.source = source
        self.name = name
        self.lines = source.splitlines() or [""]
        self.faults: list[Fault] = []

    def place(self, node: ast.AST) -> Place:
        """The place of a node of Python's tree.

        A node that spans several lines ends with the first of them here.
        """
        line: int = getattr(node, "lineno", 1)
        text = self._text(line)
        column = _characters(text, getattr(node, "col_offset", 0))
        end_line: int = getattr(node, "end_lineno", line) or line
        end = _characters(text, getattr(node, "end_col_offset", 0)) if end_line == line else len(text)
        return Place(line, column, max(end, column + 1))

    def at(self, place: Place | None, message: str, hint: str = "") -> None:
        """Note a fault at a place. The same fault is noted once."""
        place = place or Place(1, 0, 1)
        message, hint = message.replace(HIDING, ""), hint.replace(HIDING, "")
        fault = SourceFault(
            self.name,
            place.line,
            self._text(place.line),
            place.column,
            place.end - place.column,
            message,
            hint,
        )
        if fault not in self.faults:
            self.faults.append(fault)

    def on(self, node: ast.AST, message: str, hint: str = "") -> None:
        """Note a fault at a node."""
        self.at(self.place(node), message, hint)

    def finish(self) -> None:
        """Raise SourceError when there was a fault."""
        if self.faults:
            raise SourceError(sorted(self.faults, key=lambda fault: (fault.line, fault.column)))

    def _text(self, line: int) -> str:
        return self.lines[line - 1] if 0 < line <= len(self.lines) else ""


def _characters(text: str, offset: int) -> int:
    """A column in characters. Python's tree counts bytes of UTF-8."""
    return len(text.encode()[:offset].decode(errors="replace"))
