"""A Program as numbers, the form that the interpreter of lanes runs (see `layout`).

A row of lines that types a number is one push at its first line. A line inside the row pushes the number that
is typed from there on, because a conditional can skip into a row.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import numpy as np

from hp15c import timing
from hp15c.core.code import Line, lower
from hp15c.core.machine import NO_LABEL
from hp15c.engines.jumps import Jumps
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.layout import WIDTH, Decoded, Numbers
from hp15c.engines.lanes.lines import FUNCTIONS, STEPS, usual
from hp15c.engines.reference import ANGLES, format_code
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO, Number
from hp15c.state.state import State
from hp15c.table.instructions import REGISTERS, ROWS, Lift, OperandKind, Role, Step
from hp15c.table.models import LIMITS
from hp15c.table.modes import AngleMode, Format, Notation

_LIFTS: Final = {Lift.DISABLE: 0, Lift.ENABLE: 1, Lift.NEUTRAL: o.KEEPS_LIFT}
_OPCODES: Final[dict[Step | None, int]] = {step: o.FIRST_FORM + place for place, step in enumerate(STEPS)}
_LEADING: Final = {
    **dict.fromkeys((Role.JUMPS, Role.CALLS), o.GO_TO),
    Role.RETURNS: o.RETURN,
    Role.STOPS: o.STOP,
}


@cache
def opcode(step: Step) -> int:
    """The opcode of a step that the interpreter was made with, HELP for others."""
    return _OPCODES.get(usual(step), o.HELP)


PUSH: Final = opcode(Step(ROWS["digit"], "0"))
"""The opcode of a typed number."""


@lru_cache(maxsize=64)
def decode(program: Program) -> Decoded:
    """The program as numbers, which interpreter and native read."""
    return _Decoder(program).code()


class _Decoder:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.model = program.model
        self.last = len(program)
        self.lines = lower(program)
        self.jumps = Jumps(program)
        self.blank = State.fresh(self.model)
        self.by_number: list[int] = []

    def code(self) -> Decoded:
        lines = np.zeros((self.last + 1, WIDTH), dtype=np.int64)
        failures = [
            [
                timing.failing.failed_cost(lowered.step, number, self.model, in_run=True)
                for number in range(o.ERRORS)
            ]
            for lowered in self.lines
        ]
        self.failures = np.array(failures, dtype=np.int64)
        for lowered in self.lines:
            self._line(lines[lowered.number], lowered)
        lines[0, o.OP] = o.IMPLIED_RETURN
        size = max(self.last, LIMITS[self.model].last_label) + 1  # beyond it there is NOWHERE once more
        first = {self.lines[line].step: line for line in self.by_number}
        # Where a negative number in I leads is the same for every line.
        by_line = {
            step: [self._place_and_cost(line, Number.of(-number)) for number in range(1, size)]
            for step, line in first.items()
        }
        jumps = np.full((max(1, len(self.by_number)), 2, size + 1, 2), (o.NOWHERE, 0), dtype=np.int64)
        for row, line in enumerate(self.by_number):
            for number in range(LIMITS[self.model].last_label + 1):
                jumps[row, 0, number] = self._place_and_cost(line, Number.of(number))
            jumps[row, 1, 1:size] = by_line[self.lines[line].step]
        return Decoded(self.model, lines.ravel(), jumps, self.failures)

    def _place_and_cost(self, line: int, i: Number = ZERO) -> tuple[int, int]:
        to = self.jumps.of(line, i)
        if to is None:
            return o.BY_MACHINE, 0
        return (o.NOWHERE if to.line is None else to.line * WIDTH), to.cost

    def _line(self, line: Numbers, lowered: Line) -> None:
        step = lowered.step
        line[o.NEXT] = lowered.after * WIDTH
        line[o.LINES] = 1
        line[o.COST] = lowered.cost
        returned = self.jumps.of(0, caller=lowered.number)
        line[o.RETURN_COST] = returned.cost if returned else 0
        line[o.SKIP_TO] = lowered.behind * WIDTH
        line[o.SKIP_COST] = self.lines[lowered.after].skip_cost
        line[o.LIFTS] = _LIFTS[lowered.step.instruction.lift]
        if step.role is Role.TYPES:
            self._number(line, lowered)
        elif opcode(step):
            line[o.OP], line[o.ARGUMENT] = opcode(step), _argument(step)
        elif step.role in _LEADING:
            self._lead(line, lowered)
        elif str(step) == "DIM (i)":
            line[o.OP] = o.SET_REGISTERS

    def _lead(self, line: Numbers, lowered: Line) -> None:
        """Decode a line that leads elsewhere. The word times of a known way are those of the line."""
        line[o.OP] = _LEADING[lowered.role]
        line[o.ARGUMENT] = lowered.after if lowered.role is Role.CALLS else o.NOWHERE
        if lowered.step.operand == "I":
            line[o.OP], line[o.NEXT] = o.GO_TO_I, len(self.by_number)
            self.by_number.append(lowered.number)
            return
        line[o.NEXT], cost = self._place_and_cost(lowered.number)
        found = int(line[o.NEXT]) >= 0
        line[o.COST] += cost if found else 0
        # A call looks for its label before it sees that it is too deep.
        self.failures[lowered.number, o.TOO_DEEP if found else NO_LABEL] += cost

    def _number(self, line: Numbers, lowered: Line) -> None:
        """Decode the number that is typed from this line on, when nothing is being typed yet."""
        typed = lowered.typed
        if typed is None:
            return
        behind = lowered.number + typed.lines
        line[o.OP], line[o.ARGUMENT] = PUSH, o.to_word(typed.number)
        line[o.NEXT], line[o.LINES] = behind % (self.last + 1) * WIDTH, typed.lines
        line[o.COST] = timing.operand_cost(self.blank, lowered.step) + typed.cost
        line[o.COST] += sum(one.cost for one in self.lines[lowered.number : behind])


def _argument(step: Step) -> int:
    """What a line's operand stands for: a register, a flag's bit, a mode, or a function by its number."""
    name, operand = step.name, step.operand
    if name in FUNCTIONS:
        return FUNCTIONS.index(name)
    if step.names is OperandKind.REGISTER:
        return {"I": o.CELL_OF_I, "(i)": o.BY_I}.get(operand) or REGISTERS[operand]
    if step.names is OperandKind.FLAG:
        return 1 << int(operand)
    if step.names is OperandKind.PLACES:
        return format_code(Format(Notation(name), int(operand)))
    return ANGLES.index(AngleMode(name)) if name in ANGLES else 0
