"""The progress of a long command on standard error: a bar at a terminal, elsewhere a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

from solver.messages import number_of
from solver.shell.cli_shared import tell

FIRST = 5.0
LONGEST = 60.0
"""Seconds before the first line, and the most between two lines. Each interval is twice the one before."""
QUIET = 1.0
"""Seconds before a bar is drawn."""


class Bar:
    """How many things are done, of how many, how fast, and about how long the rest takes.

    The rate counts from the first progress on, because code may be compiled before it, and because a proof
    that goes on begins with what was done before.
    """

    def __init__(
        self,
        what: str,
        patience: float | None = None,
        begun: int = 0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`what` names the things, `begun` of them are done already, `clock` gives seconds.

        KeyboardInterrupt, as from Ctrl-C, is raised after `patience` seconds.
        """
        self._what = what
        self._patience = patience
        self._first = begun
        self._clock = clock
        self._start = self._since = clock()
        self._moves = False
        self._pause = FIRST
        self._next = self._start + FIRST
        self._drawn: Any = None
        self._watched = sys.stderr.isatty()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the bar from the terminal. What is printed next stands on a line of its own."""
        if self._drawn is not None:
            self._drawn.stop()

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Show how many are done, and of how many.

        `note` is shown in place of the rate and the time that is left, where these tell nothing.
        """
        if total == 0:
            return
        now = self._clock()
        if self._patience is not None and done < total and now - self._start > self._patience:
            raise KeyboardInterrupt
        if not self._moves and done > self._first:
            self._moves = True
            self._since, self._first = now, done
        if self._watched:
            self._draw(now, done, total, note)
        elif done < total and now >= self._next:
            self._pause = min(LONGEST, 2 * self._pause)
            self._next = now + self._pause
            rest = f", {note}" if note else self._speed(now, done, total)
            tell(f"{self._what}: {done:,} of {total:,} ({done / total:.2%}){rest}")

    def _speed(self, now: float, done: int, total: int) -> str:
        """The rate and the time that is left, in words. Empty at the beginning."""
        seconds, gained = now - self._since, done - self._first
        rate = gained / seconds if seconds else 0
        text = f", {rate:,.0f}/s" if rate >= 1 else ""
        left = (total - done) / rate if rate else 0
        return text + (f", about {duration(left)} left" if left else "")

    def _draw(self, now: float, done: int, total: int, note: str) -> None:
        if self._drawn is None:
            if now - self._start < QUIET:
                return
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

            columns = (
                "{task.description}",
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                "{task.fields[speed]}",
            )
            self._drawn = Progress(*columns, console=Console(stderr=True), transient=True)
            self._drawn.add_task(self._what, speed="")
            self._drawn.start()
        speed = f", {note}" if note else self._speed(now, done, total)
        self._drawn.update(self._drawn.task_ids[0], completed=done, total=total, speed=speed)


def duration(seconds: float) -> str:
    """A length of time in words: seconds, minutes, hours, or days."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return number_of(round(seconds / 60), "minute")
    return f"{seconds / 3600:.1f} hours" if seconds < 360_000 else f"{seconds / 86_400:,.0f} days"
