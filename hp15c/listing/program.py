"""A program: its steps and its author's notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Protocol, overload

from hp15c.errors import InputError
from hp15c.listing.notes import Notes
from hp15c.table.instructions import Role, Step
from hp15c.table.models import LIMITS, Model


class Forms(Protocol):
    """What a Program is read and written with: the module `listing.writers.formats`, set by the package."""

    def parse(self, text: str, model: str, source: str) -> Program:
        """The program in a listing."""

    def read(self, path: str | Path, model: str) -> Program:
        """The program in a file."""

    def write(self, program: Program, format: str = "simulator") -> str:
        """The program as text in a format."""

    def save(
        self, program: Program, path: str | Path, format: str | None = None, encoding: str = "utf-8"
    ) -> None:
        """Replace a file by the program."""

    def table(self, program: Program) -> str:
        """The program as an HTML table."""


@dataclass(frozen=True, repr=False)
class Program:
    """The lines 001 to n of a program for one model, with title, description and notes.

    `labels`, `registers` and `flags` say what a label ('A', '.3'), a register ('6', '.1', 'I', '(i)')
    or a flag ('0') is for. `comments` are the texts before a line, by its number. Two programs are equal when
    model, steps and all notes are. Comments do not count.

    A program is a sequence of its steps, counted from line 1: `program[1]` is the first and `program[-1]` the
    last. `program[3:5]` is the Program of lines 3 and 4, and `program["A"]` that from LBL A up to the next
    label. `repr` describes it in one line, `str` is its listing.
    """

    forms: ClassVar[Forms]

    model: Model = Model.HP15C
    steps: tuple[Step, ...] = ()
    title: str = ""
    description: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    registers: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, Sequence[str]] = field(default_factory=dict, compare=False)

    @classmethod
    def parse(cls, text: str, model: str = "15C", source: str = "<text>") -> Program:
        """The program in a listing of any supported format. The listing's own header wins over `model`.

        Raises ListingError naming every fault.
        """
        return cls.forms.parse(text, model, source)

    @classmethod
    def read(cls, path: str | Path, model: str = "15C") -> Program:
        """The program in a file (UTF-8, UTF-16 or Latin-1). See `parse`."""
        return cls.forms.read(path, model)

    @classmethod
    def of(cls, model: Model, steps: tuple[Step, ...], notes: Notes) -> Program:
        """The program with these steps and their author's notes."""
        description = "\n".join(notes.description)
        return cls(
            model, steps, notes.title, description, notes.labels, notes.registers, notes.flags, notes.comments
        )

    @property
    def notes(self) -> Notes:
        """Title, description and notes, as listings carry them."""
        lines = self.description.replace("\r", "\n").split("\n") if self.description else []
        comments = {number: list(texts) for number, texts in self.comments.items()}
        return Notes(self.title, lines, dict(self.labels), dict(self.registers), dict(self.flags), comments)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice | str) -> Program: ...
    def __getitem__(self, place: int | slice | str) -> Step | Program:
        """A line by its number, lines as a slice of numbers, or the lines of a label ('A', '.3').

        IndexError for a line that does not exist, InputError for a label that does not exist.
        """
        numbers = range(1, len(self) + 1)
        if isinstance(place, str):
            return self._part(place)
        if isinstance(place, slice):
            begin, end, stride = place.indices(len(self) + 1)
            chosen = [number for number in range(begin, end, stride) if number]
            return self.with_steps(tuple(self.steps[number - 1] for number in chosen))
        if place not in numbers and -place not in numbers:
            raise IndexError(f"there is no line {place}; the program has lines 1 to {len(self)}")
        return self.steps[place - 1 if place > 0 else place]

    def _part(self, label: str) -> Program:
        """The lines from a label up to the next one."""
        begin = self.find_label(label, 1)
        if begin is None:
            names = ", ".join(self.label_lines) or "none"
            raise InputError(f"there is no label {label!r} in this program; its labels: {names}")
        later = [line for lines in self.label_lines.values() for line in lines if line > begin]
        return self[begin : min(later, default=len(self) + 1)]

    def __repr__(self) -> str:
        title = f"{self.title!r}, " if self.title else ""
        return f"<Program {title}HP-{self.model}, {len(self)} lines, {self.bytes} bytes>"

    def __str__(self) -> str:
        return self.forms.write(self)

    def _repr_html_(self) -> str:
        return self.forms.table(self)

    def write(self, path: str | Path, format: str | None = None, encoding: str = "utf-8") -> None:
        """Write a listing file, replaced whole. The format is that of `hp15c convert --to`.

        Without `format` the file's name says it: .15c and .11c, .txt, .keys, .mnem, .md, .html. Raises
        InputError for an unknown format and for a file that cannot be written, Unsupported where the format
        cannot express the program.
        """
        self.forms.save(self, path, format, encoding)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.model, self.steps))

    def with_steps(self, steps: tuple[Step, ...]) -> Program:
        """The same program with other steps, notes kept. Comments are kept where no line comes or goes."""
        return replace(self, steps=steps, comments=self.comments if len(steps) == len(self) else {})

    @cached_property
    def bytes(self) -> int:
        """Bytes of program memory. On the HP-11C the number of lines."""
        return sum(step.bytes(self.model) for step in self.steps)

    @cached_property
    def memory_registers(self) -> int:
        """Registers that the program takes from the pool.

        HP-15C: seven bytes each. HP-11C: one for each seven lines, or part of them, beyond the first 63.
        """
        return -(-max(0, self.bytes - LIMITS[self.model].free_lines) // 7)

    @cached_property
    def label_lines(self) -> Mapping[str, tuple[int, ...]]:
        """The lines, counted from 1, on which each label stands."""
        lines: dict[str, tuple[int, ...]] = {}
        for number, step in enumerate(self.steps, 1):
            if step.role is Role.LABEL:
                lines[step.operand] = (*lines.get(step.operand, ()), number)
        return lines

    def find_label(self, label: str, start: int) -> int | None:
        """The line of a label, searched from `start` on, then from 001. None when absent (BEHAVIOUR 4.3)."""
        lines = self.label_lines.get(label)
        if not lines:
            return None
        return next((line for line in lines if line >= start), lines[0])

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """The bytes before each line 1..n, and of the whole program, which a label search passes."""
        total = 0
        starts = []
        for step in self.steps:
            starts.append(total)
            total += step.bytes(self.model)
        return (*starts, total)
