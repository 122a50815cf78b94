"""SOLVE and ∫ as instructions: calls, levels, nesting, ends (BEHAVIOUR 8)."""

from __future__ import annotations

import pytest

from hp15c.core import machine
from hp15c.numbers.number import Number
from hp15c.state import memory
from hp15c.state.state import State
from hp15c.table.models import Model
from tests.support.small_programs import levels, loaded, press, steps

SQUARE_LESS_2 = "LBL A; x²; 2; −; RTN"


def test_a_root_from_the_keyboard_ends_at_line_000() -> None:
    state = press(loaded(SQUARE_LESS_2), "1; ENTER; 2; SOLVE A")
    assert levels(state) == ["1.414213562", "1.414213563", "-1e-9", "1.414213563"]
    assert (state.line, state.message, state.returns, state.solve) == (0, None, [], None)


def test_no_root_is_error_8_from_the_keyboard() -> None:
    state = press(loaded("LBL A; x²; 1; +; RTN"), "0; ENTER; 1; SOLVE A")
    assert state.message == "Error 8"
    assert not state.running


def test_no_root_skips_a_line_of_a_program() -> None:
    for constant, shown in (("2; −", "7"), ("2; +", "8")):
        program = f"LBL B; 0; ENTER; 1; SOLVE A; GTO 1; 8; RTN; LBL 1; 7; RTN; LBL A; x²; {constant}; RTN"
        state = press(loaded(program), "GSB B")
        assert (levels(state)[0], state.message) == (shown, None)


def test_an_integral_and_its_limits() -> None:
    state = press(loaded("LBL A; x²; RTN"), "SCI 4; 0; ENTER; 1; ∫ A")
    assert levels(state) == ["0.3333333333", "3.626037272e-6", "1", "0"]


def test_equal_limits_need_no_evaluation() -> None:
    state = press(loaded("LBL A; 0; ÷; RTN"), "2; ENTER; 2; ∫ A")
    assert levels(state) == ["0", "0", "2", "2"]
    assert (state.integral, state.returns, state.running) == (None, [], False)


def _nested(levels_below: int) -> str:
    calls = "".join(f"LBL {n}; GSB {n + 1}; RTN; " for n in range(levels_below))
    return f"{calls} LBL {levels_below}; x²; 2; −; RTN"


@pytest.mark.parametrize(("depth", "message"), [(5, None), (6, "Error 5")])
def test_from_a_program_the_function_has_five_levels(depth: int, message: str | None) -> None:
    state = press(loaded(f"LBL A; SOLVE 0; RTN; {_nested(depth)}"), "1; ENTER; 2; GSB A")
    assert state.message == message


def test_from_the_keyboard_the_function_has_six_levels_and_a_seventh_pushes_the_caller_out() -> None:
    assert levels(press(loaded(_nested(6)), "1; ENTER; 2; SOLVE 0"))[0] == "1.414213562"
    state = press(loaded(_nested(7)), "1; ENTER; 2; SOLVE 0")
    assert (levels(state)[0], state.message, state.running) == ("-1", None, False)


def test_an_integral_inside_solve() -> None:
    program = "LBL A; SOLVE B; RTN; LBL B; 0; x↔y; ∫ C; 9; −; RTN; LBL C; x²; RTN"
    state = press(loaded(program), "SCI 9; 1; ENTER; 4; GSB A")
    assert state.message is None
    assert abs(float(state.real()) - 3) < 1e-8


def test_solve_inside_an_integral() -> None:
    program = f"LBL B; 1; ENTER; 2; SOLVE A; RTN; {SQUARE_LESS_2}"
    state = press(loaded(program), "SCI 4; 1; ENTER; 2; ∫ B")
    assert (state.message, levels(state)[0]) == (None, "1.414213562")


@pytest.mark.parametrize("name", ["SOLVE", "∫"])
def test_neither_may_be_used_inside_itself(name: str) -> None:
    program = f"LBL B; 1; ENTER; 2; {name} A; RTN; {SQUARE_LESS_2}"
    state = press(loaded(program), f"1; ENTER; 2; {name} B")
    assert (state.message, state.line) == ("Error 7", 5)


def test_a_function_may_stop_and_go_on() -> None:
    stopping = press(loaded("LBL A; x²; 2; −; R/S; RTN"), "1; ENTER; 2; SOLVE A")
    assert stopping.solve is not None
    rounds = 1
    while stopping.solve is not None:
        machine.start(stopping)
        machine.run(stopping)
        rounds += 1
    whole = press(loaded(SQUARE_LESS_2), "1; ENTER; 2; SOLVE A")
    assert levels(stopping) == levels(whole)
    assert rounds == 10


def test_an_error_inside_the_function_stops_there_and_the_next_solve_is_fresh() -> None:
    state = press(loaded("LBL A; √x; 1; −; RTN"), "1; CHS; ENTER; 2; SOLVE A")
    assert (state.message, state.line) == ("Error 0", 2)
    state.message = None
    assert levels(press(state, "1; ENTER; 2; SOLVE A"))[0] == "1"


def test_jumping_away_forgets_the_run() -> None:
    state = press(loaded("LBL A; R/S; RTN"), "1; ENTER; 2; SOLVE A")
    assert state.solve is not None
    press(state, "GTO A")
    assert (state.solve, state.returns) == (None, [])


def test_memory_and_labels_are_asked_for_first() -> None:
    state = State.fresh(Model.HP15C)
    assert press(state, "SOLVE A").message == "Error 4"
    state = loaded(SQUARE_LESS_2)
    state.registers += [Number.of(0)] * 41
    assert press(state, "1; ENTER; 2; SOLVE A").message == "Error 10"
    assert state.solve is None


@pytest.mark.parametrize(("again", "free"), [("SOLVE", 5), ("∫", 23)])
def test_after_an_error_inside_it_can_simply_be_called_again(again: str, free: int) -> None:
    state = loaded("LBL A; CLx; 1/x; RTN; LBL B; x²; 2; −; RTN")
    taken = state.program.memory_registers + free
    state.registers += [Number.of(0)] * (65 - taken - state.highest_register)
    assert memory.free_registers(state) == free
    assert press(state, f"1; ENTER; 2; {again} A").message == "Error 0"
    assert memory.free_registers(state) == 0
    state.message = None
    press(state, f"1; ENTER; 2; {again} B")
    assert state.message is None
    assert memory.free_registers(state) == free


@pytest.mark.parametrize("name", ["SOLVE", "∫"])
def test_with_seven_subroutines_below_it_is_over_after_one_value(name: str) -> None:
    levels_down = "".join(f"LBL {n}; GSB {n + 1}; RTN; " for n in range(7))
    state = press(loaded(f"{levels_down}LBL 7; 3; RTN; LBL A; GSB 0; RTN"), f"1; ENTER; 2; {name} A")
    assert state.message == "Error 5"
    state = press(loaded(f"{levels_down}LBL 7; 3; RTN"), f"1; ENTER; 2; {name} 0")
    assert (state.message, levels(state)[0], state.line) == (None, "3", 0)
    assert (state.solve, state.integral, state.returns) == (None, None, [])


def test_the_abscissa_is_on_all_levels() -> None:
    state = loaded("LBL A; R/S; RTN")
    press(state, "4; ENTER; 6")
    machine.keyboard(state, steps("∫ A")[0])
    machine.run(state)
    assert levels(state) == ["5"] * 4
    assert str(state.last_x) == "0"


@pytest.mark.parametrize("end", ["; RTN", ""])
def test_an_integrand_that_is_a_descriptor_counts_as_1(end: str) -> None:
    """Its exponent 0 is measured: it decides the uncertainty."""
    ends = [press(loaded(f"LBL A; {value}{end}"), "1; ENTER; 5; ∫ A") for value in ("RCL MATRIX B", "1")]
    assert ends[0].message is None
    assert levels(ends[0]) == levels(ends[1]) == ["4", "0.0002000005", "5", "1"]


@pytest.mark.parametrize("name", ["SOLVE", "∫"])
def test_complex_results_keep_the_imaginary_part_of_y_in_t(name: str) -> None:
    """It is what the function left in Y at its last return (BEHAVIOUR 8.1)."""
    state = press(loaded("LBL A; 3; I; ENTER; 2; RTN"), f"1; ENTER; 5; {name} A")
    assert [str(part) for part in state.imaginary] == ["0", "0", "0", "3"]


def test_a_return_to_the_end_of_memory_passes_for_an_integral() -> None:
    for program, message in (
        ("GSB A; RTN; LBL A; ∫ 9", "Error 4"),
        ("RTN; LBL A; ∫ 9; GSB A", "Error 7"),
    ):
        state = loaded(program)
        state.line = next(i for i, line in enumerate(state.program.steps, 1) if str(line) == "GSB A")
        press(state, "R/S")
        assert state.message == message


def test_solve_inside_an_integral_that_does_not_exist_overwrites_registers() -> None:
    state = loaded("LBL A; SOLVE B; LBL B; R/S; GSB A")
    state.line = 5
    press(state, "R/S")
    assert {number: str(value) for number, value in enumerate(state.registers) if value} == {
        3: "1e-7",
        6: "1e-7",
    }


def test_a_descriptor_is_a_constant_to_solve() -> None:
    """It finds no root, as of any constant, and Z holds the descriptor."""
    ends = []
    for constant in ("RCL MATRIX B", "5"):
        state = press(loaded(f"LBL A; {constant}; RTN"), "1; ENTER; 2; SOLVE A")
        assert state.message == "Error 8"
        ends.append([*levels(state)[:2], levels(state)[3]])
    assert ends[0] == ends[1]
