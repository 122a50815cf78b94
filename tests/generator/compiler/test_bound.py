"""The lower bound of lines: what it counts, and that no listing that is known goes below it."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.choosing import least_lines
from generator.compiler.passes import tree_passed
from hp15c.table.models import Model
from tests.support.owners_programs import HAND
from tests.support.tree_pairs import module_of

ENTRY = '@program("A")\ndef f(x, y):\n    return '
EXPECTED = {
    "sin(x) + cos(y)": 4,  # LBL, SIN, COS, +
    "x * y + x * x": 3,  # LBL, ×, +
    "2 * x": 1,  # LBL: ENTER + or 2 ×
    "x + 17 + 17 * y": 4,  # LBL, +, ×, and the line that 17 begins with
    "x / y + 1 / x": 3,  # LBL, ÷ and +, because 1/x may be done by ÷
    "x if x > y else sin(x)": 3,  # LBL, SIN and a test
}


def least(source: str) -> int:
    module = module_of("from generator.language import cos, sin\n" + source)
    return least_lines(tree_passed(module), Model.HP15C)


@pytest.mark.parametrize("expression", EXPECTED)
def test_each_kind_counts_once(expression: str) -> None:
    assert least(ENTRY + expression + "\n") == EXPECTED[expression]


def test_entries_registers_and_a_loop_count() -> None:
    source = (
        "kept = register()\n"
        '@program("A")\ndef f(x):\n    global kept\n    kept = x\n    return x\n'
        '@program("B")\ndef g(x):\n    while x > kept:\n        x = sin(x)\n    return x\n'
    )
    assert least(source) == 6  # two labels, STO, SIN, a test, a jump back


@pytest.mark.first
@pytest.mark.parametrize("title", HAND)
def test_no_listing_by_hand_is_shorter(title: str) -> None:
    source, listing = HAND[title]
    module = front.parse(source)
    assert least_lines(tree_passed(module), Model.HP15C) <= len(listing.split(", "))
