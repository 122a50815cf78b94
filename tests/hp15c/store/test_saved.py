"""A saved state reads back equal, and a damaged or foreign file is refused whole."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from hp15c import Calculator
from hp15c.core import machine
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.numbers.number import MINUS_ZERO, Number
from hp15c.state.entry import Entry
from hp15c.state.state import Descriptor, State
from hp15c.store import saved
from hp15c.table.instructions import step
from hp15c.table.models import Model


def _worked(model: Model = Model.HP15C) -> State:
    state = State.fresh(model)
    state.program = Program(
        model,
        (step("LBL", "A"), step("x²"), step("digit", "2"), step("−"), step("R/S"), step("RTN")),
        title="a square",
        description="two lines\nof text",
        labels={"A": "start"},
        registers={"6": "secret"},
    )
    for digit in "14":
        machine.keyboard(state, step("digit", digit))
    machine.keyboard(state, step("STO", "6"))
    machine.keyboard(state, step("√x"))
    return state


def _round_trip(state: State) -> State:
    return saved.from_json(json.loads(json.dumps(saved.to_json(state))))


@pytest.mark.parametrize("model", list(Model))
def test_a_state_reads_back_equal(model: Model) -> None:
    state = _worked(model)
    state.word_times = 12345
    again = _round_trip(state)
    assert again == state
    assert again.word_times == 12345
    assert again.program.title == "a square"
    assert again.program.registers == {"6": "secret"}


def test_matrices_entries_and_modes_read_back_equal() -> None:
    state = _worked()
    state.matrices["B"].redimension(2, 3)
    state.matrices["B"].set(2, 3, Number.of("-1.5e-30"))
    state.registers[3] = Descriptor("B")
    state.flags = {1, 8, 9}
    state.imaginary[1] = Number.of("0.25")
    state.keeps_imaginary = True
    state.line_known = False
    machine.keyboard(state, step("CLx"))
    for key in ("0", "1"):
        machine.keyboard(state, step("digit", key))
    assert state.entry is not None
    assert _round_trip(state) == state
    assert not _round_trip(state).line_known
    calculator = Calculator(state=state)
    calculator.press_keycodes("48 2 26 5 16 42 21")
    assert state.entry == Entry("012", 2, False, 5, True)
    assert _round_trip(state) == state
    calculator.press_keycodes("35 42 16 1 45 16 12 44 25")
    calculator.key_down("45")
    calculator.key_up()
    calculator.key_down("12")
    assert state.held == "RCL B"
    assert _round_trip(state) == state


@pytest.mark.parametrize(
    ("model", "keys"),
    [
        ("15C", "0 15"),
        ("15C", "41"),
        ("15C", "41+30"),
        ("15C", "43 31 42 21"),
        ("15C", "22 16 0 0"),
        ("15C", "44 42"),
        ("15C", "2 36 42 23 11 45 16 11 42 16 9"),
        ("11C", "1 8 0 36 0 42 26"),
        ("11C", "22 48 0 0 42"),
    ],
)
def test_what_keys_lead_to_reads_back_equal(model: str, keys: str) -> None:
    calculator = Calculator(model)
    calculator.press_keycodes(keys)
    assert _round_trip(calculator.state) == calculator.state


def test_a_state_of_the_first_version_is_read() -> None:
    """It did not tell what disabled stack lift."""
    state = _worked()
    data = saved.to_json(state)
    del data["keeps_imaginary"]
    assert saved.from_json(data | {"version": 1}) == state


def test_a_state_of_version_4_shows_the_number_of_its_line() -> None:
    state = _worked()
    data = saved.to_json(state)
    del data["number_ahead"]
    assert saved.from_json(data | {"version": 4}) == state


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_state_of_an_older_version_knows_the_number_of_its_line(version: int) -> None:
    state = _worked()
    state.line_known = False
    data = saved.to_json(state)
    del data["line_known"]
    assert saved.from_json(data | {"version": version}).line_known


def test_a_solve_stopped_inside_its_function_goes_on_after_loading() -> None:
    state = _worked()
    for key in "14":
        machine.keyboard(state, step("digit", key))
        machine.keyboard(state, step("ENTER"))
    machine.keyboard(state, step("SOLVE", "A"))
    assert machine.run(state).reason == "stop"
    assert state.solve is not None
    again = _round_trip(state)
    assert again == state
    for each in (state, again):
        while each.solve is not None:
            machine.start(each)
            machine.run(each)
    assert again == state
    assert again.stack[0] == Number.of("1.414213562")


def test_a_file_is_replaced_and_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "calculator.json"
    path.write_text("something else")
    state = _worked()
    saved.save(state, path)
    assert saved.load(path) == state
    assert [entry.name for entry in tmp_path.iterdir()] == ["calculator.json"]


def test_a_file_that_cannot_be_written_is_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "calculator.json"
    saved.save(_worked(), path)
    before = path.read_text()

    def broken(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("hp15c.files.os.replace", broken)
    with pytest.raises(OSError, match="disk full"):
        saved.save(State(), path)
    assert path.read_text() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["calculator.json"]


def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "calculator.json"
    saved.save(_worked(), path)
    whole = path.read_text().rstrip()
    for length in range(0, len(whole), 97):
        path.write_text(whole[:length])
        with pytest.raises(InputError):
            saved.load(path)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "something"},
        {"version": 6},
        {"version": True},
        {"number_ahead": 2},
        {"line_known": 0},
        {"machine": "ce-193"},
        {"machine": "11c"},
        {"model": "12C"},
        {"line": 7},
        {"stack": ["0", "0", "0"]},
        {"stack": ["0", "0", "0", "1e100"]},
        {"registers": ["0"]},
        {"registers": ["0"] * 90},
        {"flags": [10]},
        {"flags": [True]},
        {"lift": 1},
        {"i": "MAT F"},
        {"returns": [1] * 8},
        {"returns": [-1]},
        {"seed": 10**10},
        {"seed": -1},
        {"matrices": {}},
        {"program": {"lines": ["99 99"], "title": "", "description": ""}},
        {"entry": {"digits": "x"}},
        {"notation": "HEX"},
        {"unheard": 1},
    ],
)
def test_what_no_calculator_can_hold_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(InputError):
        saved.from_json(saved.to_json(_worked()) | change)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"imaginary": ["5", "0", "0", "0"]}, "imaginary"),
        ({"last_xi": "1"}, "last_xi"),
        ({"keeps_imaginary": True}, "keeps_imaginary"),
        ({"programming": True, "line_known": False}, "line_known"),
        ({"stack": ["0", "-0", "0", "0"]}, "stack"),
        ({"running": True, "message": "Error 0"}, "running"),
        ({"running": True, "programming": True}, "running"),
        ({"message": "Error 12"}, "message"),
        ({"message": "Error 0", "pending": ["42"]}, "pending"),
        ({"pending": ["11"]}, "pending"),
        ({"pending": ["44", "22"]}, "pending"),
        ({"on": False, "programming": True}, "programming"),
        ({"on": False, "flags": [9]}, "flags"),
        ({"on": False, "lift": False}, "lift"),
        ({"returns": [3]}, "returns"),
        ({"returns": [-2]}, "returns"),
        ({"solve_line": 1}, "solve_line"),
        ({"held": "RCL A"}, "held"),
        ({"held": "+"}, "held"),
        ({"held": "(i)"}, "held"),
        ({"held": "line"}, "held"),
        ({"held": "something"}, "held"),
    ],
)
def test_what_no_keys_lead_to_is_refused_by_its_field(change: dict[str, object], field: str) -> None:
    with pytest.raises(InputError, match=f"^saved state: {field} must be"):
        saved.from_json(saved.to_json(_worked()) | change)


@pytest.mark.parametrize(
    ("keys", "change", "field"),
    [
        ("5", {"stack": ["6", "0", "0", "0"]}, "stack"),
        ("5", {"lift": False}, "entry"),
        ("5", {"message": "Error 1"}, "entry"),
        ("5", {"entry": {"digits": "0", "negative": True}}, "entry"),
        ("5", {"entry": {"digits": "00000005", "exponent": 1}}, "entry"),
        ("5", {"entry": {"digits": "5", "exponent_negative": True}}, "entry"),
        ("5", {"entry": {"digits": "5", "point": 0}}, "entry"),
    ],
)
def test_a_number_that_cannot_be_typed_is_refused(keys: str, change: dict[str, Any], field: str) -> None:
    calculator = Calculator()
    calculator.press_keycodes(keys)
    data = saved.to_json(calculator.state)
    if "entry" in change:
        assert isinstance(data["entry"], dict)
        change = {"entry": data["entry"] | change["entry"]}
    with pytest.raises(InputError, match=f"^saved state: {field} must be"):
        saved.from_json(data | change)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"stack": ["-0", "0", "0", "0"]}, "stack"),
        ({"i": "-0"}, "i"),
        ({"i": "MAT A"}, "i"),
        ({"result": "B"}, "matrices"),
        ({"digits": 10}, "digits"),
        ({"message": "Error 10"}, "message"),
        ({"pending": ["45", "40"]}, "pending"),
    ],
)
def test_what_the_hp11c_does_not_have_is_refused(change: dict[str, object], field: str) -> None:
    data = saved.to_json(_worked(Model.HP11C))
    assert saved.from_json(data | {"stack": ["0", "-0", "0", "0"]}).stack[1] == MINUS_ZERO
    with pytest.raises(InputError, match=f"^saved state: {field} must be"):
        saved.from_json(data | change)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"stack": ["1", "2", 3, "4"]}, "stack, item 3 must be a text"),
        ({"imaginary": ["1", "2", "x", "4"]}, "imaginary, item 3"),
        ({"registers": ["0"] * 11 + [None]}, "registers, item 12 must be a text"),
        ({"line": {"x": "y" * 10_000}}, "line must be an integer"),
        ({"i": "9" * 10_000}, "no more than 100 characters"),
        ({"version": [1] * 10_000}, "version"),
        ({"x" * 10_000: 1}, "is not known"),
    ],
)
def test_a_refusal_names_the_item_and_stays_short(change: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said) as told:
        saved.from_json(saved.to_json(State()) | change)
    assert len(str(told.value)) < 200


@pytest.mark.parametrize("data", [None, 1, "text", [], {}, {"kind": "hp15c state"}])
def test_foreign_data_is_refused(data: object) -> None:
    with pytest.raises(InputError):
        saved.from_json(data)


def test_any_field_replaced_by_nonsense_is_refused_or_makes_a_state() -> None:
    rng = random.Random(15)
    nonsense: list[object] = [None, -1, 10**30, "", "x", [], [None], {}, {"a": 1}, True, 1.5]
    plain = saved.to_json(_worked())
    for name in plain:
        for value in rng.sample(nonsense, 6):
            try:
                state = saved.from_json(plain | {name: value})
            except InputError:
                continue
            assert saved.from_json(saved.to_json(state)) == state


def test_a_link_and_the_rights_of_a_file_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "calculator.json", tmp_path / "link.json"
    saved.save(State(), path)
    path.chmod(0o640)
    link.symlink_to(path)
    saved.save(_worked(), link)
    assert link.is_symlink()
    assert saved.load(path) == _worked()
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_state_saves_and_loads_itself(tmp_path: Path) -> None:
    calculator = Calculator()
    calculator.press("2 ENTER 3 STO .4 SF 1 SF 8")
    calculator.state.save(tmp_path / "memory.json")
    assert Calculator(state=State.load(tmp_path / "memory.json")).state == calculator.state
