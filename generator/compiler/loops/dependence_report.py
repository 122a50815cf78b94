"""The part of `--explain` about a module's loops: its dependences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.compiler.dependences import describe
from generator.compiler.dependences.relations import Dependence, Space, dependences
from generator.compiler.dependences.units import Unit, region
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import has_loop


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


def dependence_facts(module: ir.Module) -> list[dict[str, Any]]:
    """The dependences as plain data: for each its ends, its kind, its pieces and their distances."""
    facts: list[dict[str, Any]] = []
    for name, function in module.functions.items():
        if not has_loop(function.body):
            continue
        space = Space(region(function.body, module))
        facts += [
            {
                "function": name,
                "kind": one.kind,
                "source": _end(one.source),
                "sink": _end(one.sink),
                "through": one.through,
                "certain": one.certain,
                "distance": list(describe.distances(one)),
                "pieces": describe.lines(one, space),
            }
            for one in dependences(space)
            if _between_loops(one)
        ]
    return facts


def _end(unit: Unit) -> dict[str, Any]:
    return {"statement": unit.name, "coordinates": list(unit.coordinates)}


def _between_loops(dependence: Dependence) -> bool:
    """Whether a dependence matters to the order of loops: both ends inside one."""
    return bool(dependence.source.coordinates and dependence.sink.coordinates)
