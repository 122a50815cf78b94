"""Orders in a graph that is given as the nodes that lie ahead of each node.

The order is that of Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993): what is
connected in a circle stands together, behind its first node.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

Node = TypeVar("Node")


def order(nodes: list[Node], ahead: Mapping[Node, Iterable[Node]]) -> list[Node]:
    """The nodes in an order in which each stands before those that it leads to. Circles stand together.

    `ahead` tells where each node leads. The order of `nodes` decides which node of a circle stands first.
    """
    found: list[Node] = []
    for circle in _circles(nodes, ahead):
        first, *others = circle
        found.append(first)
        if others:
            found += order(others, ahead)
    return found


def _circles(nodes: list[Node], ahead: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """The strongly connected parts of a graph, those in front first (Kosaraju 1978). Others are left out.

    Each begins with the node at which it was entered.
    """
    behind: dict[Node, list[Node]] = {node: [] for node in nodes}
    entered: dict[Node, int] = {}
    left: list[Node] = []
    waiting = [(node, False) for node in reversed(nodes)]
    while waiting:
        node, leaves = waiting.pop()
        if leaves:
            left.append(node)
        elif node not in entered:
            entered[node] = len(entered)
            inside = [other for other in ahead[node] if other in behind]
            for other in inside:
                behind[other].append(node)
            waiting += [(node, True), *((other, False) for other in reversed(inside))]
    circles: list[list[Node]] = []
    placed: set[Node] = set()
    for root in reversed(left):
        circle, open_nodes = [], [root]
        while open_nodes:
            node = open_nodes.pop()
            if node not in placed:
                placed.add(node)
                circle.append(node)
                open_nodes += behind[node]
        if circle:
            circles.append(sorted(circle, key=entered.__getitem__))
    return circles


def on_all_ways(nodes: list[Node], ahead: Mapping[Node, Iterable[Node]]) -> dict[Node, set[Node]]:
    """The nodes that every way from a node to an end passes (its postdominators), that node among them."""
    number = {node: place for place, node in enumerate(nodes)}
    every = (1 << len(nodes)) - 1
    passed = [every] * len(nodes)
    changed = True
    while changed:
        changed = False
        for place in reversed(range(len(nodes))):
            common, ends = every, True
            for other in ahead[nodes[place]]:
                common &= passed[number[other]]
                ends = False
            now = (0 if ends else common) | 1 << place
            changed = changed or now != passed[place]
            passed[place] = now
    return {
        node: {nodes[other] for other in range(len(nodes)) if passed[place] >> other & 1}
        for place, node in enumerate(nodes)
    }
