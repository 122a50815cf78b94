"""Names of a function that hide names of the module are locals, as in Python."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.driver import compile_module
from generator.compiler.front.faults import SourceError
from generator.compiler.front.shadows import HIDING as HIDING_MARK
from tests.support.searched import NO_TIME, agree

HIDING = """
from generator.language import frac, program, register

rate = register()
step = register()


@program("A")
def km(miles):
    return miles * 1.609344


@program("B")
def miles(km):
    frac = km / 1.609344
    return frac


@program("C")
def keep(rate):
    global step
    step = scaled(rate, step=2)
    return step


def scaled(value, step):
    return value * step


@program("D")
def kept(x):
    return x + step
"""


def test_they_compile_and_agree_with_python() -> None:
    module = front.parse(HIDING)
    program = quick_code(module).program
    agree(module, program, calls=20, engines=("reference", "source"))


RANGES = """
from generator.language import program


@program("A")
def entry(x):
    def turned(y):
        nonlocal x
        x += 1
        return y in range(x), x in range(3)

    return turned(2)
"""


SCOPES = """
from generator.language import program


@program("A")
def entry(x):
    n = int(abs(x)) % 5
    for i in range(3):
        x += sum(i * x for i in range(i + n)) + any(n > 2 for n in range(n))
    return x + sum(n for n in (n, x, 2)) + n + sum(x for x in range(x) if x > n)
"""


def test_comprehensions_have_names_of_their_own() -> None:
    module = front.parse(SCOPES)
    agree(module, quick_code(module).program, calls=40, engines=("reference",))


def test_a_name_is_free_in_what_is_parsed_again() -> None:
    module = front.parse(RANGES)
    agree(module, quick_code(module).program, calls=20, engines=("reference", "source"))


def test_a_source_may_not_have_the_letter_of_free_names() -> None:
    with pytest.raises(SourceError, match="a name with a raised prime is outside the language"):
        front.parse(RANGES.replace("y", f"y{HIDING_MARK}"))


def test_the_listing_has_the_names_as_they_were_written() -> None:
    text = compile_module(front.parse(HIDING), effort=NO_TIME).text
    assert "km GSB B: miles" in text
    assert "rate GSB C: keep" in text
    assert HIDING_MARK not in text


def test_a_fault_has_the_name_as_it_was_written() -> None:
    with pytest.raises(SourceError, match="frac may have no value"):
        front.parse(HIDING.replace("frac = km", "if km > 2:\n        frac = km"))


STARRED = """
from generator.language import *

rate = register()
column = 3


@program("A")
def interest(size):
    return percent(size, rate) + search(size)


def search(x):
    return x + column
"""


def test_import_star_brings_all_names_of_the_language_but_those_that_the_module_defines() -> None:
    module = front.parse(STARRED)
    assert set(module.functions) == {"interest", "search"}
    assert set(module.registers) == {"rate"}
    program = quick_code(module).program
    agree(module, program, calls=10)
