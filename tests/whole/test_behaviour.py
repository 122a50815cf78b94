"""Statements of BEHAVIOUR next to those that the measurements show: the same rule with other keys."""

from __future__ import annotations

import pytest

from hp15c import Calculator, Program
from hp15c.numbers.number import MINUS_ZERO, ZERO
from hp15c.state.state import State
from hp15c.table.models import Model
from hp15c.timing import WORD_TIMES_PER_SECOND


def after(keys: str, model: str = "15C", program: str = "") -> Calculator:
    calculator = Calculator(model)
    if program:
        calculator.load(Program.parse(program.replace("; ", "\n"), model=model))
    calculator.press(keys)
    return calculator


def stack(calculator: Calculator) -> list[str]:
    return [str(level) for level in calculator.state.stack]


def test_an_error_flashes_with_flag_9_but_not_in_program_mode() -> None:
    calculator = after("SF 9 GTO CHS 0 0 9")
    assert (calculator.error, calculator.blinking) == ("Error 4", True)
    calculator.press_keycodes("35")
    assert (calculator.error, calculator.flags, calculator.blinking) == (None, {9}, True)
    calculator.press("P/R GTO CHS 0 0 9")
    assert (calculator.error, calculator.blinking) == ("Error 4", False)


def test_backspace_after_a_prefix_clears_x_and_leaves_flag_9() -> None:
    for prefix in ("44", "45", "22", "32", "42 7", "44 40", "42 21", "43 30"):
        calculator = after("SF 9 1 2")
        calculator.press_keycodes(f"{prefix} 35")
        assert (calculator.x, calculator.flags, calculator.state.lift) == (0, {9}, False), prefix


def test_a_second_f_and_an_f_behind_g_drop_the_sequence() -> None:
    for prefix in ("44", "45", "22", "32", "42 23", "42 4", "44 43", "45 43"):
        calculator = Calculator()
        calculator.press_keycodes(f"5 {prefix} 42" if prefix.endswith("43") else f"5 {prefix} 42 42")
        calculator.press_keycodes("7 2")
        assert calculator.display == " 5.00       ", prefix


@pytest.mark.parametrize(
    ("lines", "typed", "shown"), [("1; 2", "7", " 71        "), ("EEX", "7", " 7       00")]
)
def test_sst_goes_on_with_a_number_but_not_from_000(lines: str, typed: str, shown: str) -> None:
    assert after(f"GTO CHS 0 0 1 {typed} SST", program=lines).display == shown
    calculator = after(f"{typed} SST", program=lines)
    assert stack(calculator)[:2] == ["1", typed]


def test_sst_at_000_returns_and_does_the_line_returned_to() -> None:
    """The GSB is the last line but one. R/S in B leaves the machine at 000 with its return."""
    program = "LBL A; GSB B; π; RTN; LBL B; 4; ENTER; R/S"
    calculator = after("9 GSB A SST", program=program)
    assert (stack(calculator)[:2], calculator.state.line) == (["3.141592654", "4"], 4)


def test_the_fifth_or_eighth_call_enables_lift() -> None:
    for model, count in (("15C", 7), ("11C", 4)):
        calculator = after("8 GSB A", model, "LBL A; ENTER; GSB A")
        assert (calculator.error, len(calculator.state.returns)) == ("Error 5", count)
        calculator.press_keycodes("35 5")
        assert stack(calculator)[:2] == ["5", "8"]


def test_solve_refuses_in_the_machines_order() -> None:
    calls = "; ".join(f"LBL {n}; GSB {n + 1}" for n in range(6))
    assert after("GSB 0", program=f"{calls}; LBL 6; SOLVE 9").error == "Error 5"
    assert after("RCL MATRIX A 1 SOLVE 9", program="RTN").error == "Error 1"
    assert after("6 1 DIM (i) 1 ENTER SOLVE 9", program="RTN").error == "Error 10"
    nested = "LBL A; SOLVE B; RTN; LBL B; SOLVE 9; RTN"
    assert after("6 0 DIM (i) 1 ENTER 2 GSB A", program=nested).error == "Error 10"
    assert after("1 ENTER 2 GSB A", program=nested).error == "Error 7"
    assert after("1 ENTER 2 SOLVE 9", program="RTN").error == "Error 4"


def test_an_integral_and_a_solve_share_their_registers() -> None:
    """23 registers are enough for both. 22 are not enough for the integral alone."""
    program = "LBL A; ENTER; SOLVE B; RTN; LBL B; 3; −; RTN"
    assert after("4 0 DIM (i) SCI 1 0 ENTER 1 ∫ A", program=program).error is None
    assert after("4 1 DIM (i) SCI 1 0 ENTER 1 ∫ A", program=program).error == "Error 10"


def test_regression_of_no_points_has_pushed_in_a_program_too() -> None:
    calculator = after("6 STO 5 3 STO 3 8 GSB A", program="LBL A; ENTER; 9; L.R.; RTN")
    assert (calculator.error, stack(calculator)) == ("Error 2", ["9", "2", "9", "8"])
    assert calculator.state.line == 4


def test_a_slope_out_of_range_does_not_set_flag_9() -> None:
    calculator = after("2 STO 2 1 EEX 5 0 CHS STO 3 1 STO 4 9 EEX 9 9 STO 7 L.R.")
    assert (calculator.error, calculator.flags) == (None, frozenset())


@pytest.mark.parametrize(
    ("number", "rounded", "setting"),
    [
        ("1 CHS", "100", 10),
        ("2.9 CHS", "100", 11),
        ("6 CHS", "100", 15),
        ("7 CHS", "100", 15),
        ("0.5 CHS", "100", 0),
    ],
)
def test_formats_by_a_negative_i_round_to_no_digits(number: str, rounded: str, setting: int) -> None:
    calculator = after(f"{number} STO I 123.4567 SCI I RND")
    assert (str(calculator.x), calculator.state.format.digits) == (rounded, setting)
    assert calculator.display == " 1.       02"


def test_a_large_negative_number_in_i_is_a_format_without_digits() -> None:
    """BEHAVIOUR 3.1: the setting reads 15, and shows as with 0 digits."""
    calculator = after("1 EEX 5 ENTER CHS STO I FIX I")
    assert str(calculator.state.format) == "FIX 15"
    assert calculator.display.rstrip() == "-100,000."


def test_a_zero_deletes_a_matrix_whatever_stands_beside_it() -> None:
    for y, x in (("0", "1 EEX 1 0"), ("RCL MATRIX B", "0"), ("1 EEX 1 0 CHS", "0"), ("0.5", "3")):
        calculator = after(f"2 ENTER 3 DIM A {y} ENTER {x} DIM A")
        assert (calculator.error, calculator.matrix("A")) == (None, []), (y, x)
    for y, x, error in (
        ("RCL MATRIX B", "1 0 0", "Error 1"),
        ("1 0 0", "RCL MATRIX B", "Error 10"),
        ("9 9", "RCL MATRIX B", "Error 1"),
        ("1 0 0 CHS", "1", "Error 10"),
        ("9", "9", "Error 10"),
    ):
        calculator = after(f"2 ENTER 3 DIM A {y} ENTER {x} DIM A")
        assert (calculator.error, len(calculator.matrix("A"))) == (error, 2), (y, x)


def test_indices_are_checked_in_the_machines_order() -> None:
    for row, column, error in (
        ("RCL MATRIX B", "0", "Error 3"),
        ("0", "RCL MATRIX B", "Error 3"),
        ("RCL MATRIX B", "1 0 0", "Error 3"),
        ("1 0 0", "RCL MATRIX B", "Error 1"),
        ("RCL MATRIX B", "1", "Error 1"),
        ("3", "1", "Error 3"),
    ):
        keys = f"2 ENTER 2 DIM A {row} STO 0 {column} STO 1 RCL MATRIX C"
        for use in ("RCL A", "STO A", "STO + A", "RCL × A", "x↔ A", "DSE A"):
            assert after(f"{keys} {use}").error == error, (row, column, use)
        calculator = after(f"2 ENTER 2 DIM A {row} ENTER {column} RCL g A")
        assert calculator.error == error, (row, column)


def test_user_lines_keep_sign_and_fraction_of_the_indices_and_skip_in_programs_only() -> None:
    indices = "1 ENTER 2 DIM A 1.5 CHS STO 0 2.25 STO 1"
    calculator = after(f"{indices} 7 USER")
    calculator.press("STO A")
    assert [str(calculator.register(k)) for k in (0, 1)] == ["-1.5", "1.25"]
    assert calculator.state.line == 0
    calculator = after(f"{indices} 7 GSB B", program="LBL B; u STO A; 3; 4; RTN")
    assert [str(calculator.register(k)) for k in (0, 1)] == ["-1.5", "1.25"]
    assert stack(calculator)[:2] == ["4", "7"]


@pytest.mark.parametrize("keys", ["15", "42 16 9", "2 20", "2 40", "45 16 11 20"])
def test_a_key_that_writes_result_is_cancelled_when_held(keys: str) -> None:
    calculator = after("2 ENTER 2 DIM A 5 STO MATRIX A RESULT C RCL MATRIX A")
    *first, last = keys.split()
    calculator.press_keycodes(" ".join(first) or "43 45")
    before = calculator.state.copy()
    calculator.key_down(last)
    assert calculator.display == " C     0  0"
    calculator.hold(11_000 / WORD_TIMES_PER_SECOND)
    assert calculator.display == " nu11      "
    calculator.key_up()
    assert kept(calculator.state) == kept(before)
    calculator.press_keycodes(f"35 45 16 11 {keys}")
    assert calculator.state.matrices["C"].rows == 2


def kept(state: State) -> tuple[object, ...]:
    return state.stack, state.matrices, state.last_x, state.registers


def test_a_wrong_matrix_is_an_error_while_the_key_is_down() -> None:
    calculator = after("2 ENTER 3 DIM A RCL MATRIX A")
    calculator.key_down("15")
    assert calculator.error == "Error 11"


def test_a_1x1_zero_divisor_is_refused_when_the_key_is_up() -> None:
    calculator = after("1 ENTER DIM A RESULT B 7 RCL MATRIX A")
    calculator.key_down("15")
    assert (calculator.error, calculator.display) == (None, " b     0  0")
    calculator.key_up()
    assert (calculator.error, stack(calculator)[:2]) == ("Error 0", ["MAT A", "7"])
    assert calculator.matrix("B") == [[ZERO]]


def test_a_descriptor_in_i_leads_to_its_letter() -> None:
    assert stack(after("RCL MATRIX C STO I GSB I", program="LBL B; 2; RTN; LBL C; 3; RTN"))[0] == "3"
    assert after("RCL MATRIX D STO I GSB I", program="LBL B; 2; RTN").error == "Error 4"
    inside = "LBL A; RCL MATRIX B; STO I; GTO I; 9; RTN; LBL B; 2; RTN"
    assert stack(after("GSB A", program=inside))[0] == "2"


def test_a_negative_zero_of_the_hp11c_counts_for_equality_only() -> None:
    calculator = after("1 CHS ENTER 0 →R", "11C")
    assert calculator.y == MINUS_ZERO
    for keys in ("x↔y", "R↓", "R↑ R↓ R↓", "ENTER R↑ R↑"):
        again = after(f"1 CHS ENTER 0 →R {keys}", "11C")
        assert again.x == ZERO, keys
    for test, skips in (("x=y", True), ("x≠y", False), ("x≤y", False), ("x>y", True)):
        calculator = after("1 CHS ENTER 0 GSB A", "11C", f"LBL A; →R; {test}; 7; RTN")
        assert (calculator.x == 7) is not skips, test
    assert after("1 CHS ENTER 0 →R +", "11C").x == ZERO
    assert after("1 CHS ENTER 0 →R Σ+", "11C").register(3) == ZERO


def test_a_typed_overflow_stops_no_program_of_the_hp11c() -> None:
    calculator = after("GSB A", Model.HP11C.value, "LBL A; 2; 0; EEX; 9; 9; 5; RTN")
    assert stack(calculator)[:2] == ["5", "9.999999999e99"]
    assert calculator.state.line == 0
