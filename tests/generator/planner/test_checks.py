"""Checks of a guess, on every family of plans: what is none is not taken, and everything else is scored."""

from __future__ import annotations

import random
from functools import cache
from itertools import groupby

import pytest
from click.testing import CliRunner

from generator.codemaker.mistakes import NO_ANSWER
from generator.codemaker.plan import Plan, Wish
from generator.planner.checks import sentences
from generator.planner.emit import codemaker
from generator.planner.planner import check_costs, plans_that_fit
from generator.shell.cli import generate
from hp15c import Calculator
from hp15c.errors import InputError
from hp15c.table.models import Model

TOO_LONG = {
    "a first digit more": "12412",
    "a last digit more": "24123",
    "the least": "10000",
    "a register of the secret": "16514",
    "zeros after": "24000",
    "six digits": "123456",
    "twice too long": "12345678",
    "ten digits": "1234567890",
    "too long with a fraction": "24123.5",
    "a power of ten": "EEX 5 0",
    "the largest": "1 EEX 9 8",
    "the limit that is shown": "12345 R/S",
}
NO_GUESS = {
    "negative": "2443 CHS",
    "negative and short": "1 CHS",
    "negative and too long": "24431 CHS",
    "a negative fraction": "24.43 CHS",
    "a fraction": "24.43",
    "half a digit more": "2443.5",
    "below 1": ".5",
    "small": "EEX CHS 5",
    "R/S with no new guess": "2443 R/S",
}
SCORED = {"4423": "4,423.11", "9999": "9,999.00", "0": "0.00"}


fits = cache(plans_that_fit)


def families(wish: Wish) -> list[Plan]:
    """A plan of each family for a wish, drawn."""
    chance = random.Random(f"{wish}")
    plans = sorted(fits(wish), key=lambda plan: plan.family)
    return [chance.choice(list(group)) for _, group in groupby(plans, key=lambda plan: plan.family)]


def sitting(plan: Plan, wish: Wish) -> Calculator:
    """A calculator with this plan's program, told 2412."""
    calculator = Calculator(model=wish.model)
    calculator.load(plan.program(wish.model))
    calculator.press("2412 GSB B")
    return calculator


@pytest.mark.first
@pytest.mark.parametrize(
    ("model", "scheme", "digits", "checks"),
    [
        ("15C", "two-loops", 4, "length"),
        pytest.param("11C", "merged", 4, "length", marks=pytest.mark.slow),
        ("11C", "two-loops", None, "all"),
        pytest.param("15C", "merged", 4, "all", marks=pytest.mark.slow),
        pytest.param("15C", "merged", None, "length", marks=pytest.mark.slow),
        pytest.param("15C", "two-loops", None, "all", marks=pytest.mark.slow),
        pytest.param("11C", "merged", None, "all", marks=pytest.mark.slow),
    ],
)
def test_what_is_checked_is_not_taken(model: str, scheme: str, digits: int | None, checks: str) -> None:
    wish = Wish(Model.of(model), scheme, "fast", digits, "turn-first", False, checks=checks)
    for plan in families(wish):
        calculator = sitting(plan, wish)
        for name, keys in (TOO_LONG if checks == "length" else TOO_LONG | NO_GUESS).items():
            calculator.press(f"{keys} R/S")
            assert (calculator.error, calculator.display.strip()) == (None, "10,000."), (plan.family, name)
        for guess, answer in SCORED.items():
            calculator.press(f"{guess} R/S")
            assert calculator.display.strip() == answer, (plan.family, guess)


@pytest.mark.first
@pytest.mark.parametrize("model", ["15C", "11C"])
def test_what_is_not_taken_counts_no_turn(model: str) -> None:
    wish = Wish(Model.of(model), "two-loops", "fast", 4, "score-first", False, checks="all")
    for plan in families(wish):
        calculator = sitting(plan, wish)
        calculator.press("24123 R/S 2443 CHS R/S 24.43 R/S 2412 R/S")
        assert calculator.display.strip() == "1.", plan.family


@pytest.mark.slow
@pytest.mark.parametrize("digits", [1, 8])
def test_the_limit_is_ten_to_the_n_for_any_n(digits: int) -> None:
    wish = Wish(Model.HP11C, "merged", "fast", None, "turn-first", False, checks="length")
    for plan in families(wish):
        calculator = sitting(plan, wish)
        calculator.press(f"{'1' * digits} GSB B {'1' * (digits + 1)} R/S")
        assert calculator.display.strip().removesuffix(".").replace(",", "") == str(10**digits)
        calculator.press(f"{'1' * digits} R/S")
        assert calculator.display.strip().endswith(f".{digits}0"), plan.family


def test_the_sheet_says_what_is_checked() -> None:
    made = {checks: codemaker(goal="plain", checks=checks) for checks in ("none", "length", "all")}
    texts = {checks: one.program.description for checks, one in made.items()}
    assert "the check of a guess with more digits than N" in texts["none"]
    assert "is not taken" not in texts["none"]
    assert NO_ANSWER in texts["length"]
    assert "A guess with more digits than N is not taken:" in texts["length"]
    assert "the check of a guess with more digits than N" not in texts["length"]
    assert "a negative one or a fraction is not taken:" in texts["all"]
    assert NO_ANSWER not in texts["all"]
    assert texts["all"].split("\n")[-1] == "Left out: the check of N."
    assert all(line in texts[checks] for checks, one in made.items() for line in sentences(one.plan))


def test_what_checks_cost_is_told() -> None:
    wish = Wish(goal="plain")
    rows = list(check_costs(wish, plans_that_fit(wish)[0]))
    assert [row.partition(":")[0] for row in rows] == ["none", "length", "all"]
    assert "163 lines" in rows[0]
    assert "173 lines" in rows[1]
    assert "more than its" in rows[2] or "beyond" in rows[2] or "room" in rows[2]


def test_checks_are_an_option() -> None:
    typed = CliRunner().invoke(
        generate, ["codemaker", "--goal", "plain", "--model", "11C", "--checks", "all"]
    )
    assert typed.exit_code == 0
    assert "Is it a guess?" in typed.output
    with pytest.raises(InputError, match="there is no check 'some'"):
        Wish(Model.HP15C, "merged", "small", None, "turn-first", False, checks="some")
