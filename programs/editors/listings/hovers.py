"""What a line of a listing means: its keys, bytes and time, what it does, and what it does here."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from typing import Final

from generator.reading.words import words
from hp15c.core.code import lower
from hp15c.listing import spellings
from hp15c.rules.book import RULES
from hp15c.table.instructions import Lift, Role, Step
from hp15c.table.models import Model
from hp15c.timing import WORD_TIMES_PER_SECOND
from programs.editors.listings import handbook, names
from programs.editors.listings.document import Document, Operand
from programs.editors.listings.places import Span

_LIFT: Final = {
    Lift.ENABLE: "enables stack lift",
    Lift.DISABLE: "disables stack lift",
    Lift.NEUTRAL: "leaves stack lift as it was",
}
_SECTION: Final = re.compile(r"BEHAVIOUR (\d+(?:\.\d+)?(?:(?:, | to | and )\d+(?:\.\d+)?)*)")


def hover(document: Document, line: int, column: int) -> tuple[Span, str] | None:
    """The text on a place, in Markdown, and the part of the text that it is about. None where nothing is."""
    operand = names.at(document, line, column)
    if operand is not None and operand.span is not None and operand.span.holds(line, column):
        return operand.span, "\n\n".join(_name(document, operand))
    numbers = document.steps_on.get(line, ())
    if not numbers or line in document.faulty:
        return None
    told = [_line(document, number) for number in numbers]
    return document.whole(line), "\n\n---\n\n".join("\n\n".join(one) for one in told)


def _line(document: Document, number: int) -> list[str]:
    step, model = document.step(number), document.model
    cost = lower(document.program)[number].cost
    size = step.bytes(model)
    user = "u " if step.user else ""
    told = [
        f"**{user}{spellings.handbook(step, model)}** (line {number:03d})",
        f"keys `{' '.join(step.keys(model))}`, {size} byte{'s' * (size != 1)}, {cost} word times"
        f" ({cost / WORD_TIMES_PER_SECOND:.3f} s) and what its numbers and labels add,"
        f" {_LIFT[step.instruction.lift]}",
        *meaning(step, model),
    ]
    here = document.explanation_of_line(number)
    if here is not None:
        told.append(f"Here: {_code(here.does)}")
        stack = " | ".join(_cell(value) for value in here.stack.values())
        told.append(f"| X | Y | Z | T |\n|---|---|---|---|\n| {stack} |")
    return told


def meaning(step: Step, model: Model) -> Iterator[str]:
    """What an instruction does, and where the reference and the Owner's Handbook tell it."""
    rule = RULES.get(step.name)
    if words(step):
        yield words(step).capitalize() + "."
    documented = inspect.getdoc(rule) if rule is not None else None
    if documented and rule is not None:
        yield " ".join(documented.partition("\n\n")[0].split())
        module = inspect.getdoc(sys.modules[rule.__module__]) or ""
        found = _SECTION.search(documented) or _SECTION.search(module)
        if found:
            yield f"Reference: BEHAVIOUR {found[1]}"
    told = handbook.reference(step.name, model)
    if told:
        yield told


def _name(document: Document, operand: Operand) -> Iterator[str]:
    """A label or register: its note, and the lines that use it."""
    program = document.program
    if operand.is_label:
        yield f"**LBL {operand.name}**" + _note(program.labels.get(operand.name, ""))
        part = _part(document, operand)
        if part:
            yield part
    else:
        shown = operand.name if operand.name in ("I", "(i)") else f"R{operand.name}"
        yield f"**{shown}**" + _note(program.registers.get(operand.name, ""))
    lines: dict[str, list[str]] = {}
    for number, step in enumerate(program.steps, 1):
        if step.names is operand.kind and step.operand == operand.name and step.role is not Role.TYPES:
            lines.setdefault(step.name, []).append(f"{number:03d}")
    yield "  \n".join(f"{name}: {', '.join(where)}" for name, where in lines.items())


def _part(document: Document, operand: Operand) -> str:
    """What the part at a label takes and gives. '' where lines cannot be read."""
    explanation = document.explanation
    if explanation is None or document.faults:
        return ""
    for part in explanation.parts:
        if part.label == operand.name:
            takes = _code(", ".join(part.takes)) if part.takes else "nothing"
            gives = ", ".join(f"{level.upper()} = {value}" for level, value in part.gives.items())
            return f"takes {takes}" + (f", gives {_code(gives)}" if gives else "")
    return ""


def _note(note: str) -> str:
    return f": {note}" if note else ""


def _code(text: str) -> str:
    return f"`{text.replace('`', '')}`"


def _cell(text: str) -> str:
    return _code(text).replace("|", "\\|")
