"""Orders in a graph that is given as the nodes that lie ahead of each node.

The order is that of Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993): what is
connected in a circle stands together, after its first node.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

from hp15c.graphs import circles, nearest_dominators, postorder, sources

Node = TypeVar("Node", bound=Hashable)


def order(nodes: Collection[Node], ahead: Mapping[Node, Iterable[Node]]) -> list[Node]:
    """The nodes in an order in which each stands before those that it leads to. Circles stand together.

    `ahead` tells where each node leads. The order of `nodes` decides which node of a circle stands first.
    """
    found: list[Node] = []
    for first, *others in circles(nodes, ahead.__getitem__):
        found += [first, *order(others, ahead)]
    return found


def on_all_ways(nodes: Collection[Node], ahead: Mapping[Node, Iterable[Node]]) -> dict[Node, set[Node]]:
    """The nodes that every way from a node to an end passes (its postdominators), that node among them.

    For a node from which no way comes to an end they are all nodes.
    """
    before = sources(nodes, ahead.__getitem__)
    ends = [node for node in nodes if not ahead[node]]
    backwards = postorder(ends, before.__getitem__)[::-1]
    nearest = nearest_dominators(backwards, ahead.__getitem__, ends)
    passed: dict[Node | None, set[Node]] = {None: set()}
    for node in backwards:
        passed[node] = {node} | passed[nearest[node]]
    return {node: passed.get(node, {*nodes}) for node in nodes}
