"""`--check`: a compiled program against its source run as Python, on examples and on drawn inputs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Final

from generator.compiler.checking.calls import Side, pinned_places
from generator.compiler.checking.compare import AgreedCalls, CallDisagreement, CallTally, compare, smallest
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.examples import Example, differences, examples, tolerance
from generator.compiler.checking.listing_side import ListingSide
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.tree.ir import Module
from hp15c.engines import NAMES, NEEDS_EXTRA
from hp15c.listing.program import Program
from hp15c.table.machines import Machine

MOST_EMPTY: Final = 150
"""The number of sequences in a row without a call that can be compared, after which drawing is given up."""

TOGETHER: Final = 500
"""The number of sequences that an engine for many calculators runs at the same time."""


@dataclass(slots=True)
class CheckResult:
    """The result of a check. `wrong` are examples that the source does not fulfil, in words.

    `engines` ran the listing. `engine` is the one that a disagreement is on.
    """

    tally: CallTally
    examples: int = 0
    wrong: list[str] = field(default_factory=list)
    engines: tuple[str, ...] = ("reference",)
    engine: str = "reference"

    @property
    def agrees(self) -> bool:
        """Whether no example was wrong and no call disagreed."""
        return self.tally.disagreement is None and not self.wrong


def installed_engines() -> tuple[str, ...]:
    """The engines that can be used here, the readable machine first."""
    return tuple(one for one in NAMES if one not in NEEDS_EXTRA or find_spec(NEEDS_EXTRA[one][0]))


def sides(
    module: Module, program: Program, engine: str = "reference", machine: Machine | None = None
) -> tuple[PythonSide, ListingSide]:
    """The source as Python, and the listing on a calculator."""
    python = PythonSide(module, program.model, program=program, machine=machine)
    return python, listing_side(module, program, engine, machine)


def listing_side(
    module: Module, program: Program, engine: str = "reference", machine: Machine | None = None
) -> ListingSide:
    """The listing of a module on a calculator."""
    results = {one.label: one.results for one in module.functions.values() if one.label}
    pinned = tuple(pinned_places(module))
    return ListingSide(program, results, pinned, engine, machine)


def check(
    module: Module,
    program: Program,
    count: int,
    chance: random.Random,
    tell: Callable[[int], None] = lambda done: None,
    engines: Sequence[str] | None = None,
    machine: Machine | None = None,
) -> CheckResult:
    """Compare on every example and on `count` drawn calls. Stop at the first disagreement.

    `tell` is called with the number of calls compared so far. All `engines` run the listing, those installed
    when None: the readable machine call by call, the others many sequences of calls at a time.
    """
    python, listing = sides(module, program, machine=machine)
    sequences = examples(module, python.names)
    made = CheckResult(CallTally(), engines=tuple(installed_engines() if engines is None else engines))
    others = [listing_side(module, program, one, machine) for one in made.engines if one != "reference"]
    waiting: list[AgreedCalls] = []
    _compare_examples(sequences, python, listing, made, tolerance(python.names), waiting)
    draws, empty, before = CallDraws(module, sequences, chance), 0, made.tally.compared
    while made.tally.disagreement is None and made.tally.compared - before < count and empty < MOST_EMPTY:
        compared = made.tally.compared
        calls = draws.sequence()
        made.tally.disagreement = compare(calls, python, listing, made.tally, waiting)
        draws.note(calls, made.tally.compared > compared)
        empty = empty + 1 if made.tally.compared == compared else 0
        if len(waiting) >= TOGETHER:
            _compare_engines(others, waiting, made)
        tell(min(count, made.tally.compared - before))
    if made.tally.disagreement is None:
        _compare_engines(others, waiting, made)
    if made.tally.disagreement is not None:
        side = next(one for one in (listing, *others) if one.name == made.engine)
        made.tally.disagreement = smallest(made.tally.disagreement, python, side)
    return made


def _compare_examples(
    sequences: list[list[Example]],
    python: PythonSide,
    listing: Side,
    made: CheckResult,
    tolerance: float,
    agreed: list[AgreedCalls],
) -> None:
    for sequence in sequences:
        python.reset()
        for example in sequence:
            made.examples += 1
            differing = differences(example, python.run(example.call), tolerance)
            made.wrong += [f"{example.call}: {one}" for one in differing]
        if made.tally.disagreement is None:
            calls = [example.call for example in sequence]
            made.tally.disagreement = compare(calls, python, listing, made.tally, agreed)


def _compare_engines(others: Sequence[ListingSide], agreed: list[AgreedCalls], made: CheckResult) -> None:
    """Compare on the other engines what agreed on the readable machine, all sequences at the same time."""
    for side in others:
        outcomes = side.together([calls for calls, _ in agreed])
        for (calls, wanted), given in zip(agreed, outcomes, strict=True):
            if tuple(given) != wanted:
                at = next(i for i, pair in enumerate(zip(wanted, given, strict=False)) if pair[0] != pair[1])
                first = CallDisagreement(calls[: at + 1], wanted[at], given[at])
                made.engine = side.name
                made.tally.disagreement = first
                return
    agreed.clear()
