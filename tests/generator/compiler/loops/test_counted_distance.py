"""Loops over an index that is only used as its distance from the end."""

from __future__ import annotations

import pytest

from generator.compiler.loops.counted_distance import count_distances
from tests.support.tree_pairs import function, module_of, same, shown

PAIRS = {
    "the inner bound of a bubble sort": (
        "for i in range(x - 1):\n    for j in range(x - 1 - i):\n        a[j] = a[j + 1]\nreturn x",
        "for D in range(x - 1, 0, -1):\n    for j in range(D):\n        a[j] = a[j + 1]\nreturn x",
    ),
    "another start, and a number beside the distance": (
        "for i in range(1, x):\n    a[x - i - 1] = a[x - i]\nreturn x",
        "for D in range(x - 1, 0, -1):\n    a[D - 1] = a[D]\nreturn x",
    ),
    "beside another loop over the same name": (
        "for i in range(x):\n    a[i] = 0\nfor i in range(x):\n    a[x - i] = 1\nreturn x",
        "for i in range(x):\n    a[i] = 0\nfor D in range(x, 0, -1):\n    a[D] = 1\nreturn x",
    ),
}
KEPT = {
    "the index itself is used too": "for i in range(x):\n    a[i] = x - i\nreturn x",
    "the end changes inside": "for i in range(x):\n    a[x - i] = 1\n    x += 1\nreturn x",
    "the index is used behind the loop": "i = 7\nfor i in range(x):\n    a[x - i] = 1\nreturn i",
    "the end is a number": "for i in range(9):\n    a[8 - i] = 1\nreturn x",
}


@pytest.mark.parametrize("name", PAIRS)
def test_such_a_loop_counts_the_distance(name: str) -> None:
    before, after = PAIRS[name]
    made = shown(count_distances(module_of(function(before, "a"))))
    assert made.replace("end - i", "D") == same(function(after, "a"))


@pytest.mark.parametrize("name", KEPT)
def test_other_loops_stay(name: str) -> None:
    source = function(KEPT[name], "a")
    assert shown(count_distances(module_of(source))) == same(source)
