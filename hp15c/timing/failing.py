"""The cost of an instruction that ends in an error, in word times, without its computing before the error.

An instruction reaches some place in the firmware before it finds that it must fail. This place is the same
for every operand, and depends on the instruction and the number of its error.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from hp15c.numbers.number import Number
from hp15c.rules.flow import LABELS_BY_NUMBER
from hp15c.state import cells
from hp15c.state.state import Descriptor, State, X, Y
from hp15c.table.instructions import OperandKind, Step
from hp15c.table.models import Model
from hp15c.timing.figures import figure, rows
from hp15c.timing.jumps import PLACES, beyond_cost
from hp15c.timing.matrices import counted_room_cost, refused_cost, refused_registers_cost
from hp15c.timing.operands import ARITHMETIC_ROWS, kind_of

SOON: Final = (0, 1, 3)
"""The Errors that leave a run sooner than the others."""

NO_LABEL: Final = 4
NO_MEMORY: Final = 10
WRONG_MATRIX: Final = 11


@cache
def _more() -> Mapping[tuple[str, int], tuple[int, int, int | None]]:
    """The extra word times of an Error, by the name of the instruction and the number of the Error: on the
    HP-15C, on the HP-11C, and in complex mode, None where that is the same. A kind of operand with figures of
    its own is part of the name.
    """
    return {
        (name, int(error)): (int(hp15c), int(hp11c), int(in_complex) if in_complex else None)
        for name, error, hp15c, hp11c, in_complex in rows("errors.csv")
    }


# Each label after label 0 in their order by number, when the HP-11C does not find it.
_PER_LABEL: Final = 2.7


def failed_cost(step: Step, number: int, model: Model, in_complex: bool = False, in_run: bool = False) -> int:
    """Word times of an instruction that ends in this error, without its computing."""
    cost = figure("failed", model)
    if in_run:
        cost += figure("broken off soon" if number in SOON else "broken off", model)
    known, name = _more(), step.name + kind_of(step.operand)
    hp15c, hp11c, complex_ = known.get((name, number)) or known.get((step.name, number), (0, 0, None))
    if in_complex and complex_ is not None:
        return cost + complex_
    cost += hp11c if model is Model.HP11C else hp15c
    if model is Model.HP11C and number == NO_LABEL and step.operand in LABELS_BY_NUMBER[model]:
        place = LABELS_BY_NUMBER[model].index(step.operand)
        cost += figure("no label 0", model) + round(_PER_LABEL * place)
    return cost


def failed_on_matrix_cost(state: State, step: Step, number: int) -> int:
    """The extra word times of an Error on a matrix, and in DIM by the dimensions asked for."""
    if step.name == "DIM" and number == WRONG_MATRIX:
        return counted_room_cost(state)
    if str(step) == "DIM (i)" and number == NO_MEMORY:
        return refused_registers_cost(cells.magnitude(state.real()))
    if step.instruction.names in (OperandKind.REGISTER, OperandKind.ELEMENT):
        return _failed_on_element_cost(state, step, number)
    return refused_cost(state, step) if number == WRONG_MATRIX else 0


def _failed_on_element_cost(state: State, step: Step, number: int) -> int:
    by_i, name = step.operand == "(i)" and isinstance(state.i, Descriptor), step.name
    if not by_i and step.operand not in state.matrices:
        return 0
    of_element = step.instruction.names is OperandKind.ELEMENT
    # The two indices: R0 and R1, or X and Y for STO g and RCL g.
    indices = state.stack[: Y + 1] if of_element else state.registers[:2]
    if number == 3 and any(isinstance(one, Number) and not cells.magnitude(one) for one in indices):
        if not by_i:
            return figure("failed index 0")
        kind = "in arithmetic" if name in ARITHMETIC_ROWS else "by (i)"
        return figure("failed") + figure(f"failed index 0 {kind}") - failed_cost(step, 3, state.model)
    if number not in (0, 1):
        return 0
    if any(isinstance(one, Descriptor) for one in indices):
        return (
            figure("failed column") if of_element and isinstance(indices[X], Descriptor) and not by_i else 0
        )
    if number == 1 and name in ("STO", "STO g"):
        return figure("failed descriptor")
    return 0 if of_element else figure("failed element by (i)" if by_i else "failed element")


def command_failed_cost(state: State, step: Step) -> int:
    """The word times of a key that no program line can hold and that fails, or of a key without room for its
    line.
    """
    model, goes = state.model, step.name == "GTO CHS"
    cost, beside = figure("command failed", model), figure("command failed beside", model)
    if goes and model is Model.HP15C:
        return cost + (beside if state.program.steps else 0) + beyond_cost(state.program)
    if state.program.steps or (state.programming and not goes):
        return cost + beside
    if not goes:
        return cost
    line, most = int(step.operand), state.machine.most_lines
    if line > most:
        return cost + figure("command failed beyond", model)
    return cost + figure("command failed register", model) * (line // PLACES)
