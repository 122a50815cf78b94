"""HigherLower, counter and timer on both calculators."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from generator.games.collection import MEASURED_ROUNDS, counter, higher_lower, listings, timer_result
from hp15c import Calculator, Program
from hp15c.table.models import Model
from programs.shell import main
from tests import ROOT

PROGRAMS = ROOT / "programs"
BOTH = pytest.mark.parametrize("model", ["15C", "11C"])


def whole(value: object) -> int:
    return int(str(value))


def loaded(program: Program) -> Calculator:
    calc = Calculator(model=program.model)
    calc.load(program)
    return calc


@BOTH
@pytest.mark.parametrize("largest", [1, 2, 100, 5000])
def test_higher_lower_is_won_by_halving(model: str, largest: int) -> None:
    """The signs lead to the number in no more turns than halving needs, and the turns are counted."""
    calc = loaded(higher_lower(model).program)
    for _ in range(5):
        calc.press(f"{largest} GSB A")
        assert calc.display.rstrip() == f" {largest:,}."
        low, high, turns = 1, largest, 0
        while True:
            guess = (low + high) // 2
            calc.press(f"{guess} R/S")
            turns += 1
            assert whole(calc.register(1)) == turns
            assert str(calc.x) in ("1", "-1", "0")
            if calc.x == 0:
                break
            low, high = (guess + 1, high) if calc.x == 1 else (low, guess - 1)
        assert guess == whole(calc.register(0))
        assert turns <= largest.bit_length()


@BOTH
def test_higher_lower_draws_every_number(model: str) -> None:
    calc = loaded(higher_lower(model).program)
    seen = set()
    for _ in range(60):
        calc.press("4 GSB A")
        seen.add(whole(calc.register(0)))
    assert seen == {1, 2, 3, 4}


@BOTH
def test_higher_lower_shows_turn_then_sign(model: str) -> None:
    """From a cold start the first draw of 1 to 100 is 11: INT(100 × .1017980433) + 1."""
    calc = loaded(higher_lower(model).program)
    calc.press("100 GSB A 50 R/S")
    assert calc.display.rstrip() == "-1."
    calc.press("11 R/S")
    assert (calc.display.rstrip(), whole(calc.register(1))) == (" 0.", 2)


@BOTH
def test_counter_counts_by_steps(model: str) -> None:
    calc = loaded(counter(model).program)
    calc.press("1.00902 GSB A")
    assert str(calc.i) == "11.00902"
    assert calc.display.rstrip() == " 9."


@BOTH
def test_timer_keeps_time(model: str) -> None:
    """The machine's own seconds agree with those counted, a round of the loop at most apart."""
    made = counter(model)
    for seconds in (10, 60, 300):
        spent, rounds = timer_result(made, seconds)
        round_time = spent / rounds
        assert -0.01 * seconds < spent - seconds < round_time + 0.01 * seconds
    assert timer_result(made, MEASURED_ROUNDS)[1] < MEASURED_ROUNDS


def test_shipped_listings_are_the_generated_ones() -> None:
    found = dict(listings())
    assert {"codebreaker.15c", "codebreaker.11c", "higher-lower.11c", "counter.15c", "routines.11c"} <= set(
        found
    )
    for name, made in found.items():
        assert (PROGRAMS / name).read_text(encoding="utf-8") == made.text, name


def test_the_make_says_which_model_and_how_much_memory() -> None:
    result = CliRunner().invoke(main, ["generate", "counter", "--machine", "11c"])
    assert result.exit_code == 0, result.output
    assert Program.parse(result.stdout).model is Model.HP11C
    result = CliRunner().invoke(main, ["generate", "counter", "--machine", "ce", "--model", "11C"])
    assert result.exit_code == 2
