"""Values that wait for the end of a call, and the levels of the stack that a subroutine keeps for them."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.code.building import Choices
from generator.compiler.code.graph import values_across
from generator.compiler.code.lower import lower

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
