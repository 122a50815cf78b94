"""Statements that are written several times with other numbers: which are a loop, and that listings agree."""

from __future__ import annotations

import ast

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.front.repeated_groups import groups_from
from generator.compiler.validation.verdict import validate
from tests.support.searched import agree
from tests.support.shares import rarely

TAX = (
    "due = 0\nif x > 80000:\n    due += (x - 80000) * 0.45\n    x = 80000\n"
    "if x > 40000:\n    due += (x - 40000) * 0.4\n    x = 40000\n"
    "if x > 20000:\n    due += (x - 20000) * 0.3\n    x = 20000\n"
)


def loops(text: str, at: int = 0) -> list[str]:
    """The loops over numbers for statements from a place on, as text."""
    body = ast.parse(text).body
    made = [one.loop(["p", "q"][: len(one.places)]) for one in groups_from(body, at)]
    return [ast.unparse(ast.fix_missing_locations(one)) for one in made]


def test_numbers_that_change_together_have_one_name() -> None:
    assert loops(TAX, 1) == [
        "for p, q in ((80000, 0.45), (40000, 0.4), (20000, 0.3)):\n"
        "    if x > p:\n        due += (x - p) * q\n        x = p"
    ]
    assert loops(TAX) == []


def test_a_group_may_have_several_statements_and_numbers_that_stay() -> None:
    group = "n = x // {0}\nx -= n * {0}\npause(n + 7 / 100)\n"
    assert loops("".join(group.format(one) for one in (50, 20, 5, 1)))[0] == (
        "for p in (50, 20, 5, 1):\n    n = x // p\n    x -= n * p\n    pause(n + 7 / 100)"
    )


@pytest.mark.parametrize(
    "group",
    ["a[{0}] = x + 7", "x += y ** {0}", "fix({0})", "x += f(y, {0})", "x = round(x + y, {0})", "x = y + z"],
    ids=["index", "exponent", "setting", "argument", "decimals", "no number"],
)
def test_numbers_that_are_no_operands_stay_written(group: str) -> None:
    assert loops("\n".join(group.format(one) for one in (3, 4, 5))) == []


def test_one_formula_and_three_numbers_stay_written() -> None:
    assert loops("x = x * 2 + y\nx = x * 3 + y\n") == []
    assert loops("x = x * 2 + y / 4 - 3\nx = x * 3 + y / 5 - 4\nx = x * 4 + y / 7 - 9\n") == []


HEAD = 'from generator.language import *\ntotal = register()\n@program("A")\ndef f(x):\n'
SOURCES = {
    "tax": "".join(f"    {line}\n" for line in TAX.splitlines()) + "    return due, x\n",
    "coins within a condition": "    coins = 0\n    if x < 1000:\n"
    + "".join(
        f"        n = x // {one}\n        x -= n * {one}\n        coins += n\n"
        f"        pause(n * 100 + {one} / 7)\n"
        for one in (50, 20, 5, 2)
    )
    + "    return coins\n",
    "two loops": "".join(f"    while x % {one} > 1:\n        x = x // {one}\n" for one in (4, 9))
    + "    return x\n",
    "a register": "    global total\n    total = 1\n"
    + "".join(
        f"    total = total * (x - {one}) / (x + {one}) + {one} * x\n    x = x / {one} - {one} * total\n"
        for one in (3, 5.5, 7, 11)
    )
    + "    return x\n",
}


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("body", rarely(SOURCES, "tax"), ids=SOURCES)
def test_listings_with_groups_as_a_function_agree(body: str) -> None:
    module = front.parse(HEAD + body)
    assert any(name.startswith("for_each_") for name in module.functions)
    agree(module, quick_code(module).program, least=20, seed=3)


@pytest.mark.slow
def test_brackets_have_their_lines_once_and_are_proved() -> None:
    module = front.parse(HEAD + SOURCES["tax"])
    made = quick_code(module)
    assert sum(one.may_skip for one in made.program.steps) == 1
    assert validate(module, made.program, made.registers).proof == "proven"


@pytest.mark.parametrize(
    "written",
    [
        [f"y = y * x + {number}" for number in range(5)],  # one formula, and two and three of them
        [f"if x > {number}: y = y + {number}" for number in range(17)],  # too many
    ],
)
def test_one_formula_and_many_groups_stay_as_they_are(written: list[str]) -> None:
    body = ast.parse("\n".join(written)).body
    assert not [one for at in range(len(body)) for one in groups_from(body, at)]
    few = ast.parse("\n".join(f"if x > {number}: y = y + {number}" for number in range(16))).body
    assert [len(one.groups) for one in groups_from(few, 0)] == [16]
