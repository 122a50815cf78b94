"""The fast CodeMakers: right on every pair, in time, and why they may count as they do."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import programs
from generator import shipped
from generator.cost import ask, measure, seat
from generator.emit import codemaker, emit
from generator.model import Pair, score, visits
from generator.plan import Wish
from generator.planner import fitting
from generator.plans import tallies
from hp15c import Calculator
from hp15c.display import display, x_display
from hp15c.instructions import Step
from hp15c.models import Model
from hp15c.program import Program
from hp15c.state import State
from programs.codemaker import Seat, answer_display, true_score, turn_display
from programs.verify import Check, Draws, Sample, Task, rectangles, run

ENGINE = "source"
FAMILIES = ("tallies", "unrolled")
PROGRAMS = Path(programs.__file__).parent
ANY: list[tuple[str, int | None]] = [("15C", None), ("11C", None)]
FIXED: list[tuple[str, int | None]] = [("15C", digits) for digits in range(1, 9)]


def agree(program: Program, *tasks: Task, seat: Seat | None = None) -> None:
    """Hold every pair of these tasks to the solver."""
    for task in tasks:
        tally = run(Check(program, seat or Seat(), ENGINE), task)
        assert tally.disagreements == []
        assert tally.agreed == tally.pairs > 0


def fast_plans(model: str, digits: int | None) -> list[Program]:
    """Every plan without comparisons that fits, not only the winner."""
    wish = Wish(Model.of(model), goal="fast", digits=digits)
    return [plan.program(wish.model) for plan in fitting(wish) if plan.family in FAMILIES]


@pytest.mark.parametrize(("model", "digits"), ANY + FIXED)
def test_every_plan_agrees_with_the_solver(model: str, digits: int | None) -> None:
    plans = fast_plans(model, digits)
    assert plans
    for program in plans:
        for n in [digits] if digits else range(1, 9):
            agree(program, *rectangles(n) if n <= 2 else (), Sample(n, 40, seed=n))


@pytest.mark.slow
@pytest.mark.parametrize(("model", "digits"), [*ANY, ("15C", 3)])
def test_all_pairs_of_three_digits_and_draws(model: str, digits: int | None) -> None:
    for program in fast_plans(model, digits):
        agree(program, *rectangles(3), Draws(3, 20))


@pytest.mark.parametrize(("model", "digits"), [("15C", None), ("15C", 3), ("11C", None)])
def test_score_first(model: str, digits: int | None) -> None:
    program = codemaker(model, goal="fast", digits=digits, show="score-first").program
    agree(program, Sample(3, 60, seed=5), seat=Seat(answer="pause"))


@pytest.mark.parametrize(
    ("model", "digits", "n", "seconds"),
    [
        ("15C", None, 4, 14.5),
        ("15C", None, 6, 24.5),
        ("15C", None, 8, 38),
        ("15C", 4, 4, 9.2),
        ("11C", None, 4, 40),
    ],
)
def test_mean_time_of_a_scoring(model: str, digits: int | None, n: int, seconds: float) -> None:
    """Real time on the calculator, by the word times of the cost model."""
    assert measure(codemaker(model, goal="fast", digits=digits).program, n, 60).seconds <= seconds


@pytest.mark.parametrize("model", ["15C", "11C"])
def test_a_game_as_a_person_sees_it(model: str) -> None:
    calculator = Calculator(model=model)
    calculator.load(codemaker(model, goal="fast").program)
    calculator.press("4 GSB A")
    assert calculator.x == 4
    calculator.press("1322 R/S")
    assert calculator.display == answer_display("1322", true_score("1322", "1322"))
    calculator.press("4323 GSB B")
    assert calculator.x == 4
    for guess, shown in (("2443", "12"), ("3432", "04"), ("4313", "30"), ("4323", "40")):
        calculator.press(f"{guess} R/S")
        assert calculator.display.strip() == f"{int(guess):,}.{shown}"


@pytest.mark.parametrize(("model", "digits"), [("15C", None), ("15C", 4), ("11C", None)])
def test_secret_and_turn_outlive_twenty_guesses_and_begin_again(model: str, digits: int | None) -> None:
    program = codemaker(model, goal="fast", digits=digits).program
    chance = random.Random(7)
    for secret in ("1144", "3213"):
        state = seat(program, int(secret))
        for turn in range(1, 21):
            guess = "".join(chance.choice("0123456789") for _ in range(4))
            paused: list[str] = []

            def note(seen: State, _: int, done: Step, paused: list[str] = paused) -> None:
                if done.name == "PSE":
                    paused.append(x_display(seen))

            ask(state, int(guess), note)
            assert paused == [turn_display(turn)]
            assert display(state).text == answer_display(guess, true_score(guess, secret))


def test_matches_do_not_depend_on_the_order_and_right_digits_need_no_marks() -> None:
    """What lets the plan count both apart: t = c + d in any order, c from the main diagonal alone."""
    chance = random.Random(3)
    for _ in range(300):
        n = chance.randint(1, 6)
        secret, guess = ([chance.randint(1, n) for _ in range(n)] for _ in range(2))
        right, displaced = score(secret, guess, visits("merged", n))
        shuffled = list(visits("merged", n))
        chance.shuffle(shuffled)
        assert sum(score(secret, guess, shuffled)) == right + displaced
        assert score(secret, guess, [Pair(place, place) for place in range(n)]) == (right, 0)


def test_the_order_that_the_counts_stand_for_visits_every_pair() -> None:
    assert sorted(tallies.order(5)) == sorted(visits("merged", 5))


def test_the_planner_takes_the_fastest() -> None:
    wish = Wish(Model.HP15C, goal="fast", digits=4)
    best = emit(wish).program
    times = [measure(plan.program(wish.model), 4, 40).seconds for plan in fitting(wish)]
    assert measure(best, 4, 40).seconds == min(times)


LISTINGS = {shipped.file_name(wish): wish for wish in shipped.wishes() if wish.goal == "fast"}


@pytest.mark.parametrize("name", [name for name, wish in LISTINGS.items() if wish.scheme == "merged"])
def test_the_shipped_listings_are_what_the_generator_writes(name: str) -> None:
    assert (PROGRAMS / name).read_text(encoding="utf-8") == emit(LISTINGS[name]).text
