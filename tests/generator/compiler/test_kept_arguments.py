"""Locals that calls have in common become registers, and the listing still does what the source does."""

from __future__ import annotations

import random

import pytest

from generator.compiler.checking.check import check
from generator.compiler.driver import compile_module
from generator.compiler.front.shadows import HIDING
from generator.compiler.kept_arguments import keep_arguments
from generator.compiler.validation.verdict import validate
from hp15c.table.models import Model
from tests.support.tree_pairs import function, module_of, same, shown

OVER = "\ndef over(count, wind, limit):\n    if wind >= limit:\n        count += 1\n    return count\n"
CALLS = "n = 0\nn = over(n, x, 1)\nn = over(n, x, 6)\nreturn n"
TURNED = "\ndef turned(n):\n    r = 0\n    while n > 0:\n"
TURNED += "        r = 10 * r + n % 10\n        n = n // 10\n    return r\n"
PALINDROME = "s = 0\ny = turned(x)\nwhile x != y:\n    x += y\n    s += 1\n    y = turned(x)\nreturn s, x"


def kept(source: str) -> str:
    """The source after the pass, with names that a source may have."""
    return shown(keep_arguments(module_of(source))[0]).replace(HIDING, "_kept")


def test_arguments_and_results_are_registers() -> None:
    wanted = "n_kept = register()\nx_kept = register()\n"
    wanted += function("global n_kept, x_kept\nx_kept = x\nn_kept = 0\nover(1)\nover(6)\nreturn n_kept")
    wanted += "\ndef over(limit):\n    global n_kept, x_kept\n    if x_kept >= limit:\n        n_kept += 1\n"
    assert kept(function(CALLS) + OVER) == same(wanted)


def test_a_result_alone_is_a_register() -> None:
    made = kept(function(PALINDROME) + TURNED)
    assert "    turned(x)\n    while x != y_kept:\n" in made
    assert "    y_kept = 0\n    while n > 0:\n        y_kept = 10 * y_kept + n % 10\n" in made


@pytest.mark.parametrize(
    "source",
    [
        function(CALLS.replace("n = over(n, x, 6)", "m = over(n, x, 6)").replace("return n", "return m"))
        + OVER,
        function(CALLS.replace("n = over(n, x, 6)\n", "")) + OVER,
        function(CALLS.replace("return n", "return over(n, x, 9)")) + OVER,
        function(CALLS) + OVER.replace("    return count", "    return count + 1"),
        function(CALLS) + OVER.replace("count += 1", "return 7"),
        function(CALLS) + function(CALLS).replace('"A"', '"B"').replace("def f", "def g") + OVER,
        "n = register()\n" + function("global n\n" + CALLS) + OVER,
        function(CALLS.replace("n = over(n, x, 6)", "for n in range(4):\n    n = over(n, x, 6)")) + OVER,
        function("y = over(x, x, 1)\ny = over(x, x, 6)\nreturn y") + OVER,
    ],
)
def test_what_is_not_the_same_in_all_calls_stays(source: str) -> None:
    module = module_of(source)
    assert keep_arguments(module) == (module, ())


def test_a_parameter_that_the_function_changes_for_itself_stays_its_own() -> None:
    changing = OVER.replace("    return count", "    wind = 0\n    return count")
    assert "over(x, 6)" in kept(function(CALLS) + changing)


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("model", list(Model))
def test_the_listing_does_what_the_source_does(model: Model) -> None:
    """By hand: STO 0, 0, STO 1, two limits with GSB, RCL 1, RTN, and a subroutine of seven lines."""
    module = module_of(function(CALLS) + OVER)
    made = compile_module(module, model)
    assert len(made.program) <= (18 if model is Model.HP15C else 19)
    assert validate(module, made.program, made.places).proof == "proven"
    found = check(module, made.program, 40, random.Random(5), engines=("reference",))
    assert found.tally.disagreement is None
    assert found.tally.compared >= 40
