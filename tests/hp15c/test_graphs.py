"""Walks through graphs: what is reached, in which order, what is connected, and what each way passes."""

from __future__ import annotations

from random import Random

import pytest

from hp15c.graphs import circles, nearest_dominators, postorder, reach, sources

WAYS = {"a": "b", "b": "cd", "c": "e", "d": "e", "e": "bf", "f": "", "z": "f"}
"""A loop from e back to b, a meeting at e, and a second way in from z."""


BEFORE = sources(WAYS, WAYS.__getitem__)


@pytest.mark.parametrize("seed", range(200))
def test_walks_of_random_graphs_are_those_of_a_recursion(seed: int) -> None:
    """A walk enters and leaves nodes as a recursion does. A part is what leads to each other."""
    chance = Random(seed)
    nodes = chance.sample("abcdefgh", chance.randint(1, 8))
    ahead = {node: chance.sample(nodes, min(len(nodes), chance.choice((0, 1, 1, 2, 3)))) for node in nodes}
    starts = chance.sample(nodes, chance.randint(1, len(nodes)))
    entered: list[str] = []
    left: list[str] = []

    def visit(node: str) -> None:
        if node not in entered:
            entered.append(node)
            for other in ahead[node]:
                visit(other)
            left.append(node)

    for start in starts:
        visit(start)
    assert list(reach(starts, ahead.__getitem__)) == entered
    assert postorder(starts, ahead.__getitem__) == left
    reached = {node: set(reach([node], ahead.__getitem__)) for node in nodes}
    parts = list(circles(nodes, ahead.__getitem__))
    assert sorted(node for part in parts for node in part) == sorted(nodes)
    for place, part in enumerate(parts):
        for node in part:
            assert {other for other in reached[node] if node in reached[other]} == set(part)
            assert not reached[node] & {other for earlier in parts[:place] for other in earlier}


def test_a_node_is_a_source_as_often_as_it_leads_there() -> None:
    assert sources("ab", {"a": "bb", "b": "ac"}.__getitem__) == {"b": ["a", "a"], "a": ["b"], "c": ["b"]}
    assert sources("ab", {"a": "", "b": ""}.__getitem__) == {"a": [], "b": []}


def test_what_is_not_given_is_in_no_part() -> None:
    assert list(circles("bcd", WAYS.__getitem__)) == [["b"], ["d"], ["c"]]
    assert list(circles("abcdef", WAYS.__getitem__)) == [["a"], ["b", "c", "e", "d"], ["f"]]


def without(node: str, roots: str) -> set[str]:
    """The nodes that are reached on ways that do not lead through one."""
    others = [one for one in roots if one != node]
    return set(reach(others, lambda one: [target for target in WAYS[one] if target != node]))


def test_each_way_goes_through_the_nearest_dominator() -> None:
    assert nearest_dominators(
        "abcdef", lambda one: [source for source in BEFORE[one] if source != "z"], "a"
    ) == {
        "a": None,
        "b": "a",
        "c": "b",
        "d": "b",
        "e": "b",
        "f": "e",
    }


def test_several_ways_in() -> None:
    found = nearest_dominators("zabcdef", BEFORE.__getitem__, "az")
    assert found["f"] is None
    for node, above in found.items():
        others = set(WAYS) - {node}
        dominating = {one for one in others if node not in without(one, "az")}
        assert above in dominating if dominating else above is None
