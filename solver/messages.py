"""Messages that numba compiles, or would have to. The command line listens and tells the user."""

from __future__ import annotations

from collections.abc import Callable

from solver.number_words import number_of

listeners: list[Callable[[str], None]] = []
"""Called with a line of text, and forgotten."""


def tell(text: str) -> None:
    """Tell the listeners, once each."""
    while listeners:
        listeners.pop()(text)


def compiling_begins() -> None:
    """Report that numba begins to compile a kernel that is not kept on disk."""
    tell("compiling for this machine, once: 10 to 40 s (`hp15c mastermind compile` does it ahead)")


def not_compiled(pegs: int) -> None:
    """Report that something slower is used, because it answers before numba would have compiled its
    kernel.
    """
    tell(
        f"nothing is compiled for {number_of(pegs, 'peg')} yet, so the standard library computes: "
        f"`hp15c mastermind compile --pegs {pegs}` makes it faster"
    )
