"""Chains of comparisons become a count of limits, and the listing still does what the chain does."""

from __future__ import annotations

import random

import pytest

from generator.compiler.checking.check import check
from generator.compiler.classes import count_classes
from generator.compiler.driver import compile_module
from generator.compiler.validation.verdict import validate
from hp15c.table.models import Model
from tests.support.tree_pairs import function, module_of, same, shown

WIND = "if x < 1:\n    return 0\nif x < 6:\n    return 1\nif x < 12:\n    return 2\nreturn 3"
COUNTED = """
compared = x
reached = 0
limit_reached(1)
limit_reached(6)
limit_reached(12)
return reached
"""


def counter(test: str, change: str) -> str:
    """The subroutine that compares one limit."""
    return f"\ndef limit_reached(limit):\n    global reached\n    if {test}:\n        reached = {change}\n"


def counted(body: str, test: str, change: str) -> str:
    """What a pass makes, as the tree is written, from the body of the entry point."""
    registers = "compared = register()\nreached = register()\n"
    return same(registers + function("global compared, reached\n" + body) + counter(test, change))


def made(body: str) -> str:
    """The source after the pass."""
    return shown(count_classes(module_of(function(body)))[0])


@pytest.mark.parametrize(
    "body",
    [
        WIND,
        WIND.replace("\nif", "\nelif"),
        WIND.replace("\nif", "\nelif").replace("\nreturn 3", "\nelse:\n    return 3"),
    ],
)
def test_a_chain_is_a_count(body: str) -> None:
    assert made(body) == counted(COUNTED, "compared >= limit", "reached + 1")


def test_a_chain_that_assigns() -> None:
    chain = "if x > 30:\n    y = 5\nelif x > 20:\n    y = 3.5\nelif x > -1:\n    y = 2\n"
    chain += "else:\n    y = 0.5\nreturn y * x"
    count = (
        "compared = x\nreached = 5\nlimit_reached(30)\nlimit_reached(20)\nlimit_reached(-1)\ny = reached\n"
    )
    assert made(chain) == counted(count + "return y * x", "compared <= limit", "reached - 1.5")


GRADE = "if x >= 90:\n    return 4\nif x >= 80:\n    return 3\nif x >= 70:\n    return 2\nreturn 1"
TENS = WIND.replace("< 12", "< 30").replace("< 6", "< 20").replace("< 1:", "< 10:")


def divided(start: str, first: int, result: str = "reached", count: int = 3) -> str:
    """What a pass makes of a chain whose limits rise by the same step."""
    limits = "".join(
        f"if reached {sign} {limit}:\n    reached = {limit}\n"
        for sign, limit in (("<", first), (">", first + count))
    )
    body = function(f"reached = intpart({start})\n{limits}return {result}\n")
    return same(f"from generator.language import intpart\n{body}")


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (GRADE, divided("(x - 50) / 10", 1)),
        (TENS, divided("x / 10", 0)),
        (TENS.replace("return", "return 2 *"), ""),
        (TENS.replace("10", "10.5"), ""),
        (
            GRADE.replace("4", "1.5").replace("3", "2").replace(" 2\nreturn 1", " 2.5\nreturn 3"),
            divided("(x - 60) / 10", 0, "3 - reached * 0.5"),
        ),
        (GRADE.replace("0:", ":"), divided("x - 5", 1)),
        (GRADE.replace("70", "71"), ""),
        (GRADE.replace(">=", ">"), ""),
        (WIND.replace("12", "11"), ""),
        (
            GRADE.replace("return 4", "return 3.333333332")
            .replace("return 3\n", "return -1.111111112\n")
            .replace("return 2", "return -5.555555556")
            .replace("return 1", "return -10"),
            "",
        ),
        (WIND.replace("< 12", "< 3e99").replace("< 6", "< -3e99").replace("< 1:", "< -9e99:"), ""),
    ],
    ids=[
        "falls",
        "rises",
        "no number",
        "first one unlike",
        "by another step",
        "by 1",
        "unlike",
        "above",
        "rounded",
        "rounded multiples",
        "too large",
    ],
)
def test_limits_that_rise_by_the_same_step_are_a_quotient(body: str, wanted: str) -> None:
    """Before 1 the sum x + 4 is rounded to 5, which is no class below the first one."""
    found = made(body)
    assert (found == wanted) if wanted else ("intpart" not in found)


def test_locals_that_hold_a_number_are_this_number() -> None:
    """As a loop over a table of limits is written out."""
    chain = "".join(
        f"grade = {grade}\nlimit = {limit}\nif x >= limit:\n    return grade\n"
        for grade, limit in ((1, 92), (2, 81), (3, 67))
    )
    count = "compared = x\nreached = 1\nlimit_reached(92)\nlimit_reached(81)\nlimit_reached(67)\n"
    assert made(chain + "return 4") == counted(count + "return reached", "compared < limit", "reached + 1")


def test_two_chains_share_what_they_can() -> None:
    other = function(WIND.replace("< 12", "< 20")).replace('"A"', '"B"').replace("def f", "def g")
    module = count_classes(module_of(function(WIND) + other))[0]
    assert list(module.functions) == ["f", "g", "limit_reached"]
    assert list(module.registers) == ["compared", "reached"]


def test_names_of_the_source_are_left_to_it() -> None:
    named = "reached = register()\n" + function(WIND) + "\ndef limit_reached(a):\n    return a\n"
    module = count_classes(module_of(named))[0]
    assert list(module.registers) == ["reached", "compared", "reached_2"]
    assert list(module.functions) == ["f", "limit_reached", "limit_reached_2"]


@pytest.mark.parametrize(
    "body",
    [
        WIND.replace("6", "0.5"),
        WIND.replace("return 3", "return 4"),
        WIND.replace("if x < 6:\n    return 1\n", "").replace("return 3", "return 4"),
        WIND.replace("if x < 6", "if x <= 6"),
        WIND.replace("<", "=="),
        WIND.replace("return 3", "return x"),
        WIND.replace("if x < 6", "x = x * x\nif x < 6"),
        "y = 7\n" + WIND.replace("return", "y =").replace("y = 3", "return y"),
        WIND.replace("return 0", "return 5").replace("return", "return 2 *"),
    ],
)
def test_what_is_no_such_chain_stays(body: str) -> None:
    module = module_of(function(body))
    assert count_classes(module) == (module, ())


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("model", list(Model))
def test_the_listing_does_what_the_chain_does(model: Model) -> None:
    """By hand: STO 0, 0, STO 1, three limits with GSB, RCL 1, RTN, and a subroutine of seven lines.

    The HP-11C has no x<y, so its numbers are exchanged first.
    """
    module = module_of(function(WIND))
    made = compile_module(module, model)
    assert len(made.program) <= (20 if model is Model.HP15C else 21)
    assert validate(module, made.program, made.places).proof == "proven"
    found = check(module, made.program, 40, random.Random(5), engines=("reference",))
    assert found.tally.disagreement is None
    assert found.tally.compared >= 40
