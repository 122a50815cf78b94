"""The author's notes on a program, as the lines `#T:`, `#D:`, `#L`, `#R` and `#F` of the simulators' format.

Every other format carries the same lines as comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from hp15c.table.instructions import DIGITS, LETTERS, REGISTERS
from hp15c.table.step import register_name

_HIGHEST_REGISTER: Final = 64


@dataclass(slots=True)
class Notes:
    """Title, description and what labels, registers and flags are for.

    `comments` are the texts that stand before a line, by its number.
    """

    title: str = ""
    description: list[str] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    registers: dict[str, str] = field(default_factory=dict)
    flags: dict[str, str] = field(default_factory=dict)
    comments: dict[int, list[str]] = field(default_factory=dict)

    def add(self, tag: str, text: str) -> str:
        """Take in one line with its tag ('T', 'L-1', 'R(i)'). Returns what is wrong with the line, or ''."""
        if tag == "D":
            self.description += text.rstrip().replace("\\n", "\n").split("\n")
            return ""
        text = text.strip()
        if tag == "T":
            fault = "a second title" if self.title and text != self.title else ""
            self.title = text or self.title
            return fault
        notes = {"L": self.labels, "R": self.registers, "F": self.flags}[tag[0]]
        name = noted_name(tag)
        if name is None:
            return f"there is no #{tag}"
        fault = f"a second note #{tag}" if notes.get(name, text) != text else ""
        if text:
            notes[name] = text
        return fault


def noted_name(tag: str) -> str | None:
    """The label, register or flag that a tag names: '.3' for 'L13'. None where there is no such one."""
    names = {"L": _label, "R": _register, "F": _flag}
    return names[tag[0]](tag[1:]) if tag[0] in names else None


def _label(text: str) -> str | None:
    number = int(text) if len(text) < 4 else 99
    if number < 0:
        return LETTERS[-number - 1] if -number <= len(LETTERS) else None
    return register_name(number) if number < 20 else None


def _register(text: str) -> str | None:
    if text in ("I", "(i)"):
        return text
    number = int(text) if len(text) < 4 else 999
    return register_name(number) if number <= _HIGHEST_REGISTER else None


def _flag(text: str) -> str | None:
    return text if text in DIGITS else None


def _number(name: str) -> str:
    """The number for a name: '.3' is 13, label 'A' is -1, 'I' and '(i)' stay."""
    return str(-1 - LETTERS.index(name)) if name in LETTERS else str(REGISTERS.get(name, name))


def _one_line(text: str) -> str:
    return " ".join(text.split("\n")).replace("\r", " ").strip()


def with_comments(notes: Notes, lines: Iterable[str]) -> Iterator[str]:
    """The lines of a program from 001 on, each after its comments, as '# text'."""
    number = 0
    for number, line in enumerate(lines, 1):
        yield from (f"# {_one_line(text)}" for text in notes.comments.get(number, ()))
        yield line
    yield from (f"# {_one_line(text)}" for text in notes.comments.get(number + 1, ()))


def lines(notes: Notes) -> Iterator[str]:
    """The notes of a program, a line each: title, description, labels, registers, flags."""
    if notes.title:
        yield f"#T:{_one_line(notes.title)}"
    for text in notes.description:
        yield f"#D:{text.rstrip()}"
    for tag, named in (("L", notes.labels), ("R", notes.registers), ("F", notes.flags)):
        for name, text in named.items():
            if text.strip():
                yield note_line(tag, name, text)


def note_line(tag: str, name: str, text: str) -> str:
    """The line of one note: its tag L, R or F, the name of the label, register or flag, and its text."""
    return f"#{tag}{_number(name)}:{_one_line(text)}"
