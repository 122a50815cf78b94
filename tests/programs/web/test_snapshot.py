"""The memory of a page: what is damaged is refused with its field, and what is read can be used."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from hp15c.errors import InputError
from hp15c.table.models import Model
from programs.web import answers, board, breaker, game_answers, program_answers, snapshot
from programs.web.desk import Desk
from programs.web.fields import Fields
from tests.programs.web.test_desk import Watch, work_out

clock = Watch()


@pytest.fixture(scope="module")
def maker() -> str:
    """A page on which two guesses were made, with a breakpoint and a watched register."""
    desk = Desk(Model.HP15C, clock)
    board.new_game(desk, 3, "213", 0)
    work_out(desk, clock)
    answers.look_at_game(desk)
    for guess in ("111", "123"):
        game_answers.guess(desk, Fields({"guess": guess}))
        work_out(desk, clock)
        answers.look_at_game(desk)
    program_answers.breakpoint(desk, Fields({"line": 3, "on": True, "condition": "R1 > 5"}))
    program_answers.watch(desk, Fields({"places": ["R2"]}))
    return snapshot.write(desk)


@pytest.fixture(scope="module")
def breaking() -> str:
    """A page on which the calculator is about to guess."""
    desk = Desk(Model.HP15C, clock)
    breaker.new_game(desk, "1234")
    return snapshot.write(desk)


def test_a_page_reads_back_equal(maker: str, breaking: str) -> None:
    for text in (maker, breaking):
        desk = snapshot.restore(text, clock)
        again = json.loads(snapshot.write(desk))
        assert again | {"game": None} == json.loads(text) | {"game": None}
        game = json.loads(text)["game"]
        passed = game["runs"] - game["seen"]
        assert again["game"]["runs"] - again["game"]["seen"] == passed
    rows = json.loads(maker)["game"]["rows"]
    assert rows == [["111", 1, 0], ["123", 1, 2]]


def test_no_key_is_down_on_a_page_that_is_read_back() -> None:
    desk = Desk(Model.HP15C, clock)
    desk.down("43")
    desk.down("45")
    assert desk.display.text == " 19 46  0-0"
    assert snapshot.restore(snapshot.write(desk), clock).display.text == " 0.0000     "


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"breakpoints": {"x": ""}}, "no line 'x'"),
        ({"breakpoints": {"-3": ""}}, "no line '-3'"),
        ({"breakpoints": {"3": "R1 >"}}, "no condition"),
        ({"watched": ["Q"]}, "names nothing"),
        ({"broken": 1}, "broken must be true or false"),
        ({"real": None}, "real must be true or false"),
        ({"state": None}, "not the saved state"),
        ({"game": 5}, "a mapping of fields"),
    ],
)
def test_a_damaged_page_is_refused(maker: str, change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        snapshot.restore(json.dumps(json.loads(maker) | change), clock)


@pytest.mark.parametrize(
    "change",
    [
        {"digits": 0},
        {"digits": "3"},
        {"digits": 9},
        {"colours": 10},
        {"colours": "3"},
        {"rows": None},
        {"rows": [["111", 1]]},
        {"rows": [["1111", 1, 0]]},
        {"rows": [["111", 2, 1]]},
        {"rows": [["11x", 1, 0]]},
        {"rows": [[111, 1, 0]]},
        {"awaited": "12"},
        {"ready": "yes"},
        {"seen": None},
        {"runs": "1"},
        {"trouble": None},
        {"known": 213},
        {"given_up": 0},
    ],
)
def test_a_damaged_game_is_refused_by_its_field(maker: str, change: dict[str, Any]) -> None:
    require_refused_by_field(maker, change)


@pytest.mark.parametrize("change", [{"secret": "12345"}, {"guess": 1122}, {"rows": [["11223", 0, 0]]}])
def test_a_damaged_game_of_the_calculator_is_refused(breaking: str, change: dict[str, Any]) -> None:
    require_refused_by_field(breaking, change)


def require_refused_by_field(memory: str, change: dict[str, Any]) -> None:
    """Fail unless a page's memory with this one field of its game changed is refused by the field's name."""
    data = json.loads(memory)
    data["game"] |= change
    [field] = change
    with pytest.raises(InputError, match=f"^saved game: {field} must be"):
        snapshot.restore(json.dumps(data), clock)


def test_whatever_is_read_can_be_shown_and_used(maker: str, breaking: str) -> None:
    chance = random.Random(11)
    values: list[Any] = [None, True, 0, 3, -1, 10**20, "", "213", "x", [], [["123", 1, 0]], {}, 0.5]
    used = 0
    for text in (maker, breaking):
        for name in [*json.loads(text)["game"], "missing"]:
            for value in chance.sample(values, 6):
                data = json.loads(text)
                data["game"][name] = value
                if name == "missing":
                    del data["game"][chance.choice(list(data["game"]))]
                try:
                    desk = snapshot.restore(json.dumps(data), clock)
                except InputError:
                    continue
                used += 1
                answers.face(desk)
                snapshot.restore(snapshot.write(desk), clock)
    assert used > 10
