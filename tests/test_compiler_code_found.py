"""Programs on which the search for code went wrong once."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.code import generate

HEAD = "from generator.language import ln, polar, program, rect, register\n"
FOUND = {
    "a branch that never runs is left out": (
        "p = register(0)\n"
        '@program("A")\ndef one(x):\n    global p\n    if -3 == 1:\n        x, p = rect(p, p)\n'
        "        x //= p\n    else:\n        x = -x\n    x *= p\n    return x - 1.5 ** 2\n"
    ),
    "an entry point without lines of its own before a loop": (
        '@program("A")\ndef one(a, b):\n    while b != 0:\n        a, b = b, a % b\n    return a\n'
    ),
    "an entry point that only returns": (
        '@program("A")\ndef one(x):\n    return x / 1e10\n@program("B")\ndef two(x):\n    y = x\n    return\n'
    ),
    "a negative number with an exponent": (
        '@program("A")\ndef one(x):\n    u = 3\n    if x >= 1.5:\n        u = abs(-(1e10))\n        x = -u\n'
        "    if -3 - x < x % x:\n        return x, u\n    return u - x, x\n"
    ),
}


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
def test_the_listing_agrees_with_its_source(source: str) -> None:
    module = front.parse(HEAD + source)
    found = check(module, generate(module).program, 60, random.Random(1))
    assert found.agrees, str(found.tally.disagreement)
    assert found.tally.compared > 20
