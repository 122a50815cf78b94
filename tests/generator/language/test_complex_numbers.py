"""Complex numbers that a person sees, and all functions of complex numbers: on Python and compiled."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.language.machine import PythonMachine, running_on
from generator.language.operations import OF_COMPLEX
from hp15c import Calculator
from hp15c.numbers.number import Number
from hp15c.table.instructions import step
from hp15c.table.models import Model

HELD = """from generator.language import ask, complex_number, held, pause, program

@program("A")
def a(y, x):
    pause(held(y, x))
    answer = ask(held(x, y))
    real, imag = 1 / complex_number(answer, y)
    return held(real, imag)

@program("B")
def b(y, x):
    return held(y, x), held(x, 7)
"""


def loaded(source: str, folder: Path) -> tuple[ModuleType, Calculator]:
    """A source as a module, and the calculator with its listing."""
    file = folder / "source.py"
    file.write_text(source)
    spec = importlib.util.spec_from_file_location("source", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    calculator = Calculator()
    calculator.load(quick_code(front.parse(source), Model.HP15C).program)
    return module, calculator


class Answers:
    """A dialogue that answers 5."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def pause(self, shown: Number) -> None:
        self.shown.append(str(shown))

    def ask(self, shown: Number) -> Number:
        self.shown.append(str(shown))
        return Number.of(5)


def test_a_number_that_is_held_has_both_parts_in_x(tmp_path: Path) -> None:
    module, calculator = loaded(HELD, tmp_path)
    calculator.press("3 ENTER 4 GSB A")
    assert (str(calculator.x), str(calculator.state.imaginary[0])) == ("4", "3")
    calculator.press("5 R/S")
    dialogue = Answers()
    machine = PythonMachine(dialogue=dialogue)
    with running_on(machine):
        assert str(module.a(3, 4)) == str(calculator.x)
    assert dialogue.shown == ["3", "4"]
    assert machine.state.imaginary[0] == calculator.state.imaginary[0]


def test_two_numbers_that_are_held(tmp_path: Path) -> None:
    module, calculator = loaded(HELD, tmp_path)
    calculator.press("3 ENTER 4 GSB B")
    assert [*map(str, calculator.state.imaginary[:2])] == ["7", "4"]
    with running_on(PythonMachine()):
        assert [*map(str, module.b(3, 4))] == [str(calculator.y), str(calculator.x)] == ["3", "4"]


@pytest.mark.first
@pytest.mark.parametrize("name", sorted(OF_COMPLEX.keys() - {"square", "reciprocal"}))
def test_a_function_is_that_of_the_key(name: str, tmp_path: Path) -> None:
    module, calculator = loaded(
        f"from generator.language import complex_number, held, program, {name}\n"
        '@program("A")\ndef a(y, x):\n'
        f"    real, imag = {name}(complex_number(y, x))\n    return held(real, imag)\n".replace("\\\n", "\n"),
        tmp_path,
    )
    calculator.press("0.3 ENTER 0.4 GSB A")
    machine = PythonMachine()
    with running_on(machine):
        assert str(module.a(0.3, 0.4)) == str(calculator.x)
    assert machine.state.imaginary[0] == calculator.state.imaginary[0]
    keys = Calculator()
    keys.press(f"0.3 ENTER 0.4 I {OF_COMPLEX[name]}")
    assert (keys.x, keys.state.imaginary[0]) == (calculator.x, calculator.state.imaginary[0])


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("7 * z", "7 ENTER 0.3 ENTER 0.4 I ×"),
        ("z * -7", "0.3 ENTER 0.4 I 7 CHS ×"),
        ("7 / z", "7 ENTER 0.3 ENTER 0.4 I ÷"),
        ("z / 7", "0.3 ENTER 0.4 I 7 ÷"),
        ("7 ** z", "7 ENTER 0.3 ENTER 0.4 I yˣ"),
        ("z ** 7", "0.3 ENTER 0.4 I 7 yˣ"),
    ],
)
def test_a_real_number_is_an_operand_as_it_is(text: str, keys: str, tmp_path: Path) -> None:
    module, calculator = loaded(
        'from generator.language import complex_number, held, program\n@program("A")\ndef a(y, x):\n'
        f"    z = complex_number(y, x)\n    real, imag = {text}\n    return held(real, imag)\n",
        tmp_path,
    )
    calculator.press("0.3 ENTER 0.4 GSB A")
    by_hand = Calculator()
    by_hand.press(keys)
    machine = PythonMachine()
    with running_on(machine):
        assert str(module.a(0.3, 0.4)) == str(calculator.x) == str(by_hand.x)
    imaginary = by_hand.state.imaginary[0]
    assert machine.state.imaginary[0] == calculator.state.imaginary[0] == imaginary
    assert calculator.program.steps.count(step("I")) == 1  # what is held is joined already
