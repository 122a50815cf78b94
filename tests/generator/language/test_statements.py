"""Flags of the calculator, and two numbers keyed in at a stop: in Python, compiled, and refused."""

from __future__ import annotations

from random import Random

import pytest

from generator.compiler import front
from generator.compiler.checking.calls import PreparedDialogue
from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code
from generator.compiler.tree.text import text
from generator.language import ask_two, clear_flag, flag, set_flag
from generator.language.machine import PythonMachine, TerminalDialogue, running_on
from generator.language.statements import AssumptionError
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


@pytest.mark.parametrize("value", ["flag(0)", "flag(0) / 3", "7 - flag(1)"])
def test_a_flag_is_a_number_in_a_register(value: str) -> None:
    head = HEAD.replace("\n\n@", "\n\nq = register(0)\n\n\n@").replace("program,", "program, register,")
    module = front.parse(f"{head}    global q\n    set_flag(0)\n    q = {value}\n    return q + x\n")
    found = check(module, quick_code(module).program, 10, Random(3), engines=["reference"])
    assert found.tally.disagreement is None
    assert found.tally.compared >= 8


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


DISTANCE = """from generator.language import ask_two, program, sqrt

@program("A")
def a(b, a):
    y, x = ask_two(a)
    return sqrt((x - a) ** 2 + (y - b) ** 2)
"""


def test_two_numbers_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person types them with ENTER between them, or a space. A single one is asked for again."""
    typed = ["3 enter 4", "5", "1.5 -2", "x 2", "7 8"]
    monkeypatch.setattr("builtins.input", lambda _: typed.pop(0))
    dialogue = TerminalDialogue()
    answers = [dialogue.ask_two(Number.of(0)) for _ in range(3)]
    numbers = [(Number.of(one), Number.of(other)) for one, other in (("3", "4"), ("1.5", "-2"), ("7", "8"))]
    assert answers == numbers


def test_one_number_breaks_the_claim_that_there_are_two() -> None:
    python = PythonMachine(dialogue=PreparedDialogue((Number.of(3), (Number.of(3), Number.of(4)))))
    with running_on(python):
        with pytest.raises(AssumptionError, match="two numbers"):
            ask_two(1)
        assert [str(one) for one in ask_two(1)] == ["3", "4"]


@pytest.mark.parametrize("model", list(Model))
def test_a_compiled_program_goes_on_with_two_numbers(model: Model) -> None:
    calculator = Calculator(model)
    calculator.load(quick_code(front.parse(DISTANCE), model).program)
    calculator.press("10 ENTER 20 GSB A")
    assert calculator.display.strip() == "20.0000"
    calculator.press("14 ENTER 23 R/S")
    assert str(calculator.x) == "5"


def test_a_source_that_asks_for_two_numbers_needs_two_names() -> None:
    with pytest.raises(InputError):
        front.parse(DISTANCE.replace("y, x = ask_two(a)", "y = x = ask_two(a)"))
    with pytest.raises(InputError):
        front.parse(DISTANCE.replace("ask_two(a)", "ask_two(a, b)"))
