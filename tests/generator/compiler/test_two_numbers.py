"""Two numbers that a number is compared with become one distance, where only they are that far."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.driver import compile_module
from generator.compiler.tree.text import text
from generator.compiler.two_numbers import with_distances
from generator.compiler.validation.verdict import validate
from tests.support.searched import agree
from tests.support.weighed_trees import differing_tree

HEAD = "from generator.language import program, register\ntotal = register()\n@program('A')\ndef one(x, y):\n"
FORMS = {
    "in (7, 11)": ("x in (7, 11)", "abs(x - 9) == 2"),
    "in no order": ("x == 11 or x == 7", "abs(x - 9) == 2"),
    "not in": ("x not in (7, 11)", "abs(x - 9) != 2"),
    "three": ("x in (2, 3, 12)", "x == 3 or abs(x - 7) == 5"),
    "two pairs": ("x in (4, 6, 9, 11)", "abs(x - 5) == 1 or abs(x - 10) == 1"),
    "below 0": ("x == -4 or x == -2", "abs(x - -3) == 1"),
    "beside another condition": ("x == 7 or y > 2 or x == 11", ""),
    "two names": ("x == 7 or y == 11", ""),
    "0": ("x in (0, 8)", ""),
    "a number beside the lower one is as far, rounded": ("x in (1, 3)", ""),
    "numbers that are far from each other": ("x in (1, 1001)", ""),
    "longer": ("x in (2, 5)", ""),
    "an odd sum": ("x in (7, 10)", ""),
    "all of them": ("x == 7 and x == 11", ""),
}


@pytest.mark.parametrize("name", FORMS)
def test_two_numbers_become_a_distance(name: str) -> None:
    before, after = FORMS[name]
    module = front.parse(HEAD + f"    if {before}:\n        return 1\n    return x + y\n")
    made, told = with_distances(module)
    assert bool(told) == bool(after)
    assert (after in text(made)) if after else (made is module)


@pytest.mark.parametrize("name", [name for name, (_, after) in FORMS.items() if after])
def test_the_tree_gives_the_same(name: str) -> None:
    source = HEAD + f"    if {FORMS[name][0]}:\n        return 1\n    return x + y\n"
    assert not differing_tree(front.parse(source))


@pytest.mark.slow
def test_it_is_shorter_and_proven() -> None:
    module = front.parse(HEAD + "    if x in (4, 6, 9, 11):\n        return y\n    return x\n")
    compiled = compile_module(module)
    assert [one.name for one in compiled.program.steps].count("ABS") == 2
    agree(module, compiled.program, calls=60)
    assert validate(module, compiled.program, compiled.places).proof == "proven"
