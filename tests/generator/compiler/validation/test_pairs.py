"""Nests that pair equal values off: which ones run backwards, and that they count the same."""

from __future__ import annotations

import random

import pytest

from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.tree import ir
from generator.compiler.validation.backwards import loops_to_turn, turn_loops
from generator.compiler.validation.work import NotProved
from tests.support.tree_pairs import function, module_of, same, shown
from tests.support.tree_side import TreeSide

NEST = (
    "for j in range(4):\n    for k in range(3):\n"
    "        if c[j] == 0 and d[k] == 0 and a[j] == b[k]:\n"
    "            c[j] = 1\n            d[k] = 2\n            s += 3\n"
)
TURNED = (
    "for j in range(4, 0, -1):\n    for k in range(3, 0, -1):\n"
    "        if c[j - 1] == 0 and d[k - 1] == 0 and a[j - 1] == b[k - 1]:\n"
    "            c[j - 1] = 1\n            d[k - 1] = 2\n            s += 3\n"
)
CLEAR = "for i in range({}):\n    {}[i] = 0\n"
BODY = CLEAR.format(4, "c") + CLEAR.format(3, "d") + "s = 1\n" + NEST + "return s"


def nest_turned(module: ir.Module) -> set[int]:
    """The numbers of those loops of the nest that may run backwards: it comes third and fourth."""
    return {number for _, number in loops_to_turn(module)} & {3, 4}


def test_a_nest_is_turned() -> None:
    module = module_of(function(BODY, "abcd"))
    loops = (("f", 3), ("f", 4))
    assert shown(turn_loops(module, loops)) == same(function(BODY.replace(NEST, TURNED), "abcd"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return s", "return s + c[0]"),  # the marks are read
        ("return s", "for j in range(4):\n    s += a[j] * c[j]\nreturn s"),
        ("return s", "for j in range(3):\n    if d[j] == 2:\n        s = 2 * s + j\nreturn s"),
        ("s = 1\n", "s = c[3]\n"),  # elements that another loop reaches
        (CLEAR.format(4, "c"), "for i in range(3):\n    c[i] = 0\n"),  # one mark is not cleared
        (CLEAR.format(4, "c"), "for i in range(4):\n    c[i] = x\n"),  # marks begin as what was given
        (CLEAR.format(4, "c"), "for i in range(4):\n    if x > i:\n        c[i] = 0\n"),
        (CLEAR.format(4, "c"), "for i in range(4):\n    if x == i:\n        break\n    c[i] = 0\n"),
        ("a[j] == b[k]", "a[j] <= b[k]"),  # not the same for all that are equal
        ("a[j] == b[k]", "a[j] == b[3 - k - j]"),
        ("a[j] == b[k]", "a[j] == b[k] and s < 9"),  # the count is asked for
        ("c[j] == 0 and ", ""),  # one value of a is taken many times
        ("            c[j] = 1\n", ""),
        ("            c[j] = 1\n", "            c[j] = 0\n"),
        ("            c[j] = 1\n", "            c[k] = 1\n"),
        ("d[k] = 2", "b[k] = 2"),  # values change
        ("d[k] = 2", "a[j] = 2"),
        ("s += 3", "s += a[j]"),  # which are taken counts
        ("s += 3", "s = 2 * s + j"),
        ("s += 3\n", "s += 3\n            x = j\n"),
        ("s += 3\n", "s += 3\n        else:\n            s += 1\n"),
        ("d[k]", "c[k]"),  # one array of marks for both
    ],
)
def test_others_stay(old: str, new: str) -> None:
    assert old in BODY
    assert nest_turned(module_of(function(BODY.replace(old, new), "abcd"))) != {3, 4}
    assert nest_turned(module_of(function(BODY, "abcd"))) == {3, 4}


def test_marks_that_others_use_stay() -> None:
    source = function(BODY, "abcd")
    more = '\n\n@program("B")\ndef g(x):\n    c[x] = 1\n    return x\n'
    assert nest_turned(module_of(source.replace("c = array(4)", "c = array(4, at=1)"))) != {3, 4}
    assert nest_turned(module_of(source + more)) != {3, 4}


FILL = (
    "for i in range(4):\n    a[i] = frac(x * (i + 3) / 7) * 6 // 2 / 2\n"
    "    b[i] = frac(x * (i + 5) / 11) * 6 // 2 / 2\n"
)


@pytest.mark.parametrize("seed", range(3))
def test_broken_and_negative_values_are_counted_the_same(seed: int) -> None:
    module = module_of("from generator.language import frac\n" + function(FILL + BODY, "abcd"))
    loops = tuple(one for one in loops_to_turn(module) if one[1] > 3)
    assert len(loops) == 2
    for some in (loops, loops[:1], loops[1:]):
        python, tree = PythonSide(module), TreeSide(turn_loops(module, some))
        draws = CallDraws(module, [], random.Random(seed))
        for _ in range(40):
            assert compare(draws.sequence(), python, tree, CallTally()) is None


@pytest.mark.parametrize("number", [3, 4])
def test_the_checker_refuses_a_nest_whose_marks_are_read(number: int) -> None:
    module = module_of(function(BODY.replace("return s", "return s + 2 * c[0] + d[1]"), "abcd"))
    with pytest.raises(NotProved, match=f"loop {number} of f must not run backwards"):
        turn_loops(module, (("f", number),))
