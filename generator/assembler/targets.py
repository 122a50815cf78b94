"""Targets: the limits of a model, and everything in a program that exceeds them, named at once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.table.instructions import REGISTERS, OperandKind
from hp15c.table.machines import OF_MODEL, Machine
from hp15c.table.models import LIMITS, Model

Goal = Literal["small", "fast"]
"""Whether a compiled program shall have few lines or take little time."""
BYTES_OF_REGISTER = 7
"""Bytes of program in the place of one register. On the HP-11C each is a line."""


@dataclass(frozen=True, slots=True)
class MachineTarget:
    """A model with its limits (BEHAVIOUR 4.1, 4.9, 9.4), or those of another make of it."""

    model: Model
    machine: Machine | None = None

    @property
    def make(self) -> Machine:
        """The make whose memory counts."""
        return self.machine or OF_MODEL[self.model]

    def highest_register(self, program: Program) -> int:
        """The highest data register (10 is R.0) that this program leaves free for data. -1 for none.

        HP-15C: the highest register that DIM (i) can get. HP-11C: lines beyond the first 63 take registers
        from R.9 downwards.
        """
        if self.model is Model.HP15C:
            return self.make.pool - program.memory_registers
        return len(REGISTERS) - 1 - program.memory_registers

    def too_large(self, program: Program) -> list[str]:
        """Why the program is too large for the memory, even with the fewest data registers."""
        if program.bytes > self.make.bytes:
            unit = "bytes" if self.model is Model.HP15C else "lines"
            return [f"{program.bytes} {unit} are more than its {self.make.bytes}"]
        if len(program) > self.make.most_lines:
            return [f"{len(program)} lines are more than its {self.make.most_lines}"]
        return []

    def faults(self, program: Program, reached: int = 0, missing: Collection[str] = ()) -> list[str]:
        """The faults of a program on this target: instructions, lines, bytes, labels, registers.

        `reached` is the highest register that it reaches through I, `missing` are labels that are nowhere on
        purpose.
        """
        lacking = [
            f"it has no {one}" for one in dict.fromkeys(program.steps) if not one.exists_on(self.model)
        ]
        lacking += self.too_large(program)
        wanted = {one.operand for one in program.steps if one.searches and one.operand != "I"}
        lacking += [
            f"label {label} is nowhere" for label in sorted(wanted - {*program.label_lines, *missing})
        ]
        named = [REGISTERS[name] for name in registers_used(program) if name not in ("I", "(i)")]
        needed, highest = max([reached, *named]), self.highest_register(program)
        if needed > highest:
            lacking.append(self._room(program, needed, highest))
        return lacking

    def _room(self, program: Program, needed: int, highest: int) -> str:
        """The registers that a program wants and those that its lines leave, in words."""
        if self.model is Model.HP15C:
            size, room, unit = program.bytes, BYTES_OF_REGISTER * (self.make.pool - needed), "bytes"
        else:
            last = len(REGISTERS) - 1
            room = LIMITS[self.model].free_lines + BYTES_OF_REGISTER * (last - needed)
            size, unit = len(program), "lines"
        left = f"room up to {highest}" if highest >= 0 else "no room for any"
        told = f"registers up to {needed} are wanted, and {size} {unit} leave {left}"
        return f"{told}; beside these registers is room for {room} {unit}" if room > 0 else told

    def check(self, program: Program, reached: int = 0, missing: Collection[str] = ()) -> None:
        """Raise Unsupported, naming everything that it lacks at once, unless the program fits."""
        lacking = self.faults(program, reached, missing)
        if lacking:
            raise Unsupported(f"the {self.make.short_name} cannot hold this program", lacking)


def registers_used(program: Program) -> list[str]:
    """The registers that a program names, in order. Those it reaches through I only are in its notes."""
    named = {one.operand for one in program.steps if one.names is OperandKind.REGISTER}
    data = sorted((name for name in named if name in REGISTERS), key=REGISTERS.__getitem__)
    return data + [name for name in ("I", "(i)") if name in named]


def register_count(program: Program) -> int:
    """How many registers hold data: those named in the steps or noted as reached through I. I counts too."""
    return len({*registers_used(program), *program.registers} - {"(i)"})
