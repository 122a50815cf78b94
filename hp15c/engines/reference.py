"""The readable machine as an engine, one calculator after the other. The other engines share parts of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from typing import Final

import numpy as np

from hp15c.core import machine
from hp15c.core.machine import Reason
from hp15c.core.playing import enter
from hp15c.engines import LIMIT, REASONS, Engine, Outcome, Shown
from hp15c.listing.program import Program
from hp15c.numbers.number import MINUS_ZERO, Number
from hp15c.rules.stack import COMPLEX
from hp15c.state.state import State
from hp15c.table.modes import AngleMode, Format
from hp15c.timing.showing import NOTATIONS

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

NOTHING: Final[InX] = (0, 0, -1)


def in_x(state: State) -> InX:
    """The number in X."""
    x = state.x
    mantissa, exponent = 0, DESCRIPTOR_EXPONENT
    if isinstance(x, Number):
        mantissa, exponent = -x.mantissa if x.negative else x.mantissa, x.exponent
    return mantissa, exponent, format_code(state.format)


def as_arrays(rows: list[InX]) -> Shown:
    """What n calculators show, as arrays."""
    mantissas, exponents, formats = _columns(rows)
    return Shown(mantissas, exponents.astype(np.int8), formats.astype(np.int8))


def _columns(rows: list[tuple[int, int, int]]) -> np.ndarray:
    return np.fromiter(chain.from_iterable(rows), np.int64, 3 * len(rows)).reshape(-1, 3).T


def run_state(state: State, limit: int, stop_at_pause: bool) -> tuple[int, int, int, InX]:
    """Run a calculator until it stops.

    Returns why (a place in REASONS), how many lines it ran, how many pauses there were, and what the last one
    showed.
    """
    lines = pauses = 0
    paused = NOTHING
    while True:
        stop = machine.run(state, limit - lines, stop_at_pause=True)
        lines += stop.lines
        if stop.reason is Reason.PAUSE:
            paused = in_x(state)
            pauses += 1
        if stop_at_pause or stop.reason is not Reason.PAUSE:
            return REASONS.index(stop.reason), lines, pauses, paused


class MachineRun:
    """One calculator with a program, run by the readable machine.

    `paused` is what its last PSE showed, and `spent` are the word times of the last run, None where they are
    not counted. `helped` tells that a faster way left lines of the last run to the readable machine. Runs
    compute in a `context`.
    """

    context: Callable[[], AbstractContextManager[object]] = nullcontext
    helped = False
    spent: int | None = None

    def __init__(self, program: Program, state: State) -> None:
        self._state = state.copy()
        self._state.program = program
        self.paused = NOTHING

    def enter(self, integer: int, label: str | None) -> None:
        """See `Batch.enter`."""
        enter(self._state, integer, label)

    def run(self, limit: int, stop_at_pause: bool) -> tuple[int, int, int]:
        """Run until it stops. Returns why (a place in REASONS), and how many lines and pauses it was."""
        begun = self._state.word_times
        why, lines, pauses, self.paused = run_state(self._state, limit, stop_at_pause)
        self.spent = self._state.word_times - begun
        return why, lines, pauses

    def shows(self) -> InX:
        """The number in X."""
        return in_x(self._state)

    def state(self) -> State:
        """A copy of the State now."""
        return self._state.copy()


class RunsInTurn:
    """n calculators, run one after the other (see `Batch`)."""

    def __init__(self, program: Program, states: list[State], kind: type[MachineRun] = MachineRun) -> None:
        self._runs, self._context = [kind(program, state) for state in states], kind.context

    def enter(self, integers: np.ndarray, label: str | None = None) -> None:
        for one, integer in zip(self._runs, integers.tolist(), strict=True):
            one.enter(integer, label)

    def run(self, limit: int = LIMIT, stop_at_pause: bool = False) -> Outcome:
        runs = self._runs
        with self._context():
            ended = [one.run(limit, stop_at_pause) for one in runs]
        reasons, lines, pauses = _columns(ended)
        spent = [one.spent for one in runs]
        return Outcome(
            reasons.astype(np.uint8),
            as_arrays([one.shows() for one in runs]),
            as_arrays([one.paused for one in runs]),
            pauses,
            int(lines.sum()),
            sum(one.helped for one in runs),
            None if None in spent else np.array(spent, dtype=np.int64),
        )

    def state(self, index: int) -> State:
        return self._runs[index].state()


ENGINE: Final = Engine("reference", RunsInTurn)
