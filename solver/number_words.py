"""Numbers of things in words."""

from __future__ import annotations


def number_of(number: int, thing: str) -> str:
    """A number of things in words: `1 peg`, `2,000 pegs`, `3 guesses`."""
    many = "es" if thing.endswith("s") else "s"
    return f"{number:,} {thing}" + ("" if number == 1 else many)
