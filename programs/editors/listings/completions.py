"""What can stand at the cursor: instructions in every spelling, labels and registers with their notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hp15c.listing import spellings
from hp15c.listing.lines import LineKind
from hp15c.table.instructions import ROWS, TABLE, OperandKind, Step
from hp15c.table.models import Model
from programs.editors.listings.document import Document, operands
from programs.editors.listings.places import Edit, Span


@dataclass(frozen=True, slots=True)
class Completion:
    """Something to write: what is shown, what is typed for it, what it becomes, and what it is."""

    shown: str
    typed: str
    edit: Edit
    about: str
    kind: str


KINDS: Final = {OperandKind.LABEL: "label", OperandKind.REGISTER: "register"}


def completions(document: Document, line: int, column: int) -> Iterator[Completion]:
    """All that can stand where the cursor is. Nothing in comments and notes."""
    text = document.lines[line - 1] if 1 <= line <= len(document.lines) else ""
    begin = _begin(document, line, column, text)
    if begin is None:
        return
    typed = text[begin:column]
    row = _verb(typed, document.model)
    if row is not None:
        yield from _operands(document, line, begin, column, row)
        return
    for spelled, written, about in _spellings(document.model):
        yield Completion(spelled, spelled, Edit(Span.on(line, begin, column), written), about, "instruction")


def _begin(document: Document, line: int, column: int, text: str) -> int | None:
    """The column at which the mnemonic begins in which the cursor stands. None outside of one."""
    parts = document.line(line) if text.strip() else None
    if parts is not None and (parts.kind in (LineKind.COMMENT, LineKind.NOTE, LineKind.RULE)):
        return None
    if parts is not None and parts.comment is not None and parts.comment.column < column:
        return None
    if parts is not None and parts.mnemonic is not None and parts.mnemonic.column <= column:
        return parts.mnemonic.column
    behind = text[:column].rstrip()
    if not behind or behind.endswith("}") or behind.rstrip(".:-)").isdigit():
        return column
    return None


def _verb(typed: str, model: Model) -> str | None:
    """The row of an instruction that waits for its operand. None where none does."""
    if not typed.endswith(" "):
        return None
    for row in TABLE:
        offered = row.operands_on(model)
        if offered and row.programmable:
            meant = spellings.candidates(f"{typed}{offered[0]}", model)
            if meant and meant[0].instruction is row and not meant[0].user:
                return row.name
    return None


def _operands(document: Document, line: int, begin: int, column: int, name: str) -> Iterator[Completion]:
    """The operands of an instruction: those that the program uses or notes first."""
    row, program = ROWS[name], document.program
    notes = {
        OperandKind.LABEL: program.labels,
        OperandKind.REGISTER: program.registers,
        OperandKind.FLAG: program.flags,
    }.get(row.names, {})
    used = {one.name for one in operands(document) if one.kind is row.names}
    offered = row.operands_on(document.model)
    kind = KINDS.get(row.names, "operand")
    for operand in sorted(
        offered, key=lambda one: (one not in used and one not in notes, offered.index(one))
    ):
        written = spellings.handbook(Step(row, operand), document.model)
        about = notes.get(operand, "used in this program" if operand in used else "")
        edit = Edit(Span.on(line, begin, column), written)
        verb = document.lines[line - 1][begin:column]
        yield Completion(operand, f"{verb}{operand}", edit, about, kind)
        if operand in notes:
            yield Completion(notes[operand], f"{verb}{notes[operand]}", edit, operand, kind)


@lru_cache(maxsize=4)
def _spellings(model: Model) -> tuple[tuple[str, str, str], ...]:
    """Every spelling of each instruction: as it is typed, as it is put in, and a note with the keys."""
    found: dict[str, tuple[str, str, str]] = {}
    for row in TABLE:
        if not row.programmable or row.on(model) is None:
            continue
        offered = row.operands_on(model)
        step = Step(row, offered[0] if offered else "")
        written = spellings.handbook(step, model)
        keys = " ".join(row.on(model) or ())
        if row.name == "digit":
            continue
        verb = written.removesuffix(step.operand) if offered else written
        for name in (verb.strip(), *spellings.names(row)):
            found.setdefault(name, (name, verb, f"{written.strip()}, keys {keys}"))
            bare = name.removeprefix("f ").removeprefix("g ")
            found.setdefault(bare, (bare, verb, f"{written.strip()}, keys {keys}"))
    return tuple(found.values())
