"""Tests of the answer that ISG or DSE gives: they are the jump of that line itself.

`count_up` and `count_down` give a counter and 1 at its end. Where that number is only tested, it is not made.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from generator.compiler.code.graph import BasicBlock, Branch, CountedJump, Graph, GraphNode, GraphValue
from generator.compiler.code.tables import KEYS
from generator.language.counting_lines import COUNTING_OPERATIONS

_ROWS: Final = {
    one.lines: row for one in COUNTING_OPERATIONS.values() for row, _ in one.lines if row in ("ISG", "DSE")
}
"""The line that counts, by all lines of the operation."""


def with_counted_jumps(graph: Graph) -> bool:
    """End blocks by ISG or DSE where they test its answer. Returns whether there was one."""
    found = [(block, node) for block in graph.blocks() if (node := _counting(block)) is not None]
    if not found:
        return False
    uses: Counter[GraphValue] = Counter(value for block in graph.blocks() for value in block.uses)
    changed = False
    for block, node in found:
        counter, answer = node.outputs
        if uses[answer] == 1:
            end = block.terminator
            assert isinstance(end, Branch)
            again, done = (end.then, end.orelse) if end.relation == "==" else (end.orelse, end.then)
            block.nodes.remove(node)
            block.terminator = CountedJump(node.inputs[0], counter, again, done, end.place, _ROWS[node.lines])
            counter.node = None
            changed = True
    return changed


def _counting(block: BasicBlock) -> GraphNode | None:
    """The operation whose answer the end of a block tests against 0, which may run last in the block."""
    end = block.terminator
    if not isinstance(end, Branch) or end.right is not None or end.relation not in ("==", "!="):
        return None
    node = end.left.node
    if node is None or node.line != KEYS or node.lines not in _ROWS or node not in block.nodes:
        return None
    counter, answer = node.outputs
    behind = block.nodes[block.nodes.index(node) + 1 :]
    used = any(counter in one.uses for one in behind)
    return node if end.left is answer and counter is not answer and not used else None
