"""Whole arrays: their length, their sum and extremes, and loops over them."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code
from generator.compiler.tree.ir import Module
from hp15c.errors import InputError

HEAD = (
    "from generator.language import *\na = array(4, at=1)\nb = array(3)\nt = (3, 1, 4)\n"
    "HALF = 7\nWIDTH = 2 * HALF\nSHARE = WIDTH / 8 - 0.5\n"
)


CALLED = "def through():\n    g()\n\n\ndef twice(x):\n    b[0] += x\n    return 2 * x\n\n\n"


def module(body: str) -> Module:
    """A module whose program A has this body."""
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    return front.parse(f"{HEAD}def g():\n    a[0] = 1\n\n\n{CALLED}@program('A')\ndef f(x):\n{lines}")


SUMMED = "s = x\nfor v in a:\n    s = s * 2 + abs(v)\nreturn s"
PAIRS = {
    "length": ("return x * len(a) / len(t)", "return x * 4 / 3"),
    "loop": (SUMMED, "s = x\nfor place in range(4):\n    v = a[place]\n    s = s * 2 + abs(v)\nreturn s"),
    "enumerate": (
        "s = 0\nfor i, v in enumerate(a):\n    s += i * v\nreturn s",
        "s = 0\nfor i in range(4):\n    v = a[i]\n    s += i * v\nreturn s",
    ),
    "enumerate from 1": (
        "s = 0\nfor i, v in enumerate(a, 1):\n    s += i * v\nreturn s",
        "s = 0\nfor i in range(1, 5):\n    v = a[i - 1]\n    s += i * v\nreturn s",
    ),
    "array and table": (
        "s = 0\nfor v, w in zip(a, t):\n    s += w * v\nreturn s",
        "s = 0\nfor place in range(0, 3):\n    v = a[place]\n    w = t[place]\n    s += w * v\nreturn s",
    ),
    "from the end": (
        "s = 0\nfor v in reversed(a):\n    s = s * x + v\nreturn s",
        "s = 0\nfor place in range(3, -1, -1):\n    v = a[place]\n    s = s * x + v\nreturn s",
    ),
    "elements with names": (
        "p, q, r = b\na[:2] = q, x\na[::2] = a[2:]\nb[:] = [a[0], r, p]\nreturn p + sum(b)",
        "p, q, r = b[0], b[1], b[2]\na[0], a[1] = q, x\na[0], a[2] = a[2], a[3]\n"
        "b[0], b[1], b[2] = a[0], r, p\nreturn p + sum(b)",
    ),
    "slices": (
        "s = a[-1]\nfor v, w in zip(a[1:], a):\n    s += v * w\nfor w in t[::2]:\n    s *= w\nreturn s",
        "s = a[3]\nfor place in range(1, 4):\n    v = a[place]\n    w = a[place - 1]\n    s += v * w\n"
        "for w in (3, 4):\n    s *= w\nreturn s",
    ),
    "a slice from the end": (
        "s = 0\nfor v in a[::-1]:\n    s = s * x + v\nreturn s",
        "s = 0\nfor place in range(3, -1, -1):\n    v = a[place]\n    s = s * x + v\nreturn s",
    ),
    "extremes of a slice": (
        "return max(a[1:-1]) + len(a[2:]) - sum(t[:HALF - 5])",
        "def max_of_a_1_3():\n    found = a[1]\n    for place in range(2, 3):\n        if a[place] > found:\n"
        "            found = a[place]\n    return found\nreturn max_of_a_1_3() + 2 - 4",
    ),
    "a step": (
        "s = 0\nfor v in a[::-2]:\n    s = s * x + v\nfor v, w in zip(reversed(a), a[1:3]):\n    s += v * w\n"
        "return s",
        "s = 0\nfor place in range(3, -1, -2):\n    v = a[place]\n    s = s * x + v\n"
        "for place_ in range(2):\n    v = a[3 - place_]\n    w = a[place_ + 1]\n    s += v * w\nreturn s",
    ),
    "parts of a part": ("return a[1:][-2] + len(a[1:][::2]) + sum(t[::2])", "return a[2] + 2 + 7"),
    "a sum with a start": (
        "return sum((v / x for v in a), x)",
        "def sum_1(x, found):\n    for place in range(4):\n        v = a[place]\n        found += v / x\n"
        "    return found\n"
        "return sum_1(x, x)",
    ),
    "in an array": (
        "return 1 if x in a else 0",
        "def any_1(x):\n    for place in range(4):\n        element = a[place]\n        if element == x:\n"
        "            return True\n    return False\nreturn 1 if any_1(x) else 0",
    ),
    "in a range": (
        "if x in range(2, 9, 3) or x not in range(5, WIDTH, -1):\n    x = 1\nreturn x",
        "if 2 <= x < 9 and x % 1 == 0 and (x - 2) % 3 == 0 or not (WIDTH < x <= 5 and x % 1 == 0):\n"
        "    x = 1\nreturn x",
    ),
    "ranges from their ends": (
        "s = 0\nfor i in reversed(range(0, 6, 2)):\n    s = s * x + i\n"
        "for i in reversed(range(x, 3, -1)):\n    s += i\nreturn s",
        "s = 0\nfor i in range(4, -2, -2):\n    s = s * x + i\n"
        "for i in range(3 - -1, x - -1, 1):\n    s += i\nreturn s",
    ),
    "a range from its end by a computed step": (
        "s = 0\nfor i in reversed(range(1, 9, x)):\n    s = s * 7 + i\nreturn s",
        "s = 0\nfor i in range(1 + ((9 - 1 + x - 1) // x - 1) * x, 1 - 1, -x):\n    s = s * 7 + i\nreturn s",
    ),
    "a part from a formula": (
        "return sum(a[1:], abs(x - a[1]))",
        "return sum((element for element in a[1:]), abs(x - a[1]))",
    ),
    "computed slices": (
        "n = intpart(x)\ns = sum(a[:n])\nfor i, v in enumerate(a[1:n], 3):\n    s += i * v\n"
        "for v, w in zip(a[:n], a[2:n]):\n    s += v * w\nfor v in reversed(a[1:n]):\n    s -= v\nreturn s",
        "def sum_1(n):\n    found = 0\n    for place in range(0, n):\n        element = a[place]\n"
        "        found += element\n    return found\n"
        "n = intpart(x)\ns = sum_1(n)\nfor place_ in range(1, n):\n    v = a[place_]\n    i = place_ + 2\n"
        "    s += i * v\nfor place__ in range(2, n):\n    v = a[place__ - 2]\n    w = a[place__]\n"
        "    s += v * w\nfor place___ in range(n - 1, 1 - 1, -1):\n    v = a[place___]\n    s -= v\nreturn s",
    ),
    "the largest by a key": (
        "return max(a, key=lambda v: abs(v - x))",
        "def max_1(x, found):\n    best = seen = 0\n    for place in range(4):\n        v = a[place]\n"
        "        number = abs(v - x)\n        if seen == 0 or number > best:\n            best = number\n"
        "            seen = 1\n            found = v\n    return found\nreturn max_1(x, 0)",
    ),
    "a table": ("return sum(t) + max(t) * min(t) - x", "return 8 + 4 * 1 - x"),
    "in and not in": (
        "return 1 if x in t else 2 if x not in (5, 6) else 0",
        "return 1 if x == 3 or x == 1 or x == 4 else 2 if x != 5 and x != 6 else 0",
    ),
}


@pytest.mark.first
@pytest.mark.parametrize(("body", "same"), PAIRS.values(), ids=PAIRS)
def test_it_is_written_out(body: str, same: str) -> None:
    assert module(body).functions == module(same).functions


FILLED = "for i in range(len(a)):\n    a[i] = x * (i - 1.5) * (2 - i)\n"


@pytest.mark.parametrize(
    "body",
    [
        FILLED + "return sum(a) / len(a)",
        FILLED + "return max(a) - min(a) / 3",
        FILLED + SUMMED,
        FILLED + "s = 0\nfor i, v in enumerate(a):\n    s += i / 3 * v\nreturn s",
        FILLED + "return sum((v - x) ** 2 / 3 for v in a), sum(1 for v in a if v > x if v != 3)",
        FILLED + "n = intpart(x) % 7\nreturn sum(i * sum(i / v for v in a if v) for i in range(n))",
        FILLED + "s = 0\nfor i, v in enumerate(reversed(t), 1):\n    s = s * 3 + i * v / x\nreturn s",
        FILLED + "s = 0\nfor v, w, u in zip(a, t, b):\n    s += v * w - u\nreturn s",
        FILLED + "s = 0\nfor i in reversed(range(1, 4)):\n    s = s * x + i\nreturn s",
        "k = intpart(abs(x) % 5) + 1\nn = intpart(x) % 9\ns = 0\n"
        "for i in reversed(range(-2, n, k)):\n    s = s * 7 + i + k / 3\n"
        "for i in unordered(range(n, 7, k)):\n    s += i / k\nreturn s",
        FILLED + "s = 0\nfor v in reversed(a):\n    s = s / 7 - v\nreturn s",
        FILLED + "s = 0\nfor v in a[::-2]:\n    s = s / 7 - twice(v)\nreturn s + sum(a[::2], x), b[0]",
        FILLED + "return min(abs(v - x) for v in a), max(v / 3 for v in a if v < x), sum(v > x for v in a)",
        "return 1 if x in t else 2 if x not in (5, WIDTH) else SHARE / WIDTH * x",
        "s = sum(v / 7 for v in reversed(range(9, 1, -2)))\nreturn s + (x * 2 in range(-6, 9, 3))",
        FILLED
        + "return sum(v * i for v in a for i in range(3) if v > x), any(v * w == x for v in a for w in t)",
        FILLED
        + "n = 3\nreturn sum([i * j for i in range(n) for j in range(i, n) if i != j if j > x], x / 3), n",
        FILLED + "return max(v * w for v in a if v != x for w in t), len([1 for v in a for w in b if v > w])",
        FILLED + "return sum((y := v / 3) * y + v for v in a), all((z := v * x) > 1 or z < -1 for v in t)",
        FILLED + "found = total = x\nreturn sum(v * found - total for v in a) + max(v * found for v in a)",
        FILLED + "for i, v in enumerate(a):\n    a[i] = v / 3 + a[0]\nreturn a[0], sum(a)",
        FILLED + "for v in reversed(a):\n    a[1] += v * x\nreturn sum(twice(v) - sum(b) for v in b), a[1]",
        FILLED + "for i, (v, w) in enumerate(zip(a, t)):\n    a[i + 1] = v / w + x\nreturn a[3]",
        FILLED + "s = 0\nfor (i, v), w in zip(enumerate(a, 1), b[::-1]):\n    s += i * v - w\nreturn s",
        FILLED + "p, q = a[1:3]\na[:2] = q, p / 3\na[::2] = a[2:]\nreturn sum(a) * 3 + a[0], q",
        FILLED + "return (1 if any(v > x for v in a) else 2) / (3 if all(v > x or v for v in a) else 7)",
        FILLED + "k = x\ny = (k := k + 1) in (1, k), (k := 2 * k) in range(k)\nz = (k := 3) not in a\n"
        "return sum(y), z, sum((v * k for v in t), (k := k + x)), sum(a, twice(x))",
        FILLED + "n = intpart(x) % 5\ns = x in a[:n]\nfor i, (v, w) in enumerate(zip(a[:n], a[1:n])):\n"
        "    s += i * v / w\nreturn s, sum(a[n:]), sum(a[1:n], x * n), max(a[n:], default=n)",
        FILLED
        + "n = intpart(x) % 5\nreturn min(a, key=lambda v: abs(v - x)), max(range(4), key=lambda i: a[i]), "
        "min((v for v in a if v > x), default=n), max((i for i in range(n) if i != 2), key=twice, default=7)",
        FILLED
        + "found = x\nreturn min((x, 3, found / 2), key=abs), max(a, key=lambda v: -v * found), min(t)",
    ],
    ids=[
        "sum",
        "extremes",
        "loop",
        "enumerate",
        "sums",
        "a sum of sums",
        "enumerate and reversed",
        "zip",
        "a range reversed",
        "computed steps",
        "an array reversed",
        "a function that does not store into it",
        "extremes of expressions",
        "in",
        "ranges",
        "two loops in one",
        "a list of two loops, with a start",
        "the largest of two loops",
        "what is assigned within",
        "names as in what is written out",
        "an element that is stored",
        "later elements that are stored",
        "an enumeration of several",
        "several enumerations",
        "elements with names",
        "any and all",
        "names that what stands behind them assigns",
        "computed slices",
        "extremes by keys, and of nothing",
        "keys of values",
    ],
)
def test_the_listing_does_what_python_does(body: str) -> None:
    one = module(body)
    found = check(one, quick_code(one).program, 40, random.Random(3), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)
    assert found.tally.compared > 20


def test_zeroes_of_the_module_are_registers_and_arrays() -> None:
    text = "from generator.language import program{}\nN = 3\n{}\n@program('A')\ndef f(x):\n    global s\n"
    text += "    s += x\n    a[2] += s * N\n    for i, v in enumerate(b):\n        b[i] = v + 1 + t\n"
    text += "    return sum(a) / sum(b)\n"
    written = front.parse(text.format("", "s = t = 0\na: list[float] = [0] * N\nb = [0, 0]"))
    declared = ", array, register", "s = register()\nt = 0\na = array(N)\nb = array(2)"
    one = front.parse(text.format(*declared))
    assert (one.arrays, one.registers, one.functions) == (
        written.arrays,
        written.registers,
        written.functions,
    )
    found = check(written, quick_code(written).program, 40, random.Random(3), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)


def test_a_length_may_have_a_name() -> None:
    text = "from generator.language import array, program\nN = 5\na = array({}, at=1)\n"
    text += "@program('A')\ndef f(x):\n    return sum(a) + len(a)\n"
    named, written = (front.parse(text.format(one)) for one in ("N", "5"))
    assert (named.arrays, named.functions) == (written.arrays, written.functions)


@pytest.mark.parametrize(
    "body",
    [
        "for v in a[1:]:\n    a[0] = v\nreturn x",
        "return sum(twice(v) for v in b[::2])",
        "return sum([v * x for v in b], twice(x))",
        "return sum(b[1:], twice(x))",
        "k = 3\nreturn sum((v for v in range(k)), (k := 2))",
        "sum = 2\nreturn sum(v for v in a)",
        "for v in a[::-1]:\n    g()\nreturn x",
        "for v, w in zip(b, a[:2]):\n    through()\nreturn x",
        "return any((y := v) > x for v in a) and y",
        "y = 1\nreturn sum((y := y * v) for v in a)",
        "return sum(x)",
        "return len(x)",
        "len = 2\nreturn len(a)",
        "if x in (x + 1, 2, x - 1, x * 2):\n    x = 1\nreturn x",
        "if x + 1 in (1, g):\n    x = 1\nreturn x",
        "if x in g:\n    x = 1\nreturn x",
        "for v, w in zip(a, x):\n    x += v\nreturn x",
    ],
    ids=[
        "it stores into what a slice copies",
        "an element stores",
        "a list before its start",
        "a copy before its start",
        "an end that the start assigns",
        "another sum",
        "a function stores",
        "a function calls one that stores",
        "what is assigned within is read after it",
        "what is assigned within has a value before it",
        "no array",
        "no length",
        "another len",
        "in more sums than the stack holds",
        "a sum in",
        "in a function",
        "zip with a number",
    ],
)
def test_others_are_refused(body: str) -> None:
    with pytest.raises(InputError):
        module(body)
