"""A saved state reads back equal, and a damaged or foreign file is refused whole."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from hp15c import Calculator, machine, saved
from hp15c.entry import Entry
from hp15c.errors import InputError
from hp15c.instructions import step
from hp15c.models import Model
from hp15c.number import Number
from hp15c.program import Program
from hp15c.state import Descriptor, State


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
    state.entry = Entry("0123", 2, False, 5, True)
    state.flags = {1, 8, 9}
    state.imaginary[0] = Number.of("0.25")
    state.pending = ("42", "21")
    state.message = "Error 0"
    state.held = "RCL A"
    state.returns = [4, 0]
    assert _round_trip(state) == state


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
        {"version": 2},
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
