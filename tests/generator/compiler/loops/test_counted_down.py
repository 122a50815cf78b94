"""Loops that count down the distance from their end: the source before and after."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code
from generator.compiler.loops.counted_down import count_down
from tests.support.tree_pairs import function, module_of, same, shown

SORT = (
    "for i in range(4):\n    for j in range(3 - i):\n        if a[j] > a[j + 1]:\n"
    "            a[j], a[j + 1] = a[j + 1], a[j]\nreturn x"
)


def counted_down(body: str) -> str:
    return shown(count_down(module_of(function(body, "a"))))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "s = 0\nfor i in range(x):\n    s = s * x + (x - i)\nreturn s",
            "s = 0\nfor i_left in range(x, 0, -1):\n    s = s * x + i_left\nreturn s",
        ),
        (
            "s = 0\nfor i in range(2, x - 1):\n    s = s * 3 + a[x - i - 2] / (x - i)\nreturn s",
            "s = 0\nfor i_left in range(x - 3, 0, -1):\n"
            "    s = s * 3 + a[i_left - 1] / (i_left + 1)\nreturn s",
        ),
        (
            "s = 0\nfor i in range(x + 1):\n    s = s * 2 + (x - i)\nreturn s",
            "s = 0\nfor i_left in range(x + 1, 0, -1):\n    s = s * 2 + (i_left - 1)\nreturn s",
        ),
        (
            "s = 1\nfor i in range(1, x + 1):\n    s = s / 3\n    if i == x:\n        s = s + x\nreturn s",
            "s = 1\nfor i_left in range(x, 0, -1):\n    s = s / 3\n"
            "    if i_left == 1:\n        s = s + x\nreturn s",
        ),
        (
            "s = 1\nfor i in range(x):\n    if x - 2 <= i:\n        s = s / (x - i)\nreturn s",
            "s = 1\nfor i_left in range(x, 0, -1):\n    if i_left <= 2:\n        s = s / i_left\nreturn s",
        ),
        (
            SORT,
            SORT.replace("for i in range(4)", "for i_left in range(4, 0, -1)").replace("3 - i", "i_left - 1"),
        ),
    ],
    ids=["the distance", "and others", "an end plus 1", "the last pass", "the last passes", "a sort"],
)
def test_pairs(before: str, after: str) -> None:
    assert counted_down(before) == same(function(after, "a"))


@pytest.mark.parametrize(
    "stays",
    [
        "s = 0\nfor i in range(x):\n    s = s * x + (x - i) / (i + 1)\nreturn s",
        "s = 0\nfor i in range(x):\n    s = s + (x - i)\n    x = x * 2\nreturn s",
        "s = 0\nfor i in range(x, 0, -1):\n    s = s * 2 + (x - i)\nreturn s",
        "s = 0\nfor i in range(5):\n    s = s * 2 + (x - i)\nreturn s",
        "s = 0\nfor i in range(x):\n    if i == 2:\n        s = s / 3 + x\nreturn s",
        "s = 0\nfor i in range(x):\n    if i / 2 == x:\n        s = s / 3 + x\nreturn s",
        "s = 0\nfor i in range(5):\n    s = s * 2 + (5 - i)\nreturn i",
        "s = 0\nfor i in range(5):\n    s = s * 2 + x\nreturn s",
    ],
    ids=[
        "it counts, too",
        "the end changes",
        "downwards",
        "no distance",
        "compared with a number",
        "half of it compared",
        "after it",
        "unread",
    ],
)
def test_others_stay(stays: str) -> None:
    assert counted_down(stays) == same(function(stays, "a"))


def test_the_listing_does_what_python_does() -> None:
    sort = SORT.replace("return x", "return a[0], a[1], a[2], a[3]").replace("\n", "\n    ")
    one = front.parse(
        "from generator.language import *\na = array(4)\n@program('A')\ndef f(w, x, y, z):\n"
        f"    a[0], a[1], a[2], a[3] = w, x, y, z\n    {sort}\n"
    )
    counted = count_down(one)
    assert counted != one
    assert check(one, quick_code(counted).program, 40, random.Random(1), engines=("reference",)).agrees
