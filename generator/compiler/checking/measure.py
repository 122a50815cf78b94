"""The time of a compiled program on the real machine: the seconds of its examples."""

from __future__ import annotations

import random
from typing import Final

from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.examples import Example
from generator.compiler.checking.listing_side import ListingSide
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.tree.ir import Module
from hp15c.timing import WORD_TIMES_PER_SECOND

DRAWN: Final = 12
TRIES: Final = 200


def drawn_calls(module: Module, python: PythonSide) -> list[list[Example]]:
    """Seeded calls that end with results, each on cleared memory, to time a module without examples."""
    draws = CallDraws(module, [], random.Random(0))
    sequences: list[list[Example]] = []
    for _ in range(TRIES):
        call = draws.sequence()[0]
        python.reset()
        if python.run(call).end == "results":
            sequences.append([Example(call)])
        if len(sequences) == DRAWN:
            break
    return sequences


def seconds(sequences: list[list[Example]], listing: ListingSide) -> list[float]:
    """The seconds of each example's call, in order. An example that fails on the machine counts too."""
    times = []
    for sequence in sequences:
        listing.reset()
        for example in sequence:
            before = listing.state.word_times
            listing.run(example.call)
            times.append((listing.state.word_times - before) / WORD_TIMES_PER_SECOND)
    return times
