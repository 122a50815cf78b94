"""Small programs of the kind that people write, each with a listing written by hand for the same digits."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.driver import compile_module
from hp15c.listing.program import Program
from tests import TESTS
from tests.support.searched import agree

SOURCES = sorted((TESTS / "data" / "by_hand").glob("*.py"))
NAMES = [one.stem for one in SOURCES]
MOST = 1.3


def by_hand(source: Path) -> Program:
    return Program.parse(source.with_suffix(".txt").read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_the_listing_by_hand_does_what_the_source_does(source: Path) -> None:
    agree(front.read(source), by_hand(source), calls=15, seed=2)


@pytest.mark.long
@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_the_compiled_listing_is_not_much_longer(source: Path) -> None:
    module = front.read(source)
    program = compile_module(module).program
    agree(module, program, calls=100, seed=3, engines=("reference", "source"))
    assert len(program) <= MOST * len(by_hand(source))
