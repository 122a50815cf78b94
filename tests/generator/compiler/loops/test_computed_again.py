"""Arrays that are computed again in place of a copy: the sources before and after, and what stays."""

from __future__ import annotations

import random

import pytest

from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.computed_again import compute_again
from generator.compiler.loops.nests import FormRefused
from tests.support.tree_pairs import changed, module_of, same
from tests.support.tree_side import TreeSide

HEAD = "n = register()\na = array(4)\nb = array(4)\n"
ENTER = '@program("A")\ndef enter(x):\n    global n\n'
COUNT = "    n = 0\n    rest = x\n    while rest > 0 and n < 4:\n        rest //= 10\n        n += 1\n"
LOOP = "    for i in range(n - 1, -1, -1):\n        a[i] = x % 10\n        x //= 10\n"
USE = '@program("B")\ndef use(x):\n'
COPY = "    for j in range(n):\n        b[j] = a[j]\n"
REST = "    for j in range(n):\n        x = 2 * x + b[j]\n    return x\n"
BEFORE = HEAD + ENTER + COUNT + LOOP + USE + COPY + REST
AFTER = (
    HEAD.replace("a = array(4)\n", "x_of_a = register()\n")
    + ENTER.replace("global n", "global n, x_of_a")
    + COUNT
    + "    x_of_a = x\n"
    + USE
    + "    x_again = x_of_a\n    for j in range(n - 1, -1, -1):\n        b[j] = x_again % 10\n"
    + "        x_again //= 10\n"
    + REST
)


def again(source: str) -> str:
    return changed(compute_again, source, "use")


def test_a_copy_is_computed() -> None:
    made = again(BEFORE)
    assert made == same(AFTER)
    turned = COPY.replace("range(n)", "range(n, 0, -1)").replace("[j]", "[j - 1]")
    assert "b[j] = x_again % 10" in again(BEFORE.replace(COPY, turned))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("b[j] = a[j]", "b[j] = a[j] + 1"),  # not only a copy
        (REST, REST.replace("b[j]", "b[j] + a[0]")),  # read elsewhere
        (COPY, COPY.replace("range(n)", "range(n + 1)")),  # more than was computed
        (COPY, COPY.replace("range(n)", "range(1, n)").replace("b[j] = a[j]", "b[j] = a[j - 1]")),
        (USE, USE + "    global n\n    n = 2\n"),  # the number of elements changes
        (LOOP, LOOP + "    n += 1\n"),
        (LOOP, LOOP + "    return x\n"),  # what the loop leaves is used
        (LOOP, "    if x < 3:\n        return\n" + LOOP),  # n may have changed without a new array
        (LOOP, "    x = ask(x)\n" + LOOP),
        (LOOP, "    pause(n)\n" + LOOP),
        (LOOP, LOOP.replace("x % 10", "x % n")),  # an Error
        (LOOP, LOOP.replace("x % 10", "rnd(x)")),  # it depends on the display
        (LOOP, LOOP.replace("x % 10", "x * x")),  # flag 9
        (LOOP, LOOP.replace("x //= 10", "x = x // 0.001")),
        (LOOP, LOOP.replace("a[i] = x % 10", "if x > 3:\n            a[i] = x % 10")),  # not each element
        (LOOP, LOOP.replace("a[i] = x % 10", "a[0] = x % 10")),
        (LOOP, LOOP.replace("range(n - 1, -1, -1)", "range(3, -1, -1)")),  # elements before the first run
        (LOOP, LOOP.replace("x % 10", "b[i]")),
        (LOOP, LOOP.replace("x //= 10", "rest = x\n        x //= 10\n        n = rest")),
        ("a = array(4)", "a = array(4, at=1)"),  # a person may read it
        ("n = register()", "n = register(0)"),  # a person may change it
    ],
)
def test_what_stays(old: str, new: str) -> None:
    assert old in BEFORE
    with pytest.raises(FormRefused):
        again("from generator.language import ask, rnd\n" + BEFORE.replace(old, new))


@pytest.mark.parametrize("seed", range(3))
def test_it_computes_the_same(seed: int) -> None:
    module = module_of(BEFORE)
    made = compute_again(Candidate("before", module), "use").module
    python, tree = PythonSide(module), TreeSide(made)
    draws = CallDraws(module, [], random.Random(seed))
    for _ in range(60):
        assert compare(draws.sequence(), python, tree, CallTally()) is None
