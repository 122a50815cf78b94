"""All games in the form in which compiled code plays them: the stack, the nodes made so far, and their tree.

Games are played from the first region, or from several regions side by side whose nodes are joined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from solver.kernels import games
from solver.kernels.compiled import records
from solver.kernels.request import DONE
from solver.trees.plan import Tree, TreePlan, Unfinished

Later = Mapping[tuple[int, int], Sequence[int]]

_DEEPEST = 64
_ORDINALS = 64
_ROOM = _DEEPEST * _ORDINALS


class RegionFields(NamedTuple):
    """The region where games begin: the fields of `games.REGION` without the members."""

    parent: int
    ordinal: int
    turn: int
    played: int
    twins: int
    state: int


class Games:
    """All games that begin in one region, as far as they have been played: at first the region alone."""

    def __init__(self, members: Any, given: Sequence[int], codes: int, begin: RegionFields) -> None:
        """Room for the whole tree, whose first guesses are given. The game has so many codes."""
        size, known = len(members), len(given)
        self.given: Any = np.array(given, np.int32)
        self.begin = begin
        self.counters = records(games.COUNTERS, 1)
        self.stack = records(games.REGION, min(size, _ROOM + _ORDINALS * known) + _ORDINALS)
        self.nodes = records(games.NODE, 2 * size + 2 + known)
        self.members = members
        self.spare = np.empty(size, np.int32 if codes <= 1 << 25 else np.int64)
        self.histogram = np.zeros(_DEEPEST + known, np.int64)
        self.done = False
        """Whether nothing is left to be played."""
        self.safe = 0
        """The number of nodes made when compiled code was last left, which another thread may read."""
        self.counters["stacked"] = 1
        self.stack[0] = (0, size, -1, *begin[1:])

    def count(self, what: str) -> int:
        """A counter by its name in `games.COUNTERS`."""
        return int(self.counters[what][0])

    def publish(self) -> None:
        """Note what is made, after compiled code was left."""
        self.safe = self.count("nodes")
        self.done = self.count("status") == DONE

    def guesses(self) -> list[int]:
        """The guesses of the nodes made, or those given where fewer are made yet."""
        given, made = self.given, self.nodes["guess"][: self.safe].tolist()
        made += given[len(made) :].tolist()
        return list(made)

    def made(self, what: str) -> Any:
        """A field of `games.NODE` of all nodes made."""
        return self.nodes[what][: self.count("nodes")]

    def parts(self, codes: int, later: Later) -> list[Games]:
        """The regions still to be played, each by itself, in the order in which their nodes come.

        For some of them `later` has guesses, which are given.
        """
        games = []
        for place in reversed(range(self.count("stacked"))):
            start, end, *begin = self.stack[place].tolist()
            at = RegionFields(*begin)
            given = later.get((at.parent, at.ordinal), ())
            games.append(Games(self.members[start:end].copy(), given, codes, at))
        return games


def unfinished(plan: TreePlan, whole: Games, parts: list[Games]) -> Unfinished:
    """What is made: the guesses up to the first part that is not done, and those of the parts after it."""
    guesses = whole.nodes["guess"][: whole.safe].tolist()
    rest = iter(parts)
    for part in rest:
        done = part.done  # before its guesses are read, because threads may be playing
        guesses += part.guesses()
        if not done:
            break
    later = {(part.begin.parent, part.begin.ordinal): tuple(part.guesses()) for part in rest}
    return Unfinished(plan, tuple(guesses), {key: made for key, made in later.items() if made})


def joined(plan: TreePlan, whole: Games, parts: list[Games]) -> Tree:
    """The tree of the first nodes and of the parts that follow them."""
    played = [whole, *parts]
    parents = [whole.made("parent")]
    before = whole.count("nodes")
    for part in parts:
        own = part.made("parent")
        parents.append(np.where(own < 0, part.begin.parent, own + before))
        before += part.count("nodes")
    histogram = np.zeros(max(len(one.histogram) for one in played), np.int64)
    for one in played:
        histogram[: len(one.histogram)] += one.histogram
    return Tree(
        plan,
        np.concatenate([one.made("guess") for one in played]).tolist(),
        np.concatenate(parents).tolist(),
        np.concatenate([one.made("ordinal") for one in played]).tolist(),
        tuple(np.trim_zeros(histogram, "b").tolist()),
        sum(one.count("scores") for one in played),
    )
