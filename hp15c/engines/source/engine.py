"""The source engine: a program is translated into Python once, and each calculator runs that.

The readable machine does a line that the translation leaves out, and one that overflows, fails or names a
register that does not exist. It runs a calculator as a whole when that has complex numbers, a matrix
descriptor on the stack or in a register, or a SOLVE or integral in progress. `Outcome.handed_over` counts the
calculators that it helped.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import partial
from typing import Any, Final

from hp15c.core import machine
from hp15c.core.machine import Reason
from hp15c.engines import REASONS, Engine
from hp15c.engines.reference import (
    ANGLES,
    NOTHING,
    InX,
    MachineRun,
    RunsInTurn,
    format_code,
    format_of,
    is_plain,
)
from hp15c.engines.source.decimals import CONTEXT, NIL, SCIENTIFIC, to_decimal, to_number
from hp15c.engines.source.translate import HAND_OVER, LIMIT, PAUSE, STOP, translate
from hp15c.listing.program import Program
from hp15c.state.state import State

_ENDS: Final = {STOP: REASONS.index(Reason.STOP), PAUSE: REASONS.index(Reason.PAUSE)}
"""The places in REASONS of what ends a translated run."""


class Core:
    """A State's numbers, as Decimals, and its modes, for a translated program to work on.

    `state` holds the rest, and everything as it was when the core was filled. Of the last call `ran` is the
    number of lines that it ran, and `pauses` the number of PSE. `paused` and `paused_format` are what the
    last PSE showed. `stop_at_pause` tells whether a run ends at a PSE. Formats are numbers (see
    engines.Shown), and angle modes are places in ANGLES. `place` is the register that the number in I names.
    """

    __slots__ = (
        *("angle", "flags", "format", "i", "last_x", "lift", "line", "paused", "paused_format", "pauses"),
        *("place", "ran", "registers", "returns", "running", "seed", "stack", "state", "stop_at_pause"),
        *("_numbers", "_values"),
    )

    def __init__(self, state: State) -> None:
        self.state = state
        self.ran = self.pauses = self.paused_format = 0
        self.paused = NIL
        self.stop_at_pause = False
        self._numbers: list[Any] = []
        self._values: list[Decimal] = []

    def fill(self) -> None:
        """Take over what the State holds. It must be plain (see `reference.is_plain`)."""
        state = self.state
        numbers: list[Any] = [*state.stack, state.last_x, state.i, *state.registers]
        if len(numbers) != len(self._numbers):
            self._numbers, self._values = [None] * len(numbers), [NIL] * len(numbers)
        self._values = [
            value if number is known else to_decimal(number)
            for number, known, value in zip(numbers, self._numbers, self._values, strict=True)
        ]
        self._numbers = numbers
        self.stack = self._values[:4]
        self.last_x, self.i = self._values[4:6]
        self.registers = self._values[6:]
        self.place = abs(int(self.i))
        self.seed, self.lift, self.line, self.running = state.seed, state.lift, state.line, state.running
        self.flags, self.returns = state.flags, state.returns
        self.format, self.angle = format_code(state.format), ANGLES.index(state.angle)

    def pour(self) -> State:
        """The State with everything that the program has done. What it left alone stays as it was."""
        state = self.state
        values = [*self.stack, self.last_x, self.i, *self.registers]
        numbers = [
            number if value is known else to_number(value)
            for value, known, number in zip(values, self._values, self._numbers, strict=True)
        ]
        self._values, self._numbers = values, numbers
        state.stack[:] = numbers[:4]
        state.last_x, state.i = numbers[4:6]
        state.registers[:] = numbers[6:]
        state.seed, state.lift, state.line, state.running = self.seed, self.lift, self.line, self.running
        state.format, state.angle = format_of(self.format), ANGLES[self.angle]
        state.line_known = False
        return state


class TranslatedRun(MachineRun):
    """One calculator with a translated program: a core while it can be, a State otherwise."""

    context = partial(localcontext, CONTEXT)

    def __init__(self, program: Program, state: State) -> None:
        super().__init__(program, state)
        translation = translate(program)
        self._program = program
        self._heads, self._run_core = translation.heads, translation.run
        self._core: Core | None = None
        self._spare: Core | None = None
        self._settle()

    def shows(self) -> InX:
        core = self._core
        return super().shows() if core is None else (*SCIENTIFIC[str(core.stack[0])], core.format)

    def _settle(self) -> None:
        """Go on as a core if the State allows it."""
        if is_plain(self._state):
            self._core = self._spare = self._spare or Core(self._state)
            self._core.fill()

    def state(self) -> State:
        return self._core.pour().copy() if self._core else super().state()

    def enter(self, integer: int, label: str | None) -> None:
        core = self._core
        line = None if label is None or core is None else self._program.find_label(label, core.line or 1)
        if core is None or (label is not None and line is None):
            self._unpack()
            super().enter(integer, label)
            self._settle()
            return
        x, y, z, t = core.stack
        core.state.message = None
        core.stack = [Decimal(integer), x, y, z] if core.lift else [Decimal(integer), y, z, t]
        core.lift = core.running = True
        if line is not None:
            core.returns.clear()
            core.line = line
        elif core.line == 0 and not core.returns and self._program.steps:
            core.line = 1

    def _unpack(self) -> State:
        """The State, after the core's values have been copied into it."""
        if self._core is not None:
            self._state = self._core.pour()
            self._core = None
        return self._state

    def run(self, limit: int, stop_at_pause: bool) -> tuple[int, int, int]:
        self.helped = False
        self.paused = NOTHING
        done = pauses = 0
        while True:
            core, why = self._core, HAND_OVER
            if core is not None and core.running:
                core.ran = core.pauses = 0
                core.stop_at_pause = stop_at_pause
                if core.line in self._heads:
                    why = self._run_core(core, limit - done)
                done += core.ran
                if core.pauses:
                    pauses += core.pauses
                    self.paused = (*SCIENTIFIC[str(core.paused)], core.paused_format)
                if why in _ENDS:
                    core.running = why != STOP
                    return _ENDS[why], done, pauses
            stop = self._help(limit, done, why)
            done += stop.lines
            if stop.reason is Reason.PAUSE:
                pauses += 1
                self.paused = self.shows()
                if not stop_at_pause:
                    continue
            if stop.reason is not Reason.LIMIT or done >= limit:
                return REASONS.index(stop.reason), done, pauses

    def _help(self, limit: int, done: int, why: int) -> machine.Stop:
        """Let the readable machine do one line, or what is left to the limit."""
        state = self._unpack()
        if why == HAND_OVER:
            self.helped = True
        lines = limit - done if why == LIMIT else min(1, limit - done)
        stop = machine.run(state, lines, stop_at_pause=True)
        while state.running and stop.reason is Reason.LIMIT and done + stop.lines < limit:
            if is_plain(state) and state.line in self._heads:
                break
            more = machine.run(state, 1, stop_at_pause=True)
            stop = machine.Stop(more.reason, stop.lines + more.lines)
        self._settle()
        return stop


ENGINE: Final = Engine("source", partial(RunsInTurn, kind=TranslatedRun))
