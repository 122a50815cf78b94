"""Formulas that several functions have in common become one function, with the same digits."""

from __future__ import annotations

import pytest

from generator.compiler.driver import compile_module
from generator.compiler.shared_formulas import share_formulas
from generator.compiler.validation.verdict import validate
from tests.support.searched import agree
from tests.support.tree_pairs import module_of, same, shown

HEAD = "from generator.language import comb, ran\nrate = register()\n"
FIRST = '@program("A")\ndef one(n, k, p):\n    return {}\n'
OTHER = '@program("B")\ndef other(m, q):\n    t = 0\n    for i in range(3):\n        t += {}\n    return t\n'
FORMULA = "comb(n, k) * p**k * (1 - p) ** (n - k)"
NAMED_OTHERWISE = "comb(m, i) * q**i * (1 - q) ** (m - i)"


def source(formula: str, other: str) -> str:
    """A module of two programs."""
    return f"{HEAD}\n{FIRST.format(formula)}\n{OTHER.format(other)}"


def test_a_formula_with_other_names_is_one_function() -> None:
    made = shown(share_formulas(module_of(source(FORMULA, NAMED_OTHERWISE)))[0])
    wanted = source("formula(n, k, p)", "formula(m, i, q)")
    assert made == same(f"{wanted}\ndef formula(n, k, p):\n    return {FORMULA}\n")


def test_a_register_keeps_its_name() -> None:
    pair = [one.replace("1", "rate") for one in (FORMULA, NAMED_OTHERWISE)]
    assert "(rate - p) ** (n - k)" in shown(share_formulas(module_of(source(*pair)))[0])
    module = module_of(source(pair[0], NAMED_OTHERWISE))
    assert share_formulas(module) == (module, ())


def test_registers_that_differ_are_arguments_also_in_one_function() -> None:
    formula = "rate * {0} * (rate**2 - {0}**2 - {1}**2) / (6 * rate)"
    heads = "rate = register()\na = register()\n" + '@program("A")\ndef f(x):\n    b = rate - a\n'
    body = "    if x > a:\n        return {}\n    return {}\n"
    module = module_of(heads + body.format(formula.format("a", "x"), formula.format("b", "x")))
    made, told = share_formulas(module)
    wanted = heads + body.format("formula(a, x)", "formula(b, x)")
    function = "\ndef formula(given, x):\n    return " + formula.format("given", "x") + "\n"
    assert shown(made) == same(wanted + function)
    assert told == ("f: a formula that stands in 2 places is a function",)


CALLS = """
from generator.language import ran

def draw(n):
    return {0}

@program("A")
def one(n, k):
    return draw(n) * (n + k) / 2 - k * {1}

@program("B")
def other(m, i):
    return 3 + (draw(m) * (m + i) / 2 - i * {1})
"""


@pytest.mark.parametrize("drawn", ["n + ran()", "1 / n"])
def test_a_formula_may_call_functions(drawn: str) -> None:
    made = shown(share_formulas(module_of(CALLS.format(drawn, "7")))[0])
    wanted = CALLS.format(drawn, "7").replace("draw(n) * (n + k) / 2 - k * 7", "formula(n, k)")
    wanted = wanted.replace("(draw(m) * (m + i) / 2 - i * 7)", "formula(m, i)")
    assert made == same(f"{wanted}\ndef formula(n, k):\n    return draw(n) * (n + k) / 2 - k * 7\n")


def test_a_formula_with_calls_stays_where_it_stands_in_one_function() -> None:
    body = "return (draw(n) * (n + k) / 2 - k * 7) / (draw(k) * (k + n) / 2 - n * 7)"
    module = module_of(f'def draw(n):\n    return 1 / n\n@program("A")\ndef one(n, k):\n    {body}\n')
    assert share_formulas(module) == (module, ())


def test_a_formula_does_not_call_what_changes_a_register() -> None:
    source = (
        CALLS.format("n", "p")
        .replace("i * p", "i * q")
        .replace("def draw(n):", "def draw(n):\n    global p\n    p = n")
    )
    module = module_of(source.replace("\n", "\np = register()\nq = register()\n", 1))
    assert share_formulas(module) == (module, ())


def test_a_formula_does_not_call_what_calls_itself() -> None:
    source = (
        CALLS.format("n", "7").replace("def draw", "@recursive(5)\ndef draw").replace("ran\n", "recursive\n")
    )
    module = module_of(source.replace("return n\n", "return n if n < 1 else 2 * draw(n - 1)\n"))
    assert share_formulas(module) == (module, ())


@pytest.mark.parametrize(
    ("formula", "other"),
    [
        (FORMULA, NAMED_OTHERWISE.replace("m - i", "i - m")),
        ("n * k + p * p", "m * i + q * q"),
        (FORMULA.replace("1", "ran()"), NAMED_OTHERWISE.replace("1", "ran()")),
        (FORMULA.replace("1 - p", "n - k"), NAMED_OTHERWISE.replace("1 - q", "m - m")),
        (f"{FORMULA} + {FORMULA}", "i"),
    ],
)
def test_what_is_short_or_not_the_same_stays(formula: str, other: str) -> None:
    module = module_of(source(formula, other))
    assert share_formulas(module) == (module, ())


@pytest.mark.slow
def test_the_listing_has_the_formula_once() -> None:
    module = module_of(source(FORMULA, NAMED_OTHERWISE))
    made = compile_module(module)
    assert [str(one) for one in made.program.steps].count("Cy,x") == 1
    assert validate(module, made.program, made.places).proof == "proven"
    agree(module, made.program, calls=40)


GAS = """
p = register(1)
v = register(2)
t = register(3)
n = register(4)


@program("A")
def pressure():
    global p
    p = n * 8.314e-3 * t / v
    return p


@program("B")
def volume():
    global v
    v = n * 8.314e-3 * t / p
    return v


@program("C")
def temperature():
    global t
    t = p * v / (n * 8.314e-3)
    return t


@program("D")
def amount():
    global n
    n = p * v / (8.314e-3 * t)
    return n


@program("E")
def work(target):
    return n * 8.314e-3 * t * ln(target / v)
"""


def test_a_number_of_many_keys_makes_a_formula_long() -> None:
    """By hand: 9, 5 and 5 lines for R, n R t and p v R as subroutines, 5, 5, 6, 6 and 7 for A to E."""
    module = module_of(f"from generator.language import ln\n{GAS}")
    program = compile_module(module).program
    assert len(program) <= 48
    agree(module, program, calls=60)
