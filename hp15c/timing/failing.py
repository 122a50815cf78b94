"""The cost of an instruction that ends in an error, in word times, without its computing before the error.

An instruction reaches some place in the firmware before it finds that it must fail. This place is the same
for every operand, and depends on the instruction and the number of its error. Found from keys measured one by
one.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from hp15c.numbers.number import Number
from hp15c.rules.flow import LABELS_BY_NUMBER
from hp15c.state import cells
from hp15c.state.state import Descriptor, State, Value, X, Y
from hp15c.table.instructions import OperandKind, Role, Step
from hp15c.table.models import Model
from hp15c.timing.jumps import PLACES, beyond_cost
from hp15c.timing.matrices import (
    counted_room_cost,
    dimension_failed_cost,
    memory_moved_cost,
    refused_cost,
    singular_cost,
)
from hp15c.timing.operands import ARITHMETIC_ROWS, kind_of

NO_LABEL: Final = 4
NO_MEMORY: Final = 10
WRONG_MATRIX: Final = 11

# Any error, and what is added when an error or an overflow breaks a run off.
FAILED: Final = {Model.HP15C: 325, Model.HP11C: 310}
BROKEN_OFF: Final = {Model.HP15C: 260, Model.HP11C: 250}

# A key that fails and that no program line can hold. It costs more with a program in memory, and when a line
# finds no room. GTO . nnn of the HP-11C passes the registers up to its line, also without a program. A line
# that no memory has is refused before that.
_COMMAND_FAILED: Final = {Model.HP15C: 180, Model.HP11C: 215}

_COMMAND_FAILED_BESIDE: Final = {Model.HP15C: 75, Model.HP11C: 0}
_PASSED_REGISTER: Final = 5
_BEYOND_MEMORY: Final = -32

_ERRORS: Final = "errors.csv"
"""What an instruction takes more than FAILED when it ends in an Error, on the HP-15C, on the HP-11C, and in
complex mode where that is something else. A row stands with its kind of operand where this has its own.
"""


@cache
def _more() -> Mapping[tuple[str, int], tuple[int, int, int | None]]:
    text = files("hp15c.timing").joinpath(_ERRORS).read_text("utf-8")
    _, *rows = csv.reader(text.splitlines())
    return {
        (name, int(error)): (int(hp15c), int(hp11c), int(in_complex) if in_complex else None)
        for name, error, hp15c, hp11c, in_complex in rows
    }


# The HP-11C that finds no label 0, and each label after it in their order by number.
_NO_LABEL_0: Final = -61
_PER_LABEL: Final = 2.7

# An index of 0 where a letter names the matrix. Where (i) names it, the cost against FAILED, for moving a
# number and for arithmetic.
_INDEX_0: Final = -112
_INDEX_0_BY_I: Final = 40
_INDEX_0_BY_I_IN_ARITHMETIC: Final = 16

# A matrix in X for the column, which is looked at before the row.
_COLUMN_REFUSED: Final = -33

# An element that is there, named by a letter and by (i), and one that takes no descriptor.
_ELEMENT_REACHED: Final = 480
_ELEMENT_REACHED_BY_I: Final = 537
_DESCRIPTOR_NOT_STORED: Final = 285


def failed_cost(step: Step, number: int, model: Model, in_complex: bool = False) -> int:
    """Word times of an instruction that ends in this error, without its computing."""
    known, name = _more(), step.name + kind_of(step.operand)
    hp15c, hp11c, complex_ = known.get((name, number)) or known.get((step.name, number), (0, 0, None))
    if in_complex and complex_ is not None:
        return FAILED[model] + complex_
    cost = FAILED[model] + (hp11c if model is Model.HP11C else hp15c)
    if model is Model.HP11C and number == NO_LABEL and step.operand in LABELS_BY_NUMBER[model]:
        cost += _NO_LABEL_0 + round(_PER_LABEL * LABELS_BY_NUMBER[model].index(step.operand))
    return cost


def failed_on_matrix_cost(state: State, step: Step, number: int) -> int:
    """The extra word times of an Error on a matrix, and in DIM by the dimensions asked for."""
    if step.name == "DIM":
        if number == WRONG_MATRIX:
            return counted_room_cost(state)
        return dimension_failed_cost(state, step) if number == NO_MEMORY else 0
    if step.instruction.names in (OperandKind.REGISTER, OperandKind.ELEMENT):
        return _failed_on_element_cost(state, step, number)
    if step.role is Role.EVALUATES:
        # Room is made before the label is missed.
        return memory_moved_cost(state) if number == NO_LABEL else 0
    if not isinstance(state.stack[X], Descriptor):
        return 0
    if number == WRONG_MATRIX:
        return refused_cost(state, step)
    return singular_cost(state, step) if number == 0 else 0


def _failed_on_element_cost(state: State, step: Step, number: int) -> int:
    by_i = step.operand == "(i)" and isinstance(state.i, Descriptor)
    if not by_i and step.operand not in state.matrices:
        return 0
    if number == 3:
        return _no_element_cost(state, step, by_i)
    if number not in (0, 1):
        return 0
    if any(isinstance(index, Descriptor) for index in _indices(state, step)):
        in_x = step.instruction.names is OperandKind.ELEMENT and isinstance(state.stack[X], Descriptor)
        return _COLUMN_REFUSED if in_x and not by_i else 0
    if number == 1 and step.name in ("STO", "STO g"):
        return _DESCRIPTOR_NOT_STORED
    if step.instruction.names is OperandKind.ELEMENT:
        return 0
    return _ELEMENT_REACHED_BY_I if by_i else _ELEMENT_REACHED


def _no_element_cost(state: State, step: Step, by_i: bool) -> int:
    indices = _indices(state, step)
    if not any(isinstance(index, Number) and not cells.magnitude(index) for index in indices):
        return 0
    if not by_i:
        return _INDEX_0
    cost = _INDEX_0_BY_I_IN_ARITHMETIC if step.name in ARITHMETIC_ROWS else _INDEX_0_BY_I
    return FAILED[state.model] + cost - failed_cost(step, 3, state.model)


def _indices(state: State, step: Step) -> list[Value]:
    """Row and column of an element: R0 and R1, for STO g and RCL g Y and X."""
    return state.stack[: Y + 1] if step.instruction.names is OperandKind.ELEMENT else state.registers[:2]


def command_failed_cost(state: State, step: Step) -> int:
    """The word times of a key that no program line can hold and that fails, or of a key without room for its
    line.
    """
    model, goes = state.model, step.name == "GTO CHS"
    if goes and model is Model.HP15C:
        beside = _COMMAND_FAILED_BESIDE[model] if state.program.steps else 0
        return _COMMAND_FAILED[model] + beside + beyond_cost(state.program)
    if state.program.steps or (state.programming and not goes):
        return _COMMAND_FAILED[model] + _COMMAND_FAILED_BESIDE[model]
    if not goes:
        return _COMMAND_FAILED[model]
    line, most = int(step.operand), state.machine.most_lines
    return _COMMAND_FAILED[model] + (_PASSED_REGISTER * (line // PLACES) if line <= most else _BEYOND_MEMORY)
