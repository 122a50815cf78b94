"""Elements that a loop reads before it: the sources before and after, and what stays."""

from __future__ import annotations

import pytest

from generator.compiler.loops.entered_together import know_entered
from generator.compiler.loops.outer_elements import read_before_loops
from tests.support.tree_pairs import function, module_of, same, shown

BEFORE = """
s = 0
if x > 0:
    j = x - 1
    for k in range(x):
        if a[j] == b[k]:
            b[k] = 9
            s += a[j]
return s
"""
AFTER = BEFORE.replace("    for", "    one_a = a[j]\n    for").replace("if a[j]", "if one_a")
AFTER = AFTER.replace("s += a[j]", "s += one_a")


def moved(body: str) -> str:
    return shown(read_before_loops(know_entered(module_of(function(body, "ab")))))


def test_an_element_is_read_before_the_loop() -> None:
    assert moved(BEFORE) == same(function(AFTER, "ab"))
    turned = [one.replace("a[j] == b[k]", "b[k] == a[j]") for one in (BEFORE, AFTER)]
    turned[1] = turned[1].replace("one_a == b[k]", "b[k] == one_a")
    assert moved(turned[0]) == same(function(turned[1], "ab"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x > 0", "x > 3"),  # perhaps no pass
        ("a[j] == b[k]", "s < 2 and a[j] == b[k]"),  # perhaps not read
        ("b[k] = 9", "a[k] = 9"),  # it may change
        ("b[k] = 9", "j = k"),
        ("a[j] == b[k]", "a[k] == b[k]"),  # another one in each pass
        ("a[j] == b[k]", "a[2] == b[k]"),  # a register of its own
        ("        if a[j]", "        s += 1\n        if a[j]"),  # something comes first
    ],
)
def test_others_stay(old: str, new: str) -> None:
    assert old in BEFORE
    body = BEFORE.replace(old, new)
    assert moved(body) == same(function(body, "ab"))


def test_a_pinned_array_stays() -> None:
    source = function(BEFORE, "ab").replace("a = array(4)", "a = array(4, at=2)")
    assert shown(read_before_loops(know_entered(module_of(source)))) == same(source)
