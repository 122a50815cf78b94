"""A calculator in use: keys down and up, programs in slices, breakpoints, the real machine's pace."""

from __future__ import annotations

import pytest

from hp15c import Calculator, Program
from hp15c.core.machine import Reason
from hp15c.errors import InputError, UnknownKey
from hp15c.table.models import Model
from hp15c.timing import WORD_TIMES_PER_SECOND
from programs.web.desk import PAUSE, SLICE, Desk

COUNT = "LBL A; 0; STO 1; LBL 1; 1; STO + 1; RCL 1; 5; x≤y; RTN; GTO 1"
FOREVER = "LBL A; LBL 1; 1; +; GTO 1"
PAUSED = "LBL A; 7; PSE; 8; RTN"
CALLS = "LBL A; GSB B; 2; ×; RTN; LBL B; 1; 2"
"""B has no RTN: it returns after the last line. 12 is typed by two lines."""


class Watch:
    """A clock that goes on by a tenth of a millisecond whenever it is read, and when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 0.0001
        return self.now


def desk(program: str = "", model: Model = Model.HP15C) -> tuple[Desk, Watch]:
    watch = Watch()
    made = Desk(model, watch)
    if program:
        made.load(Program.parse(program.replace("; ", "\n"), model=model.value))
    return made, watch


def type_keys(made: Desk, keys: str) -> None:
    for key in keys.split():
        made.down(key)
        made.up(key)


def work_out(made: Desk, watch: Watch, seconds: float = 1000.0) -> None:
    """Let so much time pass at most, until nothing is left to do."""
    until = watch.now + seconds
    while watch.now < until:
        due = made.work()
        if due is None:
            return
        watch.now += min(due, until - watch.now)


def test_keys_press_as_on_the_calculator() -> None:
    made, _ = desk()
    type_keys(made, "2 36 3 40")
    assert made.display.text == " 5.0000     "


def test_a_key_that_is_still_down_comes_up_when_the_next_goes_down() -> None:
    made, _ = desk()
    for what, key in (("down", "1"), ("down", "2"), ("up", "1"), ("down", "36"), ("up", "2"), ("up", "36")):
        getattr(made, what)(key)
    assert made.state.stack[0] == 12
    assert made.state.held is None


def test_an_unknown_key_changes_nothing() -> None:
    made, _ = desk()
    before = made.state.copy()
    with pytest.raises(UnknownKey):
        made.down("99")
    assert made.state == before


def test_on_held_with_the_point_swaps_the_radix() -> None:
    made, _ = desk()
    type_keys(made, "1 36")
    for what, key in (("down", "41"), ("down", "48"), ("up", "48"), ("up", "41")):
        getattr(made, what)(key)
    assert made.display.text == " 1,0000     "
    type_keys(made, "41")
    assert made.display.text == ""


def test_what_shows_while_a_key_is_held() -> None:
    made, watch = desk()
    type_keys(made, "43")
    made.down("45")
    assert made.display.text == " 19 46  0-0"
    watch.now += 1
    assert made.work() is not None
    assert made.display.text == " 19 46  0-0"
    made.up("45")
    assert made.display.text == " 0.0000     "
    assert made.work() is None


def test_sst_repeats_while_it_is_held_in_program_mode() -> None:
    made, watch = desk(COUNT)
    type_keys(made, "43 31")
    made.down("21")
    assert made.state.line == 1
    for _ in range(30):
        watch.now += 0.1
        made.work()
    assert made.state.line > 3
    made.up("21")


@pytest.mark.parametrize("real", [False, True])
@pytest.mark.parametrize("program", [COUNT, PAUSED, CALLS])
def test_a_run_in_slices_ends_as_one_in_one_go(program: str, real: bool) -> None:
    made, watch = desk(program)
    made.set_pace(real)
    made.press("GSB A")
    work_out(made, watch)
    plain = Calculator()
    plain.load(made.state.program)
    plain.press("GSB A")
    assert made.state == plain.state
    assert made.state.word_times == plain.word_times
    assert (made.reason, made.runs) == (Reason.STOP, 1)


@pytest.mark.slow
def test_a_program_that_never_ends_leaves_time_for_others_and_stops_at_a_key() -> None:
    made, watch = desk(FOREVER)
    made.press("GSB A")
    for _ in range(20):
        begun = watch.now
        assert made.work() is not None
        assert watch.now - begun < SLICE + 0.001
    assert made.display.text == "  running  "
    x = made.state.stack[0]
    type_keys(made, "31")
    assert not made.state.running
    assert made.work() is None
    assert made.state.stack[0] == x
    assert made.runs == 0


def test_pause_shows_x_for_a_while() -> None:
    made, watch = desk(PAUSED)
    made.press("GSB A")
    assert made.work() == pytest.approx(PAUSE, abs=0.01)
    assert made.display.text == " 7.0000     "
    assert not made.display.blinking
    watch.now += PAUSE / 2
    assert made.work() is not None
    assert made.display.text == " 7.0000     "
    work_out(made, watch)
    assert made.display.text == " 8.0000     "


def test_a_key_during_a_pause_stops() -> None:
    made, _ = desk(PAUSED)
    made.press("GSB A")
    made.work()
    type_keys(made, "9")
    assert made.work() is None
    assert made.display.text == " 7.0000     "


def test_the_real_pace_is_that_of_the_cost_model() -> None:
    made, watch = desk(FOREVER)
    made.set_pace(True)
    made.press("GSB A")
    made.work()
    before = made.state.word_times
    work_out(made, watch, 10)
    spent = (made.state.word_times - before) / WORD_TIMES_PER_SECOND
    assert spent == pytest.approx(10, abs=0.2)


def broken_at(program: str, line: int) -> tuple[Desk, Watch]:
    """A desk whose program has run from GSB A to a breakpoint."""
    made, watch = desk(program)
    made.set_breakpoint(line, True)
    made.press("GSB A")
    work_out(made, watch)
    return made, watch


def test_breakpoint_stops_before_its_line_and_the_run_goes_on() -> None:
    made, watch = broken_at(COUNT, 6)
    seen = []
    while made.broken:
        seen.append((made.state.line, int(made.state.registers[1])))
        made.run()
        work_out(made, watch)
    assert seen == [(6, count) for count in range(5)]
    plain = Calculator()
    plain.load(made.state.program)
    plain.press("GSB A")
    assert made.state == plain.state


def test_r_s_goes_on_from_a_breakpoint_too() -> None:
    made, watch = broken_at(COUNT, 7)
    type_keys(made, "31")
    work_out(made, watch)
    assert made.broken
    assert made.state.registers[1] == 2


def test_a_break_within_a_number_does_not_part_it() -> None:
    made, watch = broken_at(CALLS, 8)
    assert (made.broken, made.state.line, made.display.text) == (True, 8, " 1         ")
    made.step()
    assert made.display.text == " 12        "
    made.run()
    work_out(made, watch)
    assert made.state.stack[0] == 24


def test_break_behind_a_return_from_the_end_of_the_program() -> None:
    made, _ = broken_at(CALLS, 3)
    assert (made.broken, made.state.line) == (True, 3)
    assert made.state.stack[0] == 12


def test_a_breakpoint_at_the_label_that_is_called_stops_there() -> None:
    made, _ = broken_at(COUNT, 1)
    assert made.broken
    assert made.state.line == 1


def test_single_steps_run_line_by_line() -> None:
    made, _ = desk("LBL A; 2; √x; RTN")
    lines = []
    for _ in range(3):
        made.step()
        lines.append(made.state.line)
    assert lines == [2, 3, 4]
    assert str(made.state.stack[0]) == "1.414213562"


def test_step_while_running_and_breakpoints_nowhere_are_refused() -> None:
    made, _ = desk(FOREVER)
    with pytest.raises(InputError):
        made.set_breakpoint(9, True)
    with pytest.raises(InputError):
        made.set_breakpoint(0, True)
    made.press("GSB A")
    with pytest.raises(InputError):
        made.step()


def test_an_error_ends_the_run() -> None:
    made, watch = desk("LBL A; 0; 1/x; RTN")
    made.press("GSB A")
    work_out(made, watch)
    assert made.reason is Reason.ERROR
    assert made.display.text.strip() == "Error  0"


def test_another_program_is_noticed_and_old_breakpoints_go() -> None:
    made, _ = desk(COUNT)
    before = made.listing
    made.set_breakpoint(11, True)
    type_keys(made, "43 31 42 33")
    assert made.listing > before
    assert not made.breaks.lines
