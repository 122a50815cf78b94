"""The CodeBreaker finds the code that first-consistent finds, from a cold start and within memory."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator import codebreaker as plan
from generator.cli import generate
from generator.sheet import Made, make
from hp15c import Calculator
from hp15c.errors import Unsupported
from hp15c.instructions import step
from hp15c.models import Model
from hp15c.number import Number
from programs.codebreaker import compare
from solver.assist import possible_codes
from solver.codes import Game
from solver.scores import score

PROGRAMS = Path(__file__).resolve().parent.parent / "programs"
GAME = Game(4, 6)


def whole(value: object) -> int:
    return int(str(value))


@cache
def made() -> Made:
    return plan.codebreaker()


def test_shipped_listing_is_the_generated_one() -> None:
    assert (PROGRAMS / "codebreaker.15c").read_text(encoding="utf-8") == made().text


def test_a_game_with_the_keys_of_a_person() -> None:
    """Secret 2664: each guess is the lowest code above the one before that agrees with all answers."""
    calc = Calculator()
    calc.load(made().program)
    secret = GAME.parse("2664")
    calc.press("GSB A")
    assert calc.display.rstrip() == " 5,463."
    history = []
    guess = GAME.parse("5463")
    while guess != secret:
        given = score(guess, secret)
        history.append((guess, given))
        calc.press(f"{given.black}{given.white} R/S")
        guess = GAME.parse(str(whole(calc.x)))
        assert guess == possible_codes(GAME, history)[0]
    assert calc.display.rstrip() == " 2,664."


@pytest.mark.parametrize("secret", ["1111", "1444", "5555", "6666", "2223", "3213", "6543"])
def test_codes_with_a_colour_three_and_four_times(secret: str) -> None:
    history = []
    guess = GAME.parse(plan.FIRST)
    for turn in plan.game(made().program, secret):
        history.append((guess, score(guess, GAME.parse(secret))))
        guess = GAME.parse(turn.guess)
        assert guess == possible_codes(GAME, history)[0]
    assert guess == GAME.parse(secret)


def test_a_new_game_forgets_the_old_one() -> None:
    calc = Calculator()
    calc.load(made().program)
    calc.press("GSB A 10 R/S 11 R/S GSB A 02 R/S")
    again = whole(calc.x)
    fresh = Calculator()
    fresh.load(made().program)
    fresh.press("GSB A 02 R/S")
    assert again == whole(fresh.x)


def test_answers_that_no_code_agrees_with_end_in_an_error() -> None:
    state = plan.new_game(made().program)
    with pytest.raises(ValueError, match="Error 3"):
        plan.answer(state, 3, 1)


def test_memory_is_counted_with_the_matrix() -> None:
    """With three lines more there is no room for the matrix any longer, as running it shows."""
    plan.check_memory(made().program)
    longer = made().program.with_steps((*made().program.steps, *[step("RTN")] * 3))
    with pytest.raises(Unsupported, match="66 registers are more than its 65"):
        plan.check_memory(longer)
    calc = Calculator()
    calc.load(longer)
    calc.press("GSB A")
    assert calc.error == "Error 10"


def test_the_fastest_layout_is_taken() -> None:
    """Each bound that is left out costs time in the planner's games."""

    def spent(choice: plan.Choice) -> int:
        program = make(plan.sheet(choice), Model.HP15C).program
        return sum(turn.word_times for secret in plan.SAMPLE for turn in plan.game(program, secret))

    both, *others = plan.choices()
    assert len(others) == 3
    assert spent(both) < min(map(spent, others))
    assert make(plan.sheet(both), Model.HP15C).program == made().program


def test_hp11c_is_refused_by_name() -> None:
    result = CliRunner().invoke(generate, ["codebreaker", "--model", "11C"])
    assert result.exit_code == 2
    assert "no matrices" in result.output


def test_the_matrix_after_a_turn() -> None:
    """Guess 5463: a turn of weight 1 at each position, and each colour once (module's first lines)."""
    state = plan.new_game(made().program)
    plan.answer(state, 0, 2)
    rows = [state.matrices["A"].elements[6 * row : 6 * row + 6] for row in range(4)]
    unit = Number.of("0.00001")
    assert [row.index(unit) + 1 for row in rows[:3]] == [5, 4, 6]
    assert [str(cell) for cell in rows[3]] == ["0", "0", "1.00001", "1", "1", "1"]


@pytest.mark.slow
def test_one_secret_in_sixteen_as_the_solver() -> None:
    found = compare(made().program, every=16)
    assert not found.differences
    assert found.histogram == found.solver_histogram
    assert sum(found.histogram) == 1296 // 16


@pytest.mark.long
def test_every_secret_as_the_solver() -> None:
    found = compare(made().program)
    assert not found.differences
    assert found.histogram == found.solver_histogram
    assert sum(found.histogram) == 1296
    assert (found.total_turns, len(found.histogram)) == (6021, 7)
    assert round(found.mean_seconds / 60) == plan.MEAN_MINUTES
    assert round(found.longest_seconds / 60) == plan.LONGEST_MINUTES


@pytest.mark.slow
def test_a_wrong_program_is_found_out() -> None:
    """Without a mark for the second peg of a colour the comparison sees other guesses."""
    steps = tuple(
        one
        for place, one in enumerate(made().program.steps)
        if place != made().program.steps.index(one) or str(one) != "DSE 0"
    )
    assert len(steps) == len(made().program.steps) - 1
    assert compare(made().program.with_steps(steps), every=16).differences
