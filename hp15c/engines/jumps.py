"""Where a program goes on at GTO, GSB, RTN and R/S: the rules of the book, run before the program does."""

from __future__ import annotations

from typing import NamedTuple

from hp15c import timing
from hp15c.core.code import lower
from hp15c.core.machine import prepare
from hp15c.errors import CalculatorError
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO, Number
from hp15c.operations.readable import Signal, StateMachine
from hp15c.rules.flow import names_label
from hp15c.state.state import State


class Jump(NamedTuple):
    """Where a line leads: the line that comes next, None for Error 4, and the word times of finding it.

    `returns` is the line to which a call returns, None for other lines.
    """

    line: int | None
    returns: int | None
    cost: int


class Jumps:
    """Where the lines of a program lead."""

    def __init__(self, program: Program) -> None:
        self.program, self.lines = program, lower(program)
        self.state = State.fresh(program.model)
        self.state.program, self.state.running = program, True

    def of(self, number: int, i: Number = ZERO, caller: int | None = None) -> Jump | None:
        """Where line `number` leads, with this in I, and with a call from before `caller` pending.

        None for a call of which only the readable machine can hold the return (BEHAVIOUR 4.3).
        """
        line, state = self.lines[number], self.state
        state.go_to(line.after)
        state.i = i
        state.returns[:] = [] if caller is None else [caller]
        try:
            signal = prepare(line.step, state.model).do(state)
        except CalculatorError:
            searched = names_label(StateMachine(state, line.step))
            return Jump(None, None, timing.jumps.failed_search_cost(self.program) if searched else 0)
        if state.number_ahead:
            return None
        cost = 0 if signal is Signal.STOP else timing.jump_cost(state, line.step, number)
        return Jump(state.line, state.returns[-1] if state.returns else None, cost)
