"""The time of the real machine, in word times (BEHAVIOUR 10). About 3,839 of them make a second.

The cost of a program line has four parts. Its base depends on the instruction and the kind of operand
(`operands`). The fetch of the line that runs next depends on that line's place in its register of seven bytes
(`jumps`). Computing is counted by a meter (`numbers.effort`) while it is done. The last part depends on the
state before the line runs (`operands`). A jump also costs its search (`jumps`). Keys are in `keys`,
displays in `showing`, Errors in `failing`. What was measured, in programs and key by key, is the table of
`figures`.

The machine adds all this to the state's word times. Everything here is data or a plain function, so that an
engine or a generator can use it too.
"""

from __future__ import annotations

from typing import Final

from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state import cells
from hp15c.state.state import SOLVE_MARKERS, State
from hp15c.table.instructions import Role, Step
from hp15c.table.models import Model
from hp15c.timing import failing, jumps, keys, matrices, operands, showing
from hp15c.timing.figures import figure
from hp15c.timing.jumps import found_cost
from hp15c.timing.keys import start_cost
from hp15c.timing.operands import BASE, FLAG_ROWS, PER_FLAG, kind_of

WORD_TIMES_PER_SECOND: Final = 3839

# The first evaluations of the integral, whose steps and returns have another cost.
FIRST_POINTS: Final = 8
_INTO_INTEGRAL_POINTS: Final = 16

IMPLIED_RETURN: Final = {model: figure("implied return", model) for model in Model}

# Roles of lines after which the next line in memory is not fetched, or is not fetched by them.
_LEADING_AWAY: Final = frozenset((Role.JUMPS, Role.CALLS, Role.EVALUATES, Role.RETURNS, Role.STOPS))


def end_passed_cost(state: State) -> int:
    """The extra word times of an implied RTN that ends the function of SOLVE or of the integral."""
    caller = state.returns[-1] if state.returns else 0
    if caller >= 0:
        return 0
    cost = figure("end past imaginary") if state.complex else 0
    if caller in SOLVE_MARKERS:
        return cost + figure("end into SOLVE")
    first = state.integral is None or state.integral.points <= _INTO_INTEGRAL_POINTS
    return cost + figure("end into ∫" if first else "end into ∫ later")


def base_cost(step: Step, model: Model) -> int:
    """Word times of a program line, apart from its fetch and from what depends on its operands."""
    costs = BASE.get(step.name + kind_of(step.operand)) or BASE[step.name]
    cost = costs[model is Model.HP11C]
    return cost + PER_FLAG * int(step.operand) if step.name in FLAG_ROWS and step.operand != "I" else cost


def line_cost(program: Program, line: int) -> int:
    """Word times of a line in its place: its base, and the fetch of the line after it."""
    step = program.steps[line - 1]
    cost = base_cost(step, program.model)
    if step.role is Role.CALLS:
        return cost + figure("call place", program.model) * jumps.place(program, line)
    if step.role in _LEADING_AWAY:
        return cost
    return cost + jumps.fetch_cost(program, jumps.following(program, line))


def operand_cost(state: State, step: Step) -> int:
    """Word times that a line spends on its operands, as they are before it runs."""
    count = operands.operand_count(step)
    return count(state, step) if count is not None else 0


def jump_cost(state: State, step: Step, line: int) -> int:
    """The word times that a jump spent to find the line that is current now, besides `line_cost`.

    `line` is the line of the GTO, GSB, SOLVE, ∫ or RTN. For a key it is the current line when it was pressed.
    """
    if step.role is Role.RETURNS:
        return jumps.return_cost(state.program, state.line) - base_cost(step, state.model)
    return found_cost(state, step, line, state.line)
