"""Random programs of the language: the source as Python, the tree, its text and the listings agree."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from generator.compiler import front
from generator.compiler.checking.check import sides
from generator.compiler.checking.compare import Tally, compare
from generator.compiler.checking.draws import Draws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.checking.tree_side import TreeSide
from generator.compiler.driver import compile_module
from generator.compiler.text import text, without_margin
from hp15c.errors import Unsupported
from hp15c.models import Model
from tests.compiler_programs import sources

PHASES = (Phase.explicit, Phase.generate, Phase.shrink)
CHECKS = tuple(HealthCheck)
MANY = 10**6


@settings(max_examples=25, deadline=None, phases=PHASES, suppress_health_check=CHECKS)
@given(sources())
def test_python_and_the_tree_agree(source: str) -> None:
    module = front.parse(source)
    again = front.parse(without_margin(text(module)))
    python = PythonSide(module)
    draws, tally = Draws(module, [], random.Random(1)), Tally()
    for tree in (TreeSide(module, operations=MANY), TreeSide(again, operations=MANY)):
        for _ in range(6):
            found = compare(draws.sequence(), python, tree, tally)
            assert found is None, str(found)


def agree_on_both_sides(source: str, model: Model) -> None:
    module = front.parse(source)
    try:
        compiled = compile_module(module, model)
    except Unsupported:  # more registers, labels or memory than the model has
        return
    python, listing = sides(module, compiled.program)
    draws, tally = Draws(module, [], random.Random(1)), Tally()
    for _ in range(6):
        found = compare(draws.sequence(), python, listing, tally)
        assert found is None, f"{found}\n{compiled.text}"


@pytest.mark.parametrize("model", list(Model))
@settings(max_examples=10, deadline=None, phases=PHASES, suppress_health_check=CHECKS)
@given(sources())
def test_python_and_the_listing_agree(model: Model, source: str) -> None:
    agree_on_both_sides(source, model)


@pytest.mark.slow
@pytest.mark.parametrize("model", list(Model))
@settings(max_examples=200, deadline=None, phases=PHASES, suppress_health_check=CHECKS)
@given(sources())
def test_python_and_the_listing_agree_often(model: Model, source: str) -> None:
    agree_on_both_sides(source, model)
