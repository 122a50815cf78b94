"""What a compiled program takes on the real machine: the seconds of its examples."""

from __future__ import annotations

from generator.compiler.checking.examples import Example
from generator.compiler.checking.listing_side import ListingSide
from hp15c.timing import WORD_TIMES_PER_SECOND


def seconds(sequences: list[list[Example]], listing: ListingSide) -> list[float]:
    """The seconds of each example's call, in order; an example that fails on the machine counts too."""
    found = []
    for sequence in sequences:
        listing.reset()
        for example in sequence:
            before = listing.state.word_times
            listing.run(example.call)
            found.append((listing.state.word_times - before) / WORD_TIMES_PER_SECOND)
    return found
