"""Lists of a function that begin empty and grow: arrays of the longest length, with their length beside."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code

HEAD = (
    "from generator.language import *\nT = (3, 1, 4)\na = array(4)\n\n\n"
    "def tops(n):\n    several = []\n    for t in T:\n        several.append(t * n)\n"
    "    return several[1] - several[-2]\n\n\n"
)
CLAIM = "assume(frac(n) == 0)\nassume(0 <= n <= 6)\n"
FOUND = "found = []\nfor k in range(9):\n    if k * k % 7 == n:\n        found.append(k)\n"
BODIES = {
    "what it finds": f"{FOUND}if not found:\n    return -1\nreturn found[-1] * 9 + found[0] + len(found)",
    "loops over it": f"{FOUND}s = 0\nfor v in found:\n    s = s * 3 + v\nfor i, v in enumerate(found, 1):\n"
    "    s += i * v\nfor v in reversed(found):\n    s = s * 2 + v\nreturn s",
    "functions of Python": f"{FOUND}return max(found, default=9) + sum(found) * 10 + (3 in found), "
    "any(v > 4 for v in found), sum(found[1:])",
    "a stack": "assume(n < 9999)\ndigits = []\nwhile n > 0:\n    digits.append(n % 10)\n    n //= 10\n"
    "    assume(len(digits) <= 5)\ns = 0\nwhile digits:\n    d = digits.pop()\n    s = s * 10 + d\n"
    "    if d == 3:\n        digits.clear()\nreturn s + len(digits)",
    "a claim": f"{CLAIM}x = []\nassume(len(x) <= 6)\nfor i in range(1, n):\n"
    "    x.append(i * i - n)\n    if i % 3 == 0:\n"
    "        x.pop()\ns = 0\nfor v, w in zip(x, x[1:]):\n    s += v * w\nreturn s",
    "two lists": "x = []\ny = []\nfor v in T:\n    if v > n:\n        x.append(v)\n    else:\n"
    "        y.append(v - n)\nx.append(n)\nx[0] += x[-1]\nreturn x[0], len(y)",
    "in a function called": "x = []\nfor k in range(2):\n    x.append(tops(n + k))\n    x.append(n)\n"
    "return x[0] + x[1] * x[2]",
    "comprehensions": f"{CLAIM}x = [i * i - n for i in range(1, n) if i != 2]\n"
    "assume(len(x) <= 5)\ny = [v * i for v in T for i in range(n)]\nassume(len(y) <= 18)\n"
    "return sum(x) + len(y), max(x, default=n), sum(y[1:])",
    "two claims": "x = []\nx.append(n)\nassume(len(x) <= 1)\nfor k in range(3):\n    x.append(n - k)\n"
    "assume(len(x) <= 4)\ny = [n, 7]\ny[1] += n\nreturn x[3] + sum(x), y[1]",
    "read by an index": f"{CLAIM}x = [n, 5, n * n]\ny = (2, n)\nreturn x[n % 3] + x[-1] * y[n % 2]",
    "numbers that are read by an index": f"{CLAIM}x = [7, 5, 9]\nreturn x[n % 3] + max(x), x[2 - n % 2]",
    "one that begins again": "s = 0\nfor k in range(3):\n    x = []\n    for j in range(2):\n"
    "        x.append(j + n)\n    s = s * 2 + sum(x)\nreturn s",
}


def source(body: str) -> str:
    return f"{HEAD}@program('A')\ndef f(n):\n" + "".join(f"    {line}\n" for line in body.splitlines())


@pytest.mark.first
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_the_listing_does_what_python_does(body: str) -> None:
    one = front.parse(source(body))
    found = check(one, quick_code(one).program, 40, random.Random(3), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)
    assert found.tally.compared > 20


def test_it_is_as_long_as_the_source_says() -> None:
    text = "x = []\nfor i in range(4):\n    for j in range(3):\n        if i > j:\n            x.append(i)\n"
    one = front.parse(source(f"{text}for t in T:\n    x.append(t)\nreturn x[n]"))
    lengths = {name.replace("\u02b9", ""): array.length for name, array in one.arrays.items()}
    assert lengths == {"x_of_f": 15, "several_of_tops": 3, "a": 4}


@pytest.mark.parametrize(
    "body",
    [
        "x = []\nwhile n > 0:\n    n -= 1\n    x.append(n)\nreturn len(x)",
        "x = []\nfor i in range(n):\n    x.append(i)\nreturn x[0]",
        "x = []\nx.append(n)\nfor v in x:\n    if v > 3:\n        x.append(v - 1)\nreturn len(x)",
        "x = []\nfor i in range(3):\n    x.append(i)\nreturn sum(x[-2:])",
        "x = []\nx.append(n)\nreturn x",
    ],
)
def test_another_one_is_refused_with_one_message(body: str) -> None:
    with pytest.raises(front.SourceError) as caught:
        front.parse(source(body))
    (fault,) = caught.value.faults
    assert "assume(len(x) <= 10)" in fault.hint
