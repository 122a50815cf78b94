"""A progress bar for work that takes longer than two seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

QUIET_SECONDS: Final = 2.0
"""Seconds before the bar is drawn."""


@contextmanager
def bar(what: str) -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on standard error, when that is a terminal and the work takes longer.

    It is called with the name of the work, how much is done, and of how much. One piece of work has no share
    that is done, so that the bar only moves.
    """
    from threading import Timer

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    row = progress.add_task(what, total=None)
    timer = Timer(QUIET_SECONDS, progress.start)
    timer.daemon = True
    timer.start()

    def show(done: str, count: int, total: int) -> None:
        progress.update(
            row, description=f"{what} {done}".rstrip(), completed=count, total=total if total > 1 else None
        )

    try:
        yield show
    finally:
        timer.cancel()
        progress.stop()
