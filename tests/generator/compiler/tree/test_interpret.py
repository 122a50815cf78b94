"""The tree run as it stands, against Python."""

from __future__ import annotations

import pytest

from generator.compiler.checking.calls import EntryCall
from generator.compiler.checking.tree_side import TreeSide
from hp15c.numbers.number import Number
from tests.support.tree_pairs import function, module_of


@pytest.mark.parametrize(
    ("body", "x", "expected"),
    [
        ("return x * x + 1", 7, "50"),
        ("s = 0\nfor i in range(4):\n    a[i] = x + i\n    s += a[i]\nreturn s", 10, "46"),
        ("s = 0\nwhile x > 0:\n    x -= 3\n    if x == 1:\n        continue\n    s += x\nreturn s", 10, "9"),
        ("for i in range(9):\n    if i * i > x:\n        break\nreturn i", 20, "5"),
        ("if not (x > 1 and x < 5) or x == 3:\n    return 1\nreturn 2", 3, "1"),
    ],
)
def test_results(body: str, x: int, expected: str) -> None:
    side = TreeSide(module_of(function(body, "a")), operations=10_000)
    result = side.run(EntryCall("A", (Number.of(x),)))
    assert result.results == (Number.of(expected),)
