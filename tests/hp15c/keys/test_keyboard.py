"""Keys: prefixes, number entry, program editing, SST and BST, power, keys held (BEHAVIOUR 1 to 4, 9)."""

from __future__ import annotations

import pytest

from hp15c import Calculator, InputError, UnknownKey
from hp15c.keys.keyboard import KEYS
from hp15c.store.saved import from_json, to_json
from hp15c.table.models import Model
from hp15c.table.prefixes import ResolvedKey, beginnings, complete, resolve


def after(keys: str, model: str = "15C") -> Calculator:
    calculator = Calculator(model)
    calculator.press_keycodes(keys)
    return calculator


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("5 5 44 23", " 0.8192     "),  # STO SIN is SIN
        ("5 5 44 44 1", " 55.0000    "),
        ("5 5 43 42 7 2", " 55.00      "),
        ("5 5 42 43 11", " 3,025.0000  "),
        ("5 5 42 7 26 3", " 55      03"),
        ("5 42 22 5", " 55        "),
        ("5 5 42 26 5", " 555       "),
        ("5 5 44 35", " 0.0000     "),
        ("5 5 42 35 6", " 6         "),
        ("5 5 44 16", " 55        "),
        ("5 5 22 16 1", " 55        "),
        ("5 5 42 8 16", "-55        "),
        ("5 5 45 11", "  Error  3 "),
        ("0 36 0 10 42 7 2", " 72        "),  # f only removes the message
    ],
)
def test_prefixes_in_run_mode(keys: str, expected: str) -> None:
    assert after(keys).display == expected


def test_after_a_half_typed_line_f_and_g_the_hp11c_loses_a_key() -> None:
    """Measured: the 3 leaves no line, and the first + of g + + is lost, so that the second is x=0."""
    assert after("5 43 31 22 48 0 0 42 43 3 43 22 42 13", "11C").display == " 001- 32 13"
    calculator = after("9 22 48 0 0 42 43 40 40", "11C")
    assert (calculator.x, calculator.last_x) == (9, 0)
    assert after("5 43 31 22 48 0 42 43 3", "11C").display == " 001-  43 3"


@pytest.mark.parametrize(
    ("model", "keys", "expected"),
    [
        ("15C", "44 42 11", " 001- 44 11"),
        ("15C", "44 42 1", " 001-  42 1"),
        ("15C", "45 42 49", " 001- 42 49"),
        ("15C", "43 22 42 24", " 001-42,22,24"),
        ("11C", "43 22 42 24", " 001-43,22,24"),
        ("15C", "42 22 42 23", " 000-      "),
        ("15C", "44 43 11", " 001-44,43,11"),
        ("15C", "44 43 31", " 0.0000     "),
        ("15C", "44 23", " 001-    23"),
        ("11C", "44 40 25", " 001-    25"),
        ("11C", "45 40", " 001-    40"),
        ("11C", "42 8 9", " 001-42, 8, 7"),
        ("11C", "42 25", " 001- 45 25"),
        ("11C", "43 4 7", "  Error 6  "),
        ("15C", "42 24", " 000-      "),
        ("15C", "42 11", " 001- 32 11"),
        ("15C", "42 45 42 11", " 001-    11"),
        ("15C", "42 45 11", " 001- 32 11"),
        ("15C", "1 44 35", " 000-      "),
        ("15C", "1 43 35", " 002- 43 35"),
        ("15C", "1 22 48 23", " 002-    23"),
    ],
)
def test_prefixes_in_program_mode(model: str, keys: str, expected: str) -> None:
    assert after("43 31 " + keys, model).display == expected


@pytest.mark.parametrize("model", list(Model))
def test_every_key_after_every_prefix_leads_somewhere(model: Model) -> None:
    for pending in [(), *beginnings(model)]:
        for key in KEYS:
            found = resolve(model, pending, key)
            assert isinstance(found, ResolvedKey)
            assert not (found.pending and found.step)
    assert all(resolve(model, keys[:-1], keys[-1]).step for keys in complete(model) if keys[:1] != ("11",))


def test_line_numbers() -> None:
    calculator = after("43 31 1 2 3 22 16 0 0 1 7")
    assert calculator.display == " 002-     7"
    assert after("43 31 1 22 16 0 0 2").display == "  Error  4 "
    assert after("43 31 1 2 22 48 0 0 1", "11C").display == " 001-     1"


def test_editing() -> None:
    calculator = after("43 31 1 2 3 35")
    assert calculator.display == " 002-     2"
    calculator.press_keycodes("43 21 4")
    assert [step.operand for step in calculator.state.program.steps] == ["1", "4", "2"]
    calculator.press_keycodes("21 21")
    assert calculator.display == " 000-      "
    calculator.press_keycodes("43 21")
    assert calculator.display == " 003-     2"
    calculator.press_keycodes("42 33")
    assert (calculator.display, len(calculator.state.program)) == (" 000-      ", 0)


def test_clear_program_in_run_mode_only_goes_to_the_top() -> None:
    calculator = after("43 31 1 2 43 31 42 33")
    assert (calculator.state.line, len(calculator.state.program)) == (0, 2)


def test_program_memory_full() -> None:
    calculator = after("43 31 " + "1 " * 323)
    assert (calculator.display, len(calculator.state.program)) == ("  Error  4 ", 322)
    small = after("43 31 " + "1 " * 204, "11C")
    assert (small.display, len(small.state.program)) == ("  Error 4  ", 203)


def test_registers_that_lines_take_on_the_11c_come_back_empty() -> None:
    calculator = after("7 44 48 9 8 44 48 8 43 31 " + "1 " * 64, "11C")
    assert calculator.state.highest_register == 18
    calculator.press_keycodes("35 43 31")
    assert [calculator.register(name) for name in (".8", ".9")] == [8, 0]


def test_edits_forget_returns_and_program_mode_does_not() -> None:
    program = "43 31 42 21 11 1 32 12 2 43 32 42 21 12 3 31 4 43 32 43 31 "
    assert after(program + "42 11 43 31 43 31 31").x == 2
    assert after(program + "42 11 43 31 35 3 43 31 31").x == 3


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


@pytest.mark.parametrize(
    ("keys", "pending"),
    [
        ("43 10", ("43",)),  # the key behind g is lost
        ("43 43 2", ("43",)),
        ("42 42 42 43 8", ("43",)),
        ("43 15", ()),  # a letter's key works, and a prefix
        ("42 43 6", ("43", "6")),
        ("42 43 42", ("22", "48", "0", "0", "42")),
    ],
)
def test_f_and_g_behind_an_unfinished_line_number(keys: str, pending: tuple[str, ...]) -> None:
    """GTO . 0 0 and these keys in the HP-11C's program mode (BEHAVIOUR 9.2)."""
    calculator = after(f"43 31 22 48 0 0 {keys}", "11C")
    assert calculator.state.pending == pending
    assert len(calculator.state.program) == (keys == "43 15")


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
