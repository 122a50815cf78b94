"""Labels and registers by name: where they are defined and used, and how to give them another name."""

from __future__ import annotations

from collections.abc import Iterator

from hp15c.core.code import lower
from hp15c.errors import InputError
from hp15c.listing.lines import LineKind
from hp15c.listing.named_labels import is_name
from hp15c.listing.notes import note_line, noted_name
from hp15c.table.instructions import ROWS, OperandKind, Role, Step
from programs.editors.listings import writing
from programs.editors.listings.document import Document, Operand, operand_of, operand_text, operands
from programs.editors.listings.fixes import holds
from programs.editors.listings.places import Edit, Span

_KINDS = {"L": OperandKind.LABEL, "R": OperandKind.REGISTER}


def at(document: Document, line: int, column: int) -> Operand | None:
    """The label or register at a place of the text, in a program line or a note. None for others."""
    if not 1 <= line <= len(document.lines):
        return None
    for number in document.steps_on.get(line, ()):
        found = operand_of(document, number)
        if found is not None and (found.is_label or found.is_register):
            span = found.span or document.whole(line)
            if span.holds(line, column) or _holds_verb(document, line, column):
                return found
    return next((one for one in note_operands(document) if one.span and one.span.holds(line, column)), None)


def _holds_verb(document: Document, line: int, column: int) -> bool:
    """Whether a cursor stands in the mnemonic of a line, so that it means the operand."""
    part = document.line(line).mnemonic
    return part is not None and part.column <= column <= part.column + len(part.text)


def note_operands(document: Document) -> Iterator[Operand]:
    """The labels and registers of the notes `#L` and `#R`."""
    for place, text in enumerate(document.lines, 1):
        if not text.lstrip().startswith(("#L", "#R")):
            continue
        line = document.line(place)
        name = noted_name(line.tag) if line.kind is LineKind.NOTE else None
        if name is not None:
            begin = text.index("#") + 1
            yield Operand(_KINDS[line.tag[0]], name, 0, Span.on(place, begin, begin + len(line.tag)))


def definitions(document: Document, operand: Operand) -> tuple[Span, ...]:
    """The place where a label stands, or where a register is noted, else the first store."""
    if operand.is_label:
        target = _target(document, operand)
        return () if target is None else (_place(document, target),)
    for one in note_operands(document):
        if one.is_as(operand) and one.span is not None:
            return (one.span,)
    used = (one for one in operands(document) if one.is_as(operand))
    stores = [one.number for one in used if document.step(one.number).name == "STO"]
    return tuple(_place(document, number) for number in stores[:1])


def _target(document: Document, operand: Operand) -> int | None:
    if not operand.number:
        return document.program.find_label(operand.name, 1)
    line = lower(document.program)[operand.number]
    return operand.number if line.role is Role.LABEL else line.target


def _place(document: Document, number: int) -> Span:
    found = operand_of(document, number)
    return found.span if found is not None and found.span else document.whole(document.places[number - 1])


def references(document: Document, operand: Operand, *, with_definition: bool = True) -> tuple[Span, ...]:
    """All places of a label or register: the lines that use it, and its note."""
    used = [one.number for one in operands(document) if one.is_as(operand)]
    if not with_definition:
        used = [number for number in used if document.step(number).role is not Role.LABEL]
    notes = [one for one in note_operands(document) if one.is_as(operand)] if with_definition else []
    spans = [_place(document, number) for number in used] + [one.span for one in notes if one.span]
    return tuple(sorted(spans))


def rename(document: Document, operand: Operand, name: str) -> tuple[Edit, ...]:
    """The changes that rename a label or register. InputError where that would change a program."""
    if document.faults:
        raise InputError("a line of this listing cannot be read: mend it before you rename")
    wanted = name.strip()
    if operand.is_label and document.format == "symbolic" and is_name(wanted):
        return _rename_label(document, operand, wanted)
    what = "LBL" if operand.is_label else "STO"
    offered = ROWS[what].operands_on(document.model)
    if wanted not in offered or (operand.is_register and wanted.isalpha()):
        raise InputError(f"{wanted!r} is no {'label' if operand.is_label else 'register'} of this calculator")
    if operand.is_register and operand.name in ("I", "(i)"):
        raise InputError(f"{operand.name} is more than a register: it cannot be renamed")
    _refuse_taken(document, operand, wanted)
    _refuse_indirect(document, operand)
    return _rename_number(document, operand, wanted)


def _refuse_taken(document: Document, operand: Operand, name: str) -> None:
    taken = [one for one in operands(document) if one.kind is operand.kind and one.name == name]
    if taken and name != operand.name:
        what = "label" if operand.is_label else "register"
        raise InputError(f"{what} {name} is used already, on line {taken[0].number:03d}")


def _refuse_indirect(document: Document, operand: Operand) -> None:
    for number, step in enumerate(document.program.steps, 1):
        if operand.is_label and step.searches and step.operand == "I":
            raise InputError(f"line {number:03d} {step} takes its label from I, maybe this one")
        if operand.is_register and step.operand == "(i)":
            raise InputError(f"line {number:03d} {step} uses the register that I names, maybe this one")
        if operand.is_register and step.instruction.sums:
            raise InputError(f"line {number:03d} {step} uses the registers of the sums by number")


def _rename_number(document: Document, operand: Operand, name: str) -> tuple[Edit, ...]:
    edits: list[Edit] = []
    steps = list(document.program.steps)
    for one in operands(document):
        if one.is_as(operand):
            old = document.step(one.number)
            if name not in old.instruction.operands_on(document.model):
                raise InputError(f"line {one.number:03d}: there is no {old.name} {name}")
            new = Step(old.instruction, name, old.user)
            steps[one.number - 1] = new
            edits += writing.respell(document, one.number, new)
    for one in note_operands(document):
        if one.is_as(operand) and one.span is not None:
            tag = "L" if operand.is_label else "R"
            edits.append(Edit(one.span, note_line(tag, name, "").strip("#:")))
    if not holds(document, edits, tuple(steps)):
        raise InputError(f"the lines with {operand.name} are written in a way that cannot be changed here")
    return tuple(edits)


def _rename_label(document: Document, operand: Operand, name: str) -> tuple[Edit, ...]:
    """The changes of a named label. Its letter or number may be another one afterwards."""
    edits = tuple(
        Edit(one.span, name)
        for one in operands(document)
        if one.is_label and one.name == operand.name and one.span is not None
    )
    others = {operand_text(document, one) for one in operands(document) if one.name != operand.name}
    if name in others:
        raise InputError(f"the name {name!r} is used already")
    return edits
