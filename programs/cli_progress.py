"""The progress of a verification: a bar on a terminal, and elsewhere a line from time to time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

import click

FIRST: Final = 5.0
LONGEST: Final = 60.0
"""Seconds before the first line, and the most seconds between two lines.

Each interval is twice the one before.
"""


class PairsPlayed:
    """Counts the pairs played so far: those of finished tasks, or those reported from unfinished tasks if
    they are more.
    """

    def __init__(self, total: int, begun: int) -> None:
        self.total = total
        self._done = self._played = begun

    @property
    def now(self) -> int:
        """The number of pairs played, at most all."""
        return min(self.total, max(self._done, self._played))

    def add_finished(self, pairs: int) -> None:
        """Note that a task of so many pairs is done."""
        self._done += pairs

    def underway(self, pairs: int) -> None:
        """Note that so many more pairs have been played."""
        self._played += pairs


class Lines:
    """The progress as lines of text, for a log or a pipe.

    `write` is called with a line, `clock` gives seconds.

    The rate counts from the first pairs on, because an engine may compile before them.
    """

    def __init__(self, count: PairsPlayed, write: Callable[[str], None], clock: Callable[[], float]) -> None:
        self._count = count
        self._write = write
        self._clock = clock
        self._begun, self._first = clock(), count.now
        self._plays = False
        self._pause = FIRST
        self._next = self._begun + FIRST

    def look(self) -> None:
        """Write a line if it is time for one."""
        now = self._clock()
        if not self._plays and self._count.now > self._first:
            self._plays = True
            self._begun, self._first = now, self._count.now
        if now < self._next:
            return
        self._pause = min(LONGEST, 2 * self._pause)
        self._next = now + self._pause
        self._write(self._line(now - self._begun))

    def _line(self, seconds: float) -> str:
        played, total = self._count.now, self._count.total
        rate = (played - self._first) / seconds if seconds else 0
        left = f", {rate:,.0f}/s, about {_duration((total - played) / rate)} left" if rate else ""
        return f"{played:,} of {total:,} pairs ({played / total:.2%}){left}"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


@contextmanager
def progress_shown(count: PairsPlayed) -> Iterator[Callable[[], None]]:
    """Show the count on standard error while the block runs.

    Yields the functions to call when the count grows.
    """
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield Lines(count, lambda line: click.echo(line, err=True), monotonic).look
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("pairs"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        row = progress.add_task("verify", total=count.total, completed=count.now, rate="")

        def look() -> None:
            speed = progress.tasks[row].speed
            progress.update(row, completed=count.now, rate=f"{speed:,.0f}/s" if speed else "")

        yield look
