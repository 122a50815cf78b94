"""Which digits a secret may have: what a plan declares is true, and no more than it declares is."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import programs
from generator.codemaker.plan import Wish
from generator.planner.cost import state_with_secret
from generator.planner.emit import codemaker
from generator.planner.planner import plans_that_fit
from generator.shell.cli import generate
from hp15c import Calculator
from hp15c.core import machine
from hp15c.core.playing import enter, play
from hp15c.display.display import display
from hp15c.errors import InputError, Unsupported
from hp15c.listing.program import Program
from hp15c.table.models import Model
from programs.codemaker import Colours, Seat, answer_display, true_score
from programs.verify import Check, Sample, Tally, run
from tests.support.shares import few

LISTINGS = sorted(Path(programs.__file__).parent.glob("codemaker*.1?c"))
GUESSES = 8
NINE = 9
SAMPLED_PLANS = 4
LONG = 20_000
"""Lines: far more than a scoring of four digits takes."""
WARNING = "Other digits in a secret make answers wrong, or a guess runs on until a key stops it."

fits = cache(plans_that_fit)


def lengths(program: Program) -> list[int]:
    """The N that a listing is tried with: its only one, or one of each kind."""
    return [4] if "N is 4" in program.description else [1, 4, 6]


def wrong_answers(program: Program, secret: str, chance: random.Random) -> int:
    """How many of some guesses are answered wrongly: shuffled secrets, close ones and any others."""
    state = state_with_secret(program, int(secret))
    wrong = 0
    for number in range(GUESSES):
        guess = list(secret)
        chance.shuffle(guess)
        for place in range(number % 3):
            guess[place % len(guess)] = chance.choice("0123456789")
        play(state, int("".join(guess)))
        shown = display(state).text.strip()
        wrong += shown != answer_display("".join(guess), true_score("".join(guess), secret)).strip()
    return wrong


def secrets(digits: int, highest: int, chance: random.Random, count: int = 3) -> list[str]:
    """Secrets of digits 1 to the highest, each with the highest in it."""
    drawn = [[str(chance.randint(1, highest)) for _ in range(digits)] for _ in range(count)]
    for code in drawn:
        code[chance.randrange(digits)] = str(highest)
    return ["".join(code) for code in drawn]


def sampled(program: Program, digits: int, colours: int, pairs: int = 200) -> Tally:
    """A sample of pairs whose secrets have digits up to `colours`, scored by the listing and the solver."""
    return run(Check(program, Seat(), "source"), Sample(digits, pairs, seed=14, colours=colours))


@pytest.mark.slow
@pytest.mark.parametrize("path", few(LISTINGS), ids=lambda path: path.name)
def test_a_shipped_listing_scores_the_digits_that_it_allows_and_says_what_others_do(path: Path) -> None:
    program = Program.read(path)
    for digits in lengths(program):
        allowed = Colours.of_listing(program.description).told or digits
        tally = sampled(program, digits, allowed)
        assert (tally.agreed, tally.disagreements) == (tally.pairs, [])
    if allowed < NINE:
        assert WARNING in program.description
        tally = sampled(program, 4, NINE, 1000)
        assert tally.agreed < tally.pairs


@pytest.mark.first
@pytest.mark.parametrize("path", LISTINGS, ids=lambda path: path.name)
def test_a_0_in_a_secret_does_what_the_listing_says(path: Path) -> None:
    program = Program.read(path)
    state, answers, stops = state_with_secret(program, 1023), [], True
    for guess in (1023, 3210, 4044):
        enter(state, guess)
        stops = stops and machine.run(state, LONG).reason == machine.Reason.STOP
        answers.append(display(state).text.strip()[-2:])
    if "A 0 in a secret never scores." in program.description:
        assert answers == ["30", "03", "00"]
    elif "A 0 in a secret scores as other digits do, but not in front." in program.description:
        assert answers == ["40", "04", "10"]
    else:
        assert WARNING in program.description
        assert not stops or answers != ["40", "04", "10"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "digits"), [("15C", 4), ("11C", 4), ("15C", 7), ("15C", None), ("11C", None)]
)
@pytest.mark.parametrize("scheme", ["merged", "two-loops"])
@pytest.mark.parametrize("colours", [2, 6, 9])
def test_every_plan_that_is_offered_scores_the_digits_wanted(
    model: str, digits: int | None, scheme: str, colours: int
) -> None:
    wish = Wish(Model.of(model), scheme, "fast", digits, "turn-first", False, colours)
    chance = random.Random(f"{wish}")
    plans = [plan for plan in fits(wish) if plan.family != "queues"]
    for plan in chance.sample(plans, min(len(plans), SAMPLED_PLANS)):
        assert plan.highest_digit(digits or 1) >= colours
        for secret in secrets(digits or 5, colours, chance, 2):
            assert wrong_answers(plan.program(wish.model), secret, chance) == 0, plan.picked


@pytest.mark.slow
def test_secrets_are_drawn_from_the_digits_wanted() -> None:
    for digits in (None, 4):
        made = codemaker(model="15C", goal="small", digits=digits, colours=6)
        assert Colours.of_listing(made.program.description) == Colours(6, 9)
        kept = made.plan.assembly.registers["master"]
        seen = ""
        for seed in range(40):
            calculator = Calculator(model="15C")
            calculator.load(made.program)
            calculator.press(f".{seed + 1} STO RAN# 4 GSB A")
            seen += str(calculator.register(int(kept)))
        assert len(seen) == 160
        assert set(seen) == set("123456")


@pytest.mark.parametrize("colours", [0, 10, -1])
def test_no_digit_is_above_9(colours: int) -> None:
    with pytest.raises(InputError, match="the highest digit is 1 to 9"):
        Wish(Model.HP15C, "merged", "small", None, "turn-first", False, colours)
    typed = CliRunner().invoke(generate, ["codemaker", "--colours", str(colours)])
    assert typed.exit_code == 2
    assert "the highest digit is 1 to 9" in typed.stderr


def test_a_wish_that_no_plan_fulfils_names_the_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.planner import planner

    monkeypatch.setitem(planner.FAMILIES, "fast", ("tallies",))
    with pytest.raises(Unsupported, match="secrets with digits 1 to 9"):
        plans_that_fit(Wish(Model.HP11C, "merged", "fast", 4, "turn-first", False, NINE))
