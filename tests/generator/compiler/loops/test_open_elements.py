"""A nest over open elements only: the sources before and after, what stays, and that both count the same."""

from __future__ import annotations

import random

import pytest

from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.nests import FormRefused
from generator.compiler.loops.open_elements import keep_open_elements
from tests.support.tree_pairs import changed, function, module_of, same
from tests.support.tree_side import TreeSide

HEAD = "from generator.language import frac\n"
FILL = (
    "for i in range(4):\n    a[i] = frac(x * (i + 3) / 7) * 6 // 2 / 2 % 9\n"
    "    b[i] = frac(x * (i + 5) / 11) * 6 // 2 / 2 % 9\n"
)
CLEAR = "for i in range(4):\n    c[i] = 0\n    d[i] = 0\n"
FIRST = "for i in range(4):\n    if a[i] == b[i]:\n        c[i] = 1\n        d[i] = 1\n        s += 10\n"
NEST = (
    "for j in range(4):\n    for k in range(4):\n"
    "        if c[j] == 0 and d[k] == 0 and a[j] == b[k]:\n"
    "            c[j] = 1\n            d[k] = 1\n            s += 1\n"
)
BODY = FILL + CLEAR + "s = 0\n" + FIRST + NEST + "return s"
KEPT = (
    "for i in range(3, -1, -1):\n    if a[i] == b[i]:\n        s += 10\n    else:\n"
    "        open_a[left] = a[i]\n        open_b[left] = b[i]\n        left += 1\n"
    "for j in range(left, 0, -1):\n    for k in range(left, 0, -1):\n"
    "        if open_a[j - 1] == open_b[k - 1]:\n"
    "            open_b[k - 1] = 9\n            s += 1\n            break\n"
)


def kept(body: str) -> str:
    return changed(keep_open_elements, HEAD + function(body, "abcd"))


def test_a_nest_goes_through_open_elements() -> None:
    after = FILL + "s = 0\nleft = 0\n" + KEPT + "return s"
    arrays = function(after, "ab").replace(
        "\n@program", "open_a = array(4)\nopen_b = array(4)\n\n@program", 1
    )
    assert kept(BODY.replace("s += 10", "s = s + 10")) == same(HEAD + arrays)


def test_an_order_that_counts_is_kept() -> None:
    made = kept(BODY.replace("s += 10", "s += a[i]"))
    assert "for i in range(4):\n        if a[i] == b[i]:\n            s = s + a[i]\n        else:" in made


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        d[i] = 1\n", ""),  # elements are not taken together
        ("        d[i] = 1\n", "        d[0] = 1\n"),
        ("        d[i] = 1\n", "        d[i] = 0\n"),
        ("        s += 10", "        b[i] = 3"),  # values change
        ("        s += 10\n", "        s += 10\n    else:\n        s += 1\n"),
        ("s = 0\n", "s = c[1]\n"),  # marks are read
        ("return s", "return s + d[0]"),
        (CLEAR, CLEAR.replace("c[i] = 0", "c[i] = 2")),  # nothing is open
        (CLEAR, CLEAR.replace("range(4)", "range(3)")),
        (CLEAR, "i = q = 0\n" + CLEAR.replace("for i", "for q").replace("[i]", "[q]") + "x += q\n"),
        (NEST, "a[0] = 1\n" + NEST),  # another value after the first loop
        (NEST, NEST.replace("for k in range(4)", "for k in range(3)")),
        (NEST, NEST.replace("a[j]", "a[3 - j]")),
        ("        if c[j]", "        s += 0\n        if c[j]"),  # the nest does more
        ("6 // 2 / 2 % 9", "6 // 2 / 2"),  # values may be any number
        ("range(4):\n    if a[i]", "range(2):\n    if a[i]"),
        ("s += 1\n", "s += a[j]\n"),  # which are taken counts
        ("s += 1\n", "s = s * 2 + k\n"),
        ("return s", "return s + i"),  # a variable is used afterwards
    ],
)
def test_others_stay(old: str, new: str) -> None:
    assert old in BODY
    with pytest.raises(FormRefused):
        kept(BODY.replace(old, new))


@pytest.mark.parametrize("fixed", ["c", "d", "a"])
def test_pinned_arrays_stay(fixed: str) -> None:
    source = function(BODY, "abcd").replace(f"{fixed} = array(4)", f"{fixed} = array(4, at=1)")
    with pytest.raises(FormRefused):
        changed(keep_open_elements, HEAD + source)


@pytest.mark.parametrize("seed", range(3))
def test_as_many_are_counted(seed: int) -> None:
    module = module_of(HEAD + function(BODY, "abcd"))
    made = keep_open_elements(Candidate("before", module), "f").module
    python, tree = PythonSide(module), TreeSide(made)
    draws = CallDraws(module, [], random.Random(seed))
    for _ in range(60):
        assert compare(draws.sequence(), python, tree, CallTally()) is None
