"""A person's session at the calculator: keys one after the other, and each display that stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hp15c.calculator import Calculator
from hp15c.core import machine
from hp15c.core.machine import DEFAULT_LIMIT, Observer, Reason
from hp15c.display.display import x_display
from hp15c.listing.spellings import words_to_press
from hp15c.timing import WORD_TIMES_PER_SECOND

if TYPE_CHECKING:
    from hp15c.engines import Engine


@dataclass(frozen=True, slots=True)
class Event:
    """A display that stays for a moment or longer.

    `keys` were pressed since the event before. `kind` is pause (PSE), stop, error or limit. `seconds` is what
    the real machine has spent since the first of these keys, None where the engine does not count it.
    """

    keys: str
    kind: str
    display: str
    seconds: float | None


SLICE: Final = 500_000
"""The number of lines that an engine runs before it checks whether it is to stop."""


@dataclass(slots=True)
class Session:
    """Keys pressed on a calculator. `lines` counts the program lines that were run."""

    calculator: Calculator
    limit: int = DEFAULT_LIMIT
    engine: Engine | None = None
    observer: Observer | None = None
    lines: int = 0
    stopped: bool = False
    timed: bool = True

    def stop(self) -> None:
        """Stop the program that runs, as any key does. The keys that are left are not pressed."""
        self.stopped = True
        self.calculator.state.running = False

    def play(self, keys: str) -> Iterator[Event]:
        """Press the keys of a text like '4 GSB A 4213 R/S' and yield what shows.

        Keys that start no program show at the end, as one stop. After an error, at the limit and after
        `stop` the keys that are left are not pressed. Raises UnknownKey, before any key is pressed, for
        what is no key.
        """
        pressed: list[str] = []
        since = self.calculator.word_times
        for text, codes in words_to_press(keys, self.calculator.model):
            if self.stopped:
                break
            if not pressed:
                since = self.calculator.word_times
            pressed.append(text)
            for code in codes:
                self.calculator.key_down(code)
                running = self._release()
                if not running:
                    continue
                for kind in self._run():
                    yield self._event(pressed, kind, since)
                    pressed.clear()
                    if kind in (Reason.ERROR, Reason.LIMIT):
                        return
            if self.calculator.error and pressed:
                yield self._event(pressed, Reason.ERROR, since)
                return
        if pressed:
            yield self._event(pressed, Reason.STOP, since)

    def _release(self) -> bool:
        """Let the key go without running on. Returns whether a program is due to run."""
        self.calculator.key_up(limit=0)
        return self.calculator.state.running

    def _run(self) -> Iterator[Reason]:
        """Run until the program stops. Yields an event at every pause and at the end."""
        budget = self.limit
        while True:
            reason, lines = self._run_on(budget)
            self.lines += lines
            budget -= lines
            yield reason
            if reason is not Reason.PAUSE:
                return

    def _run_on(self, budget: int) -> tuple[Reason, int]:
        calculator = self.calculator
        if self.engine is None:
            stop = machine.run(calculator.state, budget, self.observer, stop_at_pause=True)
            return stop.reason, stop.lines
        from hp15c.engines import REASONS

        batch = self.engine.batch(calculator.state.program, [calculator.state])
        lines = 0
        while True:
            outcome = batch.run(min(SLICE, budget - lines), stop_at_pause=True)
            lines += outcome.lines
            self.timed &= outcome.word_times is not None
            reason = Reason(REASONS[int(outcome.reasons[0])])
            if reason is not Reason.LIMIT or lines >= budget or self.stopped:
                break
        calculator.state = batch.state(0)
        if self.stopped and reason is Reason.LIMIT:
            calculator.state.running = False
            reason = Reason.STOP
        return reason, lines

    def _event(self, pressed: list[str], kind: Reason, since: int) -> Event:
        calculator = self.calculator
        display = calculator.display
        if kind is Reason.PAUSE:
            display = x_display(calculator.state)
        seconds = (calculator.word_times - since) / WORD_TIMES_PER_SECOND
        return Event(" ".join(pressed), kind.value, display, round(seconds, 3) if self.timed else None)
