"""The real machine's pace: when it would be done with an operation, and what shows until then.

A key, or a program line, takes what the cost model says. Until that time is over the machine shows what it
showed before, or nothing: the digits are off while a function computes (BEHAVIOUR 3.9).
"""

from __future__ import annotations

from typing import Final

from hp15c.display.display import Display, Held, display
from hp15c.state.state import State
from hp15c.timing import WORD_TIMES_PER_SECOND

NO_DIGITS: Final = " " * 11


class Pace:
    """The state of the real machine's pace.

    `due` is the time when the machine is done, in seconds. `past` is the calculator as it is still shown,
    None when it is shown as it is. `dark` tells whether its digits are off.
    """

    def __init__(self) -> None:
        self.real = False
        self.due = 0.0
        self.past: State | None = None
        self.dark = False

    def reset(self, now: float) -> None:
        """Drop all waiting: the calculator is shown as it is."""
        self.due, self.past, self.dark = now, None, False

    def settle(self, now: float) -> None:
        """Show the calculator as it is when its time has come."""
        if now >= self.due:
            self.past, self.dark = None, False

    def copy(self, state: State) -> State | None:
        """The state before a key or a line, to be handed to `spend`. None at full speed."""
        return state.copy() if self.real else None

    def spend_key(self, before: State | None, state: State, now: float) -> None:
        """Add the time of a key, from now or from the time when the machine is done."""
        if before is None or state.word_times == before.word_times:
            return
        self.settle(now)
        self.due = max(self.due, now) + _seconds(before, state)
        if state.running or state.held not in (None, Held.OTHER):
            self.past, self.dark = None, False
        elif self.past is None:
            before.held = None
            self.past, self.dark = before, _computes(before, state)

    def spend_line(self, before: State | None, state: State) -> None:
        """Add the time of a line of a running program. Those of lines follow without a gap."""
        if before is not None:
            self.due += _seconds(before, state)
            self.past, self.dark = before, False

    def display(self) -> Display | None:
        """The display that is shown in place of the calculator's own, or None."""
        if self.past is None:
            return None
        shown = display(self.past)
        return Display(NO_DIGITS, shown.annunciators) if self.dark else shown


def _seconds(before: State, state: State) -> float:
    return (state.word_times - before.word_times) / WORD_TIMES_PER_SECOND


def _computes(before: State, state: State) -> bool:
    """Whether a key has carried out a function: no prefix, digit, program line or end of a message."""
    at_rest = before.on and before.message is None and not before.programming and not before.running
    return at_rest and state.on and not state.programming and not state.pending and state.entry is None
