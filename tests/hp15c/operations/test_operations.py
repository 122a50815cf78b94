"""Complex mode: two stacks that move together (BEHAVIOUR 6)."""

from __future__ import annotations

from hp15c.state.state import State
from hp15c.table.models import Model
from tests.support.small_programs import levels, press, steps


def _parts(state: State) -> list[str]:
    return [str(value) for value in state.imaginary]


def _fresh(keys: str) -> State:
    return press(State.fresh(Model.HP15C), keys)


def test_i_combines_y_and_x_and_drops() -> None:
    state = _fresh("1; ENTER; 2; ENTER; 3; ENTER; 4; I")
    assert levels(state) == ["3", "2", "1", "1"]
    assert _parts(state) == ["4", "0", "0", "0"]
    assert state.complex


def test_exchange_of_parts_from_real_mode() -> None:
    state = _fresh("3; ENTER; 4; Re↔Im")
    assert (levels(state)[:2], _parts(state)[0]) == (["0", "3"], "4")


def test_leaving_complex_mode_loses_imaginary_parts() -> None:
    state = _fresh("3; ENTER; 4; I; CF 8")
    assert (levels(state)[0], _parts(state)) == ("3", ["0"] * 4)


def test_the_imaginary_part_under_a_new_number_stays_only_after_clx() -> None:
    """The examples of BEHAVIOUR 6.2, by the key that disabled stack lift last."""
    for keys, x, parts in (
        ("3; ENTER; 4; I; 5", "5", ["0", "4"]),
        ("3; ENTER; 4; I; ENTER; 5", "5", ["0", "4"]),
        ("3; ENTER; 4; I; Σ+; 5", "5", ["0", "0"]),
        ("3; ENTER; 4; I; CLx; 7", "7", ["4", "0"]),
        ("3; ENTER; 4; I; ENTER; CLx; 7", "7", ["4", "4"]),
        ("3; ENTER; 4; I; CLx; ENTER; 7", "7", ["0", "4"]),
        ("3; ENTER; 4; I; ENTER; FIX 2; 7", "7", ["0", "4"]),
        ("3; ENTER; 4; I; CLx; FIX 2; 7", "7", ["4", "0"]),
        ("3; ENTER; 4; I; CLx; CF 8; SF 8; 7", "7", ["0", "0"]),
        ("7; ENTER; 8; I; CLx; RCL Σ+", "0", ["8", "8"]),
        ("7; ENTER; 8; I; RCL Σ+", "0", ["0", "0"]),
    ):
        state = _fresh(keys)
        assert (levels(state)[0], _parts(state)[:2]) == (x, parts)


def test_functions_take_both_parts() -> None:
    state = _fresh("SF 8; 4; CHS; √x")
    assert (levels(state)[0], _parts(state)[0]) == ("0", "2")
    state = _fresh("SF 8; 1; CHS; LN")
    assert (levels(state)[0], _parts(state)[0]) == ("0", "3.141592654")
    state = _fresh("1; ENTER; 2; I; 3; ENTER; 4; I; ×")
    assert (levels(state)[0], _parts(state)[0]) == ("-5", "10")
    assert (str(state.last_x), str(state.last_xi)) == ("3", "4")


def test_others_act_on_the_real_part() -> None:
    state = _fresh("3.7; ENTER; 4; I; INT")
    assert (levels(state)[0], _parts(state)[0]) == ("3", "4")
    state = _fresh("3; ENTER; 4; I; CHS")
    assert (levels(state)[0], _parts(state)[0]) == ("-3", "4")
    state = _fresh("3; ENTER; 4; I; ABS")
    assert (levels(state)[0], _parts(state)[0]) == ("5", "0")


def test_tests_for_zero_and_equality_compare_both_parts() -> None:
    for keys, skips in (("0; ENTER; 1; I; x=0", True), ("0; ENTER; 1; I; x≠0", False)):
        state = State.fresh(Model.HP15C)
        state.program = state.program.with_steps(steps("1; 2"))
        press(state, keys)
        assert (state.line == 1) is skips


def test_poles_overflow() -> None:
    state = _fresh("SF 8; 1; HYP⁻¹ TAN")
    assert (levels(state)[0], 9 in state.flags) == ("9.999999999e99", True)


def test_rolling_moves_both_parts() -> None:
    state = _fresh("1; ENTER; 2; I; 3; ENTER; 4; I; R↓")
    assert (levels(state)[0], _parts(state)) == ("1", ["2", "0", "0", "4"])
    press(state, "R↑")
    assert (levels(state)[0], _parts(state)[:2]) == ("3", ["4", "2"])


def test_last_x_brings_both_parts_even_without_lift() -> None:
    state = _fresh("3; ENTER; 4; I; x²; 5; ENTER; LSTx")
    assert (levels(state)[:2], _parts(state)[:2]) == (["3", "5"], ["4", "0"])


def test_a_new_complex_mode_begins_with_imaginary_parts_of_zero() -> None:
    state = _fresh("3; ENTER; 4; I; x²; CF 8; SF 8; LSTx")
    assert (levels(state)[0], _parts(state)[0]) == ("3", "0")
