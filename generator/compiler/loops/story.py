"""The part of `--explain` about a module's loops: its dependences, and the orders that they forbid."""

from __future__ import annotations

from collections.abc import Iterator

from generator.compiler import ir
from generator.compiler.dependences import describe
from generator.compiler.dependences.relations import Dependence, Space, dependences
from generator.compiler.dependences.trees import has_loop
from generator.compiler.dependences.units import region


def dependence_lines(module: ir.Module) -> Iterator[str]:
    """For each function with loops its dependences, those of one pair of units on one line each."""
    for name, function in module.functions.items():
        if not has_loop(function.body):
            continue
        space = Space(region(function.body, module))
        yield f"Dependences of {name}, from the earlier to the later instance:"
        lines: dict[str, list[str]] = {}
        for one in dependences(space):
            if _between_loops(one):
                for line in describe.lines(one, space, distant=True):
                    lines.setdefault(line, []).append(one.kind)
        for line, kinds in lines.items():
            yield f"  {line} ({', '.join(dict.fromkeys(kinds))})"
        yield "  Where a condition on values decides, a pair may not conflict; its order is kept anyway."


def _between_loops(dependence: Dependence) -> bool:
    """Whether a dependence matters to the order of loops: both ends inside one."""
    return bool(dependence.source.coordinates and dependence.sink.coordinates)
