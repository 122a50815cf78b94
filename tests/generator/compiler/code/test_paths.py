"""The values where blocks meet, and the states that wait: which go on, and how many of each kind."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from generator.compiler import front
from generator.compiler.code.building import choices_of
from generator.compiler.code.lower import lower
from generator.compiler.code.moves import Move
from generator.compiler.code.paths import MOST_WAYS, Layers, Queue, Waiting, arrivals, state_of
from generator.compiler.code.problem import Problem, problem_of
from generator.compiler.code.schedules import Width
from generator.compiler.code.search import ScheduleSearch
from generator.compiler.code.simplify import simplify
from hp15c.table.models import Model

PLACES = (7, 8, 0, 0, 0, 7, 8, 9, 9, 0)
"""X, Y, Z, T, LAST X, and five registers."""


def ways(names: dict[int, int]) -> list[tuple[int, ...]]:
    """The arrivals at the head of a loop."""
    return list(arrivals(PLACES, names, True, frozenset()))


def test_each_name_has_a_place_of_its_value() -> None:
    names = {1: 7, 2: 8, 3: 9}
    found = ways(names)
    assert len(found) == len(set(found)) == 18
    for one in found:
        assert set(names) <= set(one)
        assert all(not name or PLACES[place] == names[name] for place, name in enumerate(one))


def test_two_names_of_a_value_have_different_places() -> None:
    assert set(ways({1: 9, 2: 9})) == {(*[0] * 7, 1, 2, 0), (*[0] * 7, 2, 1, 0)}


def test_there_is_no_way_for_more_names_than_places() -> None:
    assert not ways({1: 7, 2: 8, 3: 9, 4: 9, 5: 9})
    assert not ways({1: 6, 2: 7})


def test_there_are_so_many_ways_at_the_most() -> None:
    places = (7, 7, 7, 7, 0, 7, 8, 8, 8, 0)
    assert len(list(arrivals(places, {1: 7, 2: 7, 3: 8}, True, frozenset()))) == MOST_WAYS


# states that wait

LOOP = (
    'from generator.language import program\n@program("A")\ndef one(x, y):\n'
    "    while y != 0:\n        x, y = y, x % y\n    return x * x + 3\n"
)
STRAIGHT = 'from generator.language import program\n@program("A")\ndef one(x, y):\n    return x * y + x\n'


def problem(source: str) -> Problem:
    module = front.parse(source)
    graph = lower(module, next(iter(choices_of(module, Model.HP15C))))[""]
    simplify(graph)
    return problem_of(graph, Model.HP15C, 3, {})


def waiting(total: float, number: int, part: int = 0, done: int = 0) -> Waiting:
    move: Move = ((0,) * 5, 0, done, (), 0)
    return total, -1000 * part, number, 0.0, part, (), None, move


def gone_by_rule(states: list[tuple[float, int, int, int]], width: Width) -> list[int]:
    """The numbers of the states that go on when all wait from the beginning, counted one by one."""
    crowds: Counter[int] = Counter()
    groups: Counter[tuple[int, int]] = Counter()
    gone = []
    for _, number, part, agreed in sorted(states, key=lambda one: (one[0], -one[2], one[1])):
        several = len({key for key in groups if key[0] == part} | {(part, agreed)})
        most = max(width.alike, width.states // several)
        if crowds[part] < width.states and groups[part, agreed] < most:
            crowds[part] += 1
            groups[part, agreed] += 1
            gone.append(number)
    return gone


@pytest.mark.parametrize("seed", range(5))
def test_states_go_on_by_cost_so_many_of_each_crowd_and_group(seed: int) -> None:
    chance = random.Random(seed)
    width = Width(states=12, alike=3)
    queue = Queue(width)
    states = [
        (chance.randrange(9), number, chance.randrange(3), chance.randrange(4)) for number in range(200)
    ]
    for total, number, part, agreed in states:
        queue.add(queue.group(part, 0, agreed), waiting(total, number, part))
    gone = [one[2] for one in iter(queue.pop, None)]
    assert gone == gone_by_rule(states, width)
    assert 3 * 3 < len(gone) < 200


def test_a_state_that_comes_later_and_costs_less_goes_on_first() -> None:
    queue = Queue(Width())
    group = queue.group(0, 0, 0)
    for total, number in ((3.0, 1), (2.0, 2), (1.0, 3)):
        queue.add(group, waiting(total, number))
    assert [one[2] for one in iter(queue.pop, None)] == [3, 2, 1]


def test_a_full_group_stays_full() -> None:
    queue = Queue(Width(states=4, alike=1))
    group = queue.group(0, 0, 7)
    for number in range(9):
        queue.add(group, waiting(1.0, number))
    assert len(list(iter(queue.pop, None))) == 4
    assert queue.is_full(group)
    assert queue.is_full(queue.group(0, 0, 8))
    assert not queue.is_full(queue.group(1, 0, 7))


def test_layers_go_on_one_after_the_other_and_become_wider_where_none_ended() -> None:
    ended = False
    layers = Layers(problem(STRAIGHT), Width(layer=2), lambda: ended)
    for number in range(12):
        layers.add(waiting(float(number), number, done=number % 2))
    assert [one[2] for one in iter(layers.pop, None)] == [0, 2, 1, 3, 5, 7, 9, 11]
    ended = True
    for number in range(12):
        layers.add(waiting(float(number), number, done=2))
    assert list(iter(layers.pop, None)) == []
    layers.gone.clear()
    for number in range(12):
        layers.add(waiting(float(number), number, done=2))
    assert [one[2] for one in iter(layers.pop, None)] == [0, 1]


def test_a_state_has_the_cost_of_the_lines_on_the_way() -> None:
    move: Move = ((5, 0, 0, 0, 0, 5), 0, 1, (("STO", 5),), 12)
    level, node, path = state_of((9.0, 0.0, 1, 4.0, 2, (), None, move))
    assert (level, node.part, node.machine.places, node.machine.done) == (4.0, 2, move[0], 1)
    assert (path.lines, path.source, path.cost) == (move[3], 12, 0.001)


def test_a_search_keeps_no_states_when_it_has_ended() -> None:
    search = ScheduleSearch(problem(LOOP), Width(60, 20, 2, 2500, layer=20))
    assert search.run()
    assert search.count > search.expanded > 10
    assert not any((search.seen, search.starts, search.agreements, search.named, search.ends))
    assert not hasattr(search, "queue")


@pytest.mark.parametrize("layered", [False, True])
def test_a_search_for_what_costs_less_finds_nothing_where_that_is_not_possible(layered: bool) -> None:
    width = Width(60, 20, 2, 2500, layer=20)
    usual = ScheduleSearch(problem(STRAIGHT), width, layered=layered)
    best = usual.run()[0].count
    limited = ScheduleSearch(problem(STRAIGHT), width, layered=layered, most=best + 0.5)
    assert limited.run()[0].count == best
    assert limited.expanded <= usual.expanded
    assert not ScheduleSearch(problem(STRAIGHT), width, layered=layered, most=best - 0.5).run()
