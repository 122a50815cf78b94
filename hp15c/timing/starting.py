"""The cost of starting a program by R/S, SST, GSB or a letter's key, in word times, without its lines."""

from __future__ import annotations

from typing import Final

from hp15c.listing.program import Program
from hp15c.table.instructions import Role, Step
from hp15c.table.models import Model
from hp15c.timing.jumps import counted_cost
from hp15c.timing.showing import line_shown_cost

# From R/S going down to the first line, without a search and the line shown. From line 000 it takes more.
# _NO_LINE stands for the line shown when there is none.
_START: Final = {Model.HP15C: 503, Model.HP11C: 380}
_START_FROM_000: Final = {Model.HP15C: 9, Model.HP11C: 0}
_NO_LINE: Final = {Model.HP15C: 265, Model.HP11C: 376}

# SST against R/S, by the line that it executes. STEP_FAILED is for one that ends in an error: any other, and
# Error 4 or 5.
_STEPPED: Final = {Model.HP15C: 130, Model.HP11C: 110}
_STEPPED_DIGIT: Final = {Model.HP15C: 139, Model.HP11C: 132}
_STEPPED_STOP: Final = {Model.HP15C: -133, Model.HP11C: -120}
_STEPPED_NOTHING: Final = {Model.HP15C: -217, Model.HP11C: -198}
_STEPPED_SOLVE: Final = 780
"""SST of SOLVE, which calls the function and executes its label."""
STOPPING: Final = (Role.RETURNS, Role.STOPS)
STEP_FAILED: Final = {Model.HP15C: (-338, -278), Model.HP11C: (-308, -224)}

# GSB against R/S, and what f A takes more than GSB A. SOLVE and ∫ take _EVALUATING more.
START_AT_LABEL: Final = {Model.HP15C: 360, Model.HP11C: 890}
START_BY_LETTER: Final = {Model.HP15C: 23, Model.HP11C: 12}

# Each pending return that SOLVE or ∫ clears when its key is pressed.
RETURN_CLEARED: Final = 16

_EVALUATING: Final = {"SOLVE": 1430, "∫": 1300}


def single_step_cost(program: Program, line: int, known: bool, step: Step | None, ends: bool) -> int:
    """Word times of SST in run mode at a line, besides the line itself and its display.

    `known`: see `start_cost`. `step` is what it executes, if anything, and `ends` tells whether a RTN would
    end a run here.
    """
    if step is None:
        kind = _STEPPED_NOTHING
    elif step.role is Role.STOPS or (step.role is Role.RETURNS and ends):
        kind = _STEPPED_STOP
    else:
        kind = _STEPPED_DIGIT if step.role is Role.TYPES else _STEPPED
    cost = start_cost(program, line, known) + kind[program.model]
    return cost + _STEPPED_SOLVE if step is not None and step.name == "SOLVE" else cost


def start_cost(program: Program, line: int, known: bool = False) -> int:
    """Word times from R/S going down to the first line, when `line` is the current one.

    The line is shown. From 000 it is line 001. After a jump its number has to be counted. `known` tells that
    it has not: most starts follow a jump.
    """
    model, first = program.model, line or min(1, len(program))
    shown = line_shown_cost(program, first) if first else _NO_LINE[model]
    counted = 0 if known else counted_cost(program, first)
    return _START[model] + shown + counted + (0 if line else _START_FROM_000[model])


def started_cost(step: Step, model: Model) -> int:
    """Word times of a key that starts a program at a label, besides `keys.KEY` and the search."""
    return START_AT_LABEL[model] + _EVALUATING.get(step.name, 0)
