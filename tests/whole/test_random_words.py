"""Random programs with statistics, matrices, SOLVE, menus and tables: the source and the listing agree."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code
from generator.compiler.code import generate
from generator.compiler.code.arrays import place_arrays
from generator.compiler.target.sums import with_sums_of
from generator.compiler.tree.ir import Module
from generator.compiler.tree.text import text, without_margin
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests.support import compiler_kinds, compiler_words
from tests.support.shares import counts, few


def module_of(seed: int) -> Module:
    return with_sums_of(front.parse(compiler_words.program(random.Random(seed))), Model.HP15C)


def agree(module: Module, program: Program, seed: int) -> None:
    found = check(module, program, 8, random.Random(seed), engines=("reference",))
    assert found.agrees, f"seed {seed}: {found.tally.disagreement}"


@pytest.mark.parametrize("seed", few(range(16)))
def test_plain_code_of_the_kinds_of_owners_agrees(seed: int) -> None:
    module = front.parse(compiler_kinds.program(random.Random(seed)))
    with suppress(Unsupported):
        agree(module, quick_code(module).program, seed)


@pytest.mark.parametrize("seed", few(range(16)))
def test_plain_code_agrees(seed: int) -> None:
    module = module_of(seed)
    agree(module, quick_code(module).program, seed)
    assert front.parse(without_margin(text(module))).functions == module.functions


@pytest.mark.parametrize("count", counts(3, 16))
def test_the_search_agrees(count: int) -> None:
    """Where a wide search finds no room for the values, the compiler takes the narrowest. That is rare."""
    found = 0
    for seed in range(count):
        module = module_of(seed)
        with suppress(Unsupported):
            made = generate(place_arrays(module, Model.HP15C), effort=0)
            agree(module, made.program, seed)
            found += 1
    assert found >= count * 14 / 16
