"""Two counts that end in one sum, as one."""

from __future__ import annotations

import pytest

from generator.compiler.loops.joined_counts import join_counts
from generator.compiler.loops.nests import FormRefused
from tests.support.tree_pairs import changed, function, same

BEFORE = """
c = 0
d = 0
for i in range(4):
    if a[i] == x:
        c += 1
    if a[i] > x:
        d += 2
return 10 * c + d
"""
AFTER = """
tally = 0
for i in range(4):
    if a[i] == x:
        tally += 10
    if a[i] > x:
        tally += 2
return tally
"""


def test_a_pair() -> None:
    assert changed(join_counts, function(BEFORE, "a")) == same(function(AFTER, "a"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return 10 * c + d", "return 10 * c - d"),  # no sum
        ("return 10 * c + d", "pause(c)\nreturn 10 * c + d"),  # one is needed elsewhere
        ("d += 2", "d += x"),  # no count
        ("c = 0\n", "c = 1\n"),  # it does not start at 0
        ("range(4)", "range(x)"),  # it may grow beyond ten digits
    ],
)
def test_what_is_refused(old: str, new: str) -> None:
    assert old in BEFORE
    before = function(BEFORE.replace(old, new), "" if "range(x)" in new else "a")
    with pytest.raises(FormRefused):
        changed(join_counts, before.replace("a[i]", "i") if "range(x)" in new else before)
