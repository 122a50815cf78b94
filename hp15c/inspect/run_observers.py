"""Observers of every line of a run: breakpoints, watched places, conditions, lines of a trace."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hp15c.core.machine import Observer
from hp15c.errors import InputError
from hp15c.inspect.tracing import TracedLine
from hp15c.inspect.watching import WatchCondition, Watches
from hp15c.state.state import State
from hp15c.table.step import Step


class Lookout:
    """An observer that stops a run before a line, after a change, or when a condition holds.

    `stop` is called then. `why` says why the run was stopped, '' until then. A run that begins on a line with
    a breakpoint does not stop there.
    """

    def __init__(
        self,
        state: State,
        stop: Callable[[], None],
        lines: Sequence[int] = (),
        places: Sequence[str] = (),
        until: WatchCondition | None = None,
        then: Observer | None = None,
    ) -> None:
        last = len(state.program)
        for line in lines:
            if not 1 <= line <= last:
                raise InputError(f"there is no line {line} to break at; the program has {last}")
        self.why = ""
        self._stop = stop
        self._lines = frozenset(lines)
        self._watches = Watches(state, list(places))
        self._until = until
        self._then = then

    def __call__(self, state: State, line: int, step: Step) -> None:
        """Look after a line."""
        if self._then is not None:
            self._then(state, line, step)
        changes = self._watches.changes(state)
        if changes:
            self.why = f"line {line:03d}: " + ", ".join(map(str, changes))
        elif self._until is not None and self._until.holds(state):
            self.why = f"line {line:03d}: {self._until}"
        elif state.line in self._lines:
            self.why = f"before line {state.line:03d}"
        if self.why:
            self._stop()

    def sentence(self) -> str:
        """Where and why the run was stopped, as one sentence. '' when it was not."""
        return f"stopped {'at ' if self.why.startswith('line') else ''}{self.why}" if self.why else ""


@dataclass(slots=True)
class Filter:
    """A filter of traced lines: those of a range, those that change a place, or the last few."""

    write: Callable[[TracedLine], object]
    first: int = 0
    last: int = 9999
    places: frozenset[str] = frozenset()
    count: int | None = None
    _kept: deque[TracedLine] = field(default_factory=deque)

    def __call__(self, line: TracedLine) -> None:
        """Pass a line on, keep it for the end, or leave it out."""
        if not self.first <= line.line <= self.last:
            return
        if self.places and not self.places & set(line.changed):
            return
        if self.count is None:
            self.write(line)
            return
        self._kept.append(line)
        if len(self._kept) > self.count:
            self._kept.popleft()

    def finish(self) -> None:
        """Write the lines that were kept back."""
        while self._kept:
            self.write(self._kept.popleft())


def read_range(text: str, last_line: int) -> tuple[int, int]:
    """The lines that '3', '3-20' or '3-' names in a program of `last_line` lines. Else InputError."""
    first, dash, last = text.strip().partition("-")
    if not first.isdecimal() or (last and not last.isdecimal()):
        raise InputError(f"{text!r} names no lines; write 12, 3-20 or 3-")
    begin, end = int(first), int(last) if last else (9999 if dash else int(first))
    if end < begin:
        raise InputError(f"{text!r} names no lines; the lower number stands first, as in {end}-{begin}")
    if not 1 <= begin <= max(last_line, 1):
        raise InputError(f"there is no line {begin}; the program has lines 1 to {last_line}")
    return begin, end
