"""How one instruction follows another: runs, jumps, returns, skips, stops, errors (BEHAVIOUR 1.8, 2.1, 4)."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable

import pytest

from hp15c import Calculator
from hp15c.core import machine
from hp15c.core.machine import Reason
from hp15c.rules.book import RULES
from hp15c.state.state import State
from hp15c.table.instructions import TABLE
from hp15c.table.models import Model
from tests.support.small_programs import levels, loaded, number, press, steps

MODELS = pytest.mark.parametrize("model", list(Model))


def test_every_programmable_row_has_exactly_one_rule() -> None:
    assert set(RULES) == {row.name for row in TABLE if row.programmable}


def test_a_program_runs_from_its_label_to_its_end() -> None:
    state = press(loaded("LBL A; x²; 1; +; RTN"), "3; GSB A")
    assert levels(state)[0] == "10"
    assert (state.line, state.running, state.message) == (0, False, None)


def test_a_run_says_why_it_ended_and_how_many_lines_it_took() -> None:
    state = loaded("LBL A; 1; PSE; R/S; 0; 1/x; LBL B; GTO B")
    machine.keyboard(state, steps("GSB A")[0])
    assert machine.run(state, stop_at_pause=True) == machine.Stop(Reason.PAUSE, 3)
    assert machine.run(state) == machine.Stop(Reason.STOP, 1)
    machine.start(state)
    assert machine.run(state) == machine.Stop(Reason.ERROR, 2)
    assert (state.message, state.line) == ("Error 0", 6)
    state.message = None
    machine.keyboard(state, steps("GSB B")[0])
    assert machine.run(state, limit=11) == machine.Stop(Reason.LIMIT, 11)
    assert state.running
    assert machine.run(state, limit=5).lines == 5


def test_a_run_in_slices_ends_where_a_whole_run_ends() -> None:
    program = "LBL A; 5; STO 0; LBL 1; RCL + 0; √x; GSB 2; DSE 0; GTO 1; RTN; LBL 2; 2; ×"
    whole = press(loaded(program), "3; GSB A")
    sliced = press(loaded(program), "3")
    machine.keyboard(sliced, steps("GSB A")[0])
    while sliced.running:
        machine.run(sliced, limit=3)
    assert sliced == whole
    assert sliced.word_times == whole.word_times


def test_the_observer_sees_every_line_after_it_ran() -> None:
    state = loaded("LBL A; 7; x²; RTN")
    seen: list[tuple[int, str, str]] = []
    machine.keyboard(state, steps("GSB A")[0])
    machine.run(state, observer=lambda s, line, step: seen.append((line, str(step), str(s.x))))
    assert seen == [(1, "LBL A", "0"), (2, "7", "7"), (3, "x²", "49"), (4, "RTN", "49")]


@MODELS
def test_r_s_stops_with_the_next_line_current(model: Model) -> None:
    state = press(loaded("LBL A; 1; R/S; 2; R/S", model), "GSB A")
    assert (levels(state)[0], state.line) == ("1", 4)
    press(state, "R/S")
    assert (levels(state)[0], state.line) == ("2", 0)


def test_running_from_000_executes_a_pending_return_first() -> None:
    state = press(loaded("LBL A; GSB B; 2; RTN; LBL B; 3; R/S"), "GSB A")
    assert (levels(state)[0], state.line) == ("3", 0)
    assert levels(press(state, "R/S"))[0] == "2"


def test_running_past_the_end_returns_or_stops() -> None:
    state = press(loaded("LBL A; GSB B; 2; RTN; LBL B; 3"), "GSB A")
    assert (levels(state)[:2], state.line) == (["2", "3"], 0)


def test_a_false_test_on_the_last_line_goes_on_at_line_001() -> None:
    state = loaded("LBL A; x=0")
    press(state, "1")
    machine.keyboard(state, steps("GSB A")[0])
    assert machine.run(state, limit=100).reason == "limit"
    state = loaded("LBL A; x=0; 5")
    assert press(state, "1; GSB A").line == 0
    assert not state.running
    assert levels(state)[0] == "1"


def test_sst_executes_one_line_of_each_kind() -> None:
    state = press(loaded("LBL A; 0; x≠0; 1; GSB 1; R/S; RTN; LBL 1; 5; RTN"), "7")
    lines = []
    for _ in range(9):
        machine.single_step(state)
        lines.append(state.line)
        assert not state.running
    assert lines == [2, 3, 5, 8, 9, 10, 6, 7, 0]


def test_sst_with_an_empty_program_enables_stack_lift() -> None:
    state = press(State.fresh(Model.HP15C), "4; ENTER")
    machine.single_step(state)
    assert levels(press(state, "5"))[:3] == ["5", "4", "4"]


@MODELS
def test_the_label_search_goes_down_and_round(model: Model) -> None:
    program = "LBL A; 1; 2; LBL A; 3; 4"
    for start, found in ((1, 1), (2, 4), (4, 4), (5, 1), (0, 1)):
        state = loaded(program, model)
        state.line = start
        machine.keyboard(state, steps("GTO A")[0])
        assert state.line == found


def test_a_missing_label_changes_nothing() -> None:
    state = loaded("LBL A; GTO 7; RTN")
    state.line, state.returns[:] = 2, [1]
    machine.keyboard(state, steps("GTO 9")[0])
    assert (state.message, state.line, state.returns) == ("Error 4", 2, [1])


@pytest.mark.parametrize(
    ("index", "line"),
    [("0", 1), ("-0.5", 1), ("9", 2), ("10", 3), ("19.9", 4), ("20", 5), ("24", 6), ("-1", 1), ("-6.9", 6)],
)
def test_gto_i_takes_labels_by_number_and_lines_by_negative_number(index: str, line: int) -> None:
    state = loaded("LBL 0; LBL 9; LBL .0; LBL .9; LBL A; LBL E")
    state.i = number(index)
    machine.keyboard(state, steps("GTO I")[0])
    assert (state.line, state.message) == (line, None)


@pytest.mark.parametrize("index", ["25", "7", "-7", "1e20", "-1e20"])
def test_gto_i_to_nowhere_is_error_4(index: str) -> None:
    state = loaded("LBL 0; LBL 9; LBL .0; LBL .9; LBL A; LBL E")
    state.i = number(index)
    machine.keyboard(state, steps("GTO I")[0])
    assert state.message == "Error 4"


@pytest.mark.parametrize(("model", "levels_left"), [(Model.HP15C, 7), (Model.HP11C, 4)])
def test_subroutines_nest_to_the_limit(model: Model, levels_left: int) -> None:
    def chain(depth: int) -> str:
        calls = "".join(f"LBL {n}; GSB {n + 1}; RTN; " for n in range(depth))
        return f"LBL A; GSB 0; RTN; {calls} LBL {depth}; 5; RTN"

    state = press(loaded(chain(levels_left - 1), model), "GSB A")
    assert (state.message, levels(state)[0], state.returns) == (None, "5", [])
    state = press(loaded(chain(levels_left), model), "GSB A")
    assert state.message == "Error 5"
    assert len(state.returns) == levels_left


def test_an_error_leaves_stack_and_last_x_and_r_s_repeats_the_line() -> None:
    state = press(loaded("LBL A; 0; ÷; R/S"), "2; √x; 9; GSB A")
    assert (state.message, state.line) == ("Error 0", 3)
    assert levels(state)[:2] == ["0", "9"]
    assert str(state.last_x) == "2"
    state.message = None
    state.stack[0] = number("3")
    assert levels(press(state, "R/S"))[0] == "3"


def test_digits_of_a_program_form_one_number_and_any_other_line_ends_it() -> None:
    state = press(loaded("LBL A; 1; 2; .; 5; LBL 1; 3; RTN"), "GSB A")
    assert levels(state)[:2] == ["3", "12.5"]
    assert levels(press(loaded("LBL A; 5; CHS; 6; RTN"), "GSB A"))[0] == "-56"


def test_lift_neutral_lines_still_end_a_number_and_so_enable_the_lift() -> None:
    assert levels(press(loaded("LBL A; 2; ENTER; 3; FIX 2; 4; RTN"), "GSB A"))[:3] == ["4", "3", "2"]
    assert levels(press(loaded("LBL A; 2; ENTER; FIX 2; 4; RTN"), "GSB A"))[:3] == ["4", "2", "0"]


def test_stack_lift_after_enter_chs_of_zero_and_an_error() -> None:
    state = State.fresh(Model.HP15C)
    assert levels(press(state, "9; ENTER; 8; ENTER; 7; CLx; CHS; 5"))[:3] == ["5", "8", "9"]
    state = press(State.fresh(Model.HP15C), "9; ENTER; 8; ENTER; 0; ÷")
    assert state.message == "Error 0"


def test_a_false_test_from_the_keyboard_moves_one_line_on() -> None:
    state = loaded("1; 2; 3")
    for before, after in ((0, 1), (2, 3), (3, 0)):
        state.line = before
        machine.keyboard(state, steps("x≠0")[0])
        assert state.line == after
    state.line = 2
    machine.keyboard(state, steps("x=0")[0])
    assert state.line == 2


def test_an_overflow_stops_a_program_of_the_hp_11c_only() -> None:
    program = "LBL A; x²; 1; RTN"
    state = loaded(program, Model.HP11C)
    state.stack[0] = number("1e90")
    press(state, "GSB A")
    assert (levels(state)[0], state.line, state.message) == ("9.999999999e99", 2, None)
    state = loaded(program)
    state.stack[0] = number("1e90")
    press(state, "GSB A")
    assert (levels(state)[:2], state.flags) == (["1", "9.999999999e99"], {9})


def test_gsb_and_gto_from_the_keyboard_forget_pending_returns() -> None:
    for key in ("GSB C", "GTO C", "RTN"):
        state = press(loaded("LBL A; GSB B; 2; RTN; LBL B; R/S; RTN; LBL C; 4; RTN"), "GSB A")
        assert state.returns == [3]
        press(state, key)
        assert state.returns == []


@pytest.mark.parametrize("copied", [State.copy, copy.copy, copy.deepcopy])
def test_a_copy_is_equal_and_independent(copied: Callable[[State], State]) -> None:
    state = press(loaded("LBL A; 1; STO 0; RTN"), "GSB A")
    state.matrices["A"].redimension(2, 2)
    again = copied(state)
    assert again == state
    again.stack[0] = again.registers[3] = number("8")
    again.flags.add(1)
    again.returns.append(2)
    again.matrices["A"].set(1, 1, number("5"))
    assert levels(state)[0] == "1"
    assert (state.flags, state.returns) == (set(), [])
    assert state.registers[3] == number("0")
    assert state.matrices["A"].get(1, 1) == number("0")


def test_a_copy_misses_no_field() -> None:
    state = press(loaded("LBL A; R/S; RTN"), "1; ENTER; 2; SOLVE A; 4; ENTER; 3; I; x²; SF 9; 5")
    state.integral_line, state.held, state.message = 2, "21", "Error 0"
    state.user = state.programming = state.comma = state.overflowed = True
    state.pending = ("42",)
    again = state.copy()
    for field in dataclasses.fields(State):
        assert getattr(again, field.name) == getattr(state, field.name), field.name


@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize("key", ["R/S", "SST", "f A", "x≤y"])
def test_an_empty_program_runs_and_stops(model: Model, key: str) -> None:
    calculator = Calculator(model)
    calculator.press(f"1 {key}")
    assert (calculator.state.running, calculator.state.line, calculator.x) == (False, 0, 1)


def test_a_call_by_line_number_returns_behind_the_called_line() -> None:
    """Where the call stands is lost on the HP-15C. The HP-11C returns after the call (BEHAVIOUR 4.3)."""
    for model, ends in ((Model.HP15C, ["1", "91", "-1", "0"]), (Model.HP11C, ["91", "-1", "0", "0"])):
        state = press(loaded("9; 1; RTN; GSB I", model), "1; CHS; STO I")
        state.line = 4
        press(state, "R/S")
        assert levels(state) == ends


def test_a_call_by_line_number_that_is_too_deep_stays_at_the_called_line() -> None:
    state = press(loaded("3; GSB I"), "1; CHS; STO I")
    state.line = 2
    press(state, "R/S")
    assert (state.message, state.line, state.line_number) == ("Error 5", 1, 1)


@pytest.mark.parametrize(("called", "shown"), [(1, " 002-     2"), (3, " 004-     4"), (4, " 000-000000")])
def test_a_call_by_line_number_miscounts(called: int, shown: str) -> None:
    """SST of line 4, GSB I, then off and on, which keeps the wrong number."""
    calculator = Calculator()
    calculator.press_keycodes(f"43 31 2 3 4 32 25 43 31 {called} 16 44 25 21 41 41 43 31")
    assert (calculator.state.line, calculator.display) == (called, shown)
    calculator.press_keycodes("22 16 0 0 2")
    assert calculator.display == " 002-     3"


def test_sst_of_solve_executes_the_label_of_its_function() -> None:
    calculator = Calculator()
    calculator.press_keycodes("43 31 42 21 0 7 42 10 0 43 31 21")
    assert (calculator.state.line, str(calculator.x)) == (2, "1e-7")


@pytest.mark.parametrize(("model", "is_zero", "line"), [("15C", "43 20", 2), ("11C", "43 40", 1)])
def test_sst_that_returns_to_000(model: str, is_zero: str, line: int) -> None:
    """The HP-15C executes line 001 too."""
    calculator = Calculator(model)
    calculator.press_keycodes(f"43 31 42 21 1 {is_zero} 32 1 43 31 6 21 21 21 21")
    assert calculator.state.returns == []
    assert calculator.state.line == line


def test_a_key_during_the_last_line_lets_the_implied_return_go_on() -> None:
    calculator = Calculator()
    calculator.press_keycodes("43 31 42 21 11 32 1 42 21 1 7 43 31")
    calculator.key_down("32")
    calculator.key_up()
    calculator.key_down("11")
    calculator.key_up(limit=4)
    assert (calculator.state.line, calculator.state.running) == (0, True)
    calculator.key_down("36")
    assert (calculator.state.line, calculator.state.running, calculator.state.returns) == (3, False, [])
