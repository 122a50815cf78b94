"""SOLVE and the integral: the source run as Python, the search at its narrowest and a wider one agree."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.checking.calls import EntryCall
from generator.compiler.choosing import quick_code
from generator.compiler.code import generate
from generator.compiler.driver import compile_module
from generator.compiler.front import SourceError
from generator.compiler.tree.text import text, without_margin
from generator.language import dim, fix, integral, matrix, solve
from generator.language.machine import PythonMachine, running_on
from generator.language.values import value
from hp15c import Calculator
from hp15c.errors import CalculatorError, Unsupported
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from tests.support.searched import agree
from tests.support.shares import few
from tests.support.tree_side import TreeSide

HEAD = (
    "from generator.language import array, exp, fix, integral, program, rad, register, sin, solve\n"
    "k = register()\nseen = register()\na = array(3)\n"
)
FORMS = {
    "a root": "def f(x):\n    return x * x - k\n"
    "@program('A')\ndef one(x, n):\n    global k\n    k = abs(x)\n    return n + solve(f, 0, x + 1)\n",
    "no root": "def f(x):\n    return x * x + 1\n"
    "@program('A')\ndef one(x, n):\n    y = solve(f, x, x + 2)\n    return y * n, f(y)\n",
    "a function with a memory": "def f(x):\n    global seen\n    seen += 1\n    y = x * k\n"
    "    return y - exp(-x)\n"
    "@program('A')\ndef one(x, n):\n    global k\n    k = n\n    y = x - 1\n    z = solve(f, 0, 1)\n"
    "    return y + z, seen\n",
    "an integral": "def f(x):\n    return sin(x) * k\n"
    "@program('A')\ndef one(x, n):\n    global k\n    k = 2\n    rad()\n    fix(2)\n"
    "    part = integral(f, 0, 1)\n"
    "    fix(4)\n    return part * n, x\n",
    "a root of an integral": "def inner(x):\n    return x * x\n"
    "def f(x):\n    return integral(inner, 0, x) - k\n"
    "@program('A')\ndef one(x, n):\n    global k\n    fix(1)\n    k = 9\n    return solve(f, 1, 5)\n",
    "a loop around it": "def f(x):\n    return x * x - a[0] - k\n"
    "@program('A')\ndef one(x, n):\n    global k\n    k = 0\n    a[0] = 1\n    total = 0\n"
    "    for i in range(3):\n        k += i\n        total += solve(f, i, 4)\n    return total + x\n",
    "the function of an entry point": "@program('B')\ndef f(x):\n    return x * x * x - 5\n"
    "@program('A')\ndef one(x, n):\n    return solve(f, 1, 2) + f(n)\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("source", few(FORMS.values()), ids=FORMS)
def test_python_and_both_codes_agree(source: str) -> None:
    module = front.parse(HEAD + source)
    for made in (quick_code(module).program, generate(module, effort=0).program):
        agree(module, made, calls=12, least=10, seed=5)


def test_the_tree_run_as_it_stands_agrees() -> None:
    module = front.parse(HEAD + FORMS["a root"])
    found = TreeSide(module).run(EntryCall("A", (Number.of(4), Number.of(10))))
    assert found.results == (Number.of(12),)


def test_python_has_the_calculators_digits() -> None:
    calculator = Calculator()
    calculator.load(Program.parse("LBL A\nx²\n2\n−\nRTN\n"))
    calculator.press("FIX 5 0 ENTER 1 ∫ A")
    wanted = calculator.x
    calculator.press("0 ENTER 3 SOLVE A")
    with running_on(PythonMachine()):
        fix(5)
        assert integral(lambda x: x**2 - 2, 0, 1) == wanted
        assert solve(lambda x: x**2 - 2, 0, 3) == calculator.x


def test_without_room_it_is_an_error() -> None:
    """An integral takes 23 registers, of 46 that nothing has."""
    with running_on(PythonMachine()):
        one = matrix("A")
        dim(one, 6, 4)
        with pytest.raises(CalculatorError, match="Error 10"):
            integral(lambda x: x, 0, 1)
        assert solve(lambda x: x - value(3), 0, 1) == Number.of(3)


@pytest.mark.slow
def test_the_hp_11c_has_neither() -> None:
    with pytest.raises(Unsupported, match="SOLVE"):
        compile_module(front.parse(HEAD + FORMS["no root"]), Model.HP11C)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    return solve(x, 1, 2)", "write `solve(f, a, b)`"),
        ("    return solve(f, 1)", "solve takes a function of the file and two guesses"),
        (
            "    return integral(two, 1, 2)",
            "a function with one to four parameters and one result",
        ),
        ("    return solve(again, 1, 2)", "again has a solve of its own"),
        ("    return solve(g, 1, 2)", "recursion is outside the language (g -> g)"),
    ],
)
def test_what_is_refused_says_what_to_write(body: str, said: str) -> None:
    source = (
        "def f(x):\n    return x\ndef two(x):\n    return x, x\n"
        "def again(x):\n    return solve(f, 0, x)\n"
        + "def g(x):\n    return solve(g, 0, x)\n"
        * ("g," in body)
    )
    with pytest.raises(SourceError) as fault:
        front.parse(f"{HEAD}{source}@program('A')\ndef entry(x):\n{body}\n")
    assert said in str(fault.value)


def test_the_text_of_the_tree_is_a_source_again() -> None:
    for source in FORMS.values():
        module = front.parse(HEAD + source)
        assert front.parse(without_margin(text(module))).functions == module.functions
