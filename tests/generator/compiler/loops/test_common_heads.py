"""What stands before a loop and at its end, once at the head of the loop."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.loops.common_heads import with_common_heads
from generator.compiler.tree.text import text
from tests.support.tree_side import TreeSide

HEAD = "from generator.language import ask, pause, program, register\nr = register(3)\n\n\n"
LOOP = '@program("A")\ndef f(x):\n    global r\n    {}\n'
LARGEST = """n = 0
    most = x
    v = ask(0)
    while v > 0:
        n += 1
        if v > most:
            most = v
        v = ask(n)
    return n, most"""
HALVES = """n = 0
    pause(x)
    while x > 1:
        x /= 2
        n += 1
        pause(x)
    return n"""


@pytest.mark.parametrize(
    ("body", "head"),
    [
        (LARGEST, "v = ask(n)"),
        (LARGEST.replace("ask(0)", "ask(1)"), "v = ask(shown)"),
        (LARGEST.replace("n = 0", "n = 1"), "v = ask(shown)"),
        (LARGEST.replace("v = ask(n)", "v = ask(-1) if v > 5 else ask(1)"), "v = ask(shown)"),
        (LARGEST.replace("v = ask(n)", "v = ask(2)\n        n += 1"), "v = ask(shown)"),
        (LARGEST.replace("v = ask(n)", "v = ask(n)\n        n += 1"), "v = ask(shown)"),
        (HALVES, "pause(x)"),
        (
            LARGEST.replace("v = ask(n)", "v = ask(n)\n        n += v"),
            "",
        ),  # what comes after needs the answer
        (LARGEST.replace("v = ask(n)", "v = ask(n)\n        r += 1"), ""),  # a person sees the register
        (
            LARGEST.replace("v = ask(n)", "v = ask(n)\n        n = 1 / n"),
            "",
        ),  # it may fail before the question
        (LARGEST.replace("v = ask(n)", "most = ask(n)"), ""),
        (LARGEST.replace("most = v", "continue"), ""),
        (HALVES.replace("pause(x)\n    while", "pause(n)\n    while"), ""),
    ],
)
def test_what_stands_before_a_loop_and_at_its_end_stands_once(body: str, head: str) -> None:
    module = front.parse(HEAD + LOOP.format(body))
    made = with_common_heads(module)
    assert bool(head) is (made is not module)
    stands = [sum(text(one).count(word) for word in ("ask(", "pause(")) for one in (module, made)]
    assert stands[1] == (1 if head else stands[0]) < 4
    assert head in text(made)
    draws, tally = CallDraws(module, [], random.Random(3)), CallTally()
    for _ in range(40):
        difference = compare(draws.sequence(), PythonSide(module), TreeSide(made), tally)
        assert difference is None, str(difference)
    assert tally.compared >= 20


def test_what_leaves_another_loop_before_it_stays() -> None:
    source = (
        "for i in range(5):\n        if x > 7:\n            break\n        while x < i:\n            x += 2\n"
        "            if x > 7:\n                break\n    return x"
    )
    module = front.parse(HEAD + LOOP.format(source))
    assert with_common_heads(module) is module
