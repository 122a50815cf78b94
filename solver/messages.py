"""Messages that code is compiled, or would have to be. The command line listens and tells the user."""

from __future__ import annotations

from collections.abc import Callable

listeners: list[Callable[[str], None]] = []
"""Functions to call with the next line of text. Each is called once."""


def number_of(number: int, thing: str) -> str:
    """A number of things in words: `1 peg`, `2,000 pegs`, `3 guesses`."""
    many = "es" if thing.endswith("s") else "s"
    return f"{number:,} {thing}" + ("" if number == 1 else many)


def tell(text: str) -> None:
    """Give the text to all listeners. Each hears one text only."""
    while listeners:
        listeners.pop()(text)


def compiling_begins(seconds: int) -> None:
    """Report that code is compiled now which is not on disk, and about how many seconds that takes."""
    tell(f"compiling for this machine, once: about {seconds} s (`hp15c mastermind compile` does it ahead)")


def not_compiled(pegs: int) -> None:
    """Report that something slower is used, because it answers before code would be compiled."""
    tell(
        f"nothing is compiled for {number_of(pegs, 'peg')} yet, so the standard library computes:"
        f" what is compiled in the background meanwhile makes later games faster"
    )
