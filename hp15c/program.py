"""A program: its steps, and what its author says about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from hp15c.instructions import Step
from hp15c.listing.notes import Notes
from hp15c.models import LIMITS, Model


@dataclass(frozen=True)
class Program:
    """The lines 001 to n of a program for one model, with title, description and notes.

    `labels`, `registers` and `flags` say what a label ('A', '.3'), a register ('6', '.1', 'I', '(i)')
    or a flag ('0') is for. Two programs are equal when model, steps and all notes are.
    """

    model: Model = Model.HP15C
    steps: tuple[Step, ...] = ()
    title: str = ""
    description: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    registers: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str, model: str = "15C", source: str = "<text>") -> Program:
        """The program in a listing of any supported format; the listing's own header wins over `model`.

        Raises ListingError naming every fault.
        """
        from hp15c.listing import text as texts

        listing = texts.read(text, Model.of(model), source)
        return cls.of(listing.model, listing.steps, listing.notes)

    @classmethod
    def read(cls, path: str | Path, model: str = "15C") -> Program:
        """The program in a file (UTF-8, UTF-16 or Latin-1); see `parse`."""
        from hp15c.listing import text as texts

        listing = texts.load(Path(path), Model.of(model))
        return cls.of(listing.model, listing.steps, listing.notes)

    @classmethod
    def of(cls, model: Model, steps: tuple[Step, ...], notes: Notes) -> Program:
        """The program with these steps and what their author says about them."""
        description = "\n".join(notes.description)
        return cls(model, steps, notes.title, description, notes.labels, notes.registers, notes.flags)

    @property
    def notes(self) -> Notes:
        """Title, description and notes, as listings carry them."""
        lines = self.description.replace("\r", "\n").split("\n") if self.description else []
        return Notes(self.title, lines, dict(self.labels), dict(self.registers), dict(self.flags))

    def __len__(self) -> int:
        return len(self.steps)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.model, self.steps))

    def with_steps(self, steps: tuple[Step, ...]) -> Program:
        """The same program with other steps, notes kept."""
        return replace(self, steps=steps)

    @cached_property
    def bytes(self) -> int:
        """Bytes of program memory; on the HP-11C the number of lines."""
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
            if step.name == "LBL":
                lines[step.operand] = (*lines.get(step.operand, ()), number)
        return lines

    def find_label(self, label: str, start: int) -> int | None:
        """The line of a label, searched from line `start` down and then from line 1; None when absent.

        BEHAVIOUR 4.3.
        """
        lines = self.label_lines.get(label)
        if not lines:
            return None
        return next((line for line in lines if line >= start), lines[0])

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Bytes before each line 1..n, and the whole at the end: what a label search passes."""
        total = 0
        found = []
        for step in self.steps:
            found.append(total)
            total += step.bytes(self.model)
        return (*found, total)
