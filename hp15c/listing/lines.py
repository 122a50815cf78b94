"""One line of a listing, taken apart by the grammar. No word of it is looked up here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from hp15c.table.instructions import Keys

LONGEST_STEP: Final = 300
MOST_CELLS: Final = 30


class LineKind(Enum):
    """The kind of a line of text."""

    BLANK = "blank"
    NOTE = "note"
    COMMENT = "comment"
    RULE = "rule"
    ROW = "row"
    STEP = "step"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class LinePart:
    """A piece of a line and the column, counted from 0, at which it begins."""

    text: str
    column: int

    def strip(self) -> LinePart:
        """The piece without blanks and Markdown's marks at both ends."""
        shorter = self.text.strip()
        column = self.column + len(self.text) - len(self.text.lstrip())
        for mark in ("`", "**"):
            if len(shorter) > 2 * len(mark) and shorter.startswith(mark) and shorter.endswith(mark):
                shorter = shorter[len(mark) : -len(mark)].strip()
                column += len(mark)
        return LinePart(shorter, column)


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text: `place` counts lines from 1. Which parts it has depends on its kind.

    NOTE: `tag` ('T', 'L-1', 'R(i)') and `rest`. ROW: `cells`. STEP: `number`, `codes` (with `braced`), `user`
    (the mark stood before the codes), `mnemonic` and the `comment` after it, each None when absent.
    UNREADABLE: `rest` is the part that could not be read.
    """

    place: int
    text: str
    kind: LineKind
    tag: str = ""
    rest: LinePart | None = None
    cells: tuple[LinePart, ...] = ()
    number: LinePart | None = None
    codes: LinePart | None = None
    braced: bool = False
    user: bool = False
    mnemonic: LinePart | None = None
    comment: LinePart | None = None


@dataclass(frozen=True, slots=True)
class LineKeycodes:
    """Keycodes as a listing writes them: the keys, another way to read them, and the USER mark.

    `other` is () when there is no second way: '44,1' is 44 48 1, but can also be 44 and 1.
    """

    keys: Keys
    other: Keys = ()
    user: bool = False


class CodesError(ValueError):
    """Text that is no sequence of keycodes. `column` is where it could not be read any more."""

    def __init__(self, column: int) -> None:
        super().__init__("no keycodes")
        self.column = column


@cache
def _grammar() -> Lark:
    text = files("hp15c.listing").joinpath("listing.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", start=["line", "codes"], maybe_placeholders=False)


def _place_of_error(error: UnexpectedInput, text: str) -> int:
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return len(text)
    if isinstance(error, UnexpectedCharacters | UnexpectedToken):
        return min(error.pos_in_stream or 0, len(text))
    return 0


def _tokens(tree: Tree[Token]) -> Iterator[Token]:
    for child in tree.children:
        assert isinstance(child, Token)
        yield child


def read_line(text: str, place: int) -> TextLine:
    """The parts of one line of text. This never raises: a line that fits no format is UNREADABLE."""
    if len(text) > LONGEST_STEP:
        return replace(_parse_line(text), place=place)
    numbered = _NUMBERED.match(text)
    if numbered:
        number = LinePart(numbered[1], numbered.start(1))
        found = _remembered(f"{text[: number.column]}001{text[numbered.end() :]}")
        if found.kind is LineKind.STEP:
            return replace(found, place=place, text=text, number=number)
    return replace(_remembered(text), place=place)


def _parse_line(text: str) -> TextLine:
    """The parts of a line, with place 0."""
    commented = text.lstrip().startswith(("#", ";", "//"))
    if not commented and (len(text) > LONGEST_STEP or text.count("|") > MOST_CELLS):
        return TextLine(0, text, LineKind.UNREADABLE, rest=LinePart(text, 0))
    if not text.strip():
        return TextLine(0, text, LineKind.BLANK)
    try:
        tree = _grammar().parse(text, start="line")
    except UnexpectedInput as error:
        column = _place_of_error(error, text)
        return TextLine(0, text, LineKind.UNREADABLE, rest=LinePart(text[column:], column))
    if not tree.children:
        return TextLine(0, text, LineKind.BLANK)
    inner = tree.children[0]
    assert isinstance(inner, Tree)
    kind = LineKind(inner.data)
    parts = {token.type: LinePart(str(token), token.start_pos or 0) for token in _tokens(inner)}
    if kind is LineKind.NOTE:
        return TextLine(
            0, text, kind, tag=parts["NOTE"].text.strip()[1:-1], rest=parts.get("TEXT", LinePart("", 0))
        )
    if kind is LineKind.ROW:
        return TextLine(0, text, kind, cells=_cells(inner))
    if kind is not LineKind.STEP:
        return TextLine(0, text, kind)
    braced = "{" in text and "CODES" not in parts and text.find("{") < text.find("}")
    number = parts.get("NUMBER")
    return TextLine(
        0,
        text,
        kind,
        number=number and LinePart(re.sub(r"\D", "", number.text), number.column),
        codes=parts.get("BRACED", LinePart("", text.find("{") + 1)) if braced else parts.get("CODES"),
        braced=braced,
        user="USER_MARK" in parts,
        mnemonic=parts.get("MNEMONIC"),
        comment=parts.get("COMMENT"),
    )


_NUMBERED: Final = re.compile(r"\s*(\d{3})(?=\s*\{)")
"""A line's number in front of a brace. Lines that differ only in it are parsed once."""
_remembered: Final = lru_cache(maxsize=4096)(_parse_line)


def _cells(row: Tree[Token]) -> tuple[LinePart, ...]:
    """The cells of a table's row, with what is not blank before the first bar and after the last one."""
    cells = [LinePart("", 0)]
    for token in _tokens(row):
        if token.type == "BAR":
            cells.append(LinePart("", (token.start_pos or 0) + 1))
        else:
            cells[-1] = LinePart(str(token), token.start_pos or 0)
    if not cells[0].text.strip():
        cells = cells[1:]
    if cells and not cells[-1].text.strip():
        cells = cells[:-1]
    return tuple(cell.strip() for cell in cells)


def read_codes(part: LinePart) -> LineKeycodes:
    """The keycodes in a piece of text. CodesError when it holds anything else."""
    try:
        return _codes(part.text)
    except UnexpectedInput as error:
        raise CodesError(part.column + _place_of_error(error, part.text)) from None


@lru_cache(maxsize=4096)
def _codes(text: str) -> LineKeycodes:
    tree = _grammar().parse(text, start="codes")
    keys: list[str] = []
    user = False
    joints: list[str] = []
    for child in tree.children:
        if isinstance(child, Tree):
            code = str(child.children[0])
            keys += ["48", code[1]] if code[0] in ".," else [code]
        elif child.type == "USER":
            user = True
        else:
            joints.append(str(child))
    plain = tuple(keys)
    if not joints or len(keys) < 2 or len(keys[-1]) != 1 or not re.search(r"[.,]\d(?:\s*u)?\s*$", text):
        return LineKeycodes(plain, user=user)
    pointed = (*plain[:-1], "48", plain[-1])
    if plain[-2] == "48":
        return LineKeycodes(plain, user=user)
    if joints[-1] == "," and joints.count(",") == 1:
        return LineKeycodes(pointed, plain, user)
    return LineKeycodes(plain, pointed, user)
