"""Tests in a row that have a condition in common."""

from __future__ import annotations

import pytest

from generator.compiler.ranges.common_tests import share_tests
from tests.support.tree_pairs import function, module_of, same, shown

END = "\nreturn low"
OR = "if x == 1 or x < low:\n    low = x\nif x == 1 or y > high:\n    high = y"
AND = "if x > 1 and x < low:\n    low = x\nif x > 1 and y > high:\n    high = y"
HEAD = "low = register()\nhigh = register()\n"


def source(body: str) -> str:
    declared = function(f"global low, high\n{body}{END}", parameter="x, y")
    return HEAD + "def g(v):\n    global low\n    low += v\n    return v\n" + declared


WITHIN = "    if x < low:\n        low = x\n    if y > high:\n        high = y"
EITHER = "if x == 1:\n    low = x\n    high = y\nelse:\n" + WITHIN
MORE = "\nif x > 1:\n    low = high\nelse:\n    low = 3"
PAIRS = {
    "one of two": (OR, EITHER),
    "in another order": (OR.replace("x == 1 or x < low", "x < low or x == 1"), EITHER),
    "both": (AND, "if x > 1:\n" + WITHIN),
    "alone": (AND + MORE, "if x > 1:\n" + WITHIN + MORE.removeprefix("\nif x > 1:")),
}
STAYS = {
    "it changes": OR.replace("low = x", "x = 2"),
    "a call changes it": OR.replace("x == 1", "low == 1").replace("low = x", "high = g(x)"),
    "another one": OR.replace("y > high", "y > 2").replace("x == 1 or y", "x == 2 or y"),
    "a division before it": OR.replace("x == 1 or x < low", "2 / x < low or x == 1"),
    "what may overflow": OR.replace("x == 1", "x * y == 1"),
    "what may overflow before it": OR.replace("x == 1 or x < low", "x * y < low or x == 1"),
    "a call before it": OR.replace("x == 1 or x < low", "g(y) < low or x == 1"),
    "the end of a run": OR.replace("low = x", "return 3"),
    "a long way": OR.replace("low = x", "low = x * y + 1"),
    "a statement between": OR.replace("\nif", "\nx = y\nif"),
}


@pytest.mark.parametrize(("before", "after"), PAIRS.values(), ids=PAIRS)
def test_pairs(before: str, after: str) -> None:
    module = module_of(source(before))
    made = share_tests(module)
    assert shown(made) == same(source(after))


@pytest.mark.parametrize("body", STAYS.values(), ids=STAYS)
def test_others_stay(body: str) -> None:
    module = module_of(source(body))
    assert share_tests(module).functions == module.functions
