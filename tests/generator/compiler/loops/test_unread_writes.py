"""Writes that nothing reads."""

from __future__ import annotations

from generator.compiler.loops import unread_writes
from tests.support.tree_pairs import changed, function, same
from tests.support.two_loops import parsed

BEFORE = """
for i in range(4):
    a[i] = 0
for j in range(4):
    if a[j] == 0:
        x += j
        a[j] = 1
return x
"""


def test_a_pair() -> None:
    made = changed(unread_writes.remove_unread_writes, function(BEFORE, "a"))
    assert made == same(function(BEFORE.replace("        a[j] = 1\n", ""), "a"))


def test_a_write_that_is_read_later_stays() -> None:
    before = BEFORE.replace("return x", "return x + a[2]")
    assert changed(unread_writes.remove_unread_writes, function(before, "a")) == same(function(before, "a"))


def test_arrays_that_last_are_not_fresh() -> None:
    module = parsed()
    assert unread_writes.fresh("guess", module)
    assert not unread_writes.fresh("secret", module)


def test_arrays_that_are_pinned_keep_what_the_source_leaves_in_them() -> None:
    module = parsed("matched_guess = array(8)", "matched_guess = array(8, at=4)")
    assert not unread_writes.fresh("matched_guess", module)
