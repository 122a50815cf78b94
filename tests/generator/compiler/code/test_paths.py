"""The values where blocks meet."""

from __future__ import annotations

from generator.compiler.code.paths import MOST_WAYS, arrivals

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
