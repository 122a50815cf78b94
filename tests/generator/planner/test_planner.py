"""The CodeMakers that the generator writes keep the protocol, for every model, scheme and plan."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from generator.assembler.assembly import Assembly, section
from generator.assembler.targets import MachineTarget
from generator.codemaker import model
from generator.codemaker.model import DigitPair, OrderError
from generator.codemaker.plan import Plan, Wish
from generator.planner import cost, planner, shipped
from generator.planner.emit import EmittedCodeMaker, codemaker
from generator.planner.explain import explain_lines
from generator.plans import queues, tallies
from generator.plans.queues import SHOWS_LESS
from hp15c import Calculator, Program
from hp15c.core import machine
from hp15c.core.playing import play
from hp15c.display.display import display
from hp15c.errors import InputError
from hp15c.state.state import State
from hp15c.table.instructions import Step, step
from hp15c.table.models import Model
from programs.codemaker import Seat
from programs.verify import Check, rectangles, run
from tests import ROOT
from tests.generator.codemaker.test_model import plain_score
from tests.support.shares import few

PROGRAMS = ROOT / "programs"
KINDS = [
    (name, scheme, goal)
    for name in Model
    for scheme in ("merged", "two-loops")
    for goal in ("small", "plain")
]

made = cache(codemaker)


def answer(state: State, guess: int) -> tuple[list[str], str]:
    """What the pauses and the stop show after a guess."""
    paused: list[str] = []

    def watch(seen: State, _: int, done: Step) -> None:
        if done.name == "PSE":
            held = seen.copy()
            held.running = False
            paused.append(display(held).text.rstrip())

    play(state, guess, observer=watch)
    return paused, display(state).text.rstrip()


def expected(secret: str, guess: int) -> str:
    """The display of a guess against a secret."""
    padded = str(guess).rjust(len(secret), "0")
    right, displaced = plain_score(tuple(map(int, secret)), tuple(map(int, padded)))
    return f" {guess:,}.{right}{displaced}"


def check_pairs(program: Program, secret: str, guesses: list[int]) -> None:
    """Guesses one after the other against one secret: turns from 1, every answer right."""
    state = cost.state_with_secret(program, int(secret))
    for turn, guess in enumerate(guesses, 1):
        assert answer(state, guess) == ([f" {turn}."], expected(secret, guess))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scheme", "goal"), KINDS)
def test_all_pairs_of_up_to_two_digits_and_a_sample_of_more(name: str, scheme: str, goal: str) -> None:
    program = made(name, scheme, goal).program
    for digits in (1, 2):
        codes = ["".join(map(str, code)) for code in product(range(1, digits + 1), repeat=digits)]
        for secret in codes:
            check_pairs(program, secret, [*map(int, codes), 0, 9, 10 ** (digits - 1)])
    chance = random.Random(f"{name} {scheme} {goal}")
    for digits in range(3, 9):
        secret = "".join(str(chance.randint(1, digits)) for _ in range(digits))
        mixed = "".join(chance.choice("0123456789") for _ in range(digits))
        near = "".join(chance.sample(secret, digits))
        check_pairs(program, secret, [int(mixed), int(near)])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scheme", "goal"), KINDS)
def test_all_pairs_of_three_digits(name: str, scheme: str, goal: str) -> None:
    check = Check(made(name, scheme, goal).program, Seat(), "source")
    for task in rectangles(3):
        tally = run(check, task)
        assert tally.disagreements == []
        assert tally.agreed == tally.pairs == task.pairs


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scheme", "goal"), KINDS)
@pytest.mark.parametrize("digits", [None, 4])
def test_the_worked_example_by_its_keys(name: str, scheme: str, goal: str, digits: int | None) -> None:
    calculator = Calculator(model=name)
    calculator.load(made(name, scheme, goal, digits).program)
    calculator.press("4323 GSB B")
    less = SHOWS_LESS in made(name, scheme, goal, digits).program.description
    assert calculator.display.strip() == ("3.0000" if less else "4.0000")
    for guess, shown in (("2443", "12"), ("3432", "04"), ("4313", "30"), ("4323", "40")):
        calculator.press(f"{guess} R/S")
        assert calculator.display.rstrip() == f" {int(guess):,}.{shown}"
    calculator.press("4323 GSB B 2443 R/S")
    assert calculator.display.rstrip() == " 2,443.12"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scheme", "goal"), few(KINDS))
def test_a_cold_start_draws_1322(name: str, scheme: str, goal: str) -> None:
    for digits in (None, 4):
        calculator = Calculator(model=name)
        calculator.load(made(name, scheme, goal, digits).program)
        calculator.press(f"{4 if digits is None else 7} GSB A")
        assert "1322" not in calculator.display.replace(",", "")
        calculator.press("1322 R/S")
        assert calculator.display.rstrip() == " 1,322.40"


@pytest.mark.slow
def test_a_comma_as_radix() -> None:
    calculator = Calculator(model="15C")
    calculator.load(made().program)
    calculator.key_down("41+48")
    calculator.key_up()
    calculator.press("4323 GSB B 2443 R/S")
    assert calculator.display.rstrip() == " 2.443,12"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scheme", "goal"), KINDS)
def test_score_first_turns_the_displays_round(name: str, scheme: str, goal: str) -> None:
    program = made(name, scheme, goal, None, "score-first").program
    state = cost.state_with_secret(program, 4323)
    assert answer(state, 2443) == ([" 2,443.12"], " 1.")
    assert answer(state, 3432) == ([" 3,432.04"], " 2.")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scheme", "goal"), KINDS)
def test_a_fixed_number_of_digits(name: str, scheme: str, goal: str) -> None:
    for digits in (1, 3, 8):
        program = made(name, scheme, goal, digits).program
        secret = ("13322178" * 2)[:digits] if digits > 1 else "1"
        check_pairs(program, secret, [int(secret), int(secret[::-1]), 0])


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize(("name", "scheme", "goal"), KINDS)
def test_a_fixed_number_needs_no_more_bytes(name: str, scheme: str, goal: str) -> None:
    assert made(name, scheme, goal, 4).program.bytes <= made(name, scheme, goal).program.bytes


@pytest.mark.first
@pytest.mark.parametrize(
    ("name", "scheme", "lines", "size"),
    [
        ("15C", "merged", 80, 105),
        ("11C", "merged", 86, 86),
        ("15C", "two-loops", 103, 448),
    ],
)
def test_small_is_small(name: str, scheme: str, lines: int, size: int) -> None:
    program = made(name, scheme, "small").program
    assert len(program) <= lines
    assert program.bytes <= size


@pytest.mark.parametrize("name", Model)
@pytest.mark.parametrize("scheme", ["merged", "two-loops"])
def test_the_order_check_passes_and_bites(name: str, scheme: str) -> None:
    program = made(name, scheme, "plain", None, "turn-first", True).program
    check_pairs(program, "2132", [1223, 4444, 2132])
    steps = list(program.steps)
    if scheme == "merged":
        place = steps.index(step("STO", index(made(name, scheme, "plain", None, "turn-first", True), "diag")))
        steps[place - 1] = step("digit", "1")
    else:
        place = next(place for place, one in enumerate(steps) if one == step("x≠y"))
        jump = next(one for one in steps[place:] if one.name == "GTO")
        where = steps.index(jump, place)
        steps[where] = step("STO", "I")
    broken = program.with_steps(tuple(steps))
    state = cost.state_with_secret(broken, 2132)
    assert play(state, 1223).reason == machine.Reason.ERROR
    assert state.message == "Error 0"


def index(emitted: EmittedCodeMaker, register: str) -> str:
    """The register after a name of the plan."""
    return emitted.plan.assembly.registers[register]


def test_the_planner_refuses_a_broken_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def early(digits: int) -> list[DigitPair]:
        order = list(queues.merged_order(digits))
        return order if digits < 2 else [order[digits], *order[:digits], *order[digits + 1 :]]

    def offer(wish: Wish) -> list[Plan]:
        return [replace(queues.merged_plan(wish), order=early)]

    monkeypatch.setattr(queues, "candidates", offer)
    planner.rank_plans.cache_clear()
    with pytest.raises(OrderError, match="comes before"):
        planner.choose(Wish())


def visited(program: Program) -> list[DigitPair]:
    """The pairs that the machine compares, secret 1234 against guess 5678: no digit vanishes by a match."""
    found: list[DigitPair] = []

    def watch(state: State, _: int, done: Step) -> None:
        if done.name != "x≠y":
            return
        tags = [float(str(level)) for level in state.stack[:2]]
        guess, secret = (round(10 * tag if tag < 1 else tag) for tag in tags)
        if guess >= 5 and secret:
            found.append(DigitPair(secret - 1, guess - 5))

    play(cost.state_with_secret(program, 1234), 5678, observer=watch)
    return found


@pytest.mark.first
@pytest.mark.parametrize(("name", "scheme", "goal"), KINDS)
def test_the_machine_visits_what_the_plan_says(name: str, scheme: str, goal: str) -> None:
    emitted = made(name, scheme, goal)
    order = list(dict.fromkeys(visited(emitted.program)))
    assert order == list(emitted.plan.order(4))
    assert not model.faults(order, 4)


@pytest.mark.first
@pytest.mark.parametrize(
    "name", [shipped.file_name(wish) for wish in shipped.wishes() if wish.goal != "fast"]
)
def test_the_shipped_listings_are_what_the_generator_writes(name: str) -> None:
    wish = next(wish for wish in shipped.wishes() if shipped.file_name(wish) == name)
    emitted = made(wish.model, wish.scheme, wish.goal)
    assert (PROGRAMS / name).read_text("utf-8") == emitted.text
    assert Program.read(PROGRAMS / name) == emitted.program
    for notes in (emitted.program.title, emitted.program.description, emitted.program.labels):
        assert notes
    assert {one.operand for one in emitted.program.steps if one.name == "LBL"} == set(emitted.program.labels)
    assert MachineTarget(wish.model).faults(emitted.program) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"digits": 9},
        {"digits": 0},
        {"scheme": "spiral"},
        {"goal": "tiny"},
        {"show": "never"},
        {"model": "12C"},
    ],
)
def test_an_impossible_wish_is_refused(wrong: dict[str, object]) -> None:
    make: Callable[..., EmittedCodeMaker] = codemaker
    with pytest.raises(InputError):
        make(**wrong)


def test_costs_are_of_the_whole_scoring() -> None:
    program = made().program
    found = cost.measure(program, 2, 20)
    again = cost.measure(program, 2, 20)
    assert found == again
    assert found.pairs == 20
    assert 1.24 < found.seconds < found.longest


def test_forms_of_one_family_with_other_choices_are_explained_apart() -> None:
    wish = Wish(Model.HP11C, goal="fast", digits=4)
    ranking = [(plan, f"rank {place}") for place, plan in enumerate(tallies.candidates(wish))]
    text = list(explain_lines(wish, ranking))
    assert [one for one in text if one.startswith("  tallies: ")] == [
        "  tallies: rank 0 (partners jump)",
        "  tallies: rank 3 (counting 1, scoring 1, unit hundredths, rest register)",
    ]
    assert "    partners: jump: rank 0; at once: rank 1; called: rank 2" in text


@pytest.mark.parametrize(
    ("lines", "left"),
    [("LBL B; 5; RTN", 2), ("LBL B; 5; x=0; RTN", 4), ("LBL B; 5; x≠0; 7; RTN", 4), ("LBL B; 5", 2)],
)
def test_an_rtn_at_the_end_is_left_out_unless_it_may_be_skipped(lines: str, left: int) -> None:
    plan = replace(planner.choose(Wish()), assembly=Assembly((section("All", lines),)))
    made = planner.open_end(plan, Wish()).program(Model.HP15C)
    assert len(made) == left
    state = State.fresh(Model.HP15C)
    state.program = made
    machine.keyboard(state, step("GSB", "B"))
    if lines != "LBL B; 5; x=0; RTN":  # false at the very end: goes on at 001 (BEHAVIOUR 4.5)
        assert machine.run(state, limit=100).reason == machine.Reason.STOP
        assert state.line == 0


@pytest.mark.slow
@pytest.mark.parametrize(("model", "scheme"), [("15C", "merged"), ("11C", "merged"), ("15C", "two-loops")])
def test_no_plan_that_was_tried_is_smaller(model: str, scheme: str) -> None:
    wish = Wish(Model.of(model), scheme, "small", None, "turn-first", False)
    best = codemaker(model, scheme).program
    sizes = [plan.program(wish.model).bytes for plan, _ in planner.rank_plans(wish)]
    assert best.bytes == min(sizes)
    assert len(sizes) >= 8


@pytest.mark.slow
def test_the_explanation_says_what_each_option_would_have_cost() -> None:
    ranking = planner.rank_plans(Wish())
    text = "\n".join(explain_lines(Wish(), ranking))
    best = ranking[0][0]
    for choice in queues.MERGED:
        assert f"    {choice.name}: {best.picked[choice.name]}: " in text
        others = [plan for plan, _ in ranking if plan.picked[choice.name] != best.picked[choice.name]]
        assert f"{others[0].program(Model.HP15C).bytes} bytes" in text
