"""The verb `play`: the calculator against a person."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from programs.cli_play import play
from programs.game_at_table import GuessingCalculator
from tests.programs.test_game_at_table import pegs, secret_of


@pytest.mark.slow
@pytest.mark.parametrize("model", ["15C", pytest.param("11C", marks=pytest.mark.slow)])
def test_a_person_finds_the_secret(model: str) -> None:
    secret = secret_of(model, 7)
    typed = "\n".join(["1234", "12345", "0123", "", secret])
    shown = CliRunner().invoke(play, ["--role", "guess", "--model", model, "--seed", "7"], input=typed)
    assert shown.exit_code == 0
    assert f"1,234.{pegs('1234', secret)}" in shown.output
    assert shown.output.count("is no guess") == 3
    assert "2.   " in shown.output
    assert "Found in 2 turns." in shown.output


def test_an_answer_is_taken_back_by_a_key() -> None:
    shown = CliRunner().invoke(play, ["--role", "answer"], input="00\nU\nu\n40\n")
    assert shown.exit_code == 0
    assert "there is no answer to take back" in shown.output
    assert shown.output.count(f"1.   {int(GuessingCalculator().guess):,}.") == 2
    assert "It found your code in 1 turn." in shown.output


@pytest.mark.slow
def test_both_games_one_after_the_other() -> None:
    shown = CliRunner().invoke(play, ["--seed", "3"], input=f"{secret_of('15C', 3)}\n40\n")
    assert shown.exit_code == 0
    assert shown.output.rstrip().endswith("A draw: 1 turn each.")


def test_giving_up_ends_a_game() -> None:
    shown = CliRunner().invoke(play, ["--seed", "3"], input="q\nQ\n")
    assert shown.exit_code == 0
    assert shown.output.count("You gave up.") == 2
    assert f"The secret was {secret_of('15C', 3)}." in shown.output
    assert "No result" in shown.output


def test_the_end_of_the_input_ends_both_games() -> None:
    shown = CliRunner().invoke(play, ["--seed", "3"], input="1234\n")
    assert shown.exit_code == 0
    assert shown.output.rstrip().endswith("Stopped.")
    assert "Think of a code" not in shown.output


def test_an_option_for_a_secret_that_is_not_drawn_is_refused() -> None:
    refused = CliRunner().invoke(play, ["--role", "answer", "--seed", "3"])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--seed is for the calculator's secret" in refused.stderr
