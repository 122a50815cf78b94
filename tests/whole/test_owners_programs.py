"""Programs as owners write them, compiled, beside listings made by hand."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.driver import compile_module
from hp15c.listing.program import Program
from tests.support.owners_programs import HAND
from tests.support.searched import agree
from tests.support.shares import rarely

LONGER = {"years until a sum reaches a goal": 1, "six different numbers": 11, "insertion sort": 1}
"""How many lines more the compiler needs. The search through the drawn numbers ends early by hand."""


def by_hand(title: str) -> Program:
    return Program.parse("\n".join(HAND[title][1].split(", ")), "15C")


@pytest.mark.first
@pytest.mark.parametrize("title", rarely(list(HAND), "years until a sum reaches a goal"))
def test_the_listing_by_hand_does_what_the_source_does(title: str) -> None:
    agree(front.parse(HAND[title][0]), by_hand(title), calls=30, least=10, engines=("reference", "source"))


@pytest.mark.slow
@pytest.mark.parametrize("title", HAND)
def test_the_compiler_needs_few_more_lines(title: str) -> None:
    program = compile_module(front.parse(HAND[title][0])).program
    assert len(program) <= len(by_hand(title)) + LONGER.get(title, 0)
