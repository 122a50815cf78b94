"""A loop and the nest behind it as one nest."""

from __future__ import annotations

import pytest

from generator.compiler.loops import merging
from generator.compiler.loops.proof import FormRefused, prove
from tests.support.tree_pairs import changed, function, same
from tests.support.two_loops import pair, parsed

COUNTS = frozenset(("correct", "displaced"))

TWO = """
s = 0
for i in range(4):
    if a[i] == x:
        s += 1
for j in range(4):
    for k in range(4):
        if a[j] == x:
            s += 2
return s
"""
ROWS = """
s = 0
for sweep in range(-1, 4):
    for k in range(4):
        if sweep < 0:
            row = k
        else:
            row = sweep
        if a[row] == x:
            if sweep < 0:
                s += 1
            else:
                s += 2
return s
"""


def test_a_pair() -> None:
    assert changed(merging.merge_by_rows, function(TWO, "a")) == same(function(ROWS, "a"))


def test_rows_keep_every_dependence_and_diagonals_do_not() -> None:
    module = parsed()
    found = pair(module)
    assert "none leads backwards" in str(prove(merging.by_rows(found, module), module, COUNTS))
    with pytest.raises(
        FormRefused, match=r"displaced\[j, k\] -> displaced\[j, k'\] through matched_secret for k < k'"
    ):
        prove(merging.by_diagonals(found, module), module, COUNTS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("for i in range(4)", "for i in range(3)"),  # not the same bound
        ("        s += 1\n", "        s += 1\n        break\n"),  # the first loop may end early
        ("if a[i] == x:\n        s += 1", "s += a[i]"),  # its body is no condition
    ],
)
def test_what_is_not_merged(old: str, new: str) -> None:
    assert old in TWO
    with pytest.raises(FormRefused):
        changed(merging.merge_by_rows, function(TWO.replace(old, new), "a"))
