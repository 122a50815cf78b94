"""`while` loops that count down to 0: by DSE where the number is known to be whole."""

from __future__ import annotations

import random

import pytest

from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code
from generator.compiler.code import generate
from generator.compiler.passes import tree_passed
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from tests.support.shares import rarely
from tests.support.tree_pairs import function, module_of

WHOLE = "assume(frac(x) == 0)\nassume(-3 <= x <= 9)\n"
COUNTED = {
    "from a constant": (
        "n = 4\ns = 0\nwhile n > 0:\n    s = s * x + n\n    n -= 1\nreturn s",
        "from above 0",
    ),
    "from an argument": (
        WHOLE + "s = 1\nwhile x > 0:\n    s = 2 * s + x\n    x -= 1\nreturn s, x",
        "from anywhere",
    ),
    "until 1 is reached": (
        "n = 5\ns = 0\nwhile n >= 1:\n    s += x / n\n    n -= 1\nreturn s",
        "from above 0",
    ),
    "left early": (
        WHOLE + "s = 1\nwhile x > 0:\n    s *= 3\n    if s > 50:\n        break\n    x -= 1\nreturn s, x",
        "from anywhere",
    ),
    "with another condition": (
        "s = 0\nfor i in range(1, 4):\n    j = i\n    while j > 0 and s < x:\n        s += j\n"
        "        j -= 1\nreturn s",
        "from above 0",
    ),
    "changed in the body": (
        WHOLE + "s = 0\nwhile x > 0:\n    s += 1\n    if s == 3:\n        x -= 2\n    x -= 1\nreturn s, x",
        "from anywhere",
    ),
}
NOT_COUNTED = {
    "any number": "s = 1\nwhile x > 0:\n    s *= 2\n    x -= 1\nreturn s",
    "two at a time": "n = 8\ns = 0\nwhile n > 0:\n    s = s * x + n\n    n -= 2\nreturn s",
    "continue": "n = 8\ns = x\nwhile n > 0:\n    if s < 0:\n        n -= 3\n        s = 1\n        continue\n"
    "    s -= n\n    n -= 1\nreturn s",
    "may pass 0": WHOLE + "s = 0\nwhile x != 0 and s < 9:\n    s += 1\n    x -= 1\nreturn s, x",
    "not at the end": "n = 4\ns = 0\nwhile n > 0:\n    n -= 1\n    s = s * x + n\nreturn s",
}


def module(body: str) -> ir.Module:
    return module_of("from generator.language import frac\n" + function(body))


def counts(body: str) -> list[str]:
    passed = tree_passed(module(body))
    return [one.counts for one in nodes(passed.functions["f"].body) if isinstance(one, ir.While)]


DEAREST = ("with another condition", "changed in the body", "left early")


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("name", rarely(list(COUNTED), *DEAREST))
def test_such_a_loop_counts_by_dse_and_agrees_with_python(name: str) -> None:
    body, counted = COUNTED[name]
    assert counts(body) == [counted]
    passed = tree_passed(module(body))
    programs = (generate(passed, effort=0).program, quick_code(passed).program)
    assert any(step.name == "DSE" for made in programs for step in made.steps)
    for made in programs:
        found = check(module(body), made, 30, random.Random(1), engines=("reference",))
        assert found.agrees, str(found.tally.disagreement)


@pytest.mark.parametrize("name", NOT_COUNTED)
def test_other_loops_do_not(name: str) -> None:
    assert counts(NOT_COUNTED[name]) == [""]
