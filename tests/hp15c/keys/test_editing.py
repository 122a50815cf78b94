"""Program lines keyed in, inserted and deleted."""

from __future__ import annotations

import pytest

from tests.hp15c.keys.test_keyboard import after


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


def test_edits_forget_returns_and_program_mode_does_not() -> None:
    program = "43 31 42 21 11 1 32 12 2 43 32 42 21 12 3 31 4 43 32 43 31 "
    assert after(program + "42 11 43 31 43 31 31").x == 2
    assert after(program + "42 11 43 31 35 3 43 31 31").x == 3


@pytest.mark.parametrize(
    ("keys", "pending"),
    [
        ("43 10", ("43",)),  # the key after g is lost
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
