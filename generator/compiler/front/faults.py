"""Faults of a source file: collected, so that a person sees all of them at once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from generator.compiler.front.shadows import in_own_words
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
        alike: dict[tuple[str, str], list[Fault]] = {}
        for one in faults:
            alike.setdefault((one.message, one.hint), []).append(one)
        super().__init__("\n".join(f"{first}{_also_in(first, rest)}" for first, *rest in alike.values()))
        self.faults = tuple(faults)


def _also_in(first: Fault, rest: Sequence[Fault]) -> str:
    """The other lines with the same fault, in words."""
    lines = [str(one) for one in dict.fromkeys(one.line for one in rest) if one != first.line]
    if not lines:
        return ""
    several = f"lines {', '.join(lines[:-1])} and {lines[-1]}" if lines[1:] else f"line {lines[0]}"
    return f"\n    The same stands in {several}."


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
        message, hint = in_own_words(message), in_own_words(hint)
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

    def name_of_call(self, node: ast.Call, name: str) -> str:
        """What a call names, in the words of the source, also where this name was made."""
        if re.search(rf"\b{name}\b", self.source):
            return name
        place = self.place(node)
        return self._text(place.line)[place.column : place.end].partition("(")[0]

    def finish(self) -> None:
        """Raise SourceError when there was a fault."""
        if self.faults:
            raise SourceError(sorted(self.faults, key=lambda fault: (fault.line, fault.column)))

    def _text(self, line: int) -> str:
        return self.lines[line - 1] if 0 < line <= len(self.lines) else ""


def _characters(text: str, offset: int) -> int:
    """A column in characters. Python's tree counts bytes of UTF-8."""
    return len(text.encode()[:offset].decode(errors="replace"))
