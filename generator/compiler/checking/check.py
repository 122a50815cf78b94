"""`--check`: a compiled program against its source run as Python, on examples and on drawn inputs."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from generator.compiler.checking.calls import Side
from generator.compiler.checking.compare import Tally, compare, smallest
from generator.compiler.checking.draws import Draws
from generator.compiler.checking.examples import Example, differences, examples, tolerance
from generator.compiler.checking.listing_side import ListingSide
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.ir import Module
from hp15c.program import Program

MOST_EMPTY: Final = 50
"""Sequences in a row without a call that can be compared, before the drawing is given up."""


@dataclass(slots=True)
class Check:
    """What a check found: `wrong` are examples that the source does not fulfil, in words."""

    tally: Tally
    examples: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        """Whether nothing was found."""
        return self.tally.disagreement is None and not self.wrong


def sides(module: Module, program: Program) -> tuple[PythonSide, ListingSide]:
    """The source as Python, and the listing on a calculator."""
    results = {one.label: one.results for one in module.functions.values() if one.label}
    pinned = tuple(one.at for one in module.registers.values() if one.at)
    return PythonSide(module, program.model), ListingSide(program, results, pinned)


def check(
    module: Module,
    program: Program,
    count: int,
    chance: random.Random,
    told: Callable[[int], None] = lambda done: None,
) -> Check:
    """Compare on every example and on `count` drawn calls; stop at the first disagreement.

    `told` hears how many calls were compared so far.
    """
    python, listing = sides(module, program)
    sequences = examples(module, python.names)
    made = Check(Tally())
    _compare_examples(sequences, python, listing, made, tolerance(python.names))
    draws, empty, before = Draws(module, sequences, chance), 0, made.tally.compared
    while made.tally.disagreement is None and made.tally.compared - before < count and empty < MOST_EMPTY:
        compared = made.tally.compared
        made.tally.disagreement = compare(draws.sequence(), python, listing, made.tally)
        empty = empty + 1 if made.tally.compared == compared else 0
        told(min(count, made.tally.compared - before))
    if made.tally.disagreement is not None:
        made.tally.disagreement = smallest(made.tally.disagreement, python, listing)
    return made


def _compare_examples(
    sequences: list[list[Example]], python: PythonSide, listing: Side, made: Check, within: float
) -> None:
    for sequence in sequences:
        python.reset()
        for example in sequence:
            made.examples += 1
            differing = differences(example, python.run(example.call), within)
            made.wrong += [f"{example.call}: {one}" for one in differing]
        if made.tally.disagreement is None:
            calls = [example.call for example in sequence]
            made.tally.disagreement = compare(calls, python, listing, made.tally)
