"""Flags of the calculator: in Python, compiled, and refused where there is none."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.tree.text import text
from generator.language import clear_flag, flag, set_flag
from generator.language.machine import PythonMachine, running_on
from hp15c import Calculator
from hp15c.errors import InputError
from hp15c.numbers.number import Number
from hp15c.table.models import Model

HEAD = (
    'from generator.language import blink, clear_flag, flag, program, set_flag\n\n@program("A")\ndef a(x):\n'
)
TOGGLES = f"""{HEAD}    if flag(0) and not flag(1):
        clear_flag(0)
        return x + 1
    set_flag(0)
    return x
"""


def test_a_flag_stays_set_until_it_is_cleared() -> None:
    with running_on(PythonMachine()):
        assert not flag(3)
        set_flag(3)
        assert flag(3)
        clear_flag(3)
        assert not flag(3)


@pytest.mark.parametrize("model", list(Model))
def test_compiled_flags_last_from_run_to_run(model: Model) -> None:
    calculator = Calculator(model)
    calculator.load(quick_code(front.parse(TOGGLES), model).program)
    found = []
    for _ in range(3):
        calculator.x = Number.of(5)
        calculator.press("GSB A")
        found.append(str(calculator.x))
    calculator.press("f SF 1" if model is Model.HP11C else "SF 1")
    calculator.x = Number.of(5)
    calculator.press("GSB A")
    assert (*found, str(calculator.x)) == ("5", "6", "5", "5")


def test_a_source_with_flags_is_written_as_it_is_read() -> None:
    shown = text(front.parse(f"{HEAD}    blink()\n    set_flag(2)\n    return flag(2)\n"))
    assert "blink()" in shown
    assert "set_flag(2)" in shown
    assert "return flag(2)" in shown


@pytest.mark.parametrize("line", ["set_flag(8)", "return flag(9)", "return flag(x)"])
def test_flags_beyond_those_of_programs_are_refused(line: str) -> None:
    with pytest.raises(InputError, match="takes one digit from 0 to 7"):
        front.parse(f"{HEAD}    {line}\n    return x\n")


def test_the_hp11c_has_two_flags() -> None:
    with pytest.raises(InputError, match="SF 5"):
        quick_code(front.parse(f"{HEAD}    set_flag(5)\n    return x\n"), Model.HP11C)
