"""Walks through graphs that are given as a function from each node to the nodes that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def reach(starts: Iterable[N], ahead: Callable[[N], Iterable[N]]) -> Iterator[N]:
    """Each node that these lead to, once, in the order in which a walk in depth enters it.

    The starts are among them. `ahead` gives the nodes that follow a node.
    """
    found: set[N] = set()
    waiting = [*starts][::-1]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            yield node
            waiting += [*ahead(node)][::-1]


def postorder(starts: Iterable[N], ahead: Callable[[N], Iterable[N]]) -> list[N]:
    """All nodes that these lead to, in the order in which a walk in depth leaves them."""
    found: list[N] = []
    seen: set[N] = set()
    way: list[N] = []
    waiting: list[Iterator[N]] = [iter(starts)]
    while waiting:
        for following in waiting[-1]:
            if following not in seen:
                seen.add(following)
                way.append(following)
                waiting.append(iter(ahead(following)))
                break
        else:
            waiting.pop()
            if way:
                found.append(way.pop())
    return found


def sources(nodes: Collection[N], ahead: Callable[[N], Iterable[N]]) -> dict[N, list[N]]:
    """The nodes from which each is reached at once, as often as they lead there."""
    found: dict[N, list[N]] = {node: [] for node in nodes}
    for node in nodes:
        for other in ahead(node):
            found.setdefault(other, []).append(node)
    return found


def circles(nodes: Collection[N], ahead: Callable[[N], Iterable[N]]) -> Iterator[list[N]]:
    """The strongly connected parts of a graph, those in front first (Kosaraju 1978).

    A part begins with the node at which a walk in depth enters it. Nodes that are not given are left out.
    """
    known = {*nodes}
    inside = {node: [other for other in ahead(node) if other in known] for node in nodes}
    before = sources(nodes, inside.__getitem__)
    entered = {node: place for place, node in enumerate(reach(nodes, inside.__getitem__))}
    placed: set[N] = set()
    for root in reversed(postorder(nodes, inside.__getitem__)):
        if root not in placed:
            part = [*reach([root], lambda node: [one for one in before[node] if one not in placed])]
            placed.update(part)
            yield sorted(part, key=entered.__getitem__)


def nearest_dominators(
    order: Sequence[N], sources: Callable[[N], Iterable[N]], roots: Collection[N]
) -> dict[N, N | None]:
    """For each node the one that dominates it most closely. None for a root and where ways from roots meet.

    `order` has each node after one of its sources at least. Cooper, Harvey and Kennedy, "A Simple, Fast
    Dominance Algorithm" (2001).
    """
    rank: dict[N | None, int] = {None: -1} | {node: place for place, node in enumerate(order)}
    above: dict[N | None, N | None] = dict.fromkeys(roots)

    def common(one: N | None, other: N | None) -> N | None:
        while one != other:
            if rank[one] > rank[other]:
                one = above[one]
            else:
                other = above[other]
        return one

    changed = True
    while changed:
        changed = False
        for node in order:
            if node in roots:
                continue
            nearest, *others = [one for one in sources(node) if one in above]
            best: N | None = nearest
            for other in others:
                best = common(best, other)
            if node not in above or above[node] != best:
                above[node] = best
                changed = True
    return {node: above[node] for node in order}
