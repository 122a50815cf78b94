"""The readable machine as an engine, one calculator after the other. The other engines share parts of it."""

from __future__ import annotations

from itertools import chain
from typing import Final

import numpy as np

from hp15c.core import machine
from hp15c.core.playing import enter
from hp15c.engines import LIMIT, REASONS, Engine, Outcome, Shown
from hp15c.listing.program import Program
from hp15c.numbers.number import MINUS_ZERO, Number
from hp15c.rules.stack import COMPLEX
from hp15c.state.state import State
from hp15c.table.modes import AngleMode, Format
from hp15c.timing.showing import NOTATIONS

NOT_SHOWN: Final = -1
DESCRIPTOR_EXPONENT: Final = 127
ANGLES: Final = tuple(AngleMode)
"""The angle modes, in the order of their numbers in the faster engines."""


def is_plain(state: State) -> bool:
    """Whether a State holds nothing but real numbers, none being typed, and no SOLVE or integral.

    Only such a State can be held by the faster engines. An imaginary part that is not 0 counts even in real
    mode: tests look at it.
    """
    values = (*state.stack, *state.registers, state.i, state.last_x)
    return (
        COMPLEX not in state.flags
        and state.entry is None
        and all(isinstance(value, Number) for value in values)
        and MINUS_ZERO not in state.stack
        and not any(state.imaginary)
        and not state.last_xi
        and state.solve is None
        and state.integral is None
        and not state.number_ahead
        and all(line >= 0 for line in state.returns)
    )


def format_code(format_: Format) -> int:
    """A display format as a number (see engines.Shown)."""
    return 16 * NOTATIONS.index(format_.notation) + format_.digits


def format_of(code: int) -> Format:
    """The display format with this number."""
    notation, digits = divmod(code, 16)
    return Format(NOTATIONS[notation], digits)


InX = tuple[int, int, int]
"""What one calculator shows: signed mantissa, exponent and format as in engines.Shown."""

NOTHING: Final[InX] = (0, 0, NOT_SHOWN)


def in_x(state: State) -> InX:
    """The number in X."""
    x = state.x
    mantissa, exponent = 0, DESCRIPTOR_EXPONENT
    if isinstance(x, Number):
        mantissa, exponent = -x.mantissa if x.negative else x.mantissa, x.exponent
    return mantissa, exponent, format_code(state.format)


def as_arrays(rows: list[InX]) -> Shown:
    """What n calculators show, as arrays."""
    table = np.fromiter(chain.from_iterable(rows), np.int64, 3 * len(rows)).reshape(-1, 3)
    return Shown(table[:, 0], table[:, 1].astype(np.int8), table[:, 2].astype(np.int8))


def nothing_shown(count: int) -> Shown:
    """What n calculators have shown last, to be filled in one by one."""
    mantissas, exponents = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int8)
    return Shown(mantissas, exponents, np.full(count, NOT_SHOWN, dtype=np.int8))


def keep(shown: Shown, index: int, now: InX) -> None:
    """Keep what one calculator shows."""
    for column, number in zip(shown, now, strict=True):
        column[index] = number


class ReferenceBatch:
    """n States, run one after the other by the readable machine (see `Batch`)."""

    def __init__(self, program: Program, states: list[State]) -> None:
        self._states = [state.copy() for state in states]
        for state in self._states:
            state.program = program

    def enter(self, integers: np.ndarray, label: str | None = None) -> None:
        for state, integer in zip(self._states, integers.tolist(), strict=True):
            enter(state, integer, label)

    def run(self, limit: int = LIMIT, stop_at_pause: bool = False) -> Outcome:
        count = len(self._states)
        stops, pauses = nothing_shown(count), nothing_shown(count)
        pause_counts = np.zeros(count, dtype=np.int64)
        reasons = np.zeros(count, dtype=np.uint8)
        word_times = np.zeros(count, dtype=np.int64)
        lines = 0
        for index, state in enumerate(self._states):
            before, left, goes_on = state.word_times, limit, True
            while goes_on:
                stop = machine.run(state, left, stop_at_pause=True)
                left -= stop.lines
                goes_on = not stop_at_pause and stop.reason is machine.Reason.PAUSE
                if stop.reason is machine.Reason.PAUSE:
                    keep(pauses, index, in_x(state))
                    pause_counts[index] += 1
            word_times[index] = state.word_times - before
            keep(stops, index, in_x(state))
            reasons[index] = REASONS.index(stop.reason)
            lines += limit - left
        return Outcome(reasons, stops, pauses, pause_counts, lines, 0, word_times)

    def state(self, index: int) -> State:
        return self._states[index].copy()


ENGINE: Final = Engine("reference", ReferenceBatch)
