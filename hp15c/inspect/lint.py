"""Findings about a program that can be made without running it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, Final

from hp15c.core.code import lower
from hp15c.graphs import reach
from hp15c.inspect.convert import missing_steps, obstacles, over_limits, register_of
from hp15c.inspect.lint_memory import Pool, pool
from hp15c.listing.program import Program
from hp15c.listing.spellings import handbook, lines_between, stretches
from hp15c.table.instructions import INDIRECT, LETTERS, REGISTERS, OperandKind, Step
from hp15c.table.machines import OF_MODEL, Machine
from hp15c.table.models import LIMITS, Model


class LintKind(Enum):
    """What a finding is about. The first three are certain to go wrong."""

    NO_LABEL = "no-label"
    NOT_HERE = "not-here"  # the model or the machine does not have it
    NO_MEMORY = "no-memory"
    UNUSED = "unused-label"
    TWICE = "label-twice"
    UNREACHED = "unreached"
    MEMORY = "memory"


PROBLEMS: Final = (LintKind.NO_LABEL, LintKind.NOT_HERE, LintKind.NO_MEMORY)


@dataclass(frozen=True, slots=True)
class LintFinding:
    """A finding: the lines of the program that it is about, the place in words, and what was found.

    `lines` and `where` are empty where it is about the whole program.
    """

    kind: LintKind
    lines: tuple[int, ...]
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


@dataclass(frozen=True, slots=True)
class LintReport:
    """The findings about a program.

    `problems` are faults that will show when the program runs, `remarks` are findings that may be intended.
    Both name their lines. `registers` are those that the steps use, the statistics sums included.
    `memory_registers` is how many the program itself takes from the pool. `pool` is the account of registers
    that its lines take there, None for the HP-11C. `not_on_11c` is empty when the program runs on the HP-11C
    too.
    """

    model: str
    machine: str
    lines: int
    bytes: int
    memory_registers: int
    labels: tuple[str, ...]
    undefined_labels: tuple[str, ...]
    unused_labels: tuple[str, ...]
    unreachable_lines: tuple[int, ...]
    registers: tuple[str, ...]
    matrices: tuple[str, ...]
    flags: tuple[str, ...]
    problems: tuple[str, ...]
    remarks: tuple[str, ...]
    not_on_11c: tuple[str, ...]
    pool: Pool | None

    @property
    def ok(self) -> bool:
        """Whether nothing is certain to go wrong."""
        return not self.problems

    def to_json(self) -> dict[str, Any]:
        """The report as plain data, `ok` included."""
        return {"ok": self.ok} | asdict(self)


def report_on(program: Program, machine: Machine | None = None) -> LintReport:
    """The report on a program for a machine, without one for the first of the program's model."""
    machine = machine or OF_MODEL[program.model]
    defined = tuple(program.label_lines)
    wanted = {step.operand for _, step in _calls(program) if step.operand != "I"}
    undefined = tuple(sorted(wanted - set(defined), key=_order))
    unreachable = unreachable_lines(program)
    unused = () if _indirect(program) else _unused_labels(program, wanted)
    named = registers(program)
    taken = pool(program, named, machine)
    found = tuple(findings(program, machine))
    return LintReport(
        model=str(program.model),
        machine=machine.name,
        lines=len(program),
        bytes=program.bytes,
        memory_registers=program.memory_registers,
        labels=defined,
        undefined_labels=undefined,
        unused_labels=unused,
        unreachable_lines=unreachable,
        registers=named,
        matrices=_matrices(program),
        flags=tuple(sorted({step.operand for step in program.steps if step.names is OperandKind.FLAG})),
        problems=tuple(str(one) for one in found if one.kind in PROBLEMS),
        remarks=tuple(str(one) for one in found if one.kind not in PROBLEMS),
        not_on_11c=tuple(obstacles(program, Model.HP11C)),
        pool=taken,
    )


def findings(program: Program, machine: Machine | None = None) -> Iterator[LintFinding]:
    """All findings about a program for a machine, those that are certain to go wrong first."""
    machine = machine or OF_MODEL[program.model]
    taken = pool(program, registers(program), machine)
    yield from _problems(program, machine)
    if taken:
        for need, why in taken.problems():
            where, _, what = str(need).partition(": ")
            yield LintFinding(LintKind.NO_MEMORY, (need.line,), where, f"{what}; {why}")
    yield from _remarks(program)
    if taken:
        yield from (LintFinding(LintKind.MEMORY, (), "memory", what) for what in taken.remarks())


def registers(program: Program) -> tuple[str, ...]:
    """The registers that the steps of a program use, in order: '0' to '.9', 'I', '(i)'.

    They include I where (i) is used, R0 and R1 where elements of matrices are used, and the statistics sums.
    """
    names = {register for step in program.steps if (register := register_of(step))}
    names |= {step.operand for step in program.steps if step.operand in INDIRECT}
    names |= {"I"} if any(step.operand == "(i)" for step in program.steps) else set()
    if any(points_to_element(step) for step in program.steps):
        names |= {"0", "1"}
    if any(step.instruction.sums for step in program.steps):
        names |= {str(number) for number in LIMITS[program.model].sums}
    return tuple(sorted(names, key=_order))


def unreachable_lines(program: Program) -> tuple[int, ...]:
    """The lines, counted from 1, at which no run from line 001 or from any label can arrive.

    Empty where GTO I or GSB I may go to any line by its number.
    """
    if _indirect(program):
        return ()
    lines = lower(program)
    begins = [min(1, len(program)), *(line for lines in program.label_lines.values() for line in lines)]
    reached = set(reach(begins, lambda line: lines[line].following))
    return tuple(line for line in range(1, len(program) + 1) if line not in reached)


def _calls(program: Program) -> Iterator[tuple[int, Step]]:
    """The lines that go to a label."""
    return ((number, step) for number, step in enumerate(program.steps, 1) if step.searches)


def _indirect(program: Program) -> bool:
    return any(step.operand == "I" for _, step in _calls(program))


def _unused_labels(program: Program, wanted: set[str]) -> tuple[str, ...]:
    """Labels that no line calls. A letter, or a label with a note, is for the keyboard and not named."""
    return tuple(
        label
        for label in program.label_lines
        if label not in wanted and label not in LETTERS and label not in program.labels
    )


def _problems(program: Program, machine: Machine) -> Iterator[LintFinding]:
    for number, step in _calls(program):
        if step.operand != "I" and step.operand not in program.label_lines:
            where = f"line {number:03d} {handbook(step, program.model)}"
            yield LintFinding(LintKind.NO_LABEL, (number,), where, f"there is no LBL {step.operand}")
    for number, why in missing_steps(program, program.model):
        where = f"line {number:03d} {handbook(program.steps[number - 1], program.model)}"
        yield LintFinding(LintKind.NOT_HERE, (number,), where, why)
    yield from (LintFinding(LintKind.NOT_HERE, (), "", what) for what in over_limits(program, machine))


def _remarks(program: Program) -> Iterator[LintFinding]:
    wanted = {step.operand for _, step in _calls(program)}
    for label in () if _indirect(program) else _unused_labels(program, wanted):
        line = program.label_lines[label][0]
        yield LintFinding(LintKind.UNUSED, (line,), f"line {line:03d}", f"nothing calls LBL {label}")
    for label, lines in program.label_lines.items():
        if len(lines) > 1:
            listed = ", ".join(f"{line:03d}" for line in lines)
            yield LintFinding(LintKind.TWICE, lines, "", f"LBL {label} stands on lines {listed}")
    for first, last in stretches(unreachable_lines(program)):
        lines, place = tuple(range(first, last + 1)), lines_between(first, last)
        yield LintFinding(LintKind.UNREACHED, lines, place, "no run arrives here")


def _matrices(program: Program) -> tuple[str, ...]:
    """The matrices that the steps name."""
    operands = {step.operand for step in program.steps if step.names is not OperandKind.LABEL}
    return tuple(sorted(operands.intersection(LETTERS)))


def points_to_element(step: Step) -> bool:
    """Whether a step reads R0 and R1, which point to the element of a matrix, or sets them."""
    if step.operand not in LETTERS:
        return str(step) == "MATRIX 1"
    return step.names is not OperandKind.LABEL and "0" in step.instruction.operands


def _order(name: str) -> tuple[int, str]:
    """Labels and registers in the calculator's order: 0 to 9, .0 to .9, then I and (i) or the letters."""
    others = len(REGISTERS) + (INDIRECT.index(name) if name in INDIRECT else 0)
    return (REGISTERS.get(name, others), name)
