"""The calculator in the form that translated programs work on: Decimals in place of Numbers."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hp15c.engines.reference import ANGLES, format_code, format_of
from hp15c.engines.source.decimals import NIL, to_decimal, to_number
from hp15c.state.state import State


class Core:
    """A State's numbers and modes for a translated program to work on.

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
        self.fill()

    def fill(self) -> None:
        """Take over what the State holds. It must be plain (see `engines.plain`)."""
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
