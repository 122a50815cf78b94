"""The node through which every way to another one goes last."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def nearest_dominators(
    order: Sequence[N], sources: Callable[[N], Iterable[N]], roots: Collection[N]
) -> dict[N, N | None]:
    """For each node the one that dominates it most closely. None for a root and where ways from roots meet.

    `order` has each node behind one of its sources at least. Cooper, Harvey and Kennedy, "A Simple, Fast
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
