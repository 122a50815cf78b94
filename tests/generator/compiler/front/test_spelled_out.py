"""Functions of Python that operators say, and numbers of the module that are computed from pi."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code
from generator.compiler.tree.ir import Module
from hp15c.errors import InputError

HEAD = "from generator.language import *\nROWS = ((1, 2, 5), (3, 4, 9))\n"
HEAD += "PRICES = {1: 2.5, 3: 3.75, -2: 10}\nDAYS = {4: 30, 3: 31, 5: 28.5}\nRATE = {'low': 0.1}\n"
HEAD += "TURN = 2 * pi\nHALF = TURN / 2 * sqrt(3)\na = array(3)\nkept = register()\nLAST = -1\n"


def module(body: str) -> Module:
    """A module whose program A has this body."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    called = "def g(x):\n    return x / 7\n\n\n"
    called += "def k(x):\n    global kept\n    kept = kept / 2 + x\n    return x\n\n\n"
    called += "def h(x, y):\n    return x - 1, y, x\n\n\n"
    return front.parse(f"{HEAD}{called}@program('A')\ndef f(x, y):\n{lines}")


PAIRS = {
    "a power": ("return pow(x, y) + pow(x, 2)", "return x ** y + x ** 2"),
    "a sum": ("return sum((x, 3, y)) - sum([y, 1])", "return x + 3 + y - (y + 1)"),
    "a sum that begins with a local": ("return sum((g(x), y), x)", "return x + g(x) + y"),
    "extremes": ("return max([x, y, 3]) / min((x, 2))", "return max(x, y, 3) / min(x, 2)"),
    "parts": ("return divmod(x, 7)[0] - divmod(y, 7)[1]", "return x // 7 - y % 7"),
    "formulas": ("return x * TURN - HALF", "return x * (2 * pi) - 2 * pi / 2 * sqrt(3)"),
    "parts within parts": (
        "(a[0], (y, x)), z = (x, (1, y)), x\nreturn x + z",
        "a[0], y, x, z = x, 1, y, x\nreturn x + z",
    ),
    "names for values": (
        "p = (x, y, x + 1)\nx = 5\nreturn sum(p) / len(p) + p[-1] * (y in p)",
        "p_0, p_1, p_2 = x, y, x + 1\nx = 5\nreturn (p_0 + p_1 + p_2) / 3 + p_2 * (y in (p_0, p_1, p_2))",
    ),
    "what is one already": ("return float(x) + bool(y)", "return x + (y != 0)"),
    "keys that are written": (
        "return DAYS[4] * RATE['low'] - PRICES[-2] + len(PRICES)",
        "return 30 * 0.1 - 10 + 3",
    ),
    "keys one after the other": ("return DAYS[x] + y", "return (31, 30, 28.5)[x - 3] + y"),
    "keys": (
        "return x * (y in PRICES) + sum(DAYS.values())",
        "return x * (y in (1, 3, -2)) + (30 + 31 + 28.5)",
    ),
    "a local of that name": ("TURN = x\nreturn TURN + y", "t = x\nreturn t + y".replace("t ", "TURN ")),
}
RUN = {
    "powers": "return pow(x, 2) / 3 + pow(2, intpart(y) % 7) - TURN * x",
    "three in order": "p, q, r = sorted((x, y, x - y))\nreturn p, q / 3, r",
    "four downwards": "p, q, r, s = sorted([x, y, x * y, 2], reverse=True)\nreturn p, q, r, s / 3",
    "one or another": "z = intpart(x) % 3 or y\nw = x > 3 and y\nreturn z, w or 7",
    "in a larger expression": "return 3 * (x and y) - g(y or 5)",
    "tables from their ends": "t = (2, 7, 1)\nreturn (9, 8, 7)[-2] * x + t[-3] - (3, 1, 4, 1, 5.5)[-1]",
    "a table there": "return (3, 1, 4, 1, 5.5)[intpart(abs(x)) % 5] * [2, 7][intpart(y * y) % 2]",
    "in, once computed": "return 1 if x // 1 % 4 in (1, 3, y) else 2 if g(x) not in (1, y) else 0",
    "in an array": "a[0], a[-1] = x, y\nreturn (y in a) + 2 * (x + 1 in a[1:]) + (3 not in a)",
    "slices": "a[0], a[1], a[2] = x, y, 3\nreturn sum(a[1:]) + a[-2] * max(a[:-1]), sum([v for v in a[:2]])",
    "neighbours": "a[0], a[2] = x, y\ns = y\nfor v, w in zip(a, a[1:]):\n    s += v * w\nreturn s",
    "dictionaries": "return PRICES[(1, 3, -2)[intpart(abs(x)) % 3]] / 3 + DAYS[intpart(abs(y)) % 3 + 3], "
    "PRICES.get(x // 1, y) / 7 - RATE.get('high', x)",
    "a default that is computed all the same": "return DAYS.get(4, 1 / x) + DAYS.get(7, g(y)) + x",
    "loops over dictionaries": "s = x\nfor k in PRICES:\n    s = s * k + y\nfor k, v in DAYS.items():\n"
    "    s += k / v\nreturn s, sum(v > x for v in PRICES.values()), y in DAYS",
    "values with a name": "s = 0\nfor k in range(3):\n    p = [x, k]\n    x += p[1]\n    s += p[0] / 3"
    " + max(p)\nq = (s, x, y)\nfor v in q:\n    s = s * 2 - v\nreturn s, sorted(q)[1], sum(v > y for v in q)",
    "results with a name": "r = h(x, y)\nt = sorted((x, y, 3))\nd = divmod(x, 7)\np = polar(x, y)\n"
    "u, v, w = r\nx = 2\nreturn r[0] - t[1], u * d[0] + d[1] / w, round(p[0], ndigits=2) * x, "
    "sum(r, start=v)",
    "a value of a list that changes": "p = [x, y]\np[0] = 3\nreturn p[1] - p[0]",
    "rows": "return ROWS[intpart(abs(x)) % 2][intpart(abs(y)) % 3] + ROWS[-1][0] / 3",
    "rows from their ends": "return ROWS[intpart(abs(x)) % 2][-1] * y - ROWS[-2][-3] / ROWS[1][-2]",
    "values in a loop": "s = 0\nfor v in (x - 1, y, 3):\n    s = s * x + v / 3\n    y = s\nreturn s, y",
    "values in a sum": "return sum(v * v / 3 for v in (x, y, 1)) - max(abs(v) for v in (x, y / 7))",
    "a case with a name": "match intpart(x) % 4:\n    case 1:\n        return y\n    case n if n > 2:\n"
    "        return n / 7\n    case n:\n        return -n * y",
    "a length": "a[0], a[1] = x, y\nreturn len([v for v in a if v > 2])",
    "an element with a call": "a[intpart(abs(g(x))) % 3] += g(y)\nreturn a[0], a[1], a[2]",
    "many names in a condition": "p, q = x + 1, y * 2\nr = p / q\nreturn 2 * (p if q > r else x - y)",
    "one of several that are computed": "return (k(x), k(y))[0] + kept / 3 + (1 / x, g(y), k(2))[-2]",
    "a sum whose start is computed last": "return sum((k(x), y, x > y), kept), "
    "sum(((x := 3), y), x), sum([k(y)], 1 / y)",
    "an index with a name": "a[LAST], a[2 * LAST] = x, y\nt = (2, 7, 1)\nreturn a[2] + t[LAST] + "
    "ROWS[LAST][0] * a[1], ROWS[x > y][LAST - 1] + PRICES[LAST - 1] + (8, 9)[LAST]",
    "a part with a name": "a[LAST - 1] = 5\nq = (x, y / 3)\nreturn q[LAST] + a[1], q[2 * LAST]",
    "an index with the name of a constant": "LAST = 1\na[LAST] = x\nreturn a[1] - y",
    "tens": "return round(x, -1) + round(y, -3) - -(x > y)",
}


@pytest.mark.first
@pytest.mark.parametrize(("body", "same"), PAIRS.values(), ids=PAIRS)
def test_it_is_what_an_operator_says(body: str, same: str) -> None:
    assert module(body).functions == module(same).functions


@pytest.mark.parametrize("body", RUN.values(), ids=RUN)
def test_the_listing_does_what_python_does(body: str) -> None:
    one = module(body)
    found = check(one, quick_code(one).program, 40, random.Random(3), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)
    assert found.tally.compared > 20


@pytest.mark.parametrize(
    "body",
    ["return pow(x, y, 7)", "return sum(3 * x)", "return sorted((x, y)) + 1",
     "p, q = sorted((x, y), key=abs)\nreturn p", "return divmod(x, y)[2]", "return a[-4] + x",
     "return ROWS[0][3]", "return ROWS[-3][0]", "return PRICES[2] + x", "return RATE[x]",
     "return PRICES.get(x) + y", "PRICES[1] = x\nreturn y",
     "p = (x, y)\np = (y, x)\nreturn p[0]", "p = (x, y)\nq = p\nreturn p[x]"],
)  # fmt: skip
def test_others_are_refused(body: str) -> None:
    with pytest.raises(InputError):
        module(body)
