"""The readable machine: program lines per second, and microseconds per function."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from hp15c.core import machine
from hp15c.state.state import State
from hp15c.table.models import Model
from tests.bench.case import Case
from tests.support.small_programs import loaded, number, press, steps

ROUNDS = 3_000
REPEATS = 2_000

# Counting down in a loop with a subroutine, as programs do: the sum of 1 to n.
ORDINARY = "LBL A; STO I; 0; STO 1; LBL 1; RCL I; GSB 2; x=0; GTO 3; DSE I; GTO 1; LBL 3; RCL 1; RTN; " + (
    "LBL 2; STO + 1; 0; x≤y; R↓; RTN"
)

FUNCTIONS = {
    "+": ("1.5", "3.5"),
    "×": ("1.5", "3"),
    "÷": ("1.5", "1.333333333"),
    "√x": ("2", "1.414213562"),
    "LN": ("2", "0.6931471806"),
    "eˣ": ("2", "7.389056099"),
    "yˣ": ("2", "4"),
    "SIN": ("30", "0.5"),
    "TAN⁻¹": ("2", "63.43494882"),
    "HYP SIN": ("2", "3.626860408"),
    "x!": ("5.5", "287.8852778"),
    "→P": ("3", "5"),
}


def _lines(model: Model) -> Callable[[], float]:
    def run() -> float:
        state = press(loaded(ORDINARY, model), str(ROUNDS))
        machine.keyboard(state, steps("GSB A")[0])
        begin = perf_counter()
        stop = machine.run(state)
        seconds = perf_counter() - begin
        assert state.message is None
        assert state.stack[0] == number(str(ROUNDS * (ROUNDS + 1) // 2))
        return stop.lines / seconds

    return run


def _function(name: str, x: str, result: str) -> Callable[[], float]:
    def run() -> float:
        state = State.fresh(Model.HP15C)
        step = steps(name)[0]
        x_number = number(x)
        y_number = number("4") if name == "→P" else number("2")
        begin = perf_counter()
        for _ in range(REPEATS):
            state.stack[:2] = x_number, y_number
            machine.keyboard(state, step)
        seconds = perf_counter() - begin
        assert str(state.stack[0]) == result, f"{name} of {x} is {state.stack[0]}"
        return seconds / REPEATS * 1e6

    return run


def cases() -> list[Case]:
    """Lines of an ordinary program on both models, and the functions one by one."""
    lines = [
        Case(
            f"program lines per second, HP-{model}",
            "lines/s",
            _lines(model),
            goal="at least 200,000",
        )
        for model in Model
    ]
    functions = [
        Case(f"one {name}", "microseconds", _function(name, x, result))
        for name, (x, result) in FUNCTIONS.items()
    ]
    return lines + functions
