"""A Program as numbers, the form that the kernel of lanes runs (see `layout`).

A row of lines that types a number is one push at its first line. A line inside the row pushes the number that
is typed from there on, because a conditional can skip into a row.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import numpy as np

from hp15c import timing
from hp15c.core import code as lowered_code
from hp15c.core.code import Line, lower
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes import packed
from hp15c.engines.lanes.forms import EVERY, FUNCTIONS, forms
from hp15c.engines.lanes.layout import WIDTH, Decoded, Numbers, format_code
from hp15c.listing.program import Program
from hp15c.rules.flow import LABELS_BY_NUMBER
from hp15c.state.state import State
from hp15c.table.instructions import REGISTERS, ROWS, Lift, OperandKind, Role, Step
from hp15c.table.models import LIMITS, Model
from hp15c.table.modes import AngleMode, Notation

_LIFTS: Final = {Lift.DISABLE: 0, Lift.ENABLE: 1, Lift.NEUTRAL: o.KEEPS_LIFT}
_OPCODES: Final = {found: o.FIRST_FORM + place for place, found in enumerate(EVERY)}
_STOPS: Final = {Role.RETURNS: o.RETURN, Role.STOPS: o.STOP}
_JUMPS: Final = {Role.JUMPS: (o.GO_TO, o.GO_TO_I), Role.CALLS: (o.CALL, o.CALL_I)}


@cache
def opcode(step: Step) -> int:
    """The opcode of a step whose forms the interpreter was compiled with, HELP of others."""
    return _OPCODES.get(forms(step) or (), o.HELP)


PUSH: Final = opcode(Step(ROWS["digit"], "0"))
"""The opcode of a typed number."""


@cache
def _failures_of(step: Step, model: Model) -> list[int]:
    """The word times of a step that ends in an error, by the number of the error."""
    return [timing.failed_cost(step, number, model) for number in range(o.ERRORS)]


@lru_cache(maxsize=64)
def decode(program: Program) -> Decoded:
    """The program as numbers, which the kernels read."""
    return _Decoder(program).code()


class _Decoder:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.model = program.model
        self.last = len(program)
        self.lines = lower(program)
        self.blank = State.fresh(self.model)

    def code(self) -> Decoded:
        lines = np.zeros((self.last + 2, WIDTH), dtype=np.int64)
        lines[0, o.OP] = lines[-1, o.OP] = o.IMPLIED_RETURN
        lines[0, o.COST] = lines[-1, o.COST] = self.lines[0].cost
        lines[0, o.RETURN_COST] = lines[-1, o.RETURN_COST] = self._return_cost(0)
        lines[0, o.LINES] = lines[-1, o.LINES] = 1
        lines[0, o.LIFTS] = lines[-1, o.LIFTS] = _LIFTS[Lift.ENABLE]
        for lowered in self.lines[1:]:
            self._line(lines[lowered.number], lowered)
        names = LABELS_BY_NUMBER[self.model]
        labels = np.zeros((len(names), self.last + 1), dtype=np.int64)
        searches = np.zeros_like(labels)
        for place, name in enumerate(names):
            for start in range(self.last + 1 if name in self.program.label_lines else 0):
                line = self.program.find_label(name, start or 1)
                if line is not None:
                    labels[place, start] = line
                    searches[place, start] = timing.by_number_cost(self.program, self._before(start), line)
        line_costs = np.array(
            [timing.line_search_cost(self.program, line) for line in range(self.last + 1)], dtype=np.int64
        )
        return Decoded(lines.ravel(), labels, searches, line_costs, self._failures(), self._constants())

    def _failures(self) -> Numbers:
        """The word times of each line that ends in an error, by the number of the error."""
        steps = (lowered_code.RETURN, *self.program.steps, lowered_code.RETURN)
        failures = np.array([_failures_of(step, self.model) for step in steps], dtype=np.int64)
        for line, step in enumerate(steps):
            if step.role is Role.CALLS and step.operand != "I":
                # A call looks for its label before it sees that it is too deep.
                found = self.program.find_label(step.operand, line)
                failures[line, o.TOO_DEEP] += timing.search_cost(self.program, line, found) if found else 0
        return failures

    def _constants(self) -> Numbers:
        constants = np.zeros(o.BROKEN_OFF + 1, dtype=np.int64)
        constants[o.FAILED_SEARCH] = timing.failed_search_cost(self.program)
        constants[o.BROKEN_OFF] = timing.BROKEN_OFF[self.model]
        constants[o.UNLIFTED] = timing.UNLIFTED[self.model]
        constants[o.LAST_LINE] = self.last
        constants[o.IS_11C] = self.model is Model.HP11C
        constants[o.MOST_RETURNS] = LIMITS[self.model].returns
        return constants

    def _return_cost(self, number: int) -> int:
        """The extra word times of an RTN that goes on at a line, compared with one that ends the run."""
        return timing.return_cost(self.program, number) - timing.base_cost(self.lines[0].step, self.model)

    def _before(self, number: int) -> int:
        """The line that `number` comes after."""
        return number - 1 if number else self.last

    def _line(self, line: Numbers, lowered: Line) -> None:
        step = lowered.step
        line[o.NEXT] = (lowered.number + 1) * WIDTH
        line[o.LINES] = 1
        line[o.COST] = lowered.cost
        line[o.RETURN_COST] = self._return_cost(lowered.number)
        line[o.SKIP_TO] = lowered.behind * WIDTH
        line[o.SKIP_COST] = self.lines[lowered.after].skip_cost
        line[o.LIFTS] = _LIFTS[lowered.step.instruction.lift]
        if step.role is Role.TYPES:
            self._number(line, lowered)
        elif opcode(step):
            line[o.OP], line[o.ARGUMENT] = opcode(step), _argument(step)
        elif step.role in _STOPS:
            line[o.OP] = _STOPS[step.role]
        elif step.role in _JUMPS:
            self._jump(line, lowered)
        elif str(step) == "DIM (i)":
            line[o.OP] = o.SET_REGISTERS

    def _jump(self, line: Numbers, lowered: Line) -> None:
        to_label, by_i = _JUMPS[lowered.step.role]
        line[o.ARGUMENT] = lowered.after
        if lowered.step.operand == "I":
            line[o.OP] = by_i
            return
        line[o.OP] = to_label
        line[o.NEXT] = o.NOWHERE if lowered.target is None else lowered.target * WIDTH
        if lowered.target is not None:
            line[o.COST] += timing.search_cost(self.program, lowered.number, lowered.target)

    def _number(self, line: Numbers, lowered: Line) -> None:
        """Decode the number that is typed from this line on, when nothing is being typed yet."""
        typed = lowered.typed
        if typed is None:
            return
        behind = lowered.number + typed.lines
        line[o.OP], line[o.ARGUMENT] = PUSH, packed.to_word(typed.number)
        line[o.NEXT], line[o.LINES] = behind * WIDTH, typed.lines
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
        return format_code(Notation(name), int(operand))
    return o.ANGLES.index(AngleMode(name)) if name in o.ANGLES else 0
