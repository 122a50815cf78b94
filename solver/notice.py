"""Who is told that numba begins to compile: the command line, so that nobody waits without knowing why."""

from __future__ import annotations

from collections.abc import Callable

listeners: list[Callable[[], None]] = []
"""Called, and forgotten, when numba begins to compile a kernel that is not kept on disk."""


def compiling_begins() -> None:
    """Tell the listeners, once each."""
    while listeners:
        listeners.pop()()
