"""Searches that are kept for the next compilation."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from generator.compiler import front
from generator.compiler.code.building import Choices
from generator.compiler.code.kept_searches import read, write
from generator.compiler.code.lower import lower
from generator.compiler.code.problem import problem_of
from generator.compiler.code.schedules import Manner, Policy, Scheduled, Searched, SourcedLine
from generator.compiler.code.search import ScheduleSearch
from generator.compiler.driver import Compiled, compile_module
from hp15c.table.models import Model
from tests.support.owners_programs import GROWTH, THREE
from tests.support.shares import few

EFFORT = 1000
HEAD = "from generator.language import program, register\nkept = register()\n"
FUNCTIONS = """
@program("A")
def product(n):
    p = 1
    while n > 0:
        p = p * n + kept
        n = n - 1
    return p


@program("B")
def mean(a, b):
    global kept
    kept = (a + b) / 2
    return kept * kept - a * b
"""
SOURCE = HEAD + FUNCTIONS


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many searches there were since it was asked last."""
    runs = 0
    run = ScheduleSearch.run

    def counted(self: ScheduleSearch) -> object:
        nonlocal runs
        runs += 1
        return run(self)

    monkeypatch.setattr(ScheduleSearch, "run", counted)

    def count() -> int:
        nonlocal runs
        found, runs = runs, 0
        return found

    return count


def compiled(source: str, kept: dict[str, str] | None, model: Model = Model.HP15C) -> Compiled:
    return compile_module(front.parse(source), model, effort=EFFORT, kept=kept)


def test_a_second_compilation_searches_nothing_and_gives_the_same(searches: Callable[[], int]) -> None:
    alone = compiled(SOURCE, None)
    usual = searches()
    kept: dict[str, str] = {}
    first = compiled(SOURCE, kept)
    assert searches() == usual > 0
    second = compiled(SOURCE, kept)
    assert searches() == 0
    assert alone.text == first.text == second.text
    assert alone.sources == first.sources == second.sources


def test_a_function_is_known_again_on_other_lines_of_a_changed_source(searches: Callable[[], int]) -> None:
    kept: dict[str, str] = {}
    before = compiled(SOURCE, kept)
    searches()
    moved = compiled("\n\n" + SOURCE, kept)
    assert searches() == 0
    assert moved.sources == tuple(line + 2 if line else 0 for line in before.sources)
    changed = SOURCE.replace("kept * kept - a * b", "kept * kept + a")
    usual = (compiled(changed, None), searches())
    assert compiled(changed, kept).text == usual[0].text
    assert 0 < searches() < usual[1]


def test_what_is_another_problem_has_another_name() -> None:
    names: list[set[str]] = []
    for source, model in [
        (SOURCE, Model.HP15C),
        (SOURCE, Model.HP11C),
        (SOURCE.replace("n = n - 1", "n = n - 2"), Model.HP15C),
        (SOURCE.replace("n > 0", "n >= 0"), Model.HP15C),
    ]:
        kept: dict[str, str] = {}
        compiled(source.replace('"B"', '"C"'), kept, model)
        names.append(set(kept))
    assert not names[0] & names[1]
    assert names[0] - names[2]
    assert names[0] - names[3]


@pytest.mark.parametrize(
    "text", ["", "{", "[1, 2]", "[1, [], [[[4, true, false, 1.2], false, [7]]]]", "[[], 3, 4]"]
)
def test_a_text_that_cannot_be_read_is_searched_again(text: str) -> None:
    kept: dict[str, str] = {}
    wanted = compiled(SOURCE, kept)
    damaged = dict.fromkeys(kept, text)
    assert compiled(SOURCE, damaged).text == wanted.text
    assert damaged == kept


def test_a_schedule_that_several_manners_found_stays_one() -> None:
    source = HEAD + '@program("A")\ndef double(x):\n    return x + x\n'
    problem = problem_of(lower(front.parse(source), Choices())[""], Model.HP15C, 3, {})
    one, other = (
        Scheduled({0: [SourcedLine(("RCL", 1), 0), SourcedLine(("÷", ""), 5)]}, cost) for cost in (2.5, 3.0)
    )
    found = {Manner(Policy()): [one, other], Manner(Policy(most=1), layered=True): [one]}
    again = read(problem, write(problem, Searched(found, 700)))
    assert again == Searched(found, 700)
    assert again is not None
    first, second = again.schedules.values()
    assert first[0] is second[0]


@pytest.mark.slow
@pytest.mark.parametrize("source", few([GROWTH, THREE]))
def test_owners_programs_compile_the_same_with_what_was_kept(source: str) -> None:
    kept: dict[str, str] = {}
    alone, first, second = (compiled(source, one) for one in (None, kept, kept))
    assert alone.text == first.text == second.text
    assert alone.sources == first.sources == second.sources
