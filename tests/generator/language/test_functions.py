"""The words for one step of a loop counter: on Python, on both calculators, and proved."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.validation.verdict import validate
from generator.language import count_down, count_up
from generator.language.machine import PythonMachine, running_on
from generator.language.values import value
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.models import Model

SOURCE = """from generator.language import count_down, count_up, pause, program

@program("A")
def a(x):
    x, ended = count_up(x)
    pause(ended)
    return x

@program("B")
def b(x):
    total = 0
    while True:
        total += x
        x, ended = count_down(x)
        if ended == 1:
            break
    return total
"""
COUNTERS = (
    "0",
    "-1",
    "-3.5",
    "7",
    "1.00502",
    "5.00502",
    "3.00201",
    "999.999",
    "0.00002",
    "1234567890",
    "-0.75",
)


@pytest.mark.parametrize("row", ["ISG", "DSE"])
@pytest.mark.parametrize("counter", COUNTERS)
def test_a_step_is_that_of_the_key(row: str, counter: str) -> None:
    calculator = Calculator()
    calculator.load(Program.parse(f"LBL A\nSTO 1\n0\n{row} 1\nRTN\n1\nRTN"))
    calculator.x = Number.of(counter)
    calculator.press("GSB A")
    ended = str(calculator.x)
    calculator.press("RCL 1")
    with running_on(PythonMachine()):
        made = (count_up if row == "ISG" else count_down)(value(Number.of(counter)))
    assert tuple(map(str, made)) == (str(calculator.x), ended)


@pytest.mark.slow
@pytest.mark.parametrize("model", Model)
def test_compiled_steps_of_counters_give_the_same_and_are_proved(model: Model) -> None:
    module = front.parse(SOURCE)
    made = quick_code(module, model)
    calculator = Calculator(model)
    calculator.load(made.program)
    calculator.x = Number.of("3.001")
    calculator.press("GSB B")
    assert str(calculator.x) == "5.002"
    verdict = validate(module, made.program, {})
    assert verdict.proof == "proven"
