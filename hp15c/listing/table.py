"""Markdown tables of program lines: which rows and which of their cells are the listing."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hp15c.listing.lines import LineKind, LinePart, TextLine

_NUMBER: Final = re.compile(r"\d{1,4}")
_CODES: Final = re.compile(r"u?\s*[.,]?\d[\d\s.,\-]*u?")
_SEPARATOR: Final = re.compile(r":?-+:?")
_HEADINGS: Final = (
    ("codes", re.compile(r"key\s*codes?|codes?|keys?|display", re.IGNORECASE)),
    ("mnemonic", re.compile(r"mnemonics?|instructions?|functions?|keystrokes?|operations?", re.IGNORECASE)),
    ("number", re.compile(r"lines?|steps?|no\.?|nr\.?|number|#|program lines?", re.IGNORECASE)),
)


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of a table. None for a column that it does not have."""

    number: int | None
    codes: int | None
    mnemonic: int | None

    def is_listing(self) -> bool:
        return self.codes is not None or self.mnemonic is not None


def as_steps(lines: Sequence[TextLine]) -> tuple[list[TextLine], bool]:
    """The lines, with the rows of tables turned into steps, and whether the text is Markdown.

    In Markdown everything else but notes and comments is prose. Tables without a column of keycodes or
    mnemonics are prose too. Text with a stray bar in it is not Markdown: its rows stay as they are.
    """
    lines = list(lines)
    rows = sum(line.kind is LineKind.ROW for line in lines)
    others = sum(line.kind in (LineKind.STEP, LineKind.UNREADABLE) for line in lines)
    ruled = any(line.kind is LineKind.ROW and _is_separator(line) for line in lines)
    braced = any(line.braced for line in lines)
    if not rows or not (ruled or rows > others) or braced:
        return lines, False
    return list(_markdown(lines)), True


def _is_separator(line: TextLine) -> bool:
    return bool(line.cells) and all(_SEPARATOR.fullmatch(cell.text) for cell in line.cells)


def _markdown(lines: list[TextLine]) -> Iterator[TextLine]:
    columns: _Columns | None = None
    for at, line in enumerate(lines):
        if line.kind is not LineKind.ROW:
            if line.kind in (LineKind.NOTE, LineKind.COMMENT):
                yield line
            columns = None
            continue
        following = lines[at + 1] if at + 1 < len(lines) else line
        if columns is None:
            if following.kind is LineKind.ROW and _is_separator(following) and not _is_separator(line):
                columns = _columns_of_headings(line)
                continue
            columns = _guess_columns(line)
        if not _is_separator(line) and columns.is_listing() and any(cell.text for cell in line.cells):
            yield _step(line, columns)


def _columns_of_headings(line: TextLine) -> _Columns:
    """The columns that the headings name."""
    columns: dict[str, int] = {}
    for at, cell in enumerate(line.cells):
        for name, heading in _HEADINGS:
            if heading.fullmatch(cell.text) and name not in columns:
                columns[name] = at
                break
    return _Columns(columns.get("number"), columns.get("codes"), columns.get("mnemonic"))


def _guess_columns(line: TextLine) -> _Columns:
    """The columns of a table without headings, guessed from its first row."""
    cells = [cell.text for cell in line.cells]
    if len(cells) >= 3:
        return _Columns(0, 1, 2)
    if len(cells) == 2 and _NUMBER.fullmatch(cells[0]):
        return _Columns(0, 1, None) if _CODES.fullmatch(cells[1]) else _Columns(0, None, 1)
    if len(cells) == 2:
        return _Columns(None, 0, 1)
    return _Columns(None, None, 0)


def _step(line: TextLine, columns: _Columns) -> TextLine:
    """A row of a table as a step. In its number column only the digits are read."""

    def cell(at: int | None) -> LinePart | None:
        part = line.cells[at] if at is not None and at < len(line.cells) else None
        if part is None or not part.text:
            return None
        return LinePart(html.unescape(part.text), part.column) if "&" in part.text else part

    number, codes, mnemonic = cell(columns.number), cell(columns.codes), cell(columns.mnemonic)
    digits = re.sub(r"\D", "", number.text) if number is not None else ""
    return replace(
        line,
        kind=LineKind.STEP,
        number=LinePart(digits[:4], number.column) if number is not None and digits else None,
        codes=codes,
        braced=codes is not None,
        mnemonic=mnemonic,
    )


def split_number(line: TextLine) -> TextLine:
    """A line of bare keycodes split, where its first number is the line's number."""
    assert line.codes is not None
    number, _, codes = line.codes.text.partition(" ")
    column = line.codes.column
    if not codes.strip():
        return replace(line, number=LinePart(number, column), codes=None)
    return replace(line, number=LinePart(number, column), codes=LinePart(codes, column + len(number) + 1))
