"""Loops that look for an element: which ones may run backwards although they are left before their end."""

from __future__ import annotations

import pytest

from generator.compiler.driver import compile_module
from generator.compiler.validation.backwards import loops_to_turn, turn_loops
from generator.compiler.validation.verdict import validate
from tests.support.searched import agree
from tests.support.tree_pairs import function, module_of, same, shown

LOOP = "for i in range(4):\n    "
CALLED = (
    "def has(v, k):\n    for i in range(k):\n        if a[i] == v:\n            return 1\n    return 0\n\n"
)
EACH = "s = 0\nfor i in range(4):\n    if has(x, i + 1) == 1:\n        s += 1\nreturn s"
CALLS = "a = array(4)\n\n" + CALLED + function(EACH)


def test_a_way_out_may_come_in_any_pass() -> None:
    before = LOOP + "if a[i] == x:\n        return 1\nreturn 0"
    after = before.replace("range(4)", "range(4, 0, -1)").replace("a[i]", "a[i - 1]")
    module = module_of(function(before, "a"))
    assert shown(turn_loops(module, loops_to_turn(module))) == same(function(after, "a"))


MAY = {
    "a flag": "s = 0\n" + LOOP + "if a[i] > x:\n        s = 3\n        break\nreturn s",
    "two equal ways out": LOOP
    + "if a[i] > x:\n        return 1\n    if b[i] > x:\n        return 1\nreturn 2",
    "a pass goes on": LOOP + "if a[i] < 0:\n        continue\n    if a[i] == x:\n        return 1\nreturn 2",
    "pairs": LOOP + "for j in range(i):\n        if a[i] == a[j]:\n            return 1\nreturn 2",
    "a value of the pass": LOOP + "t = abs(a[i])\n    if t == x:\n        return 1\nreturn 2",
}
MAY_NOT = {
    "which one": LOOP + "if a[i] == x:\n        return i\nreturn 4",
    "two ways out": LOOP + "if a[i] == x:\n        return 1\n    if b[i] == x:\n        return 2\nreturn 3",
    "a count of the passes": "s = 0\n" + LOOP + "s += 1\n    if a[i] == x:\n        break\nreturn s",
    "another flag": "s = 0\nt = 0\n" + LOOP + "if b[i] == x:\n        t = 1\n    if a[i] == x:\n"
    "        s = 1\n        break\nreturn s + t",
    "its flag elsewhere": "s = 0\n" + LOOP + "if b[i] == x:\n        s = 1\n    if a[i] == x:\n"
    "        s = 1\n        break\nreturn s",
    "its last value": "t = 0\n" + LOOP + "t = a[i]\n    if t == x:\n        break\nreturn t",
    "its last index": "i = 0\n" + LOOP + "if a[i] == x:\n        break\nreturn i",
    "a store": LOOP + "b[i] = 1\n    if a[i] == x:\n        break\nreturn 1",
    "an index beyond the array": "for i in range(5):\n    if a[i] == x:\n        return 1\nreturn 2",
    "an index below 0": LOOP + "if a[i - 1] == x:\n        return 1\nreturn 2",
    "an index that is typed": LOOP + "if a[i] == b[x]:\n        return 1\nreturn 2",
    "an end that is typed": "for i in range(x):\n    if a[i] == 0:\n        return 1\nreturn 2",
    "no element": "for i in range(2, 9):\n    if x == i:\n        return 1\nreturn 2",
    "what may overflow": LOOP + "if a[i] - b[i] == x:\n        return 1\nreturn 2",
    "a loop without a known end": LOOP + "while x > a[i]:\n        x = 0\n    if a[i] == 3:\n"
    "        return 1\nreturn 2",
    "a long loop": LOOP + "for j in range(200):\n        if a[i] == j:\n            return 1\nreturn 2",
}  # fmt: skip


@pytest.mark.parametrize("body", MAY.values(), ids=MAY)
def test_these_may_run_backwards(body: str) -> None:
    assert ("f", 1) in loops_to_turn(module_of(function(body, "ab")))


@pytest.mark.parametrize("body", MAY_NOT.values(), ids=MAY_NOT)
def test_others_stay(body: str) -> None:
    assert ("f", 1) not in loops_to_turn(module_of(function(body, "ab")))


@pytest.mark.parametrize(
    ("old", "new", "may"),
    [("", "", True), ("i + 1", "i + 2", False), ("i + 1", "x", False),
     ("def has", '@program("B")\ndef has', False), ("return 0", "k = 3\n    return k", False)],
)  # fmt: skip
def test_the_end_may_be_a_parameter_that_each_call_keeps_within_the_array(
    old: str, new: str, may: bool
) -> None:
    assert (("has", 1) in loops_to_turn(module_of(CALLS.replace(old, new)))) is may


def test_the_listing_is_proved() -> None:
    source = CALLS + '\n\n@program("B")\ndef put(i, x):\n    a[i] = x\n'
    module = module_of(source)
    made = compile_module(module)
    agree(module, made.program, calls=60)
    assert validate(module, made.program, made.places).proof == "proven"
