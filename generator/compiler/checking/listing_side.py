"""A listing, run on a calculator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.compiler.checking.calls import Call, Outcome
from generator.compiler.checking.python_side import modes
from hp15c import editing, machine
from hp15c.instructions import step
from hp15c.machine import Reason
from hp15c.models import Model
from hp15c.number import GREATEST, Number
from hp15c.operations import cells
from hp15c.program import Program
from hp15c.state import State, X

LINES: Final = 400_000
RUBBISH: Final = tuple(Number.of(text) for text in ("-3.7e41", "8.25", "-654321", "1.00001e-7", "77"))


class ListingSide:
    """Runs a listing's labels on the readable machine.

    `results` says how many numbers each label leaves, `pinned` which registers are compared. Levels of the
    stack that hold no argument, and LAST X, hold rubbish: a program may not lean on them.
    """

    def __init__(self, program: Program, results: Mapping[str, int], pinned: tuple[str, ...]) -> None:
        self.program = program
        self.results = results
        self.pinned = tuple(sorted(pinned))
        self.reset()

    def reset(self) -> None:
        """Clear the memory."""
        self.state = State.fresh(self.program.model)
        editing.load(self.state, self.program)

    def run(self, call: Call) -> Outcome:
        """Make a call."""
        state = self.state
        for at, number in call.stored.items():
            cells.write(state, at, number)
        levels = [*reversed(call.arguments), *RUBBISH]
        state.end_entry()
        state.message = None
        state.stack[:], state.last_x, state.lift = levels[:4], RUBBISH[-1], True
        machine.keyboard(state, step("GSB", call.label))
        shown: list[tuple[str, Number]] = []
        answers = list(call.answers)
        left = LINES
        while True:
            stop = machine.run(state, left, stop_at_pause=True)
            left -= stop.lines
            if stop.reason is Reason.ERROR:
                return Outcome(tuple(shown), str(state.message).strip())
            if stop.reason is Reason.LIMIT:
                return Outcome(tuple(shown), "too long")
            if stop.reason is Reason.PAUSE:
                shown.append(("pause", state.real(X)))
            elif state.line == 0:
                return self._ended(tuple(shown), call)
            elif self._overflowed():
                return Outcome(tuple(shown), "overflow")
            else:
                shown.append(("ask", state.real(X)))
                if not answers:
                    return Outcome(tuple(shown), "waiting")
                answer = answers.pop(0)
                if answer is not None:
                    state.push(answer)
                    state.lift = True
                machine.start(state)

    def _overflowed(self) -> bool:
        """Whether an HP-11C stopped on the line that overflowed and not behind an R/S."""
        state = self.state
        stopped = state.program.steps[state.line - 2].name == "R/S" and abs(state.real(X)) != GREATEST
        return state.model is Model.HP11C and not stopped

    def _ended(self, shown: tuple[tuple[str, Number], ...], call: Call) -> Outcome:
        state = self.state
        results = tuple(state.real(level) for level in reversed(range(self.results[call.label])))
        registers = tuple((at, cells.read_number(state, at)) for at in self.pinned)
        return Outcome(shown, "results", results, registers, modes(state))
