"""A program moved from one calculator to the other, and the reasons why it cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.listing.spellings import handbook, span
from hp15c.table.instructions import REGISTERS, OperandKind, Step
from hp15c.table.machines import OF_MODEL, Machine
from hp15c.table.models import LIMITS, Model
from hp15c.table.step import register_name


def convert(program: Program, model: Model, machine: Machine | None = None) -> Program:
    """The same program with the keycodes of another model.

    Steps mean the same on both calculators, only their keys move (BEHAVIOUR 9.2): 'f x≤y' of the HP-11C is
    the HP-15C's 'g x≤y'. Raises Unsupported, which names every line that the model cannot do and every other
    obstacle. `cautions` names what runs there under a different rule. `machine` is the make whose memory the
    program must fit, by default the model's first.
    """
    model = Model(model)
    reasons = list(obstacles(program, model, machine))
    if reasons:
        raise Unsupported(f"HP-{model}", reasons)
    return replace(program, model=model)


def obstacles(program: Program, model: Model, machine: Machine | None = None) -> Iterator[str]:
    """Everything that keeps a program from running on a model: line by line, then as a whole."""
    for number, why in missing_steps(program, model):
        yield f"line {number:03d} {handbook(program.steps[number - 1], program.model)}: {why}"
    yield from over_limits(program, machine or OF_MODEL[model])


def missing_steps(program: Program, model: Model) -> Iterator[tuple[int, str]]:
    """The lines whose step a model does not have, and why."""
    for number, step in enumerate(program.steps, 1):
        why = _why_missing(step, model)
        if why:
            yield number, why


def cautions(program: Program, model: Model) -> Iterator[str]:
    """Rules that a program may rely on and that differ on another model (BEHAVIOUR 4.3, 4.8, 9.3 to 9.7)."""
    if model is program.model:
        return
    if any(step.instruction.sums for step in program.steps):
        first, other = LIMITS[program.model].sums, LIMITS[model].sums
        yield (
            f"the statistics sums are in R{first[0]} to R{first[-1]} on the HP-{program.model}, "
            f"in R{other[0]} to R{other[-1]} on the HP-{model}"
        )
    if any(step.searches and step.operand == "I" for step in program.steps):
        yield "GTO I and GSB I: 10 to 14 are the labels A to E on the HP-11C, .0 to .4 on the HP-15C"
    if any(step.operand == "(i)" for step in program.steps):
        yield "(i): 20 is I on the HP-11C, R20 on the HP-15C"
    if any(step.name.startswith("STO ") and step.name[-1] in "+−×÷" for step in program.steps):
        yield "an overflow in storage arithmetic is Error 1 on the HP-11C and 9.999999999 99 on the HP-15C"


def register_of(step: Step) -> str | None:
    """The numbered register that a step names ('3', '.3'), None when it names none."""
    return step.operand if step.names is OperandKind.REGISTER and step.operand in REGISTERS else None


def _why_missing(step: Step, model: Model) -> str:
    """Why a model has no such step. '' when it has it."""
    if step.exists_on(model):
        return ""
    row = step.instruction
    if step.user:
        return f"the HP-{model} has no USER-mode steps"
    offered = row.operands_on(model)
    if not offered:
        return f"the HP-{model} has no {row.name}"
    return f"the HP-{model} has {row.name} with {span(offered)} only"


def over_limits(program: Program, machine: Machine) -> Iterator[str]:
    """The parts of a program that a machine's memory does not hold (BEHAVIOUR 4.9, 9.4)."""
    model = machine.model
    moved = replace(program, model=model)
    limits = LIMITS[model]
    unit = "bytes" if model is Model.HP15C else "lines"
    if moved.bytes > machine.bytes:
        yield f"{moved.bytes} {unit}: the {machine.short_name} holds {machine.bytes}"
        return
    if len(moved) > machine.most_lines:
        yield f"{len(moved)} lines: the {machine.short_name} holds {machine.most_lines}"
    used = {register: REGISTERS[register] for step in program.steps if (register := register_of(step))}
    if any(step.instruction.sums for step in program.steps):
        used |= {str(number): number for number in limits.sums}
    if model is Model.HP15C:
        left = machine.pool - moved.memory_registers
        needed = max(used.values(), default=1)
        if needed > left:
            room, used_to = f"R{register_name(left)}", f"R{register_name(needed)}"
            yield f"{moved.bytes} bytes leave registers up to {room}, the program uses {used_to}"
        return
    left = machine.pool - moved.memory_registers
    lost = [register for register, number in sorted(used.items(), key=lambda item: item[1]) if number >= left]
    if lost:
        yield f"{moved.bytes} lines take R{register_name(left)} and above, the program uses {', '.join(lost)}"
