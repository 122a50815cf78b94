"""The fuzzer finds what is planted, makes it short, and prints it in a form that can be pressed again."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from hp15c import Calculator
from hp15c.keys.keyboard import is_key
from hp15c.state.state import State
from hp15c.store.saved import to_json
from hp15c.table.models import Model
from tests import conformance
from tests.fuzz import __main__ as fuzz
from tests.fuzz import properties
from tests.fuzz.properties import movements
from tests.fuzz.shapes import COMMON, SHAPES, Case, case
from tests.fuzz.shrinking import shrunk
from tests.support.odd import keys
from tests.support.shares import share


@pytest.mark.parametrize("model", Model)
def test_shapes_press_keys_that_exist(model: Model) -> None:
    chance = Random(11)
    cases = [case(chance, model) for _ in range(300)]
    assert all(is_key(key.key) for one in cases for key in keys(" ".join(one.keys)))
    assert any(mark in key for one in cases for key in one.keys for mark in "@~")
    assert {one.topic for one in cases} == {
        f"fuzz: {shape.__name__.replace('_', ' ')}" for shape in SHAPES[model]
    }
    assert len({one.topic for one in cases}) >= len(set(COMMON))


def test_a_case_is_made_as_short_as_it_can_be() -> None:
    long = Case(Model.HP15C, "", (*"123456", "36", *"7890", "40", *"11"), True)
    asked = []

    def fails(one: Case) -> bool:
        asked.append(one)
        return "36" in one.keys and "40" in one.keys[one.keys.index("36") :]

    assert shrunk(long, fails) == Case(Model.HP15C, "", ("36", "40"))
    assert len(asked) < 40


def found(seed: int = 1) -> list[dict[str, object]]:
    return list(fuzz.search(islice(fuzz.cases(seed, list(Model)), 300), fuzz.Tally()))


def test_a_field_that_is_not_saved_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(properties, "to_json", lambda state: to_json(state) | {"user": False})
    monkeypatch.setattr(fuzz, "PROPERTIES", (properties.loads,))
    (record,) = found()
    assert record["note"] == "loads: user"
    assert "42 45" in str(record["keys"])
    assert len(str(record["keys"]).split()) <= 4


def test_an_exception_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(state: State) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("hp15c.keys.editing.previous_line", broken)
    monkeypatch.setattr(fuzz, "PROPERTIES", (properties.reaches,))
    (record,) = found()
    assert (record["keys"], record["note"]) == ("43 21", "reaches: ZeroDivisionError: planted")


def test_a_state_that_cannot_be_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hp15c.state.entry.backspace", lambda typed: replace(typed, digits=typed.digits[:-1]))
    monkeypatch.setattr(fuzz, "PROPERTIES", (properties.reaches,))
    (record,) = found()
    assert str(record["note"]).startswith("reaches: entry must be")
    assert str(record["keys"]).split()[1:] == ["35"]


def test_an_engine_that_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hp15c.engines.reference.machine.run", _one_line_more)
    monkeypatch.setattr(fuzz, "PROPERTIES", (properties.engines,))
    (record,) = found()
    assert str(record["note"]).startswith("engines: source: ")


def _one_line_more(state: State, limit: int, *others: object, **named: object) -> object:
    from hp15c.core.machine import Reason, Stop

    state.lift = not state.lift
    state.running = False
    return Stop(Reason.STOP, limit)


def test_a_desk_that_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    press = Calculator.press_keycodes

    def other(self: Calculator, text: str, *, limit: int) -> None:
        press(self, "0" if text == "9" else text, limit=limit)

    monkeypatch.setattr(properties.Calculator, "press_keycodes", other)
    monkeypatch.setattr(fuzz, "PROPERTIES", (properties.paced,))
    (record,) = found()
    assert (record["keys"], record["note"]) == ("9", "paced: fast pace: stack, entry")


def is_cut_off(one: Case) -> bool:
    """Whether a program ran longer than the fuzzer lets it. A record is pressed with more patience."""
    calculator = Calculator(one.model)
    return any(calculator.state.running and not calculator.state.held for _ in movements(one, calculator))


@pytest.mark.slow
def test_what_is_printed_can_be_pressed_again(capsys: pytest.CaptureFixture[str]) -> None:
    chance = Random(5)
    for model in Model:
        for _ in range(share(30)):
            one = case(chance, model)
            if not is_cut_off(one):
                record = json.loads(json.dumps(fuzz.record(one, "nothing")))
                assert conformance.check(record).differences == ()
    assert fuzz.main(["--sequences", str(share(24)), "--seed", "2", "--model", "11C"]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("seed 2: ")


@pytest.mark.slow
def test_many_sequences_find_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--sequences", "100", "--seed", "22"]) == 0, "".join(capsys.readouterr())


@pytest.mark.long
def test_minutes_of_other_sequences_find_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--sequences", "20000"]) == 0, "".join(capsys.readouterr())
