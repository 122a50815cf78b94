"""Code made shorter stretch by stretch: it is shorter, and it still computes what the source computes."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, assume, given, settings

from generator.compiler import front
from generator.compiler.checking.calls import pinned_places
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.listing_side import ListingSide
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.code import narrowest, stretches
from generator.compiler.code.arrange import arrange
from generator.compiler.code.arrays import place_arrays
from generator.compiler.code.building import choices_of
from generator.compiler.code.homes import homes_of
from generator.compiler.code.lower import lower
from generator.compiler.code.naming import name_lines
from generator.compiler.code.one_way import one_way
from generator.compiler.code.pieces import pieces_of
from generator.compiler.code.problem import Problem, problem_of
from generator.compiler.code.schedules import Scheduled
from generator.compiler.code.search import never_stop
from generator.compiler.code.simplify import simplify
from generator.compiler.code.stretches import Stretches, schedules_by_stretches, size_of
from generator.compiler.tree.ir import Module
from hp15c.errors import InputError, Unsupported
from hp15c.table.models import Model
from tests.support.compiler_programs import sources
from tests.support.searched import agree

DIGITS = """
from generator.language import array, assume, frac, program

a = array(9)

@program("A")
def digits(number):
    assume(0 <= number < 100000000 and frac(number) == 0)
    rest = number
    for i in range(8, 0, -1):
        a[i] = rest % 10
        rest //= 10
    even = 0
    for i in range(8, 0, -1):
        digit = a[i]
        if digit % 2 == 0:
            even += digit
            a[i] = 1
    return even, number
"""


def module_and_problem(source: str) -> tuple[Module, Problem]:
    """A source as a module with places for its arrays, and the problem of all of its code."""
    module = place_arrays(front.parse(source), Model.HP15C)
    graph = lower(module, next(iter(choices_of(module, Model.HP15C))))[""]
    simplify(graph)
    return module, problem_of(graph, Model.HP15C, 8, {}, pointed=True)


def agrees(module: Module, problem: Problem, made: Scheduled) -> None:
    laid = arrange(pieces_of(problem, made), Model.HP15C)
    agree(module, name_lines(module, Model.HP15C, laid).program, least=20)


def test_code_gets_shorter_and_computes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """With constants that stay in registers, and without."""
    monkeypatch.setattr(stretches, "LARGE", 0)
    module, problem = module_and_problem(DIGITS)
    assert homes_of(problem, True).kept
    for keep, made in zip((False, True), schedules_by_stretches(problem, never_stop), strict=True):
        assert size_of(problem, made)[0] <= size_of(problem, one_way(problem, keep=keep))[0] - 4
        agrees(module, problem, made)


def test_a_percentage_waits_nowhere_below_others() -> None:
    """The key % leaves its base in Y, so that nothing may wait there."""
    source = (
        "from generator.language import program\n@program('A')\ndef f(x, y, z):\n"
        "    while z > 3:\n        z = z / 2 - (x - 1) / (x * y / 100 + (y - 7) * (y + z))\n    return z\n"
    )
    module = front.parse(source)
    graph = lower(module, next(iter(choices_of(module, Model.HP15C))))[""]
    simplify(graph, True, False, True)
    problem = problem_of(graph, Model.HP15C, 8, {})
    assert any(one.line == "%" for part in problem.parts for one in part.operations)
    agrees(module, problem, one_way(problem))


def test_no_search_goes_on_when_the_time_is_over() -> None:
    _, problem = module_and_problem(DIGITS)
    narrow = one_way(problem)
    assert Stretches(problem, lambda: True).shorten(narrow).lines == narrow.lines


def test_code_without_loops_small_code_and_long_code_stay_as_they_are() -> None:
    _, problem = module_and_problem(DIGITS)
    most = size_of(problem, one_way(problem))[0] - 1
    assert not schedules_by_stretches(problem, never_stop, most)
    straight = 'from generator.language import program\n@program("A")\ndef one(x):\n    return x * x + 3\n'
    assert not schedules_by_stretches(module_and_problem(straight)[1], never_stop)


@pytest.mark.slow
@settings(max_examples=10, deadline=None, derandomize=True, suppress_health_check=tuple(HealthCheck))
@given(sources())
def test_random_programs(source: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(stretches, "LARGE", 0)
        try:
            module = place_arrays(front.parse(source), Model.HP15C)
            program = narrowest([module], Model.HP15C, mixed=1, stretches=True).program
            results = {one.label: one.results for one in module.functions.values() if one.label}
            listing = ListingSide(program, results, tuple(pinned_places(module)))
        except (front.SourceError, Unsupported, InputError):
            assume(False)
    draws, tally = CallDraws(module, [], random.Random(1)), CallTally()
    for _ in range(5):
        found = compare(draws.sequence(), PythonSide(module), listing, tally)
        assert found is None, str(found)
