"""The names of a module: registers and functions by their notes, variables by their roles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from keyword import iskeyword
from typing import Final

from generator import language
from generator.decompiling.elements import NO_ARRAY
from generator.decompiling.events import INDEX
from hp15c.listing.program import Program
from hp15c.table import step

UNNOTED: Final = Program()
ALL_REGISTERS: Final = range(INDEX, 20)
_LETTERS: Final = "abcdefghjkmnpqsuvw"
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass
class Names:
    """The names of the module: its registers, its functions, and what is taken."""

    program: Program
    registers: Mapping[int, str]
    functions: Mapping[int, str]
    taken: set[str] = field(default_factory=set)
    array: str = ""
    block: range = NO_ARRAY
    matrices: Mapping[str, str] = field(default_factory=dict)


def has_note(program: Program, number: int) -> bool:
    """Whether a register has a name in the notes of a listing."""
    return register_name(program, number, ()) != register_name(UNNOTED, number, ())


def operand_of(number: int) -> str:
    """The operand by which lines name a register: 'I', '0' to '9', '.0' to '.9'."""
    return "I" if number == INDEX else step.register_name(number)


def register_name(program: Program, number: int, taken: Iterable[str]) -> str:
    """The name of a register: its note where that is a word, else r5 or r_5 for R.5."""
    operand = operand_of(number)
    plain = "index" if number == INDEX else f"r{operand}".replace(".", "_")
    note = identifier(program.registers.get(operand, ""))
    return note if note and note not in taken else plain


def identifier(note: str) -> str:
    """A note as a name, '' where it is too long for one."""
    words = _WORD.findall(note)
    name = (
        "_".join(words).lower()
        if len(words) <= 3 and " ".join(words) == re.sub(r"[-_\s]+", " ", note).strip()
        else ""
    )
    if (
        not name
        or iskeyword(name)
        or name in language.__all__
        or name in ("abs", "range", "min", "max", "round", "divmod")
    ):
        return ""
    return name


def candidates(wishes: Iterable[str]) -> Iterator[str]:
    for wish in wishes:
        yield wish
        for number in range(2, 10):
            yield f"{wish}{number}"
    for turn in count():
        for letter in _LETTERS:
            yield f"{letter}{turn or ''}"
