"""A program other than the CodeMaker, with its notes. It is written and checked against its target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from generator.assembler.assembly import Assembly, Section
from generator.assembler.printing import FinishedListing, finish
from generator.assembler.targets import MachineTarget
from hp15c.table.models import Model


@dataclass(frozen=True)
class Sheet:
    """Code with names, and its title and usage.

    `entries` are the labels that a person presses, by their names in the code. `registers` has the operand
    and the note of each name of a register, `labels` the note of each name of a label.
    """

    title: str
    usage: tuple[str, ...]
    sections: tuple[Section, ...]
    entries: Mapping[str, str]
    registers: Mapping[str, tuple[str, str]]
    labels: Mapping[str, str]


def make(sheet: Sheet, model: Model) -> FinishedListing:
    """The listing of a sheet for a model. Unsupported naming everything that keeps it from fitting."""
    operands = {name: operand for name, (operand, _) in sheet.registers.items()}
    assembly = Assembly(sheet.sections, operands, sheet.entries)
    notes = dict(sheet.registers.values())
    wanted = replace(
        assembly.with_notes(model, notes, sheet.labels), title=sheet.title, description="\n".join(sheet.usage)
    )
    MachineTarget(model).check(wanted)
    return finish(wanted, assembly.layout(model))
