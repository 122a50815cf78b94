"""Unrolled counts: right for every N and form, restored for the next guess, and the planner's choice."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from generator.assembler.targets import MachineTarget
from generator.codemaker.plan import Plan, Wish
from generator.planner.cost import state_with_secret
from generator.planner.emit import emit
from generator.planner.planner import open_end, plans_that_fit
from generator.plans import unrolled
from hp15c.core import machine
from hp15c.core.playing import play
from hp15c.display.display import display, x_display
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.instructions import Step, step
from hp15c.table.models import Model
from programs.codemaker import Seat, StopKind, answer_display, true_score, turn_display
from programs.verify import Check, DrawnSecrets, Sample, Task, rectangles, run

ANY = Wish(Model.HP15C, goal="fast")


def the_plan(wish: Wish) -> Plan:
    """The first plan of the family that fits."""
    return next(plan for plan in plans_that_fit(wish) if plan.family == "unrolled")


def agree(program: Program, task: Task, answer: StopKind = "stop") -> None:
    """Hold every pair of a task to the solver."""
    tally = run(Check(program, Seat(answer=answer), "source"), task)
    assert tally.disagreements == []
    assert tally.agreed == tally.pairs > 0


@pytest.mark.slow
@pytest.mark.parametrize("digits", [None, *range(1, 9)])
@pytest.mark.parametrize("show", ["turn-first", "score-first"])
def test_scores_of_every_size(digits: int | None, show: str) -> None:
    wish = replace(ANY, digits=digits, show="turn-first" if show == "turn-first" else "score-first")
    answer: StopKind = "stop" if show == "turn-first" else "pause"
    for plan in unrolled.candidates(wish):
        program = open_end(plan, wish).program(Model.HP15C)
        for n in [digits] if digits else range(1, 9):
            tasks: list[Task] = [*rectangles(n)] if n <= 2 else [Sample(n, 60, seed=n)]
            for task in tasks:
                agree(program, task, answer)


@pytest.mark.parametrize("scheme", ["merged", "two-loops"])
@pytest.mark.parametrize("digits", [None, 5, 8])
def test_secrets_with_nines_where_register_9_counts_them(digits: int | None, scheme: str) -> None:
    wish = replace(ANY, digits=digits, scheme=scheme, colours=9)
    plans = [plan for plan in plans_that_fit(wish) if plan.family in ("unrolled", "two passes")]
    assert plans
    for plan in plans[:2]:
        agree(plan.program(Model.HP15C), Sample(digits or 7, 40, seed=9, colours=9))


@pytest.mark.slow
@pytest.mark.parametrize("digits", [None, 3])
def test_all_pairs_of_three_digits_and_draws(digits: int | None) -> None:
    program = the_plan(replace(ANY, digits=digits)).program(Model.HP15C)
    tasks: list[Task] = [*rectangles(3), DrawnSecrets(3)]
    for task in tasks:
        agree(program, task)


@pytest.mark.first
@pytest.mark.parametrize("digits", [1, 3, 4, 5, 6, 7, 8])
def test_counts_and_c_begin_anew_whatever_was_guessed_before(digits: int) -> None:
    """Secrets of all lengths in turn on one machine: nothing is left of a longer one, or of a guess."""
    chance = random.Random(digits)
    plans = list(unrolled.candidates(ANY))
    state = state_with_secret(plans[5 * digits % len(plans)].program(Model.HP15C), 11223344)
    play(state, 43211234)
    for _ in range(3):
        secret = "".join(str(chance.randint(1, digits)) for _ in range(digits))
        state.push(Number.of(secret))
        machine.keyboard(state, step("GSB", "B"))
        machine.run(state)
        assert state.x == Number.of(digits)
        zeros_behind = secret[-2:].ljust(digits, "0")
        others = ("9" * digits, secret[::-1], "1" * digits, secret[:1], zeros_behind, "0")
        for guess in (secret, *others, secret):
            play(state, int(guess))
            assert display(state).text == answer_display(guess, true_score(guess.zfill(digits), secret))


@pytest.mark.first
@pytest.mark.parametrize("digits", [None, *range(1, 9)])
def test_every_form_fits_the_machine(digits: int | None) -> None:
    wish = replace(ANY, digits=digits)
    for plan in unrolled.candidates(wish):
        made = open_end(plan, wish)
        MachineTarget(Model.HP15C).check(made.program(Model.HP15C), made.highest_register)


@pytest.mark.parametrize("colours", [None, 9])
def test_typed_digits_0_and_9_leave_the_turn_alone(colours: int | None) -> None:
    state = state_with_secret(the_plan(replace(ANY, colours=colours)).program(Model.HP15C), 123)
    for turn, guess in enumerate((0, 90, 909, 999, 0, 99), 1):
        paused: list[str] = []

        def note(seen: State, _: int, done: Step, paused: list[str] = paused) -> None:
            if done.name == "PSE":
                paused.append(x_display(seen))

        play(state, guess, observer=note)
        assert paused == [turn_display(turn)]


def test_offered_for_the_hp_15c_and_the_merged_scheme_only() -> None:
    for wish in (
        replace(ANY, model=Model.HP11C),
        replace(ANY, scheme="two-loops"),
        replace(ANY, order_check=True),
    ):
        assert list(unrolled.candidates(wish)) == []


@pytest.mark.slow
@pytest.mark.parametrize("digits", [None, 4, 6])
def test_the_planner_takes_it(digits: int | None) -> None:
    wish = replace(ANY, digits=digits)
    assert len(plans_that_fit(wish)) > 1
    assert emit(wish).plan.family == "unrolled"
