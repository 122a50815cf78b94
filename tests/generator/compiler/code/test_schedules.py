"""What a search is given: how long it goes on, with what it gives at once, and policies that decide alike."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, product

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.code import Effort, Generated, generate_several
from generator.compiler.code.building import Choices
from generator.compiler.code.distance import Estimate
from generator.compiler.code.lower import lower
from generator.compiler.code.problem import problem_of
from generator.compiler.code.schedules import Policy, Width
from generator.compiler.code.scheduling import Spent, schedules_of
from generator.compiler.driver import compile_module
from hp15c.errors import Unsupported
from hp15c.table.models import Model

SOURCE = (
    'from generator.language import program\n@program("A")\ndef one(x, y, z):\n'
    "    while x > y:\n        x, y, z = x - z, y + x % z, z + 1\n    return x * y, y * z, x + z\n"
)
MANY = (
    'from generator.language import program\n@program("A")\ndef one(x, y):\n    return '
    + " + ".join(f"x ** {n} * y" for n in range(2, 40))
    + "\n"
)


def clock(step: float) -> Callable[[], float]:
    """A clock on which each look takes so many seconds."""
    times = count()
    return lambda: step * next(times)


def test_the_time_that_is_left_is_shared() -> None:
    times = iter((0.0, 4.0, 7.0))
    limit = Effort.of_seconds(10, lambda: next(times))
    first = limit.share(3)
    assert (first.until, first.has_clock, first.over) == (6.0, True, True)
    assert not Effort().over
    assert not Effort().share(2).has_clock


def test_without_time_nothing_is_searched_where_there_is_a_program_already() -> None:
    module = front.parse(SOURCE)
    with pytest.raises(Unsupported, match="no time"):
        generate_several([module], Model.HP15C, "small", Effort.of_seconds(0, clock(1)), optional=True)


def test_without_time_the_first_listing_is_all_there_is() -> None:
    looks = count()
    made = compile_module(front.parse(SOURCE), effort=Effort(until=0, clock=lambda: next(looks) + 1.0))
    assert [line for line in made.explanation if "search" in line] == []
    assert "Chosen for small: as it stands, first code." in made.explanation
    assert quick_code(front.parse(SOURCE)).program.steps == made.program.steps


def test_the_time_begins_behind_the_first_listing_and_half_of_it_is_searched_at_least() -> None:
    now = [0.0]
    limit = Effort.of_seconds(10, lambda: now[0])
    now[0] = 100.0
    assert limit.over
    assert (limit.from_now(3).until, limit.from_now(60).until) == (107.0, 105.0)
    assert Effort(until=4, clock=limit.clock).from_now(3).until == 4


def test_a_search_without_a_program_ends_some_time_behind_the_limit() -> None:
    looks = count(0, 5)
    limit = Effort.of_seconds(1, lambda: float(next(looks)))
    with pytest.raises(Unsupported, match="no time was left"):
        generate_several([front.parse(MANY)], Model.HP15C, "small", limit)
    assert next(looks) < 2000


@pytest.mark.slow
def test_no_time_gives_a_listing_and_more_time_one_that_is_not_longer() -> None:
    module = front.parse(SOURCE)
    found: list[Generated] = []
    hurried = generate_several([module], Model.HP15C, "small", Effort.of_seconds(0, clock(1)), found.append)
    sizes = [len(one.program) for one in found]
    assert sizes
    assert sizes == sorted(sizes, reverse=True)
    longer = generate_several([module], Model.HP15C, "small", Effort.of_seconds(3, clock(0.1)))
    assert len(longer[0].program) <= len(hurried[0].program)


# policies

STANDING = [("stand", count, 0) for count in range(6)]
STORING = [("store", count, fixed) for count in range(6) for fixed in range(4)]
QUESTIONS = [*STANDING, *STORING]
PROBLEM = problem_of(lower(front.parse(SOURCE), Choices())[""], Model.HP15C, 3, {})


def answer(asked: Estimate, question: tuple[str, int, int]) -> float:
    """The answer of an estimate to one question about its policy."""
    kind, count, fixed = question
    return asked.may_stand(count) if kind == "stand" else asked.stores(count, fixed)


def test_a_policy_that_is_held_to_be_alike_decides_the_same() -> None:
    alike = 0
    for most, more in product(range(1, 5), repeat=2):
        for questions in product(QUESTIONS, QUESTIONS):
            one, other = (Policy(each, False, True) for each in (most, more))
            first, second = Estimate(PROBLEM, one, False), Estimate(PROBLEM, other, False)
            answers = [answer(first, each) for each in questions]
            if first.holds_for(other):
                alike += one != other
                assert answers == [answer(second, each) for each in questions]
    assert alike > 100


def test_what_policies_settle_and_keep_is_never_alike() -> None:
    asked = Estimate(PROBLEM, Policy(), False)
    for one in (Policy(settled=True), Policy(invariants=False), Policy(apart=1.2)):
        assert not asked.holds_for(one)
    assert asked.holds_for(Policy(most=1))


def test_a_first_schedule_is_not_looked_for_any_longer_where_another_way_has_a_program() -> None:
    problem = problem_of(lower(front.parse(SOURCE), Choices())[""], Model.HP15C, 10, {})
    width = Width(1, 1, 1, total=1, layer=20)
    urgent, late = Spent(most=2, urgent=True), Spent(most=2)
    assert schedules_of(problem, width, "small", urgent)
    assert not schedules_of(problem, width, "small", late)
    assert late.states < urgent.states
