"""The node through which every way to another one goes last."""

from __future__ import annotations

from generator.compiler.code.graph import nearest_dominators

WAYS = {"a": "b", "b": "cd", "c": "e", "d": "e", "e": "bf", "f": "", "z": "f"}
"""A loop from e back to b, a meeting at e, and a second way in from z."""


def sources(node: str) -> list[str]:
    return [one for one, targets in WAYS.items() if node in targets]


def without(node: str, roots: str) -> set[str]:
    """The nodes that are reached on ways that do not lead through one."""
    reached: set[str] = set()
    waiting = [one for one in roots if one != node]
    while waiting:
        one = waiting.pop()
        if one not in reached:
            reached.add(one)
            waiting += [target for target in WAYS[one] if target != node]
    return reached


def test_each_way_goes_through_the_nearest_dominator() -> None:
    assert nearest_dominators("abcdef", lambda one: [s for s in sources(one) if s != "z"], "a") == {
        "a": None,
        "b": "a",
        "c": "b",
        "d": "b",
        "e": "b",
        "f": "e",
    }


def test_several_ways_in() -> None:
    found = nearest_dominators("zabcdef", sources, "az")
    assert found["f"] is None
    for node, above in found.items():
        others = set(WAYS) - {node}
        dominating = {one for one in others if node not in without(one, "az")}
        assert above in dominating if dominating else above is None
