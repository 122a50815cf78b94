"""What tests share that compare listings with their source: cheap programs, and the comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from generator.assembler.targets import Goal
from generator.compiler.checking.check import check
from generator.compiler.code import Effort, Generated
from generator.compiler.code.generate import WIDTHS, CompileWay, Spent, all_ways_of, generate_graphs
from generator.compiler.code.graph import Graph
from generator.compiler.code.lower import lower
from generator.compiler.code.schedules import Width
from generator.compiler.code.simplify import simplify_all
from generator.compiler.target.sums import without_unread_sums
from generator.compiler.tree.ir import Module
from hp15c.listing.program import Program
from hp15c.table.models import Model

NO_TIME = Effort(until=0)
"""With it the compiler takes the first program of its narrow search."""


def generate_way(
    module: Module, model: Model, way: CompileWay, width: Width, goal: Goal, spent: Spent
) -> Generated | None:
    """The best program that a search of this width finds for one way. None when it finds none that fits."""
    graphs = simplify_all(lower(module, way.choices), *way.how_to_simplify)
    made = generate_graphs(module, model, graphs, width, goal, spent)
    return made and made[0]


def sized_ways(module: Module, model: Model = Model.HP15C) -> Iterator[tuple[CompileWay, int]]:
    """All ways to compile a module that lead to different graphs, each with the number of its operations.

    The program has at least that many lines, before lines that it has twice are shared.
    """
    return ((way, sum(map(Graph.operations, graphs.values()))) for way, graphs in all_ways_of(module, model))


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
