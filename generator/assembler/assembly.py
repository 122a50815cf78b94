"""A small assembler: listings written with names for registers and labels, laid out into a Program.

A line is the handbook's mnemonic, with or without a name: 'RCL guess', 'STO + answer', 'GTO next', '10'.
Names of registers are given with the section. Names of labels are places in the code. 'MARK step' names a
place without a label, and 'LINE step' keys in the number of the line there, for a GTO I. The layout then
gives numbers to the labels. Labels that are used most get the short numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.table.instructions import LETTERS, REGISTERS, ROWS, OperandKind, Step, free_labels, step
from hp15c.table.models import Model

_PLAIN = {"-": "−", "*": "×", "/": "÷"}


@dataclass(frozen=True, slots=True)
class Section:
    """Lines that belong together: a title, a note on what they do, and the lines as text.

    A line may be several digits ('100'), which become one line of the program each.
    """

    title: str
    lines: tuple[str, ...]
    note: str = ""


def section(title: str, lines: str | Iterable[str], note: str = "") -> Section:
    """A section from lines separated by ';' or line ends, or from texts."""
    texts = lines.replace(";", "\n").splitlines() if isinstance(lines, str) else lines
    return Section(title, tuple(text.strip() for text in texts if text.strip()), note)


@dataclass(frozen=True, slots=True)
class PlacedSection:
    """A section after layout: its first line number and its steps."""

    section: Section
    first: int
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Assembly:
    """Sections in order, the registers that their names stand for, and the labels that are fixed.

    `registers` maps names to operands ('secret' to '0', 'turn' to '.1', 'index' to 'I'). `entries` maps label
    names to the labels that a person presses ('draw' to 'A').
    """

    sections: tuple[Section, ...]
    registers: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[str, str] = field(default_factory=dict)
    _layouts: dict[Model, tuple[PlacedSection, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def layout(self, model: Model) -> tuple[PlacedSection, ...]:
        """The sections with their steps for a model. Unsupported names every line that it cannot hold."""
        kept = self._layouts.get(model)
        if kept is None:
            kept = self._layouts[model] = self._laid_out(model)
        return kept

    def _laid_out(self, model: Model) -> tuple[PlacedSection, ...]:
        labels = allocate_labels(self, model)
        marks: dict[str, int] = {}
        while True:
            placed, met = self._place_sections(labels, marks)
            if met == marks:
                break
            marks = met
        missing = [
            f"{one.section.title}: {step}"
            for one in placed
            for step in one.steps
            if not step.exists_on(model)
        ]
        if missing:
            raise Unsupported(f"the HP-{model} lacks", missing)
        return placed

    def _place_sections(
        self, labels: Mapping[str, str], marks: Mapping[str, int]
    ) -> tuple[tuple[PlacedSection, ...], dict[str, int]]:
        """The sections with their steps, and the lines of the marks. LINE keys in the `marks` given."""
        placed: list[PlacedSection] = []
        met: dict[str, int] = {}
        number = 1
        for part in self.sections:
            steps: list[Step] = []
            for text in part.lines:
                name, mark = row_of(text)
                if name == "MARK":
                    met[mark] = number + len(steps)
                elif name == "LINE":
                    steps += read_line(str(marks.get(mark, 1)), {}, {})
                else:
                    steps += read_line(text, self.registers, labels)
            placed.append(PlacedSection(part, number, tuple(steps)))
            number += len(steps)
        return tuple(placed), met

    def program(self, model: Model) -> Program:
        """The bare program for a model."""
        return Program(model=model, steps=tuple(one for part in self.layout(model) for one in part.steps))

    def with_notes(self, model: Model, registers: Mapping[str, str], labels: Mapping[str, str]) -> Program:
        """The program for a model with notes on registers and labels, named as here or there."""
        numbers = allocate_labels(self, model)
        return replace(
            self.program(model),
            labels={numbers.get(name, name): note for name, note in labels.items()},
            registers={self.registers.get(name, name): note for name, note in registers.items()},
        )


def is_number(text: str) -> bool:
    """Whether a line is a number to be keyed in: digits and perhaps a point."""
    return text.replace(".", "", 1).isdigit()


def split_line(text: str) -> tuple[str, str]:
    """The row's name and the text of the operand of a line: 'STO + answer' is ('STO +', 'answer'). KeyError
    for a line that begins with no instruction.
    """
    words = text.split()
    words = [words[0], *(_PLAIN.get(word, word) for word in words[1:])]
    for count in range(len(words), 0, -1):
        name = " ".join(words[:count])
        if name in ROWS:
            return name, " ".join(words[count:])
    raise KeyError(f"no instruction begins {text!r}")


def row_of(text: str) -> tuple[str, str]:
    """The name and the operand of any line.

    A number is ('digit', text). A mark is ('MARK', name), and a line that a mark names ('LINE', name).
    """
    if is_number(text):
        return "digit", text
    first, _, rest = text.partition(" ")
    if first in ("MARK", "LINE"):
        return first, rest
    return split_line(_PLAIN.get(text, text))


def read_line(text: str, registers: Mapping[str, str], labels: Mapping[str, str]) -> Iterator[Step]:
    """The steps of one line: one step, or one for each key of a number. KeyError for an unknown name."""
    if is_number(text):
        for character in text:
            yield step(".") if character == "." else step("digit", character)
        return
    text = _PLAIN.get(text, text)
    name, operand = split_line(text)
    names = ROWS[name].names
    if names is OperandKind.LABEL:
        operand = labels.get(operand, operand)
    elif names is OperandKind.REGISTER:
        operand = registers.get(operand, operand)
    yield step(name, operand)


def label_uses(assembly: Assembly) -> Counter[str]:
    """How many times each label name stands in the code, LBL included."""
    uses: Counter[str] = Counter()
    for part in assembly.sections:
        for text in part.lines:
            name, operand = row_of(text)
            if name in ROWS and ROWS[name].names is OperandKind.LABEL and operand != "I":
                uses[operand] += 1
    return uses


def allocate_labels(assembly: Assembly, model: Model) -> dict[str, str]:
    """A label for each name: the fixed ones, then one-byte labels to those used most, then .0 to .9.

    Names that are labels already ('7', 'C') keep themselves. Unsupported when there are not enough.
    """
    known = {*REGISTERS, *LETTERS}
    uses = label_uses(assembly)
    labels = dict(assembly.entries)
    taken = set(labels.values()) | {name for name in uses if name in known}
    free = iter(free_labels(model, taken))
    wanted = [name for name, _ in uses.most_common() if name not in labels and name not in known]
    for name in wanted:
        label = next(free, None)
        if label is None:
            raise Unsupported(f"the HP-{model}", [f"{len(wanted)} labels are wanted, more than it has"])
        labels[name] = label
    return labels
