"""Pairs of equal values counted by their value: the source before and after, and what stays."""

from __future__ import annotations

import random

import pytest

from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.examples import examples
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.loops.counts_by_value import count_by_value
from generator.compiler.loops.nests import FormRefused
from generator.compiler.passes import candidates
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from tests.support.tree_pairs import changed, function, same
from tests.support.tree_side import TreeSide
from tests.support.two_loops import claimed, parsed

FILL = (
    "assume(0 <= x <= 9999)\nassume(frac(x) == 0)\n"
    "for i in range(4):\n    a[i] = x % 5\n    b[i] = x // 10 % 3\n    c[i] = 0\n    d[i] = 0\n"
    "    x = x // 10\n"
)
NEST = (
    "for j in range(4):\n    for k in range(3):\n"
    "        if c[j] == 0 and d[k] == 0 and a[j] == b[k]:\n"
    "            c[j] = 1\n            d[k] = 1\n            s = s + 2\n"
)
BEFORE = f"{FILL}s = 0\n{NEST}return s"
COUNTED = (
    "for j in range(3, -1, -1):\n    if c[j] == 0:\n        count[a[j]] = count[a[j]] + 1\n"
    "        s = s + 2\n"
    "for k in range(2, -1, -1):\n    if d[k] == 0:\n        count[b[k]] = count[b[k]] - 1\n"
    "for value in range(4, -1, -1):\n    if count[value] > 0:\n        s = s - 2 * count[value]\n"
    "    count[value] = 0\n"
)


def source(body: str) -> str:
    return function(body, "abcd")


def count_in(body: str) -> str:
    return changed(count_by_value, "from generator.language import frac\n" + source(body))


def test_a_nest_becomes_counts() -> None:
    after = "from generator.language import frac\ncount = array(5)\n" + source(BEFORE.replace(NEST, COUNTED))
    assert count_in(BEFORE) == same(after)


def test_loops_over_the_same_become_one() -> None:
    made = count_in(BEFORE.replace("range(3)", "range(4)"))
    assert "for k in" not in made
    assert "if d[j] == 0:" in made


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("assume(frac(x) == 0)", "pass"),
        ("0 <= x <=", "-5 <= x <="),
        ("x % 5", "x % 17"),
        ("s = 0", "s = x"),
        ("s = s + 2", "s = s + 2 * a[j]"),
        ("return s", "return s + c[0]"),
        ("c[i] = 0", "pass"),
        ("c[j] = 1", "pass"),
        ("c[j] == 0 and ", ""),
        ("a[j] == b[k]:", "a[j] == b[k] and s < 2:"),
        ("a[j] == b[k]", "a[j] <= b[k]"),
        ("d[k] = 1", "d[k] = 0"),
        ("d[k] = 1", "d[j] = 1"),
        ("d[k] == 0", "d[k] == 1"),
        ("range(3)", "range(j)"),
        ("return s", "return s + j"),
        ("a = array(4)", "a = array(4, at=0)"),
    ],
    ids=[
        "fractions", "below 0", "many values", "it begins elsewhere", "other steps", "a mark is read",
        "old marks", "no mark", "no guard", "another condition", "not equal", "it stays open",
        "another mark", "marked before", "a triangle", "the variable is read", "a person stores",
    ],
)  # fmt: skip
def test_what_stays(old: str, new: str) -> None:
    text = "from generator.language import frac\n" + source(BEFORE)
    assert old in text
    with pytest.raises(FormRefused):
        changed(count_by_value, text.replace(old, new))


def test_the_codemaker_computes_the_same() -> None:
    module = claimed()
    (candidate,) = (one for one in candidates(module, "fast") if one.name == "counted by value")
    used = {one.array for one in nodes(candidate.module.bodies) if isinstance(one, ir.Element)}
    assert used == {"count", "secret"}
    python, tree = PythonSide(module), TreeSide(candidate.module, operations=10**6)
    sequences = examples(module, python.names)
    draws = CallDraws(module, sequences, random.Random(7))
    calls = [[one.call for one in sequence] for sequence in sequences]
    for sequence in (*calls, *(draws.sequence() for _ in range(40))):
        assert compare(sequence, python, tree, CallTally()) is None


def test_without_a_claim_digits_may_have_fractions() -> None:
    assert all(one.name != "counted by value" for one in candidates(parsed(), "fast"))
