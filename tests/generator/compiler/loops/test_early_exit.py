"""A loop left after its work."""

from __future__ import annotations

import pytest

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.early_exit import leave_early
from generator.compiler.loops.nests import FormRefused
from tests.support.tree_pairs import changed, function, same
from tests.support.two_loops import parsed

BEFORE = """
for j in range(4):
    for k in range(4):
        if a[j] == 0 and b[k] == x:
            a[j] = 1
            x += 1
return x
"""
AFTER = """
for j in range(4):
    if a[j] == 0:
        for k in range(4):
            if b[k] == x:
                a[j] = 1
                x += 1
                break
return x
"""


def test_a_pair() -> None:
    assert changed(leave_early, function(BEFORE, "ab")) == same(function(AFTER, "ab"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a[j] = 1", "a[j] = 0"),  # the condition goes on to hold
        ("a[j] = 1", "a[k] = 1"),  # another element is marked
        ("if a[j] == 0 and", "if a[k] == 0 and"),  # it depends on the pass
        ("x += 1\n", "x += 1\n            a[x] = 0\n"),  # an element is opened again
    ],
)
def test_what_is_refused(old: str, new: str) -> None:
    assert old in BEFORE
    with pytest.raises(FormRefused, match="no condition in k ends"):
        changed(leave_early, function(BEFORE.replace(old, new), "ab"))


def test_the_codemaker_is_refused_when_its_mark_does_not_end_the_search() -> None:
    leave_early(Candidate("it", parsed()), "score")
    with pytest.raises(FormRefused, match="no condition in k ends"):
        leave_early(Candidate("it", parsed("matched_secret[j] = 1", "matched_secret[j] = 0")), "score")
