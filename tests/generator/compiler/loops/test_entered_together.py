"""Loops that make passes where another one does: pairs of sources, and what is known of the loops."""

from __future__ import annotations

import pytest

from generator.compiler.loops.entered_together import enter_together, know_entered, with_loops_together
from generator.compiler.loops.nests import FormRefused
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from tests.support.searched import agree, searched
from tests.support.tree_pairs import changed, function, module_of, same, shown

BEFORE = """
s = 0
for i in range(x):
    a[i] = i
t = 1
for k in range(x - 1, -1, -1):
    s += a[k]
return s + t
"""
AFTER = """
s = 0
t = 1
if x > 0:
    for i in range(x):
        a[i] = i
    for k in range(x - 1, -1, -1):
        s += a[k]
return s + t
"""
APART = {
    "other passes": BEFORE.replace("x - 1, -1", "x, -1"),
    "the number of passes changes": BEFORE.replace("a[i] = i", "a[i] = i\n    x = 3"),
    "a name between is used before": BEFORE.replace("a[i] = i", "a[i] = s").replace("t = 1", "t = 1\ns = 1"),
    "a name between changes before": BEFORE.replace("a[i] = i", "a[i] = i\n    t = i"),
    "no constant between": BEFORE.replace("t = 1", "t = s"),
    "one loop": "s = 0\nfor i in range(x):\n    s += i\nreturn s",
    "constant passes": BEFORE.replace("range(x)", "range(4)").replace("x - 1", "3"),
}
NESTED = BEFORE.replace(
    "    s += a[k]", "    s += a[k]\nfor j in range(x + 1):\n    for k in range(x):\n        s += a[k]"
)
"""A third loop, which does nothing where the others make no pass."""
RUNS = {
    "a nest": ("for i in range(x):\n    for k in range(x):\n        a[k] = i\nreturn x", [False, True]),
    "another order": (
        "for i in range(x):\n    for k in range(x - 1, -1, -1):\n        a[k] = i\nreturn x",
        [False, True],
    ),
    "under a test": ("if x > 0:\n    for i in range(x):\n        a[i] = 1\nreturn x", [True]),
    "beside a test": ("if x > 0:\n    x += 1\nfor i in range(x):\n    a[i] = 1\nreturn x", [False]),
    "the other way": (
        "if x > 0:\n    x += 1\nelse:\n    for i in range(x):\n        a[i] = 1\nreturn x",
        [False],
    ),
    "fewer passes": (
        "for i in range(x):\n    for k in range(i):\n        a[k] = i\nreturn x",
        [False, False],
    ),
    "changed in the body": (
        "for i in range(x):\n    x -= 1\n    for k in range(x):\n        a[k] = i\nreturn x",
        [False, False],
    ),
    "changed on the way": (
        "if x > 0:\n    x -= 1\n    for i in range(x):\n        a[i] = 1\nreturn x",
        [False],
    ),
    "by two": ("if x > 0:\n    for i in range(0, x, 2):\n        a[i] = 1\nreturn x", [False]),
}


def test_one_test_stands_before_all() -> None:
    assert changed(enter_together, function(BEFORE, "a")) == same(function(AFTER, "a"))
    module = with_loops_together(module_of(function(BEFORE, "a")))
    assert shown(module) == same(function(AFTER, "a"))
    assert [one.runs for one in nodes(module.bodies) if isinstance(one, ir.For)] == [True, True]


@pytest.mark.parametrize("name", APART)
def test_others_stay_apart(name: str) -> None:
    source = function(APART[name], "a")
    with pytest.raises(FormRefused):
        changed(enter_together, source)
    assert shown(with_loops_together(module_of(source))) == same(source)


def test_a_register_is_not_given_its_value_earlier() -> None:
    source = "t = register()\n" + function("global t\n" + BEFORE.lstrip(), "a")
    assert shown(with_loops_together(module_of(source))) == same(source)


@pytest.mark.parametrize("name", RUNS)
def test_where_a_loop_makes_a_pass(name: str) -> None:
    body, runs = RUNS[name]
    made = know_entered(module_of(function(body, "a")))
    assert [one.runs for one in nodes(made.bodies) if isinstance(one, ir.For)] == runs


@pytest.mark.slow
def test_the_listing_agrees_with_python() -> None:
    body = "assume(frac(x) == 0)\nassume(-2 <= x <= 4)\n" + BEFORE.lstrip()
    module = module_of("from generator.language import frac\n" + function(body, "a"))
    agree(module, searched(with_loops_together(module)).program, calls=30)


def test_a_nest_comes_under_the_test_of_the_loops_before_it() -> None:
    after = AFTER.replace(
        "return", "    for j in range(x + 1):\n        for k in range(x):\n            s += a[k]\nreturn"
    )
    assert changed(enter_together, function(NESTED, "a")) == same(function(after, "a"))
    made = with_loops_together(module_of(function(NESTED, "a")))
    assert [one.runs for one in nodes(made.bodies) if isinstance(one, ir.For)] == [True] * 4


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return s", "return s + j"),  # the outer variable is read afterwards
        ("    for k in range(x):\n        s", "    s += 1\n    for k in range(x):\n        s"),
        ("    for k in range(x):\n        s", "    for k in range(j):\n        s"),
    ],
)
def test_a_nest_that_does_something_else_stays_apart(old: str, new: str) -> None:
    assert old in NESTED
    source = NESTED.replace("s = 0", "s = j = 0").replace(old, new)
    made = changed(enter_together, function(source, "a"))
    assert "\n    for j in" in made


def test_a_register_may_be_read_between_loops() -> None:
    source = function(BEFORE.replace("t = 1", "t = r"), "a")
    made = changed(enter_together, "r = register()\n" + source)
    assert made == same("r = register()\n" + function(AFTER.replace("t = 1", "t = r"), "a"))
