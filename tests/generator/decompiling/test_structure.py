"""Loops that are entered at two places: one of them is written a second time, and the module is proved."""

from __future__ import annotations

import random

import pytest

from generator.decompiling.module import decompile_listing
from generator.decompiling.structure import Place, Way, entered_once, targets
from hp15c.listing.program import Program
from tests.support.decompiled_listings import proved

HALVED = (
    "LBL A\nx=0\nGTO 2\nLBL 1\n1\n−\nLBL 2\n2\n÷\nPSE\n1\nx≤y\nGTO 3\nR↓\nRTN\n"
    "LBL 3\nR↓\nINT\nx=0\nGTO 2\nGTO 1"
)


def graph(ways: dict[int, tuple[int, ...]]) -> dict[int, Place[int]]:
    return {node: Place((), tuple(Way(target, ()) for target in to)) for node, to in ways.items()}


@pytest.mark.slow
def test_a_loop_that_is_entered_in_its_middle_is_written_and_proved() -> None:
    text = proved(HALVED).text()
    assert text[text.index("def ") :] == (
        "def label_a(x):\n"
        "    if x != 0:\n"
        "        x -= 1\n"
        "    while True:\n"
        "        a = x / 2\n"
        "        pause(a)\n"
        "        if a < 1:\n"
        "            break\n"
        "        x = intpart(a)\n"
        "        if x != 0:\n"
        "            x -= 1\n"
        "    return a\n"
    )


def test_only_what_leads_to_the_head_is_written_again() -> None:
    made = entered_once(graph({0: (1, 2), 1: (2,), 2: (3,), 3: (1, 4), 4: ()}), 0)
    assert sorted(node for node, copy in made if copy) == [1]
    assert {*targets(made[0, 0])} == {(1, 1), (2, 0)}


@pytest.mark.parametrize("seed", range(40))
def test_copies_lead_the_same_way_and_every_loop_is_entered_once(seed: int) -> None:
    draw = random.Random(seed)
    count = draw.randint(3, 7)
    places = graph(
        {node: tuple(draw.randrange(count) for _ in range(draw.randint(0, 2))) for node in range(count)}
    )
    made = entered_once(places, 0)
    for (node, _), place in made.items():
        assert tuple(target for target, _ in targets(place)) == tuple(targets(places[node]))
    reached, waiting = set(), [(0, 0)]
    while waiting:
        one = waiting.pop()
        if one not in reached:
            reached.add(one)
            waiting += targets(made[one])
    assert _is_reducible({one: {*targets(made[one])} for one in reached}, (0, 0))


def _is_reducible(ways: dict[object, set[object]], first: object) -> bool:
    """Whether loops to oneself and nodes with one source can be taken away until one node is left."""
    while len(ways) > 1:
        for node in ways:
            ways[node].discard(node)
        sources = {node: [one for one in ways if node in ways[one]] for node in ways if node != first}
        single = next((node for node, found in sources.items() if len(found) == 1), None)
        if single is None:
            return False
        ways[sources[single][0]] |= ways.pop(single)
        ways[sources[single][0]].discard(single)
    return True


@pytest.mark.slow
def test_a_loop_inside_a_loop_that_two_ways_lead_to_is_no_loop_with_two_entries() -> None:
    """A walk that takes nodes in another order than in depth finds a way back here that is none."""
    swaps = (
        "LBL A\n5\nSTO I\nLBL 1\nRCL I\n1\n−\nx=0\nGTO 2\nRCL (i)\nDSE I\nRCL (i)\nx≤y\nGTO 1\nx↔y\nSTO (i)\n"
        "ISG I\nLBL 3\nx↔y\nSTO (i)\nDSE I\nGTO 1\nLBL 2\nRCL 1\nRTN"
    )
    text = decompile_listing(Program.parse(swaps)).text()
    assert "index, ended = count_down(index)\n" in text
