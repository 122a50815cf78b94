"""Statistics on the stack, and random numbers (BEHAVIOUR 2.2, 4.8, 5, 9.5)."""

from __future__ import annotations

import pytest

from hp15c.state.state import State
from hp15c.table.models import Model
from tests.support.small_programs import levels, number, press

MODELS = pytest.mark.parametrize("model", list(Model))
POINTS = "7; ENTER; 2; Σ+; 3; ENTER; 5; Σ+"


@MODELS
def test_sums_begin_at_r2_or_on_the_hp_11c_at_r0(model: Model) -> None:
    state = press(State.fresh(model), POINTS)
    first = 2 if model is Model.HP15C else 0
    assert [str(value) for value in state.registers[first : first + 6]] == ["2", "7", "29", "10", "58", "29"]
    assert levels(state)[:2] == ["2", "3"]
    assert str(state.last_x) == "5"


@MODELS
def test_two_results_overwrite_x_directly_after_sigma_plus(model: Model) -> None:
    state = press(State.fresh(model), f"9; ENTER; 8; ENTER; {POINTS}; x̄")
    assert levels(state) == ["3.5", "5", "3", "7"]
    state = press(State.fresh(model), f"{POINTS}; 6; x̄")
    assert levels(state)[:4] == ["3.5", "5", "6", "3"]


@MODELS
def test_the_estimate_consumes_x(model: Model) -> None:
    state = press(State.fresh(model), f"{POINTS}; 4; ŷ,r")
    assert levels(state)[:2] == ["4.333333333", "-1"]
    assert levels(state)[2] == "3"
    assert str(state.last_x) == "4"


@MODELS
def test_a_point_taken_off_again(model: Model) -> None:
    state = press(State.fresh(model), f"{POINTS}; 3; ENTER; 5; Σ−; RCL Σ+")
    assert levels(state)[:2] == ["2", "7"]


@MODELS
def test_clear_sigma_zeroes_sums_and_stack_but_not_last_x(model: Model) -> None:
    state = press(State.fresh(model), f"{POINTS}; CLEAR Σ")
    assert levels(state) == ["0"] * 4
    assert not any(state.registers)
    assert str(state.last_x) == "5"


@pytest.mark.parametrize("key", ["Σ+", "x̄", "RCL Σ+", "CLEAR Σ"])
def test_too_few_registers_are_error_3(key: str) -> None:
    assert press(State.fresh(Model.HP15C), f"6; DIM (i); {key}").message == "Error 3"
    assert press(State.fresh(Model.HP15C), "7; DIM (i); RCL Σ+").message is None


@MODELS
def test_overflowing_sums_saturate(model: Model) -> None:
    state = State.fresh(model)
    state.stack[0] = number("1e60")
    press(state, "Σ+")
    assert str(state.registers[4 if model is Model.HP15C else 2]) == "9.999999999e99"
    assert (9 in state.flags) is (model is Model.HP15C)
    assert state.message is None


@MODELS
def test_random_numbers_from_a_cold_start(model: Model) -> None:
    state = press(State.fresh(model), "RAN#; RAN#; RAN#")
    assert levels(state)[:3] == ["0.3247517839", "0.7365289446", "0.1017980433"]


@pytest.mark.parametrize(
    ("x", "seed"),
    [
        ("1", "0.1"),
        ("1.5", "0.15"),
        ("123.456", "0.123456"),
        ("1e50", "0.1"),
        ("1.23e-9", "1.2e-9"),
        ("1e-12", "0"),
    ],
)
def test_a_seed_is_the_digits_of_x(x: str, seed: str) -> None:
    state = State.fresh(Model.HP15C)
    state.stack[0] = number(x)
    press(state, "STO RAN#")
    assert state.stack[0] == number(x)
    assert press(state, "RCL RAN#").stack[0] == number(seed)
