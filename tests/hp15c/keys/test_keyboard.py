"""Keys: prefixes, number entry, program editing, SST and BST, power, keys held (BEHAVIOUR 1 to 4, 9)."""

from __future__ import annotations

import pytest

from hp15c import Calculator, InputError, UnknownKey
from hp15c.store.saved import from_json, to_json


def after(keys: str, model: str = "15C") -> Calculator:
    calculator = Calculator(model)
    calculator.press_keycodes(keys)
    return calculator


def test_registers_that_lines_take_on_the_11c_come_back_empty() -> None:
    calculator = after("7 44 48 9 8 44 48 8 43 31 " + "1 " * 64, "11C")
    assert calculator.state.highest_register == 18
    calculator.press_keycodes("35 43 31")
    assert [calculator.register(name) for name in (".8", ".9")] == [8, 0]


def test_single_steps_make_one_number_of_digit_lines() -> None:
    calculator = after("43 31 1 2 48 5 36 43 31 22 16 0 0 0 21 21 21 21")
    assert calculator.display == " 12.5       "
    calculator.press_keycodes("21")
    assert [str(calculator.x), str(calculator.y)] == ["12.5", "12.5"]


def test_single_step_ends_a_number_typed_at_the_keyboard() -> None:
    calculator = after("43 31 7 43 31 22 16 0 0 0 5 21")
    assert (calculator.x, calculator.y) == (7, 5)


def test_single_step_runs_one_line() -> None:
    calculator = after("43 31 42 21 11 2 11 43 32 43 31 22 11 21 21 21")
    assert calculator.display == " 1.4142     "
    assert calculator.state.line == 4
    assert not calculator.state.running


def test_back_step_in_run_mode_executes_nothing() -> None:
    calculator = after("43 31 1 2 3 43 31 9 43 21 43 21")
    assert (calculator.state.line, calculator.x) == (1, 9)


def test_held_single_step_repeats_in_program_mode() -> None:
    calculator = after("43 31 " + "1 " * 9 + "22 16 0 0 0")
    calculator.key_down("SST")
    assert calculator.display == " 001-     1"
    calculator.hold(1.4)
    assert calculator.state.line == 1
    calculator.hold(0.2)
    assert calculator.state.line == 2
    calculator.hold(1.0)
    assert calculator.state.line == 4
    calculator.key_up()
    assert calculator.state.line == 4


def test_any_key_stops_a_program_and_is_swallowed() -> None:
    calculator = Calculator()
    calculator.press_keycodes("43 31 42 21 11 1 40 22 11 43 31 0 42 11", limit=100)
    assert calculator.state.running
    before = calculator.x
    calculator.press_keycodes("42")
    assert (calculator.state.running, calculator.state.pending, calculator.x) == (False, (), before)


def test_power() -> None:
    calculator = after("1 2 3 26 44 41")
    assert (calculator.display, calculator.annunciators) == ("", frozenset())
    calculator.press_keycodes("1 2 3")
    assert calculator.display == ""
    calculator.press_keycodes("41")
    assert calculator.display == " 123.0000   "
    assert after("43 31 41 41").display == " 0.0000     "
    assert after("0 15 41 41").display == " 0.0000     "
    assert after("43 4 9 41 41").flags == frozenset()


def test_power_keeps_returns_and_line() -> None:
    program = "43 31 42 21 11 1 32 12 2 43 32 42 21 12 3 31 4 43 32 43 31 "
    assert after(program + "42 11 41 41 31").x == 2


def test_memory_reset() -> None:
    calculator = after("43 31 1 43 31 5 44 1 42 45 43 8 41+48 41+30")
    assert calculator.error == "Pr Error"
    calculator.press_keycodes("35")
    assert calculator.state == Calculator().state


def test_backspace() -> None:
    assert after("5 26 1 2 16 35 35 35").display == " 5       00"
    assert after("1 36 2 36 3 36 4 35").display == " 0.0000     "
    flashing = after("1 2 3 4 5 6 7 26 9 9 35")
    assert (flashing.display, flashing.flags) == (" 9.999999 99", frozenset())
    assert after("8 36 9 35 5").state.stack[1] == 8


def test_keys_that_do_not_exist() -> None:
    calculator = Calculator()
    for key in ("46", "17", "ENTR", "", "41+11"):
        with pytest.raises(UnknownKey):
            calculator.key_down(key)
    with pytest.raises(UnknownKey):
        calculator.press_keycodes("5 99")
    assert calculator.state == Calculator().state


def test_user_mode_steps_through_a_matrix() -> None:
    calculator = after("2 36 42 23 11 42 16 1 42 45 1 44 11 2 44 11 3 44 11 4 44 11 42 45 5 44 11")
    assert [[int(n) for n in row] for row in calculator.matrix("A")] == [[5, 2], [3, 4]]


def test_imaginary_part_is_an_error_in_real_mode() -> None:
    assert after("42 24").error == "Error 3"
    assert after("2 36 3 42 25 42 24").error is None


@pytest.mark.parametrize(
    ("field", "value"), [("held", "RCL Q"), ("message", "Error 99"), ("pending", ["42", "99"])]
)
def test_a_saved_state_holds_only_what_keys_can_do(field: str, value: object) -> None:
    data = to_json(Calculator().state)
    with pytest.raises(InputError):
        from_json({**data, field: value})


def test_flag_9_flashes_while_a_key_is_held_too() -> None:
    calculator = after("43 4 9")
    calculator.key_down("45")
    assert calculator.blinking
    calculator.key_up()
    calculator.key_down("31")  # what R/S shows while it is held does not
    assert not calculator.blinking


def test_a_matrix_element_that_a_key_changes_shows_while_it_is_held() -> None:
    """And it is left alone when the key is held too long. Annunciators are off then (BEHAVIOUR 7.3)."""
    calculator = after("1 36 42 23 12 42 16 1 42 45 42 5")
    calculator.key_down("12")
    assert (calculator.display, calculator.annunciators) == (" b  1,1     ", {"USER"})
    calculator.hold(3)
    assert (calculator.display, calculator.annunciators) == (" nu11      ", frozenset())
    calculator.key_up()
    assert calculator.matrix("B") == [[0]]
