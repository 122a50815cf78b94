"""The fast CodeMakers: right on every pair, in time, and why they may count as they do."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

import programs
from generator.codemaker.model import DigitPair, score, visits
from generator.codemaker.plan import Wish
from generator.planner import emit as emitting
from generator.planner import shipped
from generator.planner.cost import measure, state_with_secret
from generator.planner.planner import CLOSE_PAIRS, plans_that_fit
from generator.plans import tallies
from hp15c import Calculator
from hp15c.core.playing import play
from hp15c.display.display import display, x_display
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.table.instructions import Step
from hp15c.table.models import Model
from programs.codemaker import Seat, answer_display, true_score, turn_display
from programs.verify import Check, DrawnSecrets, Sample, Task, rectangles, run
from tests.support.shares import firsts

ENGINE = "source"
SOME = 8
"""Plans of a wish that are drawn where all of them would take too long."""
FAMILIES = ("tallies", "unrolled", "two passes", "pairs")
PROGRAMS = Path(programs.__file__).parent
ANY: list[tuple[str, int | None]] = [("15C", None), ("11C", None)]
FIXED: list[tuple[str, int | None]] = [(model, digits) for model in ("15C", "11C") for digits in range(1, 9)]


codemaker = cache(emitting.codemaker)
emit = cache(emitting.emit)


def agree(program: Program, *tasks: Task, seat: Seat | None = None) -> None:
    """Hold every pair of these tasks to the solver."""
    for task in tasks:
        tally = run(Check(program, seat or Seat(), ENGINE), task)
        assert tally.disagreements == []
        assert tally.agreed == tally.pairs > 0


def fast_plans(model: str, digits: int | None, scheme: str = "merged") -> list[Program]:
    """Every plan of the fast families that fits, not only the winner."""
    wish = Wish(Model.of(model), scheme, "fast", digits, "turn-first", False)
    return [plan.program(wish.model) for plan in plans_that_fit(wish) if plan.family in FAMILIES]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["merged", "two-loops"])
@pytest.mark.parametrize(
    ("model", "digits"),
    [pytest.param(*one, marks=() if one == ("15C", 3) else pytest.mark.slow) for one in ANY + FIXED],
)
def test_plans_agree_with_the_solver(model: str, digits: int | None, scheme: str) -> None:
    plans = fast_plans(model, digits, scheme)
    assert plans
    chance = random.Random(f"{model} {digits} {scheme}")
    for program in chance.sample(plans, min(len(plans), SOME)):
        for n in [digits] if digits else chance.sample(range(1, 9), 3):
            agree(program, *rectangles(n) if n <= 2 else (), Sample(n, 25, seed=n))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["merged", "two-loops"])
@pytest.mark.parametrize(("model", "digits"), [*ANY, ("15C", 3), ("11C", 3)])
def test_all_pairs_of_three_digits_and_draws(model: str, digits: int | None, scheme: str) -> None:
    plans = fast_plans(model, digits, scheme)
    for program in random.Random(f"{model} {digits}").sample(plans, min(len(plans), SOME)):
        agree(program, *rectangles(3), DrawnSecrets(3, 20))


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["merged", "two-loops"])
@pytest.mark.parametrize(("model", "digits"), ANY + FIXED)
def test_every_plan_agrees_with_the_solver(model: str, digits: int | None, scheme: str) -> None:
    for program in fast_plans(model, digits, scheme):
        for n in [digits] if digits else range(1, 9):
            agree(program, *rectangles(n) if n <= 3 else (), Sample(n, 25, seed=n))
        agree(program, *[] if digits else [DrawnSecrets(3, 20)])


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["merged", "two-loops"])
@pytest.mark.parametrize(
    ("model", "digits"), [("15C", None), ("15C", 2), ("15C", 3), ("11C", None), ("11C", 3)]
)
def test_score_first(model: str, digits: int | None, scheme: str) -> None:
    program = codemaker(model, scheme, "fast", digits, "score-first").program
    agree(program, Sample(digits or 3, 60, seed=5), seat=Seat(answer="pause"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "digits", "n", "seconds"),
    [
        ("15C", None, 4, 8.0),
        ("15C", None, 6, 10.6),
        ("15C", None, 8, 13.4),
        ("15C", 4, 4, 7.3),
        ("11C", None, 4, 12.3),
        ("11C", 4, 4, 7.4),
    ],
)
def test_mean_time_of_a_scoring(model: str, digits: int | None, n: int, seconds: float) -> None:
    """Real time on the calculator, by the word times of the cost model."""
    assert measure(codemaker(model, goal="fast", digits=digits).program, n, 60).seconds <= seconds


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize(("model", "digits"), [("15C", None), ("15C", 4), ("11C", None)])
def test_secret_and_turn_outlive_twenty_guesses_and_begin_again(model: str, digits: int | None) -> None:
    program = codemaker(model, goal="fast", digits=digits).program
    chance = random.Random(7)
    for secret in ("1144", "3213"):
        state = state_with_secret(program, int(secret))
        for turn in range(1, 21):
            guess = "".join(chance.choice("0123456789") for _ in range(4))
            paused: list[str] = []

            def note(seen: State, _: int, done: Step, paused: list[str] = paused) -> None:
                if done.name == "PSE":
                    paused.append(x_display(seen))

            play(state, int(guess), observer=note)
            assert paused == [turn_display(turn)]
            assert display(state).text == answer_display(guess, true_score(guess, secret))


def test_zeros_of_a_secret_are_drawn_as_the_sheet_says() -> None:
    program = Program.read(Path(programs.__file__).with_name("codemaker-fast-4.11c"))
    assert "From its first 0 on, a secret is drawn. One with fewer digits than N is drawn whole." in (
        program.description.split("\n")
    )
    secrets = {"2403": set[str](), "24": set[str](), "2000": set[str]()}
    for given, seen in secrets.items():
        calculator = Calculator(model="11C")
        calculator.load(program)
        for _ in range(20):
            calculator.press(f"{given} GSB B")
            seen.add("".join(str(calculator.register(place)) for place in (8, 7, 6, 5)))
    assert all(set(secret) <= set("1234") for seen in secrets.values() for secret in seen)
    assert {secret[:2] for secret in secrets["2403"]} == {"24"}
    assert {secret[0] for secret in secrets["2000"]} == {"2"}
    assert len({secret[0] for secret in secrets["24"]}) == 4
    assert len({secret[3] for secret in secrets["2403"]}) > 1


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
        assert score(secret, guess, [DigitPair(place, place) for place in range(n)]) == (right, 0)


def test_the_order_that_the_counts_stand_for_visits_every_pair() -> None:
    assert sorted(tallies.order(5)) == sorted(visits("merged", 5))


@pytest.mark.slow
@pytest.mark.parametrize("digits", [2, 4])
def test_the_planner_takes_the_fastest(digits: int) -> None:
    wish = Wish(Model.HP15C, goal="fast", digits=digits)
    best, pairs = emit(wish).program, CLOSE_PAIRS["fast"]
    plans = plans_that_fit(wish)
    times = [measure(plan.program(wish.model), digits, 4).seconds for plan in plans]
    near = [
        measure(plan.program(wish.model), digits, pairs).seconds
        for plan, time in zip(plans, times, strict=True)
        if time < 1.1 * min(times)
    ]
    assert measure(best, digits, pairs).seconds <= min(near)


def first_pass(state: State, guess: int, comparisons: Iterable[str]) -> list[str]:
    """The names of the lines of a scoring that compare, and of those that take a partner, in order."""
    wanted = {*comparisons}
    seen: list[str] = []

    def watch(_: State, __: int, done: Step) -> None:
        text = f"{done.name} {done.operand}".strip()
        if text in wanted:
            seen.append(text)

    play(state, guess, observer=watch)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "digits", "take"),
    firsts([("15C", None, "ISG (i)"), ("15C", 6, "ISG (i)"), ("11C", None, "RCL (i)")]),
)
def test_two_loops_compare_the_main_diagonal_before_anything_else(
    model: str, digits: int | None, take: str
) -> None:
    program = codemaker(model, "two-loops", "fast", digits).program
    seen = first_pass(state_with_secret(program, 123456), 654321, ["x=y", take])
    assert seen == ["x=y"] * 6 + [take] * 6


LISTINGS = {shipped.file_name(wish): wish for wish in shipped.wishes() if wish.goal == "fast"}


@pytest.mark.slow
@pytest.mark.parametrize("name", LISTINGS)
def test_the_shipped_listings_are_what_the_generator_writes(name: str) -> None:
    assert (PROGRAMS / name).read_text(encoding="utf-8") == emit(LISTINGS[name]).text
