"""Locals as numbers of registers: fewer sums, and the listing agrees with Python."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.code.arrays import place_arrays
from generator.compiler.target.biased import bias
from generator.compiler.tree.text import text
from hp15c.table.models import Model
from tests.support.searched import agree, searched
from tests.support.weighed_trees import differing_tree

HEAD = (
    "from generator.language import array, program, register\na = array(4, at=1)\nn = register(0)\n"
    '@program("A")\n'
)
DOWN = (
    "def one(x, y):\n    j = 3\n    while j >= 0 and a[j] != x:\n        j -= 1\n"
    "    if j >= 0:\n        a[j] = y\n    return 5\n"
)
LOOP = (
    "def one(x):\n    s = 0\n    for i in range(0, 4):\n        s += i * a[i]\n"
    "        a[i] = s + x\n    return s\n"
)
STEPS = (
    "def one(x):\n    i = 1\n    while i < 4:\n        a[i - 1] = a[i] + x\n        i += 1\n    return i\n"
)
WHERE = (
    "def one():\n    best, where = a[0], 0\n    for i in range(4):\n        if a[i] > best:\n"
    "            best, where = a[i], i\n    return where + 1, best\n"
)
HALF = "def one(x):\n    i = x / 2\n    if i == 1:\n        return a[i]\n    return 0\n"

PARTS = (
    "def one(x, y):\n    k, j = intpart(x), intpart(y)\n    if k + 1 + j > 5:\n        k += 1\n"
    "    if j - 1 < 3:\n        return k + 1\n    return k + j\n"
)
SUM_BESIDE = (
    "def one(x):\n    c = 0\n    for i in range(2):\n        a[i + 1] += 1\n        a[i] = 1\n"
    "    if x + 1 > 1:\n        c = 100\n    return c\n"
)


@pytest.mark.first
@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        pytest.param(DOWN, "while j > 0 and a[j - 1] != x", marks=pytest.mark.slow),
        (LOOP, ""),
        pytest.param(STEPS, "", marks=pytest.mark.slow),
        (WHERE, "return where, best"),
        (HALF, "i = x / 2"),
    ],
    ids=[
        "a search downwards",
        "a loop whose index is a value too",
        "a loop by hand",
        "a local that gets an index",
        "no whole number",
    ],
)
def test_indices_are_numbers_of_registers(body: str, wanted: str) -> None:
    module = place_arrays(front.parse(HEAD + body), Model.HP15C)
    made = bias(module)
    assert wanted in text(made)
    listing = searched(made).program
    if body in (DOWN, WHERE):
        assert len(listing) < len(searched(module).program)
    agree(front.parse(HEAD + body), listing, calls=60)


@pytest.mark.parametrize("body", [PARTS, SUM_BESIDE])
def test_numbers_of_more_than_ten_digits_stay(body: str) -> None:
    """The largest numbers lose what is added to them, and the smallest ones are lost in a sum."""
    assert not differing_tree(front.parse(HEAD.replace("array, program", "array, intpart, program") + body))
