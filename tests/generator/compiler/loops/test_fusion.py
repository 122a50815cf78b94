"""Loops after each other as one: the source before and after, and what is refused."""

from __future__ import annotations

import pytest

from generator.compiler.choosing import trials_of
from generator.compiler.driver import compile_module
from generator.compiler.loops.fusion import fuse_loops
from generator.compiler.loops.proof import FormRefused
from hp15c import Calculator
from hp15c.table.models import Model
from tests.support.tree_pairs import changed, function, module_of, same

TWO = """
s = 0
t = 0
for i in range(4):
    a[i] = x + i
for j in range(4):
    s += a[j]
    t += j
return s * t
"""
ONE = """
s = 0
t = 0
for i in range(4):
    a[i] = x + i
    s += a[i]
    t += i
return s * t
"""


def test_a_pair() -> None:
    assert changed(fuse_loops, function(TWO, "a")) == same(function(ONE, "a"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("s += a[j]", "s += a[3 - j]"),  # an element that a later pass of the first loop writes
        ("range(4):\n    s", "range(1, 4):\n    s"),  # other values
        ("t += j", "if t > 3:\n        break"),  # the second loop may end early
        ("a[i] = x + i", "a[i] = s + i"),  # the first loop reads what the second changes
    ],
)
def test_what_is_refused(old: str, new: str) -> None:
    assert old in TWO
    with pytest.raises(FormRefused):
        changed(fuse_loops, function(TWO.replace(old, new), "a"))


@pytest.mark.slow
def test_the_listing_becomes_shorter_and_computes_the_same() -> None:
    module = module_of(function(TWO.replace("range(4)", "range(x)"), "a"))
    lines: dict[str, int] = {}
    for one in trials_of(module, Model.HP15C, "small"):
        if one.made is not None:
            size = len(one.made.program)
            lines[one.candidate.name] = min(size, lines.get(one.candidate.name, size))
    assert lines["fused"] < lines["as it stands"]
    calculator = Calculator()
    calculator.load(compile_module(module).program)
    calculator.press("3 GSB A")
    assert calculator.x == (3 + 4 + 5) * (0 + 1 + 2)
