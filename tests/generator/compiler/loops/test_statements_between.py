"""Assignments between two loops, moved before both."""

from __future__ import annotations

import pytest

from generator.compiler.loops.proof import FormRefused
from generator.compiler.loops.statements_between import move_before_loop
from tests.support.tree_pairs import changed, function, same

LOOPS = """
for i in range(4):
    if a[i] == x:
        s += 1
{between}
for j in range(4):
    for k in range(4):
        if a[j] == x:
            t += 1
return s + t
"""


def test_a_pair() -> None:
    before = "s = 0\n" + LOOPS.format(between="t = 0").lstrip()
    after = "s = 0\nt = 0\n" + LOOPS.format(between="").replace("\n\n", "\n").lstrip()
    assert changed(move_before_loop, function(before, "a")) == same(function(after, "a"))


def test_what_depends_on_the_loop_stays_behind_it() -> None:
    before = "s = 0\n" + LOOPS.format(between="t = s").lstrip()
    with pytest.raises(FormRefused, match="through s"):
        changed(move_before_loop, function(before, "a"))
