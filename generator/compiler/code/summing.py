"""The statistics in a graph: operations that use the six sums find them in their registers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.compiler.code.building import Building
from generator.compiler.code.graph import GraphNode, GraphValue
from generator.compiler.code.problem import LAST_X, NumberedNode, Problem
from generator.compiler.code.tables import CLEARING, CORRELATING, SUMMING, SUMS_HELD
from generator.language.operations import CHANGING_SUMS
from hp15c.numbers.number import ZERO


def with_sums(work: Building, node: GraphNode, name: str) -> None:
    """Let an operation read the sums, and write them if it changes them. The new n is its result.

    Sums that the program reads by name are values. The others are a mode, which is set and read.
    """
    changes = name in CHANGING_SUMS
    node.reads, node.sets = SUMS_HELD, frozenset({SUMS_HELD} if changes else ())
    if work.block is None:
        return
    sums = [(number, one) for number, one in enumerate(work.module.sums) if one in work.module.registers]
    if node.line != CLEARING:
        node.before = {one: work.names.read("@" + one, work.block) for _, one in sums}
    if not changes:
        return
    zero = work.graph.constant(ZERO)
    for number, one in sums:
        made = GraphValue(one, node=node)
        node.after[one] = zero if node.line == CLEARING else made if number else node.outputs[0]
        work.names.write("@" + one, work.block, node.after[one])


def summed(
    problem: Problem, places: Sequence[int], lift: int, one: NumberedNode
) -> Iterator[tuple[list[int], int]]:
    """The places and the stack lift after an operation on the sums, where they allow it."""
    if any(places[slot] != value for slot, value in one.before):
        return
    x, y, z, t, last, *registers = places
    settled = 0 if lift == 2 else lift
    if one.line == CLEARING:
        after = [problem.zero or 0] * LAST_X + [last, *registers]
    elif one.line in SUMMING:
        if (y, x) != one.inputs:
            return
        after, settled = [one.outputs[0], y, z, t, x, *registers], 1
    elif one.line == CORRELATING:
        if x != one.inputs[0]:
            return
        after, settled = [one.outputs[1], one.outputs[0], y, z, x, *registers], 0
    else:
        if lift == 3:
            return
        below = [y, z] if lift == 1 else [x, y]
        after, settled = [one.outputs[1], one.outputs[0], *below, last, *registers], 0
    for slot, value in one.after:
        after[slot] = value
    yield after, settled
