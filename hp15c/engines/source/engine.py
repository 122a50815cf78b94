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


class TranslatedRun(MachineRun):
    """One calculator with a translated program.

    While its State is plain (see `reference.is_plain`), `held` is set. The program then works on what stands
    here: numbers as Decimals, formats as numbers (see engines.Shown), angle modes as places in ANGLES.
    The State holds the rest, and everything as it was when it was filled in. Of the last call `ran` is the
    number of lines that it ran, and `pauses` the number of PSE. `stop_at_pause` tells whether a run ends at a
    PSE. `pausing` is what the last PSE showed. `place` is the register that the number in I names.
    """

    __slots__ = (
        *("angle", "flags", "format", "held", "i", "last_x", "lift", "line", "pauses", "pausing", "place"),
        *("ran", "registers", "returns", "running", "seed", "stack", "stop_at_pause"),
    )
    context = partial(localcontext, CONTEXT)

    def __init__(self, program: Program, state: State) -> None:
        super().__init__(program, state)
        translation = translate(program)
        self._program = program
        self._heads, self._run = translation.heads, translation.run
        self._numbers: list[Any] = []
        self._values: list[Decimal] = []
        self.pausing: tuple[Decimal, int] | None = None
        self._fill()

    # between the State and what stands here

    def _fill(self) -> None:
        """Take over what the State holds, if it is plain."""
        state = self._state
        self.held = is_plain(state)
        if not self.held:
            return
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

    def _pour(self) -> State:
        """The State with everything that the program has done. What it left alone stays as it was."""
        state = self._state
        if not self.held:
            return state
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

    def state(self) -> State:
        return self._pour().copy()

    def shows(self) -> InX:
        return _view(self.stack[0], self.format) if self.held else super().shows()

    # running

    def enter(self, integer: int, label: str | None) -> None:
        line = self._program.find_label(label, self.line or 1) if self.held and label is not None else None
        if not self.held or (label is not None and line is None):
            self._pour()
            super().enter(integer, label)
            self._fill()
            return
        x, y, z, t = self.stack
        self._state.message = None
        self.stack = [Decimal(integer), x, y, z] if self.lift else [Decimal(integer), y, z, t]
        self.lift = self.running = True
        if line is not None:
            self.returns.clear()
            self.line = line
        elif self.line == 0 and not self.returns and self._program.steps:
            self.line = 1

    def run(self, limit: int, stop_at_pause: bool) -> tuple[int, int, int]:
        self.helped, self.stop_at_pause = False, stop_at_pause
        self.paused = NOTHING
        self.pauses = done = 0
        while True:
            why = HAND_OVER
            if self.held and self.running:
                self.ran, self.pausing = 0, None
                if self.line in self._heads:
                    why = self._run(self, limit - done)
                done += self.ran
                if self.pausing is not None:
                    self.paused = _view(*self.pausing)
                if why in _ENDS:
                    self.running = why != STOP
                    return _ENDS[why], done, self.pauses
            stop = self._help(limit, done, why)
            done += stop.lines
            if stop.reason is Reason.PAUSE:
                self.pauses += 1
                self.paused = self.shows()
                if not stop_at_pause:
                    continue
            if stop.reason is not Reason.LIMIT or done >= limit:
                return REASONS.index(stop.reason), done, self.pauses

    def _help(self, limit: int, done: int, why: int) -> machine.Stop:
        """Let the readable machine do one line, or what is left to the limit."""
        state = self._pour()
        if why == HAND_OVER:
            self.helped = True
        lines = limit - done if why == LIMIT else min(1, limit - done)
        stop = machine.run(state, lines, stop_at_pause=True)
        while state.running and stop.reason is Reason.LIMIT and done + stop.lines < limit:
            if is_plain(state) and state.line in self._heads:
                break
            more = machine.run(state, 1, stop_at_pause=True)
            stop = machine.Stop(more.reason, stop.lines + more.lines)
        self._fill()
        return stop


def _view(x: Decimal, display_format: int) -> InX:
    return (*SCIENTIFIC[str(x)], display_format)


ENGINE: Final = Engine("source", partial(RunsInTurn, kind=TranslatedRun))
