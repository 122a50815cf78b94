"""The listing of a compiled module: its notes, and its lines under the source lines that they came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from generator.assembler.assembly import PlacedSection, Section
from generator.assembler.printing import FinishedListing, finish
from generator.assembler.targets import registers_used
from generator.compiler.front.shadows import HIDING
from generator.compiler.tree.ir import Function, Module
from generator.compiler.zeroes import CLEAR_REGISTERS, CLEAR_SUMS, sums_of
from hp15c.listing.program import Program
from hp15c.table.instructions import Role

LOCAL = "values on the way"
CLEARED = "cleared with the others"
ALL_CLEARED = "It clears all registers, also those that it does not use."


def describe(
    module: Module, program: Program, registers: Mapping[str, str], sources: Sequence[int]
) -> Program:
    """The program with its title, how it is used, and what its labels and registers are for.

    `registers` tells the register of each name of the module and of the locals that keep one. `sources` is
    the source line of each program line.
    """
    title, *rest = module.documentation.splitlines() or [module.name]
    usage = [use(one) for one in module.functions.values() if one.label]
    labels = {one.label: note_of(one) for one in module.functions.values() if one.label}
    owners = _owners(registers)
    others = {name: LOCAL for name in registers_used(program) if name not in owners and name != "(i)"}
    clears = any(one.name == CLEAR_SUMS for one in program.steps)
    cleared = dict.fromkeys(sums_of(program.model) if clears else (), CLEARED)
    notes = [ALL_CLEARED] if any(one.name == CLEAR_REGISTERS for one in program.steps) else []
    return replace(
        program,
        title=title.strip(),
        description="\n".join((*usage, *_trim(rest), *notes)),
        labels={**program.labels, **label_notes(module, program, sources), **labels},
        registers={**cleared, **program.registers, **others, **owners},
    )


def use(function: Function) -> str:
    """The use of an entry point in one line: 'a ENTER b GSB A'."""
    typed = " ENTER ".join(function.parameters).replace(HIDING, "")
    return f"{typed} GSB {function.label}: {note_of(function)}".strip()


def note_of(function: Function) -> str:
    """The note of an entry point: the first line of its documentation, else its name."""
    first = function.documentation.strip().splitlines()[:1]
    note = first[0].rstrip(". ") if first else function.name.replace("_", " ").strip()
    return note or function.name


def label_notes(module: Module, program: Program, sources: Sequence[int]) -> dict[str, str]:
    """A note for each label that is no entry point: what begins there, and its source line."""
    functions = {one.place.line: one.name for one in module.functions.values() if one.place}
    called = {one.operand for one in program.steps if one.name == "GSB"}
    notes: dict[str, str] = {}
    for at, one in enumerate(program.steps):
        if one.name != "LBL":
            continue
        label, line = one.operand, sources[at]
        if label in called:
            note = f"subroutine {functions[line]}" if line in functions else f"subroutine, line {line}"
        else:
            note = f"loop, line {line}" if _leads_back(program, at) else f"line {line}"
        notes[label] = f"{notes[label]}; {note}" if label in notes else note
    return notes


def _leads_back(program: Program, place: int) -> bool:
    """Whether a jump from below leads to the label on a line, not to a later one of the same name."""
    label = program.steps[place].operand
    for one in program.steps[place + 1 :]:
        if one.operand == label and one.role in (Role.LABEL, Role.JUMPS):
            return one.role is Role.JUMPS and not _comes_again(program, place, label)
    return False


def _comes_again(program: Program, place: int, label: str) -> bool:
    """Whether the same label stands on a later line too, so that a jump between them finds that one first."""
    return any(one.role is Role.LABEL and one.operand == label for one in program.steps[place + 1 :])


def _owners(registers: Mapping[str, str]) -> dict[str, str]:
    """For each register the names that live in it."""
    owners: dict[str, str] = {}
    for name, at in registers.items():
        name = name.replace(HIDING, "")
        owners[at] = f"{owners[at]}, {name}" if at in owners else name
    return owners


def _trim(lines: Sequence[str]) -> list[str]:
    """The documentation without what only the compiler's bench reads, and without empty lines around it."""
    kept = [line.strip() for line in lines if not line.startswith("By hand:")]
    return [line for line in kept if line]


def fill(module: Module, program: Program, sources: Sequence[int]) -> tuple[int, ...]:
    """The source line of each program line. Lines that have none get that of a neighbour.

    The label of an entry point belongs to its `def`, a jump to the line before it, a number that is keyed in
    to the line that uses it.
    """
    entries = {one.label: one.place.line for one in module.functions.values() if one.label and one.place}
    made = [
        entries.get(step.operand, source) if step.role is Role.LABEL else source
        for step, source in zip(program.steps, sources, strict=True)
    ]
    for number in range(1, len(made)):
        if not made[number] and program.steps[number].name in ("GTO", "RTN"):
            made[number] = made[number - 1]
    for order in (range(len(made) - 2, -1, -1), range(1, len(made))):
        for number in order:
            if not made[number]:
                made[number] = made[number + (1 if order.step < 0 else -1)]
    return tuple(made)


def listing(module: Module, program: Program, sources: Sequence[int]) -> FinishedListing:
    """The listing of a compiled program, each stretch of lines under its source line."""
    return finish(program, list(_sections(module, program, sources)))


def _sections(module: Module, program: Program, sources: Sequence[int]) -> Iterator[PlacedSection]:
    texts = module.source.splitlines()
    numbered = [one for one in zip(sources, enumerate(program.steps, 1), strict=True) if one[0]]
    for number, noted in program.comments.items():
        yield from (PlacedSection(Section(one, ()), number, ()) for one in noted)
    for source, group in groupby(numbered, key=lambda pair: pair[0]):
        lines = [line for _, line in group]
        text = texts[source - 1].strip() if 0 < source <= len(texts) else ""
        title = f"{source}: {text}" if text else "made by the compiler"
        yield PlacedSection(Section(title, ()), lines[0][0], tuple(step for _, step in lines))
