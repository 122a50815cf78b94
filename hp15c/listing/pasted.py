"""Listings as people pass them on: bare keycodes in forums, web pages, traces, scanned text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from typing import Final

from hp15c.errors import InputError
from hp15c.listing import notes
from hp15c.listing.lines import LineKind, LinePart, TextLine

# Keycodes without braces before a mnemonic: '42,21,11 f LBL A', '44 .3 STO .3', '10 ÷'.
_CODE: Final = r"[.,]?\d{1,2}(?!\d)"
_CODES: Final = rf"(?:u\s*)?{_CODE}(?:(?:\s*[.,\-]\s*|\s+){_CODE})*(?:\s+u)?"
_BOTH: Final = re.compile(rf"({_CODES})\s+(?=\S)(.+)", re.DOTALL)
_JOINED: Final = re.compile(r"[-–—:]\s*(?=\S)")
# A number after a blank, which is no keycode: '-2.5', '6.02 EEX 23'.
_NUMBER: Final = re.compile(r"[-+−]?[0-9]*[.,][0-9]+\s*(?:EEX|[eE])\s*[-+−]?[0-9]+|[-+−][0-9]*[.,][0-9]+")
_TWICE: Final = re.compile(r"(\d)\s+\1")
_ONLY_CODES: Final = re.compile(_CODES)

_TAG: Final = re.compile(r"<(?:!doctype|html|head|body|table|t[rdh]|pre|code|br|div|p|ol|ul|li|span)\b", re.I)
# Notes and comments of a listing may hold HTML tags. They do not make it a web page.
_COMMENT: Final = re.compile(r"\s*(?:#|;|//)")
_JSON: Final = re.compile(r'\s*(?:\{\s*"[^"]*"\s*:|\[\s*[\[{"])')
_NUMBERED: Final = re.compile(r"\s*\|?\s*\d{1,3}(?:\b|u)")
_MOST_LOOKED_AT: Final = 2_000_000

_TRACED: Final = re.compile(r"(\s*(\d{3})([-u])(.*?))\s+X \S+  Y \S+  Z \S+  T \S+(?:  .*)?")

# A scanner reads 1 as I or l, and 0 as O. Corrected words keep their length, so that faults point at the
# right place.
_SLIPPED_HEAD: Final = re.compile(r"\s*(?=\w*\d)[\dOoIl]{3}(?:[{\s,.:\-]+[\dOoIl]{1,2}(?![^\s},.\-]))*(?!\w)")
_AS_DIGITS: Final = str.maketrans("OoIl", "0011")
_SLIPS: Final = (
    ("O", "0"),
    ("o", "0"),
    ("I", "1"),
    ("l", "1"),
    ("0", "O"),
    ("1", "I"),
    ("X", "×"),
    ("x", "×"),
)
_TIMES: Final = (("X", "×"), ("x", "×"))


def apart(line: TextLine) -> TextLine:
    """A line taken apart into number, keycodes and mnemonic, without braces or after a dash."""
    if line.kind is not LineKind.STEP or line.number is None or line.braced:
        return line
    if line.codes is not None:
        halves = _TWICE.fullmatch(line.codes.text.strip())
        return replace(line, codes=LinePart(halves[1], line.codes.column), mnemonic=None) if halves else line
    if line.mnemonic is None:
        return line
    text, column = line.mnemonic.text, line.mnemonic.column
    if _NUMBER.fullmatch(text.strip()) and column > line.number.column + len(line.number.text):
        return line
    joint = _JOINED.match(text)
    if joint:
        text, column = text[joint.end() :], column + joint.end()
    if _ONLY_CODES.fullmatch(text.strip()) and joint:
        return apart(replace(line, codes=LinePart(text, column), mnemonic=None))
    both = _BOTH.fullmatch(text)
    if both is None:
        return replace(line, mnemonic=LinePart(text, column)) if joint else line
    codes, mnemonic = LinePart(both[1], column), LinePart(both[2], column + both.start(2))
    return replace(line, codes=codes, mnemonic=mnemonic)


def without_slips(text: str) -> str:
    """A line with misread letters corrected in the digits of its number and keycodes, as long as before."""
    head = _SLIPPED_HEAD.match(text)
    return head[0].translate(_AS_DIGITS) + text[head.end() :] if head else text


def readings(mnemonic: str) -> list[str]:
    """The mnemonics that a scanned text may stand for, when a letter was read for a digit or × for x."""
    changed = [
        mnemonic[:at] + right + mnemonic[at + 1 :]
        for wrong, right in (*_SLIPS, *_TIMES)
        for at, letter in enumerate(mnemonic)
        if letter == wrong
    ]
    return list(dict.fromkeys(changed))


def traced_lines(texts: Sequence[str], source: str) -> list[tuple[int, str]] | None:
    """The program lines in what `trace` printed, with their places, by number. None for other texts.

    InputError, which names the lines, when the trace lacks some because they did not run.
    """
    lines = [(place, _TRACED.fullmatch(text)) for place, text in enumerate(texts, 1)]
    if 2 * sum(line is not None for _, line in lines) <= sum(bool(text.strip()) for text in texts):
        return None
    numbered: dict[int, tuple[int, str]] = {}
    for place, line in lines:
        if line is not None:
            head = line[1] if line[3] == "-" else f"{line[2]} u {line[4]}"
            numbered.setdefault(int(line[2]), (place, head))
    lacking = [f"{number:03d}" for number in range(1, max(numbered) + 1) if number not in numbered]
    if lacking:
        raise InputError(
            f"{source}: this is a trace, which shows only lines that ran;"
            f" it lacks {'line' if len(lacking) == 1 else 'lines'} {', '.join(lacking)}"
        )
    return [numbered[number] for number in sorted(numbered)]


def as_text(text: str, source: str) -> str:
    """A web page as the text of its listing, any other text as it is. A printed sheet keeps its notes.

    InputError, one sentence, for a page without program lines or of too many characters, and for JSON.
    """
    if _JSON.match(text) and (_is_json(text) or '"' in text[:100]):
        raise InputError(f"{source}: this is JSON, not a listing; a saved calculator is read with --state")
    if not any(_TAG.search(line) for line in re.split(r"[\r\n]", text) if not _COMMENT.match(line)):
        return text
    if len(text) > _MOST_LOOKED_AT:
        raise InputError(
            f"{source}: this is a web page of {len(text):,} characters, and at most {_MOST_LOOKED_AT:,}"
            " are read; copy its program lines into a file"
        )
    page = _Page()
    page.feed(text)
    page.close()
    said, read = page.lines_said(), page.lines_read()
    if said and read != said:
        raise InputError(
            f"{source}: this sheet says that its program has {said} lines, and {read} of them are whole;"
            " print it again"
        )
    if sheet := list(page.sheet_lines()):
        return "\n".join(sheet)
    for candidate in ("".join(page.verbatim), "".join(page.rows), "".join(page.all)):
        lines = [line for line in candidate.replace("\xa0", " ").split("\n") if _NUMBERED.match(line)]
        if len(lines) > 1:
            return "\n".join(lines)
    if "".join(page.verbatim).strip():
        return "".join(page.verbatim)
    raise InputError(f"{source}: this is a web page in which no program lines were found")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


class _Page(HTMLParser):
    """The texts of a web page: all of it, the part in <pre>, the table rows, one a line, and the parts of a
    sheet that hp15c printed.
    """

    _BREAKS: Final = {"br", "p", "div", "li", "tr", "pre", "h1", "h2", "h3", "table", "textarea"}
    _SILENT: Final = {"script", "style", "head", "title"}
    _SHEET: Final = {"name", "size", "description", "noted", "note-text", "number", "user", "codes"}
    """The classes of the elements of a sheet that hold its listing."""
    _TAGS_OF_SHEET: Final = {"dt": "noted", "dd": "note-text"}

    def __init__(self) -> None:
        super().__init__()
        self.all: list[str] = []
        self.verbatim: list[str] = []
        self.rows: list[str] = []
        self._open: list[str] = []
        self._parts: list[tuple[str, list[str]]] = []
        self._part_tag = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._part_tag:
            self._parts[-1][1].append(self.get_starttag_text() or "")
        else:
            part = self._TAGS_OF_SHEET.get(tag) or dict(attrs).get("class") or ""
            if part in self._SHEET:
                self._parts.append((part, []))
                self._part_tag = tag
        if tag in self._BREAKS:
            self._add("\n")
        if tag in ("td", "th"):
            self._add("  ")
        if tag == "kbd":
            self._add(" ")
        if tag in ("pre", "code", "textarea", "tr") or tag in self._SILENT:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._part_tag:
            self._part_tag = ""
        elif self._part_tag:
            self._parts[-1][1].append(f"</{tag}>")
        if tag in self._BREAKS:
            self._add("\n")
        if tag in self._open:
            del self._open[self._open.index(tag) :]

    def handle_data(self, data: str) -> None:
        if self._part_tag:
            self._parts[-1][1].append(data)
        in_row = "tr" in self._open
        self._add(" ".join(data.split("\n")) if in_row else data)

    def lines_said(self) -> int:
        """The number of lines that the sheet's head says. 0 for a page that is no sheet."""
        sizes = ("".join(texts) for part, texts in self._parts if part == "size")
        head = re.match(r"HP-1[15]C\W+(\d+) lines\b", next(sizes, ""))
        return int(head[1]) if head else 0

    def lines_read(self) -> int:
        """The number of lines of the sheet that are whole."""
        return sum(part == "codes" for part, _ in self._parts) - (self._part_tag != "")

    def sheet_lines(self) -> Iterator[str]:
        """The listing of a sheet, with its notes. Nothing for a page that is none."""
        parts = [(part, "".join(texts)) for part, texts in self._parts]
        sizes = [text for part, text in parts if part == "size"]
        whole = {"number", "codes"} <= {part for part, _ in parts}
        if not sizes or not (whole or re.match(r"HP-1[15]C\W+0 lines\b", sizes[0])):
            return
        number = noted = user = ""
        for part, text in parts:
            if part == "size":
                yield f"# {text.split()[0].rstrip(',')} program"
            elif part == "name":
                yield f"#T:{text}"
            elif part == "description":
                yield from (f"#D:{line}" for line in text.split("\n"))
            elif part == "noted":
                noted = text
            elif part == "note-text":
                tag = "L" if noted.startswith("LBL ") else "F" if noted.startswith("F") else "R"
                yield notes.note_line(tag, noted.removeprefix("LBL ").lstrip("RF"), text)
            elif part == "number":
                number, user = text, ""
            elif part == "user":
                user = " u"
            else:
                yield f"{number} {{ {text}{user} }}"

    def _add(self, text: str) -> None:
        if self._SILENT.isdisjoint(self._open):
            self.all.append(text)
            if not {"pre", "code", "textarea"}.isdisjoint(self._open):
                self.verbatim.append(text)
            if "tr" in self._open:
                self.rows.append(text)
