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
    """The strongly connected parts of a graph, those in front first (Tarjan 1972). Others are left out."""
    inside = set(nodes)
    number: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    open_nodes: list[Node] = []
    is_open: set[Node] = set()
    circles: list[list[Node]] = []
    for root in nodes:
        if root in number:
            continue
        ways: list[tuple[Node, list[Node]]] = []

        def enter(node: Node, ways: list[tuple[Node, list[Node]]] = ways) -> None:
            number[node] = lowest[node] = len(number)
            open_nodes.append(node)
            is_open.add(node)
            ways.append((node, [one for one in ahead[node] if one in inside]))

        enter(root)
        while ways:
            node, left = ways[-1]
            if left:
                other = left.pop(0)
                if other not in number:
                    enter(other)
                elif other in is_open:
                    lowest[node] = min(lowest[node], number[other])
                continue
            ways.pop()
            if ways:
                lowest[ways[-1][0]] = min(lowest[ways[-1][0]], lowest[node])
            if lowest[node] == number[node]:
                place = open_nodes.index(node)
                circle = open_nodes[place:]
                del open_nodes[place:]
                is_open.difference_update(circle)
                circles.append(circle)
    return circles[::-1]


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
