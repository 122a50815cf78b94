"""The calculator breaks a code on the page."""

from __future__ import annotations

import pytest

from hp15c.errors import InputError
from hp15c.table.models import Model
from programs.web import breaker
from programs.web.desk import Desk
from solver.scores import Score
from tests.programs.web.test_answers import ask, finish, opened
from tests.programs.web.test_desk import Watch, work_out
from tests.support.naive_solver import naive_score


def test_the_calculator_breaks_a_code() -> None:
    worker = opened()
    ask(worker, "new_game", kind="breaker", secret="2253")
    finish(worker)
    for _ in range(8):
        game = ask(worker, "look")["game"]
        if game["won"]:
            break
        score = Score(*naive_score(tuple(game["awaited"]), tuple("2253")))
        ask(worker, "answer", black=score.black, white=score.white)
        finish(worker)
    assert game["won"]
    assert game["verdict"] == f"The calculator has found your secret in {len(game['rows'])} turns."


def test_an_answer_that_cannot_be_is_refused_and_a_wrong_one_is_found() -> None:
    made = Desk(Model.HP15C, Watch())
    game = breaker.new_game(made, "2253")
    work_out(made, made._clock)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="are impossible"):
        game.answer(made, 3, 1)
    game.answer(made, 0, 0)
    assert game.wrong_answers() == "5521 deserves 0 black, 2 white"
