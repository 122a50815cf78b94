"""A program other than the CodeMaker, with its notes. It is written and checked against its target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.assembler.assembly import Assembly, allocate_labels
from generator.assembler.printing import FinishedListing, finish
from generator.assembler.targets import MachineTarget
from hp15c.listing.program import Program
from hp15c.table.models import Model


@dataclass(frozen=True)
class Sheet:
    """Code with names, and its title, usage and notes. `registers` and `labels` say what names are for."""

    title: str
    usage: tuple[str, ...]
    assembly: Assembly
    registers: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)


def program(sheet: Sheet, model: Model) -> Program:
    """The program with its notes. Unsupported naming what the model lacks."""
    numbers = allocate_labels(sheet.assembly, model)
    return Program(
        model=model,
        steps=sheet.assembly.program(model).steps,
        title=sheet.title,
        description="\n".join(sheet.usage),
        labels={numbers.get(name, name): note for name, note in sheet.labels.items()},
        registers={sheet.assembly.registers.get(name, name): note for name, note in sheet.registers.items()},
    )


def make(sheet: Sheet, model: Model) -> FinishedListing:
    """The listing of a sheet for a model. Unsupported naming everything that keeps it from fitting."""
    wanted = program(sheet, model)
    MachineTarget(model).check(wanted)
    return finish(wanted, sheet.assembly.layout(model))
