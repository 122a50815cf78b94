"""What it takes to start a program by R/S, SST, GSB or a letter's key, in word times, its lines apart."""

from __future__ import annotations

from typing import Final

from hp15c.instructions import LETTERS, Role, Step
from hp15c.models import Model
from hp15c.program import Program
from hp15c.timing.fetch import fetch_cost

# From R/S going down to the first line, a search and the line shown apart; more from line 000, and more with
# a letter in a line of three codes.
_START: Final = {Model.HP15C: 681, Model.HP11C: 673}
_START_FROM_000: Final = {Model.HP15C: 41, Model.HP11C: 28}
_START_WITH_LETTER: Final = {Model.HP15C: 67, Model.HP11C: 0}

# SST against R/S, by the line that it executes; when that ends in an error, by whether a label is missing.
_STEPPED: Final = {Model.HP15C: 138, Model.HP11C: 118}
_STEPPED_DIGIT: Final = {Model.HP15C: 147, Model.HP11C: 140}
_STEPPED_STOP: Final = {Model.HP15C: -125, Model.HP11C: -112}
_STEPPED_NOTHING: Final = {Model.HP15C: -217, Model.HP11C: -198}
STOPPING: Final = (Role.RETURNS, Role.STOPS)
STEP_FAILED: Final = {Model.HP15C: (-338, -278), Model.HP11C: (-308, -224)}

# GSB against R/S, and what f A takes more than GSB A; what SOLVE and ∫ take more.
START_AT_LABEL: Final = {Model.HP15C: 360, Model.HP11C: 890}
START_BY_LETTER: Final = {Model.HP15C: 23, Model.HP11C: 12}

_EVALUATING: Final = {"SOLVE": 1430, "∫": 1300}

# A digit of the keycodes of the line that is shown while the key is down.
_CODE_DIGIT: Final = {Model.HP15C: 34, Model.HP11C: 25}
_THREE_CODES: Final = 6
_SHOW_NO_LINE: Final = 55


def single_step_cost(program: Program, line: int, step: Step | None, ends: bool) -> int:
    """Word times of SST in run mode at a line, beside the line itself and what it shows.

    `step` is what it executes, if anything, and `ends` tells whether a RTN would end a run here.
    """
    model = program.model
    if step is None:
        kind = _STEPPED_NOTHING
    elif step.role is Role.STOPS or (step.role is Role.RETURNS and ends):
        kind = _STEPPED_STOP
    else:
        kind = _STEPPED_DIGIT if step.role is Role.TYPES else _STEPPED
    return start_cost(program, line) + kind[model]


def start_cost(program: Program, line: int) -> int:
    """Word times from R/S going down to the first line, when `line` is the current one.

    The line is shown and fetched; from 000 it is line 001.
    """
    model = program.model
    cost = _START[model] + (0 if line else _START_FROM_000[model])
    first = line or min(1, len(program))
    if not first:
        return cost + _SHOW_NO_LINE
    step = program.steps[first - 1]
    digits = sum(code.isdigit() for code in step.codes(model))
    if step.operand in LETTERS and digits == _THREE_CODES:
        cost += _START_WITH_LETTER[model]
    return cost + _CODE_DIGIT[model] * digits + fetch_cost(program, first)


def started_cost(step: Step, model: Model) -> int:
    """Word times of a key that starts a program at a label, beside `keys.KEY` and the search."""
    return START_AT_LABEL[model] + _EVALUATING.get(step.name, 0)
