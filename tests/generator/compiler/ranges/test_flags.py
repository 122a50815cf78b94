"""Conditions with names become flags of the calculator, and the listing still does what the source does."""

from __future__ import annotations

import random

import pytest

from generator.compiler.checking.check import check
from generator.compiler.driver import compile_module
from generator.compiler.ranges.flags import keep_in_flags
from generator.compiler.validation.verdict import validate
from hp15c.table.models import Model
from tests.support.tree_pairs import function, module_of, same, shown

TESTED = """
negative = x < 0
y = abs(x)
if negative:
    y = -y
return y
"""


def kept(source: str) -> str:
    """The source of a module after the pass."""
    return shown(keep_in_flags(module_of(source))[0])


def as_flags(source: str) -> str:
    """A source that uses the words for flags, as the tree is written."""
    return same(f"from generator.language import clear_flag, flag, set_flag\n{source}")


def test_a_condition_with_a_name_is_a_flag() -> None:
    wanted = """
clear_flag(0)
if x < 0:
    set_flag(0)
y = abs(x)
if flag(0):
    y = -y
return y
"""
    assert kept(function(TESTED)) == as_flags(function(wanted))


def test_a_condition_that_asks_for_its_own_flag_sets_it_behind_the_test() -> None:
    source = (
        "found = x < 0\nfor i in range(3):\n    found = found or i > x\nif found:\n    return 1\nreturn 0"
    )
    wanted = """
clear_flag(0)
if x < 0:
    set_flag(0)
for i in range(3):
    if flag(0) or i > x:
        set_flag(0)
    else:
        clear_flag(0)
if flag(0):
    return 1
return 0
"""
    assert kept(function(source)) == as_flags(function(wanted))


def test_other_settings_stay_in_their_ways() -> None:
    """The test depends on the display format, so no format may be set before it."""
    format_set = "if rnd(x) > 2:\n    fix(0)\nelse:\n    sci(0)\n"
    words = "from generator.language import fix, rnd, sci\n"
    made = kept(words + function(TESTED.strip().replace("y = abs(x)\n", "y = abs(x)\n" + format_set)))
    assert "    if rnd(x) > 2:\n        fix(0)\n    else:\n        sci(0)\n" in made
    assert "flag(0)" in made


def test_functions_that_are_not_under_way_together_share_a_flag() -> None:
    source = function(TESTED) + function(TESTED).replace('"A"', '"B"').replace("def f", "def g")
    told = keep_in_flags(module_of(source))[1]
    assert told == ("negative is flag 0", "negative is flag 0")
    calling = "def g(x):\n" + "".join(f"    {one}\n" for one in TESTED.strip().splitlines())
    called = calling + function(TESTED.replace("abs(x)", "g(x)"))
    assert keep_in_flags(module_of(called))[1] == ("negative is flag 0", "negative is flag 1")


@pytest.mark.parametrize(
    "body",
    [
        "n = 0\nif x > 0:\n    n = 1\nreturn n",
        "n = 0\nif x > 0:\n    n = 2\nif n != 0:\n    return x\nreturn 0",
        "n = 1\nif x > 0:\n    n -= 1\nif n != 0:\n    return x\nreturn 0",
        "if x == 0:\n    return 1\nreturn 0",
    ],
)
def test_a_number_stays_a_number(body: str) -> None:
    module = module_of(function(body))
    assert keep_in_flags(module) == (module, ())


def test_flags_that_the_source_uses_are_left_to_it() -> None:
    source = function("set_flag(0)\n" + TESTED.strip() + "\n").replace("abs(x)", "abs(x) if flag(1) else x")
    words = "from generator.language import flag, set_flag\n"
    assert keep_in_flags(module_of(words + source))[1] == ()


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("model", list(Model))
def test_the_listing_with_flags_is_short_and_does_what_the_source_does(model: Model) -> None:
    """By hand: LBL A, CF 0, x<0, SF 0, ABS, √x, F? 0, CHS, RTN."""
    module = module_of(
        "from generator.language import sqrt\n" + function(TESTED.replace("abs(x)", "sqrt(abs(x))"))
    )
    made = compile_module(module, model)
    assert len(made.program) <= 9
    assert validate(module, made.program, made.places).proof == "proven"
    found = check(module, made.program, 40, random.Random(5), engines=("reference",))
    assert found.tally.disagreement is None
    assert found.tally.compared >= 40
