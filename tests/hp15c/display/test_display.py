"""The LCD: formats, entry, program lines, messages, what held keys show (BEHAVIOUR 3, 4.1, 7, 9.4)."""

from __future__ import annotations

import pytest

from hp15c import Calculator
from hp15c.display.display import ANNUNCIATORS, display, number_cells, x_display
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.modes import Format, Notation


def shown(keys: str, model: str = "15C") -> str:
    calculator = Calculator(model)
    calculator.press_keycodes(keys)
    return calculator.display


def held(keys: str, model: str = "15C", seconds: float = 0.5) -> str:
    """What shows while the last key is down."""
    *before, last = keys.split()
    calculator = Calculator(model)
    calculator.press_keycodes(" ".join(before))
    calculator.key_down(last)
    calculator.hold(seconds)
    return calculator.display


@pytest.mark.parametrize(
    ("number", "form", "expected"),
    [
        ("9.9995", "FIX 3", " 10.000     "),
        ("0.00005", "FIX 4", " 0.0001     "),
        ("0.0000499", "FIX 4", " 4.9900  -05"),
        ("1234567.891", "FIX 9", " 1,234,567.891"),
        ("9999999999", "FIX 4", " 9,999,999,999."),
        ("999999999.5", "FIX 0", " 1,000,000,000."),
        ("1e10", "FIX 4", " 1.0000   10"),
        ("123.456789", "SCI 6", " 1.234568 02"),
        ("123.456789", "SCI 7", " 1.234567 02"),
        ("-1.5e-7", "SCI 6", "-1.500000-07"),
        ("9.876543e99", "SCI 0", " 9.876543 99"),
        ("123.456789", "ENG 0", " 100.     00"),
        ("123.456789", "ENG 3", " 123.5    00"),
        ("0.0005", "ENG 2", " 500.    -06"),
        ("-9.876543e-99", "ENG 0", "-10.     -99"),
        ("0", "ENG 2", " 0.00     00"),
        ("2.5", "FIX 11", " 3.         "),
    ],
)
def test_number_formats(number: str, form: str, expected: str) -> None:
    notation, digits = form.split()
    state = State()
    state.stack[0], state.format = Number.of(number), Format(Notation(notation), int(digits))
    assert x_display(state) == expected
    sign, cells = number_cells(Number.of(number), state)
    assert len(cells) <= 10
    assert sign == expected[0]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("1 2 3 4 5 6 7 8 9 0 1", " 1,234,567,890"),
        ("0 0 0 5 48 0 0", " 0,005.00    "),
        ("1 26 5 16 7", " 1      -57"),
        ("48 1 2 3 4 5 6 7 8 9 26 4", " 0.123456 04"),
        ("1 2 3 4 5 6 7 48 8 26", " 1,234,567. 00"),
        ("0 0 0 0 0 0 1 26 5", " 0,000,001 05"),
        ("8 2 4 7 48 16 26", "-8,247.    00"),
        ("7 3 9 0 7 1 26", " 739,071  00"),
        ("9 9 9 9 9 9 9 9 9 9 48", " 9,999,999,999."),
    ],
)
def test_entry(keys: str, expected: str) -> None:
    assert shown(keys) == expected


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("", " 000-      "),
        ("5", " 001-     5"),
        ("48", " 001-    48"),
        ("44 48 3", " 001-  44 .3"),
        ("22 11", " 001- 22 11"),
        ("42 7 4", " 001-42, 7, 4"),
        ("42 21 11", " 001-42,21,11"),
        ("42 21 48 5", " 001-42,21, .5"),
        ("45 43 24", " 001-45,43,24"),
        ("42 22 23", " 001-42,22,23"),
        ("42 45 44 11", " 001u 44 11"),
    ],
)
def test_program_lines(keys: str, expected: str) -> None:
    assert shown(f"43 31 {keys}") == expected


def test_errors_by_model() -> None:
    assert shown("0 15") == "  Error  0 "
    assert shown("6 6 42 23 24") == "  Error 10 "
    assert shown("0 15", "11C") == "  Error 0  "
    assert shown("41+30") == "  Pr Error "


def test_radix_swap_is_everywhere() -> None:
    assert shown("41+48 1 2 3 4 48 5 36") == " 1.234,5000  "
    assert shown("41+48 1 2 3 4 5 6 48 7") == " 123.456,7   "
    assert shown("41+48 43 31 42 21 48 5") == " 001-42.21. ,5"
    assert shown("41+48 41 41 1 36") == " 1,0000     "


def test_descriptors() -> None:
    assert shown("2 36 3 42 23 11 45 16 11") == " A     2  3"
    assert shown("45 16 12") == " b     0  0"
    assert shown("1 42 23 24 1 36 4 6 42 23 13 45 16 13") == " C     1 46"
    assert shown("2 36 42 23 11 5 44 16 11 45 16 11 42 26 11 42 16 9 45 16 11") == " A--   2  2"


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("43 45", " 19 46  0-0"),
        ("43 31 1 43 45", " 19 45  1-6"),
        ("6 5 42 23 24 43 45", " 65  0  0-0"),
        ("1 42 23 24 43 45", "  1 64  0-0"),
        ("43 4 8 43 45", " 19 41  0-0"),
        ("43 26 42 35", " 3141592654"),
        ("42 35", " 0000000000"),
        ("45 16 11 42 35", " A     0  0"),
        ("2 36 3 42 25 42 24", " 3.0000     "),
        ("2 36 3 42 23 11 42 16 1 45 11", " A  1,1     "),
        ("1 42 23 24 1 0 36 42 23 14 42 16 1 1 0 44 1 45 14", "  Error  3 "),
        ("21", " 000-      "),
        ("43 31 1 2 3 43 31 43 21", " 002-     2"),
        ("43 31 1 2 3 43 31 22 16 0 0 0 43 21", " 003-     3"),
        ("43 31 1 2 3 43 31 22 16 0 0 0 21", " 001-     1"),
        ("43 31 42 21 11 2 43 32 43 31 42 11", " 001-42,21,11"),
    ],
)
def test_held_keys(keys: str, expected: str) -> None:
    assert held(keys) == expected


def test_lines_show_at_once_on_the_11c_and_later_on_the_15c() -> None:
    keys = "43 31 42 21 11 2 43 32 43 31 42 11"
    assert held(keys, "11C", 0.03) == " 001-42,21,11"
    assert held(keys, "15C", 0.03) == " 0.0000     "


@pytest.mark.parametrize(
    ("lines", "expected"),
    [(0, " P-63  r- .9"), (64, " P-06  r- .8"), (140, " P-00  r- 8"), (203, " P-00  r-  ")],
)
def test_memory_of_the_11c(lines: int, expected: str) -> None:
    assert held("43 31 " + "1 " * lines + "43 45", "11C") == expected


def test_null_cancels_a_matrix_element() -> None:
    calculator = Calculator()
    calculator.press_keycodes("2 36 42 23 11 42 16 1 42 45 7")
    calculator.key_down("44")
    calculator.key_up()
    calculator.key_down("11")
    calculator.hold(3)
    assert calculator.display == " nu11      "
    calculator.key_up()
    assert calculator.matrix("A")[0][0] == 0
    assert calculator.register(1) == 1


def test_annunciators() -> None:
    calculator = Calculator()
    for keys, lit in (
        ("42", {"f"}),
        ("43", {"g"}),
        ("9", {"GRAD"}),
        ("42 45", {"GRAD", "USER"}),
        ("43 4 8", {"GRAD", "USER", "C"}),
        ("43 31 44 42", {"GRAD", "USER", "C", "PRGM", "f"}),
        ("41", set()),
    ):
        calculator.press_keycodes(keys)
        assert calculator.annunciators == lit


def test_self_test_lights_everything() -> None:
    calculator = Calculator()
    calculator.press_keycodes("41+20")
    assert calculator.display == "-8,8,8,8,8,8,8,8,8,8,"
    assert calculator.annunciators == set(ANNUNCIATORS)
    calculator.press_keycodes("11")
    assert calculator.display == " 0.0000     "


def test_blinking() -> None:
    calculator = Calculator()
    calculator.press_keycodes("1 26 9 9 36 20")
    assert calculator.blinking
    calculator.press_keycodes("43 31")
    assert not calculator.blinking
    calculator.press_keycodes("43 31 35")
    assert (calculator.blinking, calculator.display) == (False, " 9.999999 99")
    state = State(running=True)
    assert (display(state).text, display(state).blinking) == ("  running  ", True)
