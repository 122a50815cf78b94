"""A listing as it stands in an editor, whatever its state: the lines that can be read, and the faults."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from generator.reading.explanation import ExplainedLine, Explanation, explain
from hp15c.errors import Fault, InputError, ListingError
from hp15c.listing import text as texts
from hp15c.listing.lines import LineKind, TextLine, read_line
from hp15c.listing.program import Program
from hp15c.table.instructions import OperandKind, Role, Step
from hp15c.table.models import Model
from programs.editors.listings.places import Span, lines_of

LONGEST_TEXT: Final = 1_000_000
"""The number of characters from which on a text is not read."""

MOST_EXPLAINED: Final = 2_000
"""The number of program lines from which on a program is not explained. Every calculator holds fewer."""

_OPERAND: Final = re.compile(r"(?:\([iI]\)|[.,]\d|\d{1,2}|[A-EIi]|[A-Za-z_]\w+)$")


@dataclass(frozen=True)
class Document:
    """A text read as a listing.

    `program` has R/S in place of each line that cannot be read, and `places` the line of the text on which
    each of its lines stands, from 1. `trouble` is a fault that belongs to no line.
    """

    text: str
    name: str
    program: Program
    places: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    format: str = "mnemonics"
    trouble: str = ""

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text."""
        return lines_of(self.text)

    @cached_property
    def faulty(self) -> frozenset[int]:
        """The lines of the text that cannot be read."""
        return frozenset(fault.line for fault in self.faults)

    @cached_property
    def steps_on(self) -> dict[int, tuple[int, ...]]:
        """The lines of the program that stand on a line of the text, for each that has some."""
        found: dict[int, tuple[int, ...]] = {}
        for number, place in enumerate(self.places, 1):
            found[place] = (*found.get(place, ()), number)
        return found

    @property
    def model(self) -> Model:
        """The calculator for which the listing is read."""
        return self.program.model

    def line(self, place: int) -> TextLine:
        """The parts of a line of the text."""
        return read_line(self.lines[place - 1], place)

    def step(self, number: int) -> Step:
        """A line of the program, from 1."""
        return self.program.steps[number - 1]

    def whole(self, place: int) -> Span:
        """A line of the text without the blanks around it."""
        text = self.lines[place - 1]
        return Span.on(place, len(text) - len(text.lstrip()), len(text.rstrip()))

    @property
    def explanation(self) -> Explanation | None:
        """The program explained. None where it has too many lines."""
        return explanation(self.program) if 0 < len(self.program) <= MOST_EXPLAINED else None

    def explanation_of_line(self, number: int) -> ExplainedLine | None:
        """The explanation of one line of the program, None for a line without one."""
        found = self.explanation
        return found.lines[number - 1] if found is not None else None


@lru_cache(maxsize=32)
def explanation(program: Program) -> Explanation:
    """The program explained. It is kept for as long as its lines and notes are the same."""
    return explain(program)


def look(text: str, name: str, model: Model = Model.HP15C) -> Document:
    """Read a text as far as possible. A text that is no listing at all has one fault or a `trouble`."""
    nothing = Program(model=Model.of_file(name) or model)
    if not text.strip():
        return Document(text, name, nothing)
    if len(text) > LONGEST_TEXT:
        trouble = f"{len(text):,} characters are too many for a listing: at most {LONGEST_TEXT:,} are read"
        return Document("", name, nothing, trouble=trouble)
    try:
        found = texts.survey(text, model, name)
    except ListingError as error:
        return Document(text, name, nothing, faults=error.faults)
    except InputError as error:
        return Document(text, name, nothing, trouble=str(error).removeprefix(f"{name}: "))
    return Document(text, name, found.program, found.places, found.faults, found.warnings, found.format)


@dataclass(frozen=True, slots=True)
class Operand:
    """The operand of a line: what kind of thing it names, which one, and where it is written.

    `span` is None where the line has keycodes only.
    """

    kind: OperandKind
    name: str
    number: int
    span: Span | None

    @property
    def is_label(self) -> bool:
        """Whether it names a label."""
        return self.kind is OperandKind.LABEL

    @property
    def is_register(self) -> bool:
        """Whether it names a register."""
        return self.kind is OperandKind.REGISTER

    def is_as(self, other: Operand) -> bool:
        """Whether both name the same thing."""
        return (self.kind, self.name) == (other.kind, other.name)


def operand_of(document: Document, number: int) -> Operand | None:
    """The operand of a line of the program, None where it has none or cannot be read."""
    step, place = document.step(number), document.places[number - 1]
    if not step.operand or place in document.faulty or step.role is Role.TYPES:
        return None
    line = document.line(place)
    span = None
    if line.kind is LineKind.STEP and line.mnemonic is not None:
        text = line.mnemonic.text.rstrip()
        found = _OPERAND.search(text)
        if found:
            column = line.mnemonic.column
            span = Span.on(place, column + found.start(), column + found.end())
    return Operand(step.names, step.operand, number, span)


def operand_text(document: Document, operand: Operand | None) -> str:
    """An operand as the text has it: a name where one stands for a label. '' where it is not in the text."""
    span = operand.span if operand is not None else None
    return document.lines[span.line - 1][span.column : span.last_column] if span else ""


def operands(document: Document) -> tuple[Operand, ...]:
    """The operands of all lines."""
    found = (operand_of(document, number) for number in range(1, len(document.program) + 1))
    return tuple(one for one in found if one is not None)
