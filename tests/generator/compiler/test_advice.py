"""Refusals that say in words of the source what a calculator has not, and what would make room."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.advice import check_words
from generator.compiler.driver import compile_module
from hp15c.errors import Unsupported
from hp15c.table.models import Model
from tests.support.searched import NO_TIME

HEAD = (
    "from generator.language import complex_number, det, dim, flag, integral, matrix, program, recursive\n"
    "from generator.language import set_flag, solve\n"
)
WORDS = """
m = matrix("A")
def h(x):
    return x * x - 2
@program("A")
def one(x, y):
    z = complex_number(x, y)
    return abs(z * z)
@program("B")
def two(a, b):
    dim(m, 2, 2)
    set_flag(2)
    if flag(3):
        return integral(h, a, b)
    return solve(h, a, b)
@program("C")
def three(a, b):
    if flag(1):
        return solve(h, b, a)
    return abs(complex_number(a, b))
"""
THREE = """
@recursive(7)
def first(m, n):
    if m <= 0:
        return n + 1
    t = first(m - 1, n)
    return t * n + m
@recursive(7)
def second(m, n):
    if m <= 0:
        return n + 2
    t = second(m - 2, n)
    return t * m + second(m - 1, n + 1)
@recursive(7)
def third(m, n):
    if m <= 0:
        return n + 3
    t = third(m - 3, n)
    u = third(m - 1, n + 2)
    return third(m - 2, t) * (t - u) - m * n
@program("A")
def all_three(n):
    return first(n, 3) + second(n, 1) + third(n, 2)
"""


def test_the_words_that_a_calculator_has_not_are_named_once_with_their_lines() -> None:
    module = front.parse(HEAD + WORDS)
    check_words(module, Model.HP15C)
    with pytest.raises(Unsupported) as raised:
        compile_module(module, Model.HP11C)
    assert raised.value.reasons == (
        "it has no complex numbers (line 10, 22)",
        "it has no matrices (line 13)",
        "it has no flag 2 (line 14)",
        "it has no flag 3 (line 15)",
        "it has no ∫ (line 16)",
        "it has no SOLVE (line 17, 21)",
        "compile with --model 15C",
    )


@pytest.mark.slow
@pytest.mark.parametrize("model", Model)
def test_functions_that_call_themselves_take_fewer_registers_with_fewer_calls(model: Model) -> None:
    with pytest.raises(Unsupported, match=r"a smaller number in `@recursive\(...\)` takes fewer"):
        compile_module(front.parse(HEAD + THREE), model, effort=NO_TIME)
    smaller = front.parse(HEAD + THREE.replace("recursive(7)", "recursive(2)"))
    assert compile_module(smaller, Model.HP15C, effort=NO_TIME).program


def test_the_length_of_an_array_that_fits_is_told() -> None:
    source = HEAD + (
        "from generator.language import array\ns = array(51)\n@program('A')\ndef primes():\n"
        "    count = 0\n    for i in range(51):\n        s[i] = 0\n    for i in range(2, 51):\n"
        "        if s[i] == 0:\n            count += 1\n"
        "            for j in range(i * 2, 51, i):\n                s[j] = 1\n    return count\n"
    )
    with pytest.raises(Unsupported, match=r"with `s = array\(\d+\)` the registers are enough") as raised:
        compile_module(front.parse(source), effort=NO_TIME)
    length = str(raised.value).split("array(")[1].split(")")[0]
    assert compile_module(front.parse(source.replace("51", length)), effort=NO_TIME).program
