"""The real machine's pace: keys and lines take their time, and what shows until it is over."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hp15c import Calculator
from hp15c.keys.keyboard import KEYS
from hp15c.table.models import Model
from hp15c.timing import WORD_TIMES_PER_SECOND
from programs.web.desk import Desk
from programs.web.pace import NO_DIGITS
from tests.programs.web.test_desk import FOREVER, PAUSED, Watch, desk, type_keys, work_out
from tests.support.shares import share

SQUARE_LESS_TWO = "LBL A; x²; 2; -; RTN"


def real(program: str = "", model: Model = Model.HP15C) -> tuple[Desk, Watch]:
    made, watch = desk(program, model)
    made.set_pace(True)
    return made, watch


def shown_for(made: Desk, watch: Watch) -> list[tuple[str, float]]:
    """What the LCD shows one after the other until nothing is left to do, and each for how long."""
    seen: list[tuple[str, float]] = []
    begun, text = watch.now, made.display.text
    while True:
        due = made.work()
        if made.display.text != text:
            seen.append((text, watch.now - begun))
            begun, text = watch.now, made.display.text
        if due is None:
            return [*seen, (text, 0.0)]
        watch.now += due


def wait_until(made: Desk, watch: Watch, reached: Callable[[], bool]) -> None:
    """Let time pass until this is so, and no longer."""
    while (due := made.work()) is not None and not reached():
        watch.now += due
    assert reached()


def press(made: Desk, watch: Watch, keys: str) -> None:
    """Press keys as somebody who waits for each."""
    for key in keys.split():
        type_keys(made, key)
        work_out(made, watch)


@pytest.mark.parametrize(("keys", "word_times"), [("3 0 23", 3900), ("2 36", 745), ("2 36 3 40", 890)])
def test_the_digits_are_off_while_a_key_computes(keys: str, word_times: int) -> None:
    """The times are those of BEHAVIOUR 10.2 for a key that is pressed."""
    made, watch = real()
    *before, last = keys.split()
    press(made, watch, " ".join(before))
    type_keys(made, last)
    (dark, seconds), (after, _) = shown_for(made, watch)
    assert dark == NO_DIGITS
    assert seconds * WORD_TIMES_PER_SECOND == pytest.approx(word_times, rel=0.15)
    plain = Calculator()
    plain.press_keycodes(keys)
    assert after == plain.display
    assert made.state == plain.state


def test_the_stack_is_the_old_one_until_the_key_is_done() -> None:
    made, watch = real()
    press(made, watch, "3 0")
    type_keys(made, "23")
    assert (str(made.shown_state.stack[0]), str(made.state.stack[0])) == ("30", "0.5")
    assert made.busy
    work_out(made, watch)
    assert made.shown_state is made.state
    assert not made.busy


def test_digits_and_prefixes_leave_what_shows() -> None:
    made, watch = real()
    press(made, watch, "1 2")
    type_keys(made, "3")
    assert made.display.text == " 12        "
    work_out(made, watch)
    assert made.display.text == " 123       "
    type_keys(made, "42")
    assert made.display.annunciators == frozenset()
    work_out(made, watch)
    assert made.display.annunciators == {"f"}
    assert made.display.text == " 123       "


def test_keys_pressed_meanwhile_wait_and_none_is_lost() -> None:
    made, watch = real()
    type_keys(made, "3 0 23 3 0 24 40 36 36")
    assert made.keys_waiting > 10
    work_out(made, watch)
    plain = Calculator()
    plain.press_keycodes("3 0 23 3 0 24 40 36 36")
    assert made.state == plain.state
    assert (made.keys_waiting, made.busy) == (0, False)


@pytest.mark.slow
@settings(max_examples=share(60), deadline=None)
@given(st.lists(st.sampled_from([key for key in KEYS if key != "31"]), max_size=25), st.sampled_from(Model))
def test_whatever_is_typed_ahead_ends_as_at_full_speed(keys: list[str], model: Model) -> None:
    """R/S and P/R apart: a key that is typed while a program runs stops it."""
    made, watch = real(model=model)
    fast, _ = desk(model=model)
    for one in (made, fast):
        type_keys(one, " ".join(keys))
    work_out(made, watch)
    assert made.state == fast.state
    assert made.state.word_times == fast.state.word_times
    assert made.display == fast.display


def test_full_speed_carries_out_what_waits_at_once() -> None:
    made, _ = real()
    type_keys(made, "3 0 23 2 20")
    made.set_pace(False)
    made.work()
    assert made.display.text == " 1.0000     "
    assert not made.busy


def test_what_a_held_key_shows_is_shown_at_once() -> None:
    made, watch = real(PAUSED)
    made.down("31")
    assert made.display.text == " 001-42,21,11"
    made.up("31")
    assert made.display.text == "  running  "
    work_out(made, watch)
    press(made, watch, "43")
    made.down("45")
    assert made.display.text.startswith(" 19 ")
    made.up("45")


@pytest.mark.parametrize("model", Model)
def test_a_run_takes_its_time_from_the_key_to_the_display(model: Model) -> None:
    made, watch = real("LBL A; 3; 0; SIN; RTN", model)
    begun, before = watch.now, made.state.word_times
    made.press("GSB A")
    shown = shown_for(made, watch)
    spent = (made.state.word_times - before) / WORD_TIMES_PER_SECOND
    assert [text for text, _ in shown][-2:] == ["  running  ", " 0.5000     "]
    assert watch.now - begun == pytest.approx(spent, abs=0.02)


def test_the_line_that_runs_is_the_one_that_is_marked() -> None:
    made, watch = real("LBL A; 3; 0; SIN; RTN")
    made.press("GSB A")
    seen = {}
    while (due := made.work()) is not None:
        watch.now += due / 2
        seen[made.shown_state.line] = str(made.shown_state.stack[0])
    assert seen[4] == "30"


def test_solve_from_the_keyboard_runs_and_any_key_stops_it() -> None:
    made, watch = real(SQUARE_LESS_TWO)
    press(made, watch, "1 36 2")
    begun, before = watch.now, made.state.word_times
    made.press("SOLVE A")
    work_out(made, watch)
    assert made.display.text == " 1.4142     "
    spent = (made.state.word_times - before) / WORD_TIMES_PER_SECOND
    assert watch.now - begun == pytest.approx(spent, abs=0.02)
    assert spent > 7
    press(made, watch, "1 36 2")
    made.press("SOLVE A")
    work_out(made, watch, 5)
    assert made.display.text == "  running  "
    type_keys(made, "9")
    work_out(made, watch)
    assert not made.state.running
    assert made.state.solve is not None


def test_a_key_stops_once_the_line_is_completed() -> None:
    made, watch = real("LBL A; 3; 0; SIN; 7; RTN")
    made.press("GSB A")
    wait_until(made, watch, lambda: made.shown_state.line == 4)
    begun = watch.now
    type_keys(made, "31")
    assert made.display.text == "  running  "
    work_out(made, watch)
    assert watch.now - begun > 3500 / WORD_TIMES_PER_SECOND
    assert made.display.text == " 0.5000     "


def test_a_key_in_the_last_line_of_a_run_does_nothing() -> None:
    made, watch = real("LBL A; 7; RTN")
    made.press("GSB A")
    wait_until(made, watch, lambda: made.reason is not None)
    assert made.display.text == "  running  "
    type_keys(made, "9 31")
    work_out(made, watch)
    assert made.display.text == " 7.0000     "
    assert made.runs == 1


def test_a_pause_shows_x_and_a_key_ends_it_at_once() -> None:
    made, watch = real(PAUSED)
    made.press("GSB A")
    wait_until(made, watch, lambda: made.display.text == " 7.0000     ")
    begun = watch.now
    type_keys(made, "9")
    assert made.display.text == " 7.0000     "
    work_out(made, watch)
    assert made.display.text == " 7.0000     "
    assert not made.state.running
    assert watch.now - begun < 0.3


def test_errors_show_after_their_time() -> None:
    made, watch = real()
    press(made, watch, "0")
    type_keys(made, "15")
    assert made.display.text == NO_DIGITS
    work_out(made, watch)
    assert made.display.text.strip() == "Error  0"


def test_an_endless_program_is_not_done_early() -> None:
    made, watch = real(FOREVER)
    made.press("GSB A")
    work_out(made, watch, 3)
    begun = made.state.word_times
    work_out(made, watch, 3)
    assert (made.state.word_times - begun) / WORD_TIMES_PER_SECOND == pytest.approx(3, abs=0.2)
