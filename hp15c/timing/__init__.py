"""What the real machine spends, in word times (BEHAVIOUR 10): about 3,839 of them make a second.

A program line costs its base (`base`, by instruction and kind of operand), the fetch of the line that runs
after it (`fetch`, by that line's place in its register of seven bytes), what its computing takes, which the
meter of `hp15c.effort` counts while it is done, and what depends on the state (`operands`), to be asked
before the line runs. A jump costs what its search passes (`jumps`), a key what `keys`, `commands` and
`starting` say, a display what `showing` and `shown_lines` say. The machine adds all this to the state's word
times; everything is data or a plain function, so that an engine or a generator can ask the same.
"""

from __future__ import annotations

from typing import Final

from hp15c.instructions import Role, Step
from hp15c.models import Model
from hp15c.number import Number
from hp15c.operations import cells
from hp15c.program import Program
from hp15c.state import State
from hp15c.timing.base import BASE, FLAG_ROWS, PER_FLAG, kind_of
from hp15c.timing.commands import (
    FLAG_9_CLEARED,
    SWITCHED_ON,
    backspace_cost,
    command_cost,
    deleted_cost,
    inserted_cost,
)
from hp15c.timing.failing import BROKEN_OFF, command_failed_cost, failed_cost, failed_on_matrix_cost
from hp15c.timing.fetch import fetch_cost, following, place, skip_cost
from hp15c.timing.jumps import (
    CALL_PLACE,
    PER_BYTE,
    by_number_cost,
    counted_cost,
    failed_search_cost,
    line_search_cost,
    return_cost,
    search_cost,
)
from hp15c.timing.keys import (
    DISMISSED,
    DISMISSED_BESIDE_LINE,
    element_cost,
    key_cost,
    keyed_cost,
    shown_cost,
)
from hp15c.timing.operands import OPERAND_COSTS, UNLIFTED, OperandCount, typed_cost
from hp15c.timing.showing import display_cost
from hp15c.timing.starting import (
    START_AT_LABEL,
    START_BY_LETTER,
    STEP_FAILED,
    STOPPING,
    single_step_cost,
    start_cost,
    started_cost,
)

__all__ = [
    "BROKEN_OFF",
    "DISMISSED",
    "DISMISSED_BESIDE_LINE",
    "FLAG_9_CLEARED",
    "OPERAND_COSTS",
    "PER_BYTE",
    "START_AT_LABEL",
    "START_BY_LETTER",
    "STEP_FAILED",
    "STOPPING",
    "SWITCHED_ON",
    "UNLIFTED",
    "WORD_TIMES_PER_SECOND",
    "OperandCount",
    "backspace_cost",
    "base_cost",
    "by_number_cost",
    "command_cost",
    "command_failed_cost",
    "counted_cost",
    "deleted_cost",
    "display_cost",
    "element_cost",
    "failed_cost",
    "failed_on_matrix_cost",
    "failed_search_cost",
    "fetch_cost",
    "found_cost",
    "inserted_cost",
    "jump_cost",
    "key_cost",
    "keyed_cost",
    "line_cost",
    "line_search_cost",
    "operand_cost",
    "return_cost",
    "search_cost",
    "shown_cost",
    "single_step_cost",
    "skip_cost",
    "start_cost",
    "started_cost",
    "typed_cost",
]

WORD_TIMES_PER_SECOND: Final = 3839

# One evaluation by SOLVE or the integral, the function's lines and all computing apart. The integral's
# arithmetic moves its numbers less than that of other functions does, most of all in its first seven.
SOLVE_STEP: Final = 203
INTEGRAL_STEP: Final = -155
INTEGRAL_BEGUN: Final = -195
FIRST_POINTS: Final = 8

# An integral between equal limits, asked for by its key, evaluates nothing.
NO_WIDTH: Final = -365

# The RTN behind the last line has no line of its own to find.
IMPLIED_RETURN: Final = {Model.HP15C: 353, Model.HP11C: 290}

# Lines after which the next one in memory is not fetched, or not by them.
_LEADING_AWAY: Final = frozenset((Role.JUMPS, Role.CALLS, Role.EVALUATES, Role.RETURNS, Role.STOPS))


def base_cost(step: Step, model: Model) -> int:
    """Word times of a program line, apart from its fetch and from what depends on its operands."""
    costs = BASE.get(step.name + kind_of(step.operand)) or BASE[step.name]
    cost = costs[model is Model.HP11C]
    return cost + PER_FLAG * int(step.operand) if step.name in FLAG_ROWS and step.operand != "I" else cost


def line_cost(program: Program, line: int) -> int:
    """Word times of a line where it stands: its base, and the fetch of the line behind it."""
    step = program.steps[line - 1]
    cost = base_cost(step, program.model)
    if step.role is Role.CALLS:
        return cost + CALL_PLACE[program.model] * place(program, line)
    return cost if step.role in _LEADING_AWAY else cost + fetch_cost(program, following(program, line))


def operand_cost(state: State, step: Step) -> int:
    """Word times that a line spends on its operands, as they are before it runs."""
    count = OPERAND_COSTS.get(step.name)
    return count(state, step) if count is not None else 0


def jump_cost(state: State, step: Step, line: int) -> int:
    """What a line that has led away spent to find the line that is current now, beside `line_cost`.

    `line` is where the GTO, GSB, SOLVE, ∫ or RTN stands; for a key the current line when it was pressed.
    """
    if step.role is Role.RETURNS:
        return return_cost(state.program, state.line) - base_cost(step, state.model)
    return found_cost(state, step, line, state.line)


def found_cost(state: State, step: Step, line: int, target: int) -> int:
    """What a GTO, GSB, SOLVE or ∫ on `line` spends to find the line `target`."""
    program = state.program
    if step.operand != "I":
        return search_cost(program, line, target)
    if isinstance(state.i, Number) and state.i.negative and cells.magnitude(state.i):
        return line_search_cost(program, target)
    return by_number_cost(program, line, target)
