"""The places where a run stops to be looked at: breakpoints, watched places, the end of a step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hp15c.inspect.watching import WatchCondition, Watches
from hp15c.state.state import State


@dataclass(slots=True)
class Breaks:
    """Lines in front of which a run stops, each with its condition if it has one, and watched places.

    `until` ends a step over, out of or up to something: the run stops before the line at which it holds.
    """

    lines: dict[int, WatchCondition | None] = field(default_factory=dict)
    places: list[str] = field(default_factory=list)
    until: Callable[[State], bool] | None = None
    _watches: Watches | None = None

    def __bool__(self) -> bool:
        return bool(self.lines or self.places or self.until)

    def begin(self, state: State) -> None:
        """Note that a run begins or goes on. Changes count from now on."""
        self._watches = Watches(state, self.places) if self.places else None

    def before_line(self, state: State, passing: bool) -> str | None:
        """Why the run stops before the current line. '' for a breakpoint without a condition, None to go on.

        With `passing` the run goes on from this line's breakpoint.
        """
        if self.until is not None and self.until(state):
            return ""
        if passing or state.line not in self.lines:
            return None
        condition = self.lines[state.line]
        if condition is None:
            return ""
        return f"stopped before line {state.line:03d}: {condition}" if condition.holds(state) else None

    def after_line(self, state: State, line: int) -> str | None:
        """Why the run stops after a line, None when no watched place has changed."""
        if self._watches is None:
            return None
        changes = self._watches.changes(state)
        if not changes:
            return None
        return f"line {line:03d}: " + ", ".join(map(str, changes))

    def keep_lines_up_to(self, last: int) -> None:
        """Drop the breakpoints after the end of the program."""
        self.lines = {line: one for line, one in self.lines.items() if line <= last}
