"""The readable machine as an engine: one calculator after the other, one line at a time."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import numpy as np

from hp15c import machine
from hp15c.engines import LIMIT, REASONS, Outcome, Shown
from hp15c.instructions import Step, step
from hp15c.modes import Format, Notation
from hp15c.number import Number
from hp15c.program import Program
from hp15c.state import State

NOT_SHOWN: Final = -1
DESCRIPTOR_EXPONENT: Final = 127
_NOTATIONS: Final = {Notation.FIX: 0, Notation.SCI: 1, Notation.ENG: 2}


class Record:
    """What each of n calculators showed last, filled in one by one."""

    def __init__(self, count: int) -> None:
        self.mantissas = np.zeros(count, dtype=np.int64)
        self.exponents = np.zeros(count, dtype=np.int8)
        self.formats = np.full(count, NOT_SHOWN, dtype=np.int8)

    def show(self, index: int, state: State) -> None:
        """Keep what stands in X."""
        x = state.x
        if isinstance(x, Number):
            self.mantissas[index] = -x.mantissa if x.negative else x.mantissa
            self.exponents[index] = x.exponent
        else:
            self.exponents[index] = DESCRIPTOR_EXPONENT
        self.formats[index] = 16 * _NOTATIONS[state.format.notation] + state.format.digits

    def show_decimal(self, index: int, x: Decimal, format_: Format) -> None:
        """Keep an X that an engine holds as a Decimal."""
        if x:
            exponent = x.adjusted()
            self.mantissas[index] = int(x.scaleb(9 - exponent))
            self.exponents[index] = exponent
        else:
            self.mantissas[index] = self.exponents[index] = 0
        self.formats[index] = 16 * _NOTATIONS[format_.notation] + format_.digits

    @property
    def shown(self) -> Shown:
        """The arrays."""
        return Shown(self.mantissas, self.exponents, self.formats)


def enter(state: State, integer: int, label: str | None) -> None:
    """Key an integer into a State and start it with R/S, or with GSB and a label; see `Batch.enter`."""
    state.running, state.message = False, None
    state.end_entry()
    state.push(Number.of(integer))
    state.lift = True
    if label is None:
        machine.start(state)
    else:
        machine.keyboard(state, step("GSB", label))


class ReferenceBatch:
    """n States, run one after the other by the readable machine."""

    def __init__(self, program: Program, states: list[State]) -> None:
        self._states = [state.copy() for state in states]
        for state in self._states:
            state.program = program

    def enter(self, integers: np.ndarray, label: str | None = None) -> None:
        """See `Batch.enter`."""
        for state, integer in zip(self._states, integers.tolist(), strict=True):
            enter(state, integer, label)

    def run(self, limit: int = LIMIT, stop_at_pause: bool = False) -> Outcome:
        """See `Batch.run`."""
        count = len(self._states)
        stops, pauses = Record(count), Record(count)
        pause_counts = np.zeros(count, dtype=np.int64)
        reasons = np.zeros(count, dtype=np.uint8)
        word_times = np.zeros(count, dtype=np.int64)
        lines = 0
        for index, state in enumerate(self._states):

            def observe(state: State, _: int, done: Step, index: int = index) -> None:
                if done.name == "PSE":
                    pauses.show(index, state)
                    pause_counts[index] += 1

            before = state.word_times
            stop = machine.run(state, limit, observe, stop_at_pause)
            word_times[index] = state.word_times - before
            stops.show(index, state)
            reasons[index] = REASONS.index(stop.reason)
            lines += stop.lines
        return Outcome(reasons, stops.shown, pauses.shown, pause_counts, lines, 0, word_times)

    def state(self, index: int) -> State:
        """See `Batch.state`."""
        return self._states[index].copy()


class ReferenceEngine:
    """The readable machine."""

    name = "reference"

    def batch(self, program: Program, states: list[State]) -> ReferenceBatch:
        """See `Engine.batch`; nothing is refused."""
        return ReferenceBatch(program, states)


ENGINE: Final = ReferenceEngine()
