"""What the worker answers about games: scores, and the secret when the game is given up."""

from __future__ import annotations

from itertools import product

import pytest

from tests.programs.web.test_answers import ask, finish, opened
from tests.support.naive_solver import naive_score


@pytest.mark.slow
def test_classic_mastermind_on_the_calculator_agrees_with_the_definition() -> None:
    worker = opened()
    secret = "5366"
    ask(worker, "new_game", kind="maker", digits=4, colours=6, secret=secret)
    finish(worker)
    guesses = ["".join(one) for one in product("1356", repeat=4)][:190:19]
    for guess in guesses:
        ask(worker, "guess", guess=guess)
        finish(worker)
    rows = ask(worker, "look")["game"]["rows"]
    assert rows == [
        [guess, *naive_score(tuple(map(int, guess)), tuple(map(int, secret)))] for guess in guesses
    ]


def test_giving_up_shows_the_secret_that_the_calculator_drew() -> None:
    worker = opened()
    ask(worker, "new_game", kind="maker", digits=4, colours=4, secret=None)
    finish(worker)
    game = ask(worker, "give_up")["game"]
    assert (game["over"], game["won"]) == (True, False)
    assert len(game["secret"]) == 4
    assert set(game["secret"]) <= set("1234")
    assert game["secret"] == ask(worker, "look")["registers"]["R3"]
    assert "error" in ask(worker, "guess", guess="1111")
