"""A loop and the nest after it as one nest."""

from __future__ import annotations

from random import Random

import pytest

from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.loops import merging
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.nests import FormRefused
from tests.support.tree_pairs import changed, function, module_of, same, shown
from tests.support.tree_side import TreeSide

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


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("for i in range(4)", "for i in range(3)"),  # not the same bound
        ("        s += 1\n", "        s += 1\n        break\n"),  # the first loop may end early
        ("if a[i] == x:\n        s += 1", "s += a[i]"),  # its body is no condition
        ("return s", "return s + k"),  # a variable is used after the loops
        ("for j in", "a[0] = s\nfor j in"),  # a statement stands between them
        ("range(4)", "range(s)"),  # the number of passes changes
    ],
)
def test_what_is_not_merged(old: str, new: str) -> None:
    assert old in TWO
    with pytest.raises(FormRefused):
        changed(merging.merge_by_rows, function(TWO.replace(old, new), "a"))


def test_names_of_the_source_are_not_taken() -> None:
    def renamed(text: str) -> str:
        return text.replace("s +=", "row +=").replace("s = 0", "row = 0").replace("return s", "return row")

    after = renamed(ROWS.replace("row", "row_2"))
    assert changed(merging.merge_by_rows, function(renamed(TWO), "a")) == same(function(after, "a"))


def test_what_stands_between_comes_first() -> None:
    before, after = TWO.replace("for j", "t = 0\nfor j"), TWO.replace("for i", "t = 0\nfor i")
    made = changed(merging.move_before_loop, function(before, "a"))
    assert made == same(function(after, "a"))


@pytest.mark.parametrize("between", ["t = s", "s = 0", "a[0] = 1", "t = 1 / x", "x = 2"])
def test_what_depends_on_the_loop_stays_behind_it(between: str) -> None:
    with pytest.raises(FormRefused):
        changed(merging.move_before_loop, function(TWO.replace("for j", f"{between}\nfor j"), "a"))


PAIRS = """
s = 0
for i in range(4):
    c[i] = 0
    d[i] = 0
for i in range(4):
    if a[i] == b[i]:
        c[i] = 1
        d[i] = 1
        s += 1
for j in range(4):
    for k in range(4):
        if c[j] == 0 and d[k] == 0 and a[j] == b[k]:
            c[j] = 1
            d[k] = 1
            s += 2
return s
"""
DOWN = """
for sweep in range(5, 0, -1):
    for k in range(4, 0, -1):
        if sweep > 4:
            row = k
        else:
            row = sweep
        if c[row - 1] == 0 and d[k - 1] == 0 and a[row - 1] == b[k - 1]:
            c[row - 1] = 1
            d[k - 1] = 1
            if sweep > 4:
                s += 1
            else:
                s += 2
return s
"""


def test_loops_that_count_down_are_merged() -> None:
    candidate = Candidate("before", module_of(function(PAIRS, "abcd")))
    turned = merging.turn_both(candidate, "f")
    made = merging.merge_by_rows(merging.complete_condition(turned, "f"), "f").module
    cleared = PAIRS[: PAIRS.index("for i in range(4):\n    if")]
    assert shown(made) == same(function(cleared + DOWN.lstrip(), "abcd"))
    python, tree = PythonSide(candidate.module), TreeSide(made)
    draws = CallDraws(candidate.module, [], Random(3))
    for _ in range(40):
        assert compare(draws.sequence(), python, tree, CallTally()) is None


def test_loops_whose_order_counts_are_not_turned() -> None:
    with pytest.raises(FormRefused, match="the order of the passes counts"):
        changed(merging.turn_both, function(PAIRS.replace("return s", "return s + c[0]"), "abcd"))
