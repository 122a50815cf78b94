"""The sums and statistics: Python, the search at its narrowest and a wider one agree on both models."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.choosing import quick_code
from generator.compiler.code import generate
from generator.compiler.front import SourceError
from generator.compiler.target.sums import with_sums_of
from generator.compiler.tree.ir import Module
from generator.compiler.tree.text import text, without_margin
from generator.language.machine import PythonMachine, running_on
from generator.language.values import value
from hp15c import Calculator
from hp15c.errors import Unsupported
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from tests.support.searched import agree, searched

HEAD = (
    "from generator.language import (array, clear_sums, estimate, linreg, mean, program, register, sdev, "
    "sum_minus, sum_plus, sums)\n"
)
NAMED = HEAD + "n, sx, sxx, sy, syy, sxy = sums()\n"
FORMS = {
    "a sum that is assigned": NAMED
    + "@program('A')\ndef a(y, x):\n    global n, sx\n    n = y\n    sx += x\n    points = sum_plus(1, x)\n"
    "    return points + sx\n",
    "points and their number": NAMED
    + "@program('A')\ndef a(y, x):\n    return sum_plus(y, x)\n"
    + "@program('B')\ndef b(y, x):\n    count = sum_minus(y, x)\n    sum_plus(x)\n    return count + 1\n",
    "sums beside what is made of them": NAMED
    + "@program('A')\ndef a(y, x):\n    my, mx = mean()\n    sum_plus(y, x)\n    return my * n, mx + sxy\n"
    + "@program('B')\ndef b(x):\n    r, y = estimate(x)\n    return r, y - sx\n",
    "sums without names": HEAD
    + "@program('A')\ndef a(y, x):\n    sum_plus(y, x)\n    return sdev()\n"
    + "@program('B')\ndef b(x):\n    slope, line = linreg()\n    return slope * x + line\n"
    + "@program('C')\ndef c():\n    clear_sums()\n    return sum_plus(3)\n",
    "a function that adds": NAMED
    + "total = register(8)\ndef add(x):\n    sum_plus(x, x)\n    return n\n"
    + "@program('A')\ndef a(x):\n    global total\n    if n > 2:\n        total = add(x) - sum_of()\n"
    + "    return add(x + 1) + n\ndef sum_of():\n    return sx + sy\n",
}


def parsed(source: str, model: Model) -> Module:
    return with_sums_of(front.parse(source), model)


@pytest.mark.first
@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_python_and_plain_code_agree(source: str, model: Model) -> None:
    module = parsed(source, model)
    program = quick_code(module, model).program
    found = check(module, program, 60, random.Random(2), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)
    assert found.tally.compared >= 40
    failing = any(f"{word}(" in source.partition("@")[2] for word in ("mean", "sdev", "linreg", "estimate"))
    assert bool(found.tally.errors) == failing, "Error 2 was to be drawn where a mean is asked for"


@pytest.mark.parametrize("name", ["points and their number", "sums without names"])
def test_the_search_agrees_too(name: str) -> None:
    module = parsed(FORMS[name], Model.HP15C)
    agree(module, searched(module).program, calls=60, least=40, seed=2)


def test_the_search_writes_what_a_person_writes() -> None:
    """Adding a point and the line of least squares take the keys alone, also at their last line."""
    module = parsed(
        HEAD + "@program('A')\ndef a(y, x):\n    return sum_plus(y, x)\n"
        "@program('B')\ndef b():\n    return linreg()\n@program('E')\ndef e():\n    clear_sums()\n",
        Model.HP15C,
    )
    lines = [str(one) for one in generate(module, effort=0).program.steps]
    assert sorted(lines) == sorted(["LBL A", "Σ+", "RTN", "LBL B", "L.R.", "RTN", "LBL E", "CLEAR Σ", "RTN"])


def test_python_has_the_calculators_digits() -> None:
    calculator = Calculator()
    calculator.press("1 ENTER 3 Σ+ 2.5 ENTER 7 Σ+ 4 ENTER 9.1 Σ+ 2 ŷ,r")
    names = PythonSide(front.parse(FORMS["sums beside what is made of them"])).names
    with running_on(PythonMachine()):
        for y, x in (("1", "3"), ("2.5", "7"), ("4", "9.1")):
            names["sum_plus"](value(Number.of(y)), value(Number.of(x)))
        assert names["estimate"](2)[1] == calculator.x
        assert repr(names["n"]) == "3"


def test_errors_of_two_kinds_keep_their_order() -> None:
    """Error 2 of statistics comes before the Error 0 of a later division, and after that of an earlier."""
    source = NAMED + (
        "@program('A')\ndef a(x):\n    my, mx = mean()\n    return 1 / x + mx\n"
        "@program('B')\ndef b(x):\n    y = 1 / x\n    my, mx = mean()\n    return y + mx\n"
    )
    module = parsed(source, Model.HP15C)
    for made in (generate(module, effort=0).program, quick_code(module).program):
        agree(module, made, calls=80, seed=3)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    return 1 + sum_plus(x)", "write `x = sum_plus(...)` before, and x here"),
        ("    return x + mean()", "assign them: `a, b = ...`"),
        ("    x = clear_sums()\n    return x", "write it as a statement"),
        ("    mean()\n    return x", "assign it, or leave it out"),
    ],
)
def test_what_is_refused_says_what_to_write(body: str, said: str) -> None:
    with pytest.raises(SourceError) as fault:
        front.parse(f"{NAMED}@program('A')\ndef a(x):\n{body}\n")
    assert said in str(fault.value)


def test_sums_are_declared_as_six_names() -> None:
    with pytest.raises(SourceError, match="the statistics are six sums"):
        front.parse(HEAD + "n, sx = sums()\n@program('A')\ndef a(x):\n    return n\n")


def test_a_register_may_not_be_pinned_where_the_sums_are() -> None:
    module = front.parse(
        HEAD + "kept = register(1)\n@program('A')\ndef a(x):\n    global kept\n    kept = x\n"
        "    return sum_plus(x)\n"
    )
    assert with_sums_of(module, Model.HP15C).registers["kept"].at == "1"
    with pytest.raises(Unsupported, match="kept is pinned to R0 to R5"):
        with_sums_of(module, Model.HP11C)


def test_the_text_of_the_tree_is_a_source_again() -> None:
    for source in FORMS.values():
        module = front.parse(source)
        assert front.parse(without_margin(text(module))).functions == module.functions
