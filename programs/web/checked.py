"""The text of an editor, read as a listing: its lines and their faults."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from hp15c.errors import Fault, InputError, ListingError, Unsupported
from hp15c.listing.program import Program
from hp15c.listing.reader import parse
from hp15c.listing.writers.formats import write
from hp15c.table.models import LIMITS, Model
from programs.web.view import line_of
from solver.number_words import number_of

MOST_FAULTS: Final = 100


@dataclass(frozen=True, slots=True)
class CheckedProgram:
    """A text that was checked: the program, or the faults for which it cannot be read.

    `trouble` is a fault that belongs to no line.

    `places` are the lines of the text, from 1, on which the program's lines stand. Where there are faults,
    `readable` is the program with some instruction in place of each line that cannot be read.
    """

    program: Program | None
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    trouble: str = ""
    places: tuple[int, ...] = ()
    readable: Program | None = None

    def to_json(self) -> dict[str, Any]:
        """The same for the page. A fault's line counts from 1, its column from 0."""
        shown = self.program or self.readable
        lines = [line_of(shown, number) for number in range(1, len(shown) + 1)] if shown else []
        return {
            "places": list(self.places),
            "lines": lines,
            "faults": [_fault(one) for one in self.faults[:MOST_FAULTS]],
            "warnings": [_fault(one) for one in self.warnings[:MOST_FAULTS]],
            "trouble": self.trouble,
            "size": _size(self.program) if self.program else "",
        }


def look(text: str, model: Model, name: str) -> CheckedProgram:
    """Read a text as a listing for a model."""
    if not text.strip():
        return CheckedProgram(Program(model=model))
    try:
        listing = parse(text, model, name)
    except ListingError as error:
        readable, places = _readable(text, error.faults, model, name)
        return CheckedProgram(None, error.faults, places=places, readable=readable)
    except (InputError, Unsupported) as error:
        return CheckedProgram(None, trouble=str(error))
    program = listing.program
    other = "" if program.model is model else f"this is a program for the HP-{program.model}"
    return CheckedProgram(program, warnings=listing.warnings, trouble=other, places=listing.places)


def _readable(
    text: str, faults: tuple[Fault, ...], model: Model, name: str
) -> tuple[Program | None, tuple[int, ...]]:
    """The program with some instruction in place of each faulty line, and its places. None if that fails."""
    bad = {one.line for one in faults}
    lines = _lines(text)
    patched = "\n".join("R/S" if at in bad else one for at, one in enumerate(lines, 1))
    try:
        listing = parse(patched, model, name)
    except (InputError, Unsupported):
        return None, ()
    return listing.program, listing.places


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\n|\r", text)


def editable(program: Program) -> str:
    """A program as text for the editor: its notes, and one mnemonic a line."""
    return write(program, "mnemonics")


def _fault(fault: Fault) -> dict[str, Any]:
    return {
        "line": fault.line,
        "column": fault.column,
        "width": fault.width,
        "text": fault.text,
        "said": fault.message + (f"; {fault.hint}" if fault.hint else ""),
    }


def _size(program: Program) -> str:
    """Lines and memory that a program takes, in words."""
    limits = LIMITS[program.model]
    if program.model is Model.HP11C:
        return f"{len(program)} of {limits.most_lines} lines"
    parts = ((len(program), "line"), (program.bytes, "byte"), (program.memory_registers, "register"))
    return ", ".join(number_of(number, thing) for number, thing in parts)
