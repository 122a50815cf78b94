"""What the worker answers is what the server answers: undo, debugging, editing, links, games, snapshots."""

from __future__ import annotations

import base64
import json
from itertools import product
from typing import Any

import pytest

from programs.web.worker import Worker
from tests.support.naive_solver import naive_score


def ask(worker: Worker, operation: str, **data: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(worker.ask(operation, json.dumps(data)))
    return found


def opened(kept: str | None = None) -> Worker:
    worker = Worker()
    worker.open("15C", kept)
    return worker


def press(worker: Worker, keys: str) -> dict[str, Any]:
    return ask(worker, "keys", events=[[what, key] for key in keys.split() for what in ("down", "up")])


def finish(worker: Worker) -> None:
    while worker.due is not None:
        worker.work()


# the listings that come along


def test_a_program_is_explained_line_by_line() -> None:
    worker = opened()
    ask(worker, "load", name="x.15c", data=base64.b64encode("LBL A\nx²\nSTO 1\nRTN".encode()).decode())
    told = ask(worker, "explanation")
    assert told["listing"] == ask(worker, "look")["listing"]
    assert [line["does"] for line in told["lines"]][1:3] == ["x²", "r1 = x²"]
    assert "changes R1" in told["lines"][0]["part"]
    assert told["lines"][1]["whole"].splitlines()[:2] == ["x²", "X: x²"]


# undo


# steps and stops


def test_lines_are_timed() -> None:
    worker = opened()
    ask(worker, "load", name="x.15c", data=base64.b64encode(b"LBL A\n2\n+\nRTN").decode())
    ask(worker, "time_lines", on=True)
    press(worker, "32 11")
    finish(worker)
    costs = ask(worker, "look")["costs"]
    assert [costs[line][0] for line in "1234"] == [1, 1, 1, 1]
    assert all(costs[line][1] > 0 for line in "1234")


# values and lines


# what is kept, and links


# games


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
    assert rows == [[guess, *naive_score(tuple(guess), tuple(secret))] for guess in guesses]


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


# the folder, the network
