"""Random programs of the language: the source as Python, the tree, its text and the listings agree."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings

from generator.compiler import front, plain
from generator.compiler.checking.check import check, installed
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.checking.tree_side import TreeSide
from generator.compiler.choosing import GeneratedCode, Goal, candidates, fits, tried
from generator.compiler.code.arrays import FIRST, placed
from generator.compiler.code.generate import WIDTHS, Spent, generated, ways_of
from generator.compiler.driver import shortened
from generator.compiler.ir import Module
from generator.compiler.ranges import narrowed
from generator.compiler.text import text, without_margin
from hp15c.errors import Unsupported
from hp15c.models import Model
from tests.compiler_programs import sources

CHECKS = tuple(HealthCheck)
MANY = 10**6


@pytest.mark.slow
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=CHECKS)
@given(sources())
def test_python_and_the_tree_agree(source: str) -> None:
    module = front.parse(source)
    again = front.parse(without_margin(text(module)))
    python = PythonSide(module)
    draws, tally = CallDraws(module, [], random.Random(1)), CallTally()
    for one in (module, again, narrowed(module)):
        tree = TreeSide(one, operations=MANY)
        for _ in range(6):
            found = compare(draws.sequence(), python, tree, tally)
            assert found is None, str(found)


def every_way(module: Module, model: Model) -> Iterator[tuple[str, GeneratedCode]]:
    """Every program that the compiler weighs against others, with how it came about."""
    for trial in tried(module, model, "small", effort=0):
        if trial.made is not None:  # None where the model has not registers, labels or memory enough
            yield trial.line, trial.made


def some_ways(module: Module, model: Model) -> Iterator[tuple[str, GeneratedCode]]:
    """One form of the loops in plain code, and one way to call and to share by the search."""
    chance = random.Random(module.source)
    goal: Goal = chance.choice(("small", "fast"))
    candidate = chance.choice(list(candidates(module, goal)))
    with suppress(Unsupported):
        yield f"{candidate.name}, plain", plain.generate(narrowed(candidate.module), model)
    with suppress(Unsupported):
        laid_out = placed(narrowed(module), model, chance.choice(FIRST))
        way = chance.choice(list(ways_of(laid_out, model)))
        made = generated(laid_out, model, way, WIDTHS[0], goal, Spent())
        if made is not None:
            yield f"{way}, {goal}", made


def agree(
    source: str,
    model: Model,
    engines: tuple[str, ...],
    ways: Callable[[Module, Model], Iterator[tuple[str, GeneratedCode]]] = some_ways,
) -> None:
    """A source run as Python agrees with its listings on every engine."""
    module = front.parse(source)
    for way, made in ways(module, model):
        program, _, _ = shortened(module, made.program, made.sources, "small")
        try:
            fits(model, program, made.registers)
            checked = check(module, program, 30, random.Random(1), engines=engines)
        except Unsupported:  # too long for the model, or for its memory as it is when it is switched on
            continue
        assert checked.agrees, f"{way}, {checked.engine}: {checked.tally.disagreement}\n{program}"


@pytest.mark.slow
@pytest.mark.parametrize("model", list(Model))
@settings(max_examples=2, deadline=None, derandomize=True, suppress_health_check=CHECKS)
@given(sources())
def test_python_and_the_listing_agree(model: Model, source: str) -> None:
    agree(source, model, ("reference", "source"))


@pytest.mark.slow
@pytest.mark.parametrize("model", list(Model))
@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=CHECKS)
@given(sources())
def test_python_and_the_listing_agree_on_every_engine(model: Model, source: str) -> None:
    agree(source, model, installed())


@pytest.mark.long
@pytest.mark.parametrize("model", list(Model))
@settings(max_examples=1000, deadline=None, suppress_health_check=CHECKS)
@given(sources())
def test_python_and_every_listing_agree(model: Model, source: str) -> None:
    agree(source, model, installed(), every_way)
