"""Values that wait for the end of a call, the levels of the stack that a subroutine keeps for them, and the
constants of the blocks ahead.
"""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.code.building import Choices
from generator.compiler.code.graph import constants_ahead, values_across
from generator.compiler.code.lower import lower
from generator.compiler.code.simplify import simplify

HEAD = "from generator.language import program, register, sqrt\nr = register()\n"
HALF = "def half(x):\n    return sqrt(x) / 2\n"
SET = "def put(x):\n    global r\n    r = sqrt(x)\n"


def entry(body: str) -> str:
    return HALF + SET + '@program("A")\ndef f(a, b):\n    global r\n' + body


@pytest.mark.parametrize(
    ("source", "called", "waiting"),
    [
        (entry("    return half(a)\n"), "half", 0),
        (entry("    return half(a) - b\n"), "half", 1),
        (entry("    return half(a) - half(b)\n"), "half", 1),
        (entry("    return half(a) - a * b\n"), "half", 2),
        (entry("    return half(a) - 7\n"), "half", 0),
        (entry("    return half(a) - r\n"), "half", 0),
        (entry("    r = b\n    return half(a) - b\n"), "half", 0),
        (entry("    r = b\n    put(a)\n    return b - r\n"), "put", 1),
        (entry("    for i in range(5):\n        put(a)\n    return r\n"), "put", 2),
    ],
    ids=[
        "nothing else",
        "an argument",
        "an argument, then a result",
        "two arguments",
        "a number",
        "a register",
        "what a register has",
        "what a register had",
        "what a loop needs",
    ],
)
def test_values_wait_for_the_end_of_a_call(source: str, called: str, waiting: int) -> None:
    module = front.parse(HEAD + source)
    for kept in (0, 1, 2):
        graphs = lower(module, Choices(frozenset({called}), kept))
        assert values_across(graphs[""], called) == waiting
        assert len(graphs[called].entries[0].stack) == 1 + min(kept, waiting)


def test_a_subroutine_keeps_what_waits_for_another_one_that_calls_it() -> None:
    source = "def third(x):\n    return half(x) + half(x + 1)\n" + entry("    return third(a) - b\n")
    graphs = lower(front.parse(HEAD + source), Choices(frozenset({"half", "third"}), 2))
    assert len(graphs["third"].entries[0].stack) == 2
    assert len(graphs["half"].entries[0].stack) == 3


@pytest.mark.parametrize(
    ("body", "later", "early"),
    [
        ("    if a < 7:\n        a += 360\n    return a\n", {360}, {360}),
        ("    if a < 0:\n        a = sqrt(a * 5 + 3) - 6\n    return a + 9\n", {3, 5, 6, 9}, set()),
        (
            "    if a < 0:\n        a = sqrt(a * 5 + 3) - 6\n    else:\n        a = sqrt(a * 7 + 4) - 8\n"
            "    return a + 9\n",
            {3, 4, 5, 6, 7, 8},
            set(),
        ),
        ("    if a < 1:\n        a -= b\n    return a + 9\n", {9}, set()),
        ("    if a < 0:\n        r = 0\n    return a\n", {0}, {0}),
        ("    if a < 4:\n        while a < 8:\n            a += 3\n    return a\n", set(), set()),
    ],
    ids=[
        "one operation",
        "several on one way",
        "several on both",
        "through a block",
        "0 at a test against 0",
        "a loop",
    ],
)
def test_constants_of_the_blocks_soon_after_a_test_are_known(
    body: str, later: set[int], early: set[int]
) -> None:
    graph = lower(front.parse(HEAD + entry(body)), Choices(counters="none"))[""]
    simplify(graph)
    ahead = constants_ahead(graph.blocks())[0]
    found = [{int(one.number) for one in some if one.number is not None} for some in ahead]
    assert found == [later, early]
