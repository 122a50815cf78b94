"""Functions within functions and lambdas become functions of the module."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code
from hp15c.errors import InputError

HEAD = "from generator.language import *\n"
START = "@program('A')\ndef f(x, y):\n"
PAIRS = {
    "no closure": ("    def g(t):\n        return t * t\n    return g(x) - g(y)\n",
                   "    return g(x) - g(y)\n", "def g(t):\n    return t * t\n"),
    "a lambda": ("    g = lambda t: t / 3\n    return g(x) - g(y)\n", "    return g(x) - g(y)\n",
                 "def g(t):\n    return t / 3\n"),
    "it reads a local": ("    def g(t):\n        return t * y\n    y += 1\n    return g(x) - g(3)\n",
                         "    y += 1\n    return g(y, x) - g(y, 3)\n", "def g(y, t):\n    return t * y\n"),
    "one in another": (
        "    def g(t):\n        def h(u):\n            return u * t / y\n        return h(2) + h(x)\n"
        "    return g(x) - g(3)\n",
        "    return g(x, y, x) - g(x, y, 3)\n",
        "def g(x, y, t):\n    return h(y, t, 2) + h(y, t, x)\ndef h(y, t, u):\n    return u * t / y\n",
    ),
    "two of them": (
        "    def h():\n        return g(x) * 2\n    def g(t):\n        return t - y\n    return h() / g(3)\n",
        "    return h(x, y) / g(y, 3)\n",
        "def h(x, y):\n    return g(y, x) * 2\ndef g(y, t):\n    return t - y\n",
    ),
    "in a call": ("    return solve(lambda t: t * t - 2, x, y)\n", "    return solve(lambda_1, x, y)\n",
                  "def lambda_1(t):\n    return t * t - 2\n"),
}  # fmt: skip

SOLVED = (
    "    def g(t):\n        return t * t - x / 9\n"
    "    def h(u):\n        return integral(lambda t: t - x, 0, u) + g(x)\n"
    "    assume(0 <= x <= 99)\n    z = solve(g, 0, 9)\n    x += y\n"
    "    if z > 7:\n        z = 1\n    elif integral(g, 0, 1) > 0:\n        x = 5\n"
    "    return z + g(2) + h(1)\n"
)


SHARED = (
    '    """Exchange and add."""\n'
    "    def swap():\n        nonlocal x, y\n        x, y = y, x\n"
    "    def both(k):\n        def inner(v):\n            nonlocal y\n            y += v\n"
    "            return x\n        return inner(k) / 3 + inner(2 * k)\n"
    "    s = 3\n    swap()\n    def step(x):\n        nonlocal s\n        s = s * 2 + x\n"
    "    z = both(s)\n    step(y)\n    if z > y:\n        swap()\n        step(7)\n    return x, y, z + s\n"
)


HIDDEN = (
    "    k = 2\n    g = lambda v: v * k - x\n"
    "    def h(v, k=5):\n        t = g(k) + v\n        for k in range(2):\n            t += g(k)\n"
    "        return t\n"
    "    def root(k):\n        return solve(g, 0, 9) * k\n"
    "    def deep(x):\n        def inner(y):\n            return g(y) + x\n        return inner(x) + h(y)\n"
    "    last = lambda v: v * 10 + k\n    z = last(k := y + 1) + k\n"
    "    return z, h(x, k=y) + h(k=1, v=3), root(y) / deep(y) + sum(g(k) for k in range(3)), k\n"
)

DEFAULTS = (
    "    n = x / 3\n    def g(v, k=n * 2, w=5):\n        return v * k - w\n    n = 7\n"
    "    def h(v, n=n):\n        def deep(x, y=v + n):\n            return x * y\n"
    "        v = 1\n        return deep(2) + g(v, w=n) / 3\n"
    "    late = lambda t, x=x: t / 3 - x * 2\n    x = y\n"
    "    return g(y) + g(y, 2) + g(w=1, v=x), h(3) - h(y, 2), late(y) - late(1, x)\n"
)


@pytest.mark.first
@pytest.mark.parametrize(("body", "left", "moved"), PAIRS.values(), ids=PAIRS)
def test_they_move_with_what_they_read(body: str, left: str, moved: str) -> None:
    one, other = front.parse(HEAD + START + body), front.parse(HEAD + START + left + moved)
    assert one.functions == other.functions


def test_a_name_that_is_taken_gets_another_one() -> None:
    inside = "    def g(t):\n        return t + 1\n    return g(x) - y\n"
    one = front.parse(HEAD + "def g(t):\n    return t - 1\n" + START + inside)
    assert {"g", "g_of_f", "f"} == one.functions.keys()


@pytest.mark.parametrize(
    "text",
    [
        START + PAIRS["one in another"][0],
        "third = lambda t: t / 3 * (1 / 3)\n" + START + "    return third(x) - third(y)\n",
        START + "    g = lambda t: t / 3 + x\n    x, y = y, g(y)\n    return g(x) / 3 - g(y)\n",
        START + SOLVED,
        START + SHARED,
        START + HIDDEN,
        START + DEFAULTS,
    ],
    ids=[
        "one in another",
        "a lambda of the module",
        "what changes between calls",
        "SOLVE and an integral",
        "nonlocal",
        "names that hide those around",
        "defaults that read locals",
    ],
)
def test_the_listing_does_what_python_does(text: str) -> None:
    one = front.parse(HEAD + text)
    found = check(one, quick_code(one).program, 40, random.Random(3), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)
    assert found.tally.compared > 20


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (
            "    while solve(lambda t: t - x, 0, y) > 1:\n        x -= 1\n    return x\n",
            "lambda_1 reads x of f",
        ),
        (
            "    y = (x := 3) + solve(lambda t: t - x, 0, y)\n    return y\n",
            "lambda_1 reads x of f",
        ),
        (
            "    if x:\n        g = lambda t: t\n    else:\n        g = lambda t: 1\n    return g(y)\n",
            "two meanings",
        ),
        ("    if x:\n        def g():\n            return y\n    return g()\n", "g may have no value here"),
        ("    y = g(x)\n    g = lambda t: t / 2\n    return y\n", "g may have no value here"),
        ("    def g():\n        nonlocal z\n        z = 1\n    z = 2\n    g()\n    return z\n", "nonlocal"),
        ("    def g():\n        nonlocal x\n        x = 1\n    g()\n    return f(x, y)\n", "nonlocal"),
        ("    def g(t):\n        return g(t - 1) * 2\n    return g(x) - y\n", "recursion"),
        (
            "    if x < 1:\n        return y\n    return f(x - 1, y) + solve(lambda t: t - x, 0, 9)\n",
            "call f in a statement of its own",
        ),
        ("    g = lambda t, k=x: t - k\n    return solve(g, 0, y)\n", "default"),
        ("    return sum(solve(lambda t: t - k, 0, y) for k in range(3))\n", "k of a comprehension"),
    ],
    ids=[
        "SOLVE in the test of a loop",
        "SOLVE beside an assignment",
        "two of one name",
        "defined on one way only",
        "used before",
        "a local without a number",
        "in a function that calls itself",
        "recursion",
        "SOLVE beside a call of the function around it",
        "a default of a function that SOLVE calls",
        "a lambda that reads what a comprehension counts",
    ],
)
def test_others_are_refused(body: str, named: str) -> None:
    with pytest.raises(InputError, match=named):
        front.parse(HEAD + START + body)
