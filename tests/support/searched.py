"""What tests share that compare listings with their source: cheap programs, and the comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from generator.compiler.checking.check import check
from generator.compiler.code import Effort, Generated
from generator.compiler.code.generate import WIDTHS, Spent, generate_way, sized_ways
from generator.compiler.target.sums import without_unread_sums
from generator.compiler.tree.ir import Module
from hp15c.listing.program import Program
from hp15c.table.models import Model

NO_TIME = Effort(until=0)
"""With it the compiler takes the first program of its narrow search."""


def all_searched(module: Module, model: Model = Model.HP15C) -> Iterator[Generated]:
    """The programs of a narrow search for the ways to compile a module, the fewest operations first.

    `generate` looks for the shortest one of them and takes three to ten times as long as the first one does.
    """
    module, spent = without_unread_sums(module), Spent()
    ways = sorted(sized_ways(module, model), key=lambda one: (one[0].choices.counters == "ahead", one[1]))
    made = (generate_way(module, model, way, WIDTHS[0], "small", spent) for way, _ in ways)
    return (one for one in made if one is not None)


def searched(module: Module, model: Model = Model.HP15C) -> Generated:
    """The first of these programs."""
    return next(all_searched(module, model))


def agree(
    module: Module,
    *programs: Program,
    calls: int = 40,
    least: int = 0,
    seed: int = 1,
    engines: Sequence[str] | None = ("reference",),
) -> None:
    """Compare listings of a module with Python in drawn calls, of which at least so many can be compared."""
    for program in programs:
        found = check(module, program, calls, Random(seed), engines=engines)
        assert found.agrees, f"{found.engine}: {found.wrong} {found.tally.disagreement}\n{program}"
        assert found.tally.compared >= least
