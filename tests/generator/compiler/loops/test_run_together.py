"""Loops after each other as one: pairs before and after, and what must stay two loops."""

from __future__ import annotations

import pytest

from generator.compiler.loops.nests import FormRefused
from generator.compiler.loops.run_together import run_together
from tests.support.tree_pairs import changed, function, same

DIGITS = "for i in range(3, -1, -1):\n    a[i] = x % 10\n    x = x // 10\n"


def source(body: str) -> str:
    return function(body, "abc")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for i in range(4):\n    a[i] = x\nfor j in range(4):\n    b[j] = a[j] + 1\nreturn b[0]",
            "for i in range(4):\n    a[i] = x\n    b[i] = a[i] + 1\nreturn b[0]",
        ),
        (
            DIGITS + "for j in range(4):\n    b[j] = 0\nreturn x",
            DIGITS + "    b[i] = 0\nreturn x",
        ),
        (
            "for j in range(4):\n    b[j] = 0\n" + DIGITS + "return x",
            "for j in range(3, -1, -1):\n    b[j] = 0\n    a[j] = x % 10\n    x = x // 10\nreturn x",
        ),
        (
            DIGITS + "s = 0\nfor j in range(4):\n    if b[j] == a[j]:\n        s = s + 1\nreturn s",
            "s = 0\n" + DIGITS + "    if b[i] == a[i]:\n        s = s + 1\nreturn s",
        ),
        (
            "s = 0\n" + DIGITS + "    s = s + 10\nfor j in range(4):\n    if b[j] == a[j]:\n"
            "        s = s + 1\nreturn s",
            "s = 0\n" + DIGITS + "    s = s + 10\n    if b[i] == a[i]:\n        s = s + 1\nreturn s",
        ),
        (
            "for i in range(1, 4):\n    a[i] = x\nfor j in range(1, 4):\n    b[j] = a[j - 1]\nreturn x",
            "for i in range(1, 4):\n    a[i] = x\n    b[i] = a[i - 1]\nreturn x",
        ),
    ],
    ids=[
        "in order",
        "the second turned",
        "the first turned",
        "a constant moves",
        "counts",
        "an earlier pass",
    ],
)
def test_pairs(before: str, after: str) -> None:
    assert changed(run_together, source(before)) == same(source(after))


@pytest.mark.parametrize(
    "body",
    [
        "for i in range(3):\n    a[i] = x\nfor j in range(3):\n    b[j] = a[j + 1]\nreturn x",
        "for i in range(1, 4):\n    b[i] = a[i - 1]\n"
        "for j in range(1, 4):\n    a[j] = x\n    x = 2 * x\nreturn x",
        DIGITS + "for j in range(4):\n    b[j] = x\n    x = x * 3\nreturn x",
        DIGITS + "for j in range(4):\n    b[j] = x + a[0]\nreturn x",
        DIGITS + "for j in range(3):\n    b[j] = 0\nreturn x",
        DIGITS + "for j in range(4):\n    b[j] = 0\nreturn j",
        DIGITS + "for j in range(4):\n    if b[j] == 0:\n        break\nreturn x",
        DIGITS + "for j in range(4):\n    pause(b[j])\nfor j in range(4):\n    pause(a[j])\nreturn x",
        DIGITS + "s = x\nfor j in range(4):\n    b[j] = 0\nreturn s",
        "s = x\n" + DIGITS + "    s += 9\nfor j in range(4):\n    if b[j] == 5:\n        s += 1\nreturn s",
        "for i in range(x):\n    a[i] = 0\n    x = x + 1\nfor j in range(x):\n    b[j] = 0\nreturn x",
        "for i in range(4):\n    a[i] = x\nfor j in range(4):\n    b[j] = 1 / c[j]\n    c[j] = 2\nreturn x",
    ],
    ids=[
        "a later pass gives the element", "a later pass changes it", "both change x", "an element of the end",
        "other passes", "the variable stays", "it is left", "the display", "a value between",
        "sums of fractions", "the end changes", "Error 0 before a store",
    ],
)  # fmt: skip
def test_what_stays(body: str) -> None:
    with pytest.raises(FormRefused):
        changed(run_together, source(body))
