"""Marks in one array folded into the values of another one."""

from __future__ import annotations

import pytest

from generator.compiler.loops import folded_marks as marks
from generator.compiler.loops.nests import FormRefused
from tests.support.tree_pairs import changed, function, same
from tests.support.two_loops import parsed

BEFORE = """
for i in range(4):
    u[i] = x % 10
    v[i] = y % 10
    t[i] = 0
s = 0
for j in range(4):
    for k in range(4):
        if t[k] == 0 and u[j] == v[k]:
            t[k] = 1
            s += 1
return s
"""
AFTER = """
for i in range(4):
    u[i] = x % 10
    v[i] = y % 10
s = 0
for j in range(4):
    for k in range(4):
        if u[j] == v[k]:
            v[k] = 10
            s += 1
return s
"""


def test_a_pair() -> None:
    assert changed(marks.fold_marks, function(BEFORE, "uvt", "x, y")) == same(function(AFTER, "uvt", "x, y"))


def test_values_that_may_be_as_large_as_the_mark_stay() -> None:
    before = function(BEFORE.replace("u[i] = x % 10", "u[i] = x"), "uvt", "x, y")
    assert changed(marks.fold_marks, before) == same(before)


def test_marks_are_folded_only_when_nothing_can_equal_them() -> None:
    module = parsed("guess[i] = rest % 10", "guess[i] = rest")
    with pytest.raises(FormRefused):
        marks.fold(module, "score", "matched_guess")


def test_marks_that_are_pinned_stay() -> None:
    module = parsed("matched_guess = array(8)", "matched_guess = array(8, at=4)")
    with pytest.raises(FormRefused, match="matched_guess is pinned"):
        marks.fold(module, "score", "matched_guess")
