"""Calculator against person: both roles as typed, every answer held to the definition of the score."""

from __future__ import annotations

from itertools import product

import pytest
from click.testing import CliRunner

from hp15c.errors import InputError
from programs.cli_play import play
from programs.game_at_table import GuessingCalculator, Maker, read_answer, result
from solver.scores import score


def pegs(guess: str, secret: str) -> str:
    """The answer to a guess as the two digits that a person types."""
    given = score(tuple(map(int, guess)), tuple(map(int, secret)))
    return f"{given.black}{given.white}"


def secret_of(model: str, seed: int) -> str:
    """The secret that this seed draws: the code that every guess so far agrees with, found by guessing."""
    maker = Maker(model, seed)
    left = ["".join(code) for code in product("123456", repeat=4)]
    while True:
        answer = maker.answer(left[0])
        if answer.right == 4:
            return left[0]
        given = f"{answer.right}{answer.displaced}"
        left = [code for code in left if pegs(left[0], code) == given and code != left[0]]


def test_different_seeds_draw_different_secrets() -> None:
    assert len({secret_of("15C", seed) for seed in range(3)}) > 1


def test_the_calculator_finds_the_persons_code() -> None:
    breaker, secret = GuessingCalculator(), "2664"
    answers = []
    while breaker.guess != secret:
        answers.append(pegs(breaker.guess, secret))
        assert not breaker.take_answer(answers[-1])
        assert breaker.seconds > 0
    assert breaker.take_answer("40")
    shown = CliRunner().invoke(play, ["--role", "answer"], input="\n".join(["5", "31", *answers, "40"]))
    assert shown.exit_code == 0
    assert shown.output.count("is no answer") == 2
    assert f"It found your code in {len(answers) + 1} turns." in shown.output


def test_answers_that_no_code_agrees_with_are_not_taken() -> None:
    breaker = GuessingCalculator()
    assert not breaker.take_answer("04")
    guess = breaker.guess
    with pytest.raises(InputError, match="no code agrees"):
        breaker.take_answer("00")
    assert breaker.guess == guess
    assert breaker.turns == 2


def test_the_hp11c_guesses_too() -> None:
    """It shows another opening than the HP-15C, and a contradiction is found before it is keyed in."""
    secret = "2664"
    breaker = GuessingCalculator("11C")
    answers = []
    while breaker.guess != secret:
        answers.append(pegs(breaker.guess, secret))
        breaker.take_answer(answers[-1])
    with pytest.raises(InputError, match="no code agrees"):
        breaker.take_answer("00")
    typed = "\n".join([*answers, "00", "u", answers[-1], "40"])
    shown = CliRunner().invoke(play, ["--role", "answer", "--model", "11c"], input=typed)
    assert shown.exit_code == 0
    assert "The HP-11C guesses." in shown.output
    assert "1.   6,666." in shown.output
    assert "no code agrees with 00" in shown.output
    assert f"It found your code in {len(answers) + 1} turns." in shown.output


def test_an_answer_is_taken_back() -> None:
    breaker = GuessingCalculator()
    first = breaker.guess
    assert not breaker.take_answer("20")
    second = breaker.guess
    breaker.take_back()
    assert (breaker.guess, breaker.turns, breaker.seconds) == (first, 1, 0)
    with pytest.raises(InputError, match="no answer to take back"):
        breaker.take_back()
    assert not breaker.take_answer("20")
    assert (breaker.guess, breaker.turns) == (second, 2)


@pytest.mark.parametrize(("text", "why"), [("31", "none can be displaced"), ("50", "at most 4")])
def test_an_answer_that_cannot_be_says_why(text: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        read_answer(text)


@pytest.mark.parametrize("text", ["", "4", "31", "41", "123", "a1", "-1"])
def test_what_is_no_answer_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is no answer"):
        read_answer(text)


def test_fewer_turns_win() -> None:
    assert result(4, 5) == "You win: 4 turns of yours, 5 of the calculator."
    assert result(6, 5) == "The calculator wins: 6 turns of yours, 5 of the calculator."
    assert result(1, 5) == "You win: 1 turn of yours, 5 of the calculator."
    assert result(5, 5) == "A draw: 5 turns each."
    assert "No result" in result(None, 5)


def test_telling_the_secret_counts_no_turn() -> None:
    maker = Maker("15C", 3)
    assert maker.secret() == secret_of("15C", 3)
    assert maker.answer("1234").turn == "1."
