"""Arithmetic into elements of arrays: `a[i] += x` is STO + (i)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from generator.compiler.code.graph import BasicBlock, Graph, GraphNode, GraphValue
from generator.compiler.code.tables import ARRAYS, COMMUTING, FAILING

_INTO = frozenset(("+", "−", "×"))


def compute_into_elements(graph: Graph, modes: Mapping[BasicBlock, Mapping[str, int]]) -> None:
    """Make a store of a sum, difference or product with the element itself arithmetic into its register.

    No store may come between the load of the element and the store: `modes` tells how the elements are at
    the start of each block. The result may be used nowhere else.
    """
    held: dict[GraphValue, tuple[object, int]] = {}
    idle: list[tuple[BasicBlock, GraphNode | None, GraphNode]] = []
    uses = Counter(value for block in graph.blocks() for value in block.uses)
    for block in graph.blocks():
        state = modes[block][ARRAYS]
        for node in block.nodes:
            if node.line == "load":
                held[node.outputs[0]] = _place(node), state
            elif node.line == "store" and uses[node.inputs[-1]] == 1:
                element = _compute_into(node, held, state)
                if element is not None and uses[element] == 1:
                    idle.append((block, element.node, node))
            state = id(node) if ARRAYS in node.sets else state
    for block, load, store in idle:
        if load in block.nodes and _nothing_between(block, load, store):
            block.nodes.remove(load)


def _place(node: GraphNode) -> tuple[str, GraphValue | None]:
    """What is the same for two nodes only when they reach the same element. Constants are one value each."""
    return node.detail, node.pointer


def _compute_into(
    store: GraphNode, held: Mapping[GraphValue, tuple[object, int]], state: int
) -> GraphValue | None:
    """Make a store arithmetic where its value is computed from the element as it is now: this element."""
    made = store.inputs[-1].node
    if made is None or made.line not in _INTO:
        return None
    left, right = made.inputs
    for element, other in ((left, right), (right, left)):
        if held.get(element) == (_place(store), state) and (element is left or made.line in COMMUTING):
            store.line, store.inputs[-1] = f"STO {made.line}", other
            return element
    return None


def _nothing_between(block: BasicBlock, load: GraphNode, store: GraphNode) -> bool:
    """Whether the store may fail in the place of the load, because nothing between them is seen or fails."""
    between = block.nodes[block.nodes.index(load) + 1 : block.nodes.index(store)]
    return not any(node.effect or node.line in FAILING - {"load"} for node in between)
