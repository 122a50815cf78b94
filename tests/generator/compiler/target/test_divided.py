"""Divisions with a remainder as calls of one function."""

from __future__ import annotations

import pytest

from generator.compiler.target.divided import share_divisions
from hp15c.table.models import Model
from tests.support.searched import agree, searched
from tests.support.tree_pairs import function, module_of, shown

SEVERAL = """
q = x // 7
r = x % 7
s = (q * 10 + r) % 19
if (s - 1) % 4 == 1:
    x += r % 3
return q + x % 7, s
"""
MADE = """
quotient 1, remainder 1 = divided(x, 7)
q = quotient 1
r = remainder 1
quotient 2, remainder 2 = divided(q * 10 + r, 19)
s = remainder 2
quotient 3, remainder 3 = divided(s - 1, 4)
if remainder 3 == 1:
    quotient 4, remainder 4 = divided(r, 3)
    x = x + remainder 4
quotient 5, remainder 5 = divided(x, 7)
return q + remainder 5, s
"""


def body(source: str) -> list[str]:
    """The statements of the first function of a source as it is shown."""
    behind = source[source.index("def f") :].splitlines()[1:]
    end = next((number for number, line in enumerate(behind) if line.startswith("def ")), len(behind))
    return [line.removeprefix("    ") for line in behind[:end] if line.strip()]


def test_quotient_and_remainder_are_of_one_call() -> None:
    made = share_divisions(module_of(function(SEVERAL)), Model.HP15C)
    assert body(shown(made)) == MADE.strip().splitlines()
    assert "return dividend // divisor, dividend % divisor" in shown(made)


@pytest.mark.slow
def test_a_program_with_several_remainders_is_shorter_and_agrees() -> None:
    module = module_of(function(SEVERAL))
    before, after = (searched(one).program for one in (module, share_divisions(module, Model.HP15C)))
    assert len(after) < len(before)
    agree(module, after, calls=60, least=21, engines=("reference", "source"))


@pytest.mark.parametrize(
    "source",
    [
        "return x % 7 + x % 19",
        "y = x\nreturn x % y + x % (y + 1) + x % (y + 2) + x % (y + 3)",
        "y = 1 / x\nreturn (1 / y) % 3 + (2 / y) % 4 + (3 / y) % 5",
        "while x % 3 > 0 and x % 4 > 0 and x % 5 > 0:\n    x -= 1\nreturn x",
    ],
    ids=["too few", "a divisor that may be 0", "a dividend that may fail", "tested before each pass"],
)
def test_divisions_that_stay(source: str) -> None:
    module = module_of(function(source))
    assert all(share_divisions(module, model) is module for model in Model)


def test_a_dividend_that_changes_is_divided_again() -> None:
    source = (
        "y = x % 7\nfor i in range(3):\n    x += 1\n    y += x % 7\nz = x // 7\nreturn y + z + x % 9 + x % 7"
    )
    lines = body(shown(share_divisions(module_of(function(source)), Model.HP15C)))
    assert [line.strip() for line in lines if "divided(x, 7)" in line] == [
        f"quotient {number}, remainder {number} = divided(x, 7)" for number in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("statement", "stays"),
    [
        ("if y > 3 and x % 4 == 1: y = 2", True),
        ("y = sqrt(y) + x % 4", True),
        ("y = x // 4", True),
        ("if x % 4 == 1 - y: y = 2", False),
        ("y = x // 4 + x % 4", False),
    ],
)
def test_a_remainder_that_may_overflow_stays_behind_a_test_and_an_error_on_the_hp_11c(
    statement: str, stays: bool
) -> None:
    """4 × INT(9.999999998e99 ÷ 4) overflows, because the quotient is rounded up."""
    source = f"y = x % 7 + x % 19 + x % 3\n{statement}\nif x > 7:\n    y += x % 4\nreturn y"
    module = module_of(function(source))
    for model in Model:
        before = shown(share_divisions(module, model)).partition("if x > 7")[0]
        assert ("divided(x, 4)" in before) is not (stays and model is Model.HP11C)
