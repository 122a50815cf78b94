"""Tests that are decided on some of the ways to them: these ways go on after the test at once.

A flag that is set to 1 or 0 and tested where ways meet needs neither flag nor test where it is known. The
same holds for a function that gives 1 or 0 and is copied into its caller.
"""

from __future__ import annotations

from collections import Counter

from generator.compiler.code.graph import BasicBlock, Branch, Graph, GraphValue, Jump
from generator.compiler.tree.relations import HOLDS
from hp15c.numbers.number import ZERO


def without_decided_tests(graph: Graph) -> bool:
    """Lead one way past a test that is decided on it. Returns whether there was one."""
    blocks = graph.blocks()
    order = {block: place for place, block in enumerate(blocks)}
    entered = {entry.block for entry in graph.entries}
    for block in blocks:
        end = block.terminator
        if block.nodes or not block.phis or not isinstance(end, Branch) or block in entered:
            continue
        if any(order[one] >= order[block] for one in block.predecessors) or not _is_own(graph, block):
            continue
        for before in block.predecessors:
            target = _target(block, end, before)
            if isinstance(before.terminator, Jump) and target not in (None, block):
                assert target is not None
                _lead(before, block, target)
                return True
    return False


def _is_own(graph: Graph, block: BasicBlock) -> bool:
    """Whether the phis of a block are used only in its test, and as values of the blocks right after."""
    uses: Counter[GraphValue] = Counter()
    for one in graph.blocks():
        uses.update(value for node in one.nodes for value in node.uses)
        if one is not block and one.terminator is not None:
            uses.update(one.terminator.inputs)
        for source in one.predecessors:
            if source is not block:
                uses.update(one.arguments(source).values())
    return not any(uses[phi] for phi in block.phis)


def _target(block: BasicBlock, end: Branch, before: BasicBlock) -> BasicBlock | None:
    """Where the test leads on the way from a block. None when that is not known."""
    values = block.arguments(before)
    left = values.get(end.left, end.left).number
    right = ZERO if end.right is None else values.get(end.right, end.right).number
    if left is None or right is None:
        return None
    return end.then if HOLDS[end.relation](left, right) else end.orelse


def _lead(before: BasicBlock, block: BasicBlock, target: BasicBlock) -> None:
    """Let a block go on at the target of the block after it."""
    values = block.arguments(before)
    behind = target.arguments(block)
    place = block.predecessors.index(before)
    del block.predecessors[place]
    for arguments in block.phis.values():
        del arguments[place]
    before.terminator = Jump(target)
    target.predecessors.append(before)
    for phi, arguments in target.phis.items():
        arguments.append(values.get(behind[phi], behind[phi]))
