"""What the worker answers is what the server answers: undo, debugging, editing, links, games, snapshots."""

from __future__ import annotations

import base64
import json
from itertools import product
from typing import Any

import pytest

from hp15c import Program
from hp15c.errors import InputError
from hp15c.table.models import Model
from programs.web import breaker, checked, edits, network, shelf, snapshot, stepping
from programs.web.desk import Desk
from programs.web.folder.code import CODE, READ_LATER, files
from programs.web.worker import Worker
from solver.scores import Score
from tests.programs.web.test_desk import Watch, desk, type_keys, work_out
from tests.support.naive_solver import naive_score

CALLS = "LBL A; 1; GSB B; 2; ×; RTN; LBL B; 5; +; RTN"


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


def test_the_other_models_listings_are_offered_and_what_they_lack_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = Worker()
    worker.open("11C", None)
    assert "cubic.15c" in shelf.groups(Model.HP11C)["For the HP-15C: convert"]
    assert "quadratic.15c" not in shelf.listings(Model.HP11C)
    said = ask(worker, "load_ours", name="cubic.15c")["error"]
    assert said.startswith("cubic.15c needs the HP-15C: line 0")
    assert said.endswith("more. Choose the HP-15C's face.")
    monkeypatch.setattr(shelf, "read", lambda name: "LBL A\nx≤y\nRTN")
    assert ask(worker, "load_ours", name="cubic.15c")["lines"] == 3


# undo


def test_a_hundred_keys_can_be_undone_and_done_again() -> None:
    made, _ = desk()
    states = []
    for number in range(120):
        states.append(made.state.copy())
        type_keys(made, f"{number % 10}" if number % 4 else "36")
    last = made.state.copy()
    for state in reversed(states[20:]):
        made.undo()
        assert made.state == state
    for _ in range(100):
        made.redo()
    assert made.state == last
    with pytest.raises(InputError, match="nothing to do again"):
        made.redo()


def test_a_function_and_its_prefix_are_one_step() -> None:
    made, _ = desk()
    type_keys(made, "9 43 11")
    assert made.state.x == 81
    made.undo()
    assert (made.state.x, made.state.pending) == (9, ())


def test_a_run_is_one_step_and_so_is_another_program() -> None:
    made, watch = desk(CALLS)
    made.press("GSB A")
    work_out(made, watch)
    assert made.state.x == 12
    made.undo()
    assert made.state.x == 0
    made.load(Program.parse("LBL C"))
    made.undo()
    assert len(made.state.program) == 10


# steps and stops


def at(line: int) -> tuple[Desk, Watch]:
    made, watch = desk(CALLS)
    made.set_breakpoint(line, True)
    made.press("GSB A")
    work_out(made, watch)
    assert (made.broken, made.state.line) == (True, line)
    return made, watch


def test_over_a_subroutine_and_out_of_one() -> None:
    made, watch = at(3)
    stepping.step_over(made)
    work_out(made, watch)
    assert (made.state.line, made.state.x, made.broken) == (4, 6, True)
    made, watch = at(8)
    stepping.step_out(made)
    work_out(made, watch)
    assert (made.state.line, made.state.x) == (4, 6)


def test_up_to_a_line_and_no_further() -> None:
    made, watch = at(2)
    stepping.run_to(made, 9)
    work_out(made, watch)
    assert (made.state.line, made.broken) == (9, True)
    made.run()
    work_out(made, watch)
    assert made.state.x == 12
    with pytest.raises(InputError):
        stepping.run_to(made, 99)


def test_a_watched_register_stops_the_run_and_says_what_changed() -> None:
    made, watch = desk("LBL A; 3; STO 1; 4; STO 2; RTN")
    made.watch(["R2"])
    made.press("GSB A")
    work_out(made, watch)
    assert made.note == "line 005: R2 changed from 0 to 4"
    assert (made.broken, made.state.line) == (True, 6)


def test_a_breakpoint_stops_when_its_condition_holds() -> None:
    worker = opened()
    listing = base64.b64encode(b"LBL A\n0\nSTO 1\nLBL 1\n1\nSTO + 1\nGTO 1").decode()
    ask(worker, "load", name="x.15c", data=listing)
    assert ask(worker, "breakpoint", line=6, on=True, condition="R1 > 41")["breakpoints"] == {"6": "R1 > 41"}
    press(worker, "32 11")
    finish(worker)
    face = ask(worker, "look")
    assert (face["registers"]["R1"], face["line"]) == ("42", 6)
    assert "R1 > 41" in face["note"]


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


@pytest.mark.parametrize(
    ("text", "stack"),
    [
        ("1,234.5e3", ["1234500", "0"]),
        ("1 2\n3", ["3", "2"]),
        ("2 ENTER 3 +", ["5", "0"]),
        ("−7", ["-7", "0"]),
    ],
)
def test_pasting(text: str, stack: list[str]) -> None:
    made, _ = desk()
    edits.paste(made, text)
    assert [str(value) for value in made.state.stack[:2]] == stack
    made.undo()
    assert made.state.x == 0


def test_values_are_put_where_they_are_named() -> None:
    made, _ = desk()
    made.press("2 ENTER DIM A")
    for name, value in (("X", "1.5"), ("R.3", "7"), ("I", "-2"), ("A2,1", "9"), ("LAST X", "3")):
        edits.set_value(made, name, value)
    state = made.state
    assert [state.registers[13], state.i, state.matrices["A"].elements[2], state.last_x] == [7, -2, 9, 3]
    assert str(state.x) == "1.5"


def test_lines_are_inserted_and_deleted() -> None:
    made, _ = desk("LBL A; RTN")
    edits.insert_line(made, 1, "STO + 3")
    assert [str(step) for step in made.state.program.steps] == ["LBL A", "STO + 3", "RTN"]
    edits.delete_line(made, 1)
    assert [str(step) for step in made.state.program.steps] == ["STO + 3", "RTN"]


def test_the_editor_sees_lines_and_faults() -> None:
    good = checked.look("# a note\nLBL A\n\n2\nRTN", Model.HP15C, "editor").to_json()
    assert (good["places"], [line["codes"] for line in good["lines"]]) == (
        [2, 4, 5],
        ["42,21,11", "2", "43 32"],
    )
    bad = checked.look("LBL A\nSTOO 3", Model.HP15C, "editor").to_json()
    assert [(one["line"], "STO 3" in one["said"]) for one in bad["faults"]] == [(2, True)]
    program = Program.parse("LBL A\n2\nSTO .3\nu STO A\nRTN")
    assert Program.parse(checked.editable(program)) == program


# what is kept, and links


@pytest.mark.slow
def test_what_the_browser_keeps_is_read_back_whole() -> None:
    worker = opened()
    ask(worker, "new_game", kind="maker", digits=4, colours=6, secret="3654")
    finish(worker)
    ask(worker, "guess", guess="1122")
    finish(worker)
    ask(worker, "breakpoint", line=5, on=True, condition="X > 999999")
    again = opened(worker.written())
    before, after = ask(worker, "look"), ask(again, "look")
    for same in ("stack", "registers", "line", "breakpoints", "game", "text"):
        assert after[same] == before[same], same
    ask(again, "guess", guess="3654")
    finish(again)
    assert ask(again, "look")["game"]["won"]


def test_a_damaged_memory_is_said_and_a_new_calculator_begins() -> None:
    worker = Worker()
    for text in ("{}", "[", '{"kind": "hp15c page", "version": 1}'):
        face = json.loads(worker.open("15C", text))
        assert "cannot be read" in face["said"]
        assert face["text"] == " 0.0000     "


def test_a_link_holds_program_and_memory() -> None:
    made, watch = desk(CALLS)
    made.press("4 STO 3 GSB A")
    work_out(made, watch)
    fragment = snapshot.link(made.state)
    assert len(fragment) < 1500
    assert snapshot.opened_link(fragment, Model.HP15C) == made.state
    with pytest.raises(InputError, match="HP-15C"):
        snapshot.opened_link(fragment, Model.HP11C)
    with pytest.raises(InputError, match="cut off"):
        snapshot.opened_link(fragment[:-9], Model.HP15C)


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


# the folder, the network


def test_the_archives_hold_what_the_worker_needs_and_no_tests() -> None:
    names = {name for name, _ in files(CODE)}
    assert {"programs/web/worker.py", "hp15c/core/machine.py", "programs/codebreaker.15c"} <= names
    assert not {name for name in names if name.startswith("tests") or name.endswith(".so")}
    assert {name for name, _ in files(READ_LATER)} < names


def test_a_server_on_all_addresses_says_how_to_reach_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda: iter(["192.168.1.5", "192.168.1.5"]))
    said = network.invitation("0.0.0.0", 8015)
    assert said.count("http://192.168.1.5:8015/") == 1
    assert f"http://{network.local_name()}:8015/" in said
    assert "█" in said or "▀" in said
    assert network.invitation("127.0.0.1", 8015) == ""
