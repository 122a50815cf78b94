"""Naming registers and labels: a register for each place of the search, a label for each piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.compiler.code.arrange import ArrangedLines
from generator.compiler.code.arrays import elements, uses_pointer
from generator.compiler.code.problem import REGISTERS
from generator.compiler.code.tables import OF_NUMBER
from generator.compiler.target.routines import NOWHERE, missing_label, taken_labels
from generator.compiler.target.storage import NAMED
from generator.compiler.tree import ir
from generator.language.matrix_lines import step_of
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.rules.flow import LABELS_BY_NUMBER
from hp15c.table.instructions import LETTERS, ROWS, OperandKind, Step, free_labels
from hp15c.table.models import Model

# Instructions that take a byte less with registers 0 and 1 (BEHAVIOUR 4.1).
_LONG = frozenset(("DSE", "ISG", "x↔", *(f"{verb} {sign}" for verb in ("STO", "RCL") for sign in "+−×÷")))


@dataclass(frozen=True, slots=True)
class Generated:
    """A program, the source line of each of its lines (0 for none), and the register of each name.

    `notes` explain how it was chosen. `least` is the number of lines that no listing of the source's
    operations goes below. It is 0 where the lines are not what counts. `numbered` are the labels to which
    GTO I leads.
    """

    program: Program
    sources: tuple[int, ...]
    registers: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    least: int = 0
    numbered: frozenset[str] = frozenset()


def name_lines(module: ir.Module, model: Model, placed: ArrangedLines) -> Generated:
    """The program of placed lines, registers and labels named. Unsupported when the model lacks a line."""
    registers = register_names(module, model, placed)
    labels = _labels(module, model, placed)
    steps: list[Step] = []
    sources = []
    for emitted in placed.lines:
        name, operand = emitted.line
        if isinstance(operand, int):
            operand = registers[operand]
        elif ROWS[name].names is OperandKind.LABEL:
            operand = labels[operand if operand in labels else f"={operand}"]
        if name in ("DSE", "ISG") and model is Model.HP11C and operand != "I":
            raise Unsupported(f"the HP-{model}", ["it counts in I only, where a register is pinned"])
        steps.append(step_of(name, operand))
        sources.append(emitted.source)
    missing = list(dict.fromkeys(str(one) for one in steps if not one.exists_on(model)))
    if missing:
        raise Unsupported(f"the HP-{model} lacks", missing)
    program = Program(model=model, steps=tuple(steps))
    _check_numbers(program, placed, labels)
    names = {name: registers[REGISTERS + i] for i, name in enumerate(module.registers)}
    names |= dict(elements(module))
    numbered = frozenset(label for name, label in labels.items() if OF_NUMBER in name and label != "I")
    return Generated(program, tuple(sources), names, numbered=numbered)


def register_names(module: ir.Module, model: Model, placed: ArrangedLines) -> dict[int, str]:
    """The register of each place.

    Pinned places have theirs, the others are chosen by the bytes that they save. Unsupported when the model
    has too few.
    """
    names: dict[int, str] = {}
    taken = {one.at for one in module.registers.values() if one.at is not None} | module.reserved
    taken |= {at for _, at in elements(module)}
    by_number = any(OF_NUMBER in str(one.line[1]) for one in placed.lines)
    if model is Model.HP11C or uses_pointer(module) or by_number:
        if "I" in module.reserved and uses_pointer(module):
            raise Unsupported(f"the HP-{model}", ["a routine keeps a number in I, which elements need"])
        if "I" not in taken:
            names[REGISTERS + len(module.registers)] = "I"
        taken.add("I")
    modules = list(module.registers.values())
    names |= {REGISTERS + i: one.at for i, one in enumerate(modules) if one.at is not None}
    loose = {REGISTERS + i for i in range(len(modules))}
    loose |= {line.line[1] for line in placed.lines if isinstance(line.line[1], int)}
    uses = Counter(line.line[1] for line in placed.lines if line.line[0] in _LONG)
    pool = [name for name in NAMED if name not in taken]
    for slot in sorted(loose - set(names), key=lambda one: (-uses[one], one)):
        if not pool:
            raise Unsupported(f"the HP-{model}", ["more registers are wanted than it has"])
        names[slot] = pool.pop(0)
    return names


def _labels_by_number(model: Model, placed: ArrangedLines) -> dict[str, str]:
    """The labels that jumps by a number find, which are no letters, and I for these jumps themselves."""
    found: dict[str, str] = {}
    for emitted in placed.lines:
        name = str(emitted.line[1])
        number = name.partition(OF_NUMBER)[2]
        if number == "I":
            found[name] = number
        elif number:
            found[name] = LABELS_BY_NUMBER[model][int(number)]
            if found[name] in LETTERS:
                raise Unsupported(f"the HP-{model}", [f"the label of the number {number} is a letter"])
    return found


def _check_numbers(program: Program, placed: ArrangedLines, labels: Mapping[str, str]) -> None:
    """Raise Unsupported where a jump finds the label of a number that is there for another jump by number."""
    places = {str(one.line[1]): line for line, one in enumerate(placed.lines, 1) if one.line[0] == "LBL"}
    for line, emitted in enumerate(placed.lines, 1):
        name = str(emitted.line[1])
        piece, mark, number = name.partition(OF_NUMBER)
        wanted = [name] if number != "I" else [one for one in places if one.startswith(f"={piece}{mark}")]
        for one in wanted if mark else ():
            if emitted.line[0] != "LBL" and program.find_label(labels[one], line + 1) != places[one]:
                raise Unsupported(f"the HP-{program.model}", ["two jumps by number want the same labels"])


def _labels(module: ir.Module, model: Model, placed: ArrangedLines) -> dict[str, str]:
    """The label of each piece and entry. Entries of subroutines get one like pieces.

    A jump searches forwards. So labels that are jumped to from above only can share a name, where there are
    not enough of them.
    """
    labels: dict[str, str] = {}
    for function in module.functions.values():
        if function.label is not None:
            labels[f"={function.label}"] = function.label
    labels |= {f"={name}": one.label for name, one in module.routines.items()}
    labels |= {f"={NOWHERE}": label for label in missing_label(module)}
    numbered = _labels_by_number(model, placed)
    if taken := {*numbered.values()} & ({*labels.values()} | taken_labels(module)):
        raise Unsupported(f"the HP-{model}", [f"label {min(taken)} is taken, which is that of a number"])
    labels |= numbered
    uses: dict[str, list[int]] = {}
    places: dict[str, int] = {}
    once: set[str] = set()
    for number, emitted in enumerate(placed.lines):
        row, operand = emitted.line
        if ROWS[row].names is OperandKind.LABEL:
            name = str(operand)
            key = name if name.startswith("=") or ":" in name else f"={name}"
            uses.setdefault(key, []).append(number)
            if row == "LBL":
                places[key] = number
            elif row != "GTO" or key in places:
                once.add(key)
    free = free_labels(model, {*labels.values(), *taken_labels(module)})
    wanted = sorted(uses.keys() - labels.keys(), key=lambda one: (-len(uses[one]), uses[one][0]))
    shared = len(wanted) > len(free)
    until: dict[str, int] = {}
    for name in sorted(wanted, key=lambda one: (one not in once, uses[one][0])) if shared else wanted:
        label = next((one for one, last in until.items() if last < uses[name][0]), None)
        label = label or next((one for one in free if one not in labels.values()), None)
        if label is None:
            raise Unsupported(f"the HP-{model}", [f"{len(uses)} labels are wanted, more than it has"])
        labels[name] = label
        if shared and name not in once:
            until[label] = places[name]
    return labels
