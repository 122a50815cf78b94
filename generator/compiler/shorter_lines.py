"""Shorter equal lines from the table of `generator.peephole`."""

from __future__ import annotations

from collections.abc import Sequence

from generator.assembler.targets import Goal
from generator.compiler.tree.ir import Module
from generator.peephole.flow import Facts
from generator.peephole.rewrite import shorten
from hp15c.listing.program import Program


def shortened(
    program: Program, sources: Sequence[int], module: Module, goal: Goal
) -> tuple[Program, tuple[int, ...], list[str]]:
    """A program with shorter equal lines, the source line of each, and what was replaced in words.

    At the end of a run only the results count, and of an Error only its number.
    """
    results = max(one.results for one in module.functions.values() if one.label)
    kept = frozenset(("X", "Y", "Z", "T")[: max(1, results)])
    made, savings = shorten(program, goal, Facts(kept, exact_errors=False))
    origin: list[int] = []
    line = 1
    for one in savings:
        origin += sources[line - 1 : one.line - 1]
        origin += [sources[one.line - 1]] * len(one.by)
        line = one.line + one.count
    origin += sources[line - 1 :]
    told = [
        f"Lines {one.line} to {one.line + one.count - 1} shorter by the table: {one.why}" for one in savings
    ]
    return made, tuple(origin), told
