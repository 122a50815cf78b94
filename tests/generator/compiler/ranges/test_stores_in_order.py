"""Elements that get numbers after a condition: which one comes first."""

from __future__ import annotations

import pytest

from generator.compiler.ranges.stores_in_order import with_stores_in_order
from tests.support.tree_pairs import function, module_of, same, shown

BEFORE = "if a[x] == b[2 - x]:\n    a[x] = 5\n    b[2 - x] = 6\n    x = 3\nreturn x"
AFTER = BEFORE.replace("    a[x] = 5\n", "").replace("= 6\n", "= 6\n    a[x] = 5\n")


def ordered(source: str) -> str:
    return shown(with_stores_in_order(module_of(source)))


def test_the_last_element_of_a_condition_comes_first() -> None:
    assert ordered(function(BEFORE, "ab")) == same(function(AFTER, "ab"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a[x] = 5", "a[x] = b[0]"),  # it may read the other one
        ("b[2 - x] = 6", "b[2 - x] = a[x]"),
        ("a[x] = 5", "a[b[0]] = 5"),
        ("a[x] = 5", "b[0] = 5"),  # elements of one array may be the same
        ("a[x] = 5", "x = 5"),  # it may be in the index
        ("b[2 - x] = 6", "b[x] = 6"),  # another element
    ],
)
def test_others_stay(old: str, new: str) -> None:
    assert old in BEFORE
    source = function(BEFORE.replace(old, new), "ab")
    assert ordered(source) == same(source)


def test_pinned_arrays_may_have_the_same_registers() -> None:
    source = function(BEFORE, "ab").replace("array(4)", "array(4, at=2)", 1)
    assert ordered(source) == same(source)
