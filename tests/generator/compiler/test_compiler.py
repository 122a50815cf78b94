"""Random programs of the language: the source as Python, the tree, its text and the listings agree."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import sampled_from

from generator.compiler import front
from generator.compiler.checking.check import installed_engines
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.ranges import narrow_module
from generator.compiler.tree.text import text, without_margin
from hp15c.table.models import Model
from tests.random_programs import agree, every_way, main
from tests.support.compiler_programs import sources
from tests.support.compiler_shapes import program
from tests.support.shares import share
from tests.support.tree_side import TreeSide

CHECKS = tuple(HealthCheck)
MANY = 10**6


@pytest.mark.slow
@settings(max_examples=share(50), deadline=None, derandomize=True, suppress_health_check=CHECKS)
@given(sources())
def test_python_and_the_tree_agree(source: str) -> None:
    module = front.parse(source)
    again = front.parse(without_margin(text(module)))
    python = PythonSide(module)
    draws, tally = CallDraws(module, [], random.Random(1)), CallTally()
    for one in (module, again, narrow_module(module)):
        tree = TreeSide(one, operations=MANY)
        for _ in range(6):
            found = compare(draws.sequence(), python, tree, tally)
            assert found is None, str(found)


def test_programs_as_people_write_them_are_in_the_language() -> None:
    for seed in range(12):
        front.parse(program(random.Random(seed)))


@pytest.mark.slow
@pytest.mark.parametrize(("model", "seeds"), [(Model.HP15C, (2, 5)), (Model.HP11C, (7,))])
def test_programs_as_people_write_them_agree_with_their_listings(
    model: Model, seeds: tuple[int, ...]
) -> None:
    assert sum(agree(program(random.Random(seed)), model, ("reference", "source")) for seed in seeds)


@pytest.mark.slow
def test_the_command_counts_programs_and_listings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "1", "--count", "1"]) == 0
    assert "1 programs" in capsys.readouterr().out


@pytest.mark.slow
@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=CHECKS)
@given(sampled_from(Model), sources())
def test_python_and_the_listing_agree_on_every_engine(model: Model, source: str) -> None:
    agree(source, model, installed_engines())


@pytest.mark.long
@pytest.mark.parametrize("model", list(Model))
@settings(max_examples=1000, deadline=None, suppress_health_check=CHECKS)
@given(sources())
def test_python_and_every_listing_agree(model: Model, source: str) -> None:
    agree(source, model, installed_engines(), every_way)
