"""The language run as Python: the calculator's arithmetic, whatever Python would compute itself."""

from __future__ import annotations

import random
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from generator.compiler import front
from generator.compiler.checking.python_side import PythonSide
from generator.language import Value, fix, last_random, polar, rad, ran, rnd, set_random, sin
from generator.language.machine import OverflowStop, PythonMachine, running_on
from generator.language.values import value
from hp15c import Calculator
from hp15c.errors import CalculatorError
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from programs.compiled import derivative, least_common_multiple
from tests import ROOT
from tests.support.shares import share

KEYS = {"+": "+", "-": "−", "*": "×", "/": "÷", "**": "yˣ"}


def pressed(keys: str) -> Number:
    calculator = Calculator()
    calculator.press(keys)
    assert calculator.error is None
    assert isinstance(calculator.x, Number)
    return calculator.x


def drawn(chance: random.Random) -> str:
    digits = chance.randrange(1, 11)
    text = str(chance.randrange(1, 10**digits))
    point = chance.randrange(1, len(text) + 1)
    return text[:point] + ("." + text[point:] if text[point:] else "")


@pytest.mark.parametrize("operator", KEYS)
def test_operators_are_the_keys(operator: str) -> None:
    chance = random.Random(15)
    for _ in range(share(60)):
        left, right = drawn(chance), drawn(chance) if operator != "**" else str(chance.randrange(-9, 20))
        if operator == "**" and right == "2":
            continue
        entered = right.removeprefix("-") + (" CHS" if right.startswith("-") else "")
        found = eval(f"a {operator} b", {"a": value(left), "b": value(right)})
        assert found == pressed(f"{left} ENTER {entered} {KEYS[operator]}"), (left, operator, right)


def test_whole_division_and_remainder_are_those_of_calculator_programs() -> None:
    chance = random.Random(11)
    for _ in range(share(60)):
        a, b = drawn(chance), drawn(chance)
        assert value(a) // value(b) == pressed(f"{a} ENTER {b} ÷ INT")
        assert value(a) % value(b) == pressed(f"{a} ENTER ENTER {b} ÷ INT {b} × −")
    assert value(-7) // 2 == -3
    assert value(-7) % 2 == -1


def test_a_square_is_the_key_and_a_power_the_other() -> None:
    x = value("0.7854321")
    differ = [n for n in range(1, share(2000)) if value(n) / 7 * (value(n) / 7) != (value(n) / 7) ** value(2)]
    assert x**2 == pressed("0.7854321 x²")
    assert differ, "yˣ of 2 and x² differ in a last digit now and then"
    assert all((value(n) / 7) ** 2 == value(n) / 7 * (value(n) / 7) for n in differ)


def test_a_power_of_ten_is_the_key() -> None:
    chance = random.Random(10)
    for _ in range(share(100)):
        x = drawn(chance)[:4].rstrip(".")
        assert 10 ** value(x) == pressed(f"{x} 10ˣ" if float(x) < 99 else "10 ENTER " + f"{x} yˣ")


def test_literals_and_plain_integers_compute_as_the_calculator_does() -> None:
    module = front.parse(
        "from generator.language import program, register\n"
        "THIRD = 3\n"
        "kept = register(1)\n"
        '@program("A")\ndef one():\n    return 1 / 3 * 3, -7 // 2\n'
        '@program("B")\ndef two():\n    n = 9999999999\n    return n * n, 1 / THIRD, 2 ** 0.5\n'
        '@program("C")\ndef three():\n    global kept\n    kept = 7\n    total = 0\n'
        "    for i in range(-5, 0):\n        total += i // 2\n    return total / kept\n"
    )
    names: dict[str, Any] = PythonSide(module).names
    assert names["one"]() == (Decimal("0.9999999999"), -3)
    assert names["two"]()[0] == Decimal("9.999999998e19")
    assert names["two"]()[1:] == (Decimal("0.3333333333"), pressed("2 ENTER .5 yˣ"))
    assert names["three"]() == pressed("6 CHS ENTER 7 ÷")


def test_programs_run_by_import() -> None:
    assert least_common_multiple.lcm(12, 44) == 132
    assert derivative.f(2) == pressed("2 ENTER eˣ ×")
    assert isinstance(derivative.slope(0, 0.001), Value)


def test_errors_are_the_calculator_s() -> None:
    with pytest.raises(CalculatorError, match="Error 0"):
        value(1) / 0
    with pytest.raises(TypeError):
        value(1) + "1"  # type: ignore[operator]


def test_a_number_other_than_0_is_true() -> None:
    assert value("1e-99")
    assert value(-1)
    assert not value(0)
    assert not value(5) - 5


def test_overflow_saturates_and_stops_the_11c() -> None:
    assert value("9e99") * 10 == Decimal("9.999999999e99")
    with running_on(PythonMachine(Model.HP11C)), pytest.raises(OverflowStop):
        value("9e99") * 10


def test_modes_and_chance_belong_to_the_machine() -> None:
    with running_on(PythonMachine()):
        assert sin(30) == Decimal("0.5")
        rad()
        assert sin(30) == pressed("RAD 30 SIN")
        fix(2)
        assert rnd(value("1.23456")) == Decimal("1.23")
        assert ran() == pressed("RAN#")
    with running_on(PythonMachine()):
        assert ran() == pressed("RAN#")
        assert polar(3, 4) == (pressed("3 ENTER 4 →P x↔y"), 5)


def test_random_numbers_begin_where_a_program_says() -> None:
    with running_on(PythonMachine()):
        set_random(value("0.25"))
        assert last_random() == pressed("0.25 STO RAN# RCL RAN#")
        drawn = ran()
        assert drawn == pressed("0.25 STO RAN# RAN#")
        assert last_random() == drawn


def test_numbers_compare_as_numbers() -> None:
    assert value("0.1") == 0.1
    assert value(3) == 3 == value(3)
    assert hash(value(3)) == hash(3)
    assert 1 < value("1.5") <= 1.5
    assert value(7).__index__() == 7
    with pytest.raises(TypeError, match="whole"):
        value("7.5").__index__()


@pytest.mark.slow
def test_a_type_checker_accepts_a_program(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from generator.language import Real, array, ask, intpart, pause, polar, program, register, sqrt\n\n"
        "turn = register()\ndigits = array(8)\n\n\n"
        "def helper(x: Real, n: Real) -> tuple[Real, Real]:\n"
        "    angle, radius = polar(x, n)\n    return angle, radius * 2\n\n\n"
        '@program("A")\ndef one(a: Real, b: Real) -> Real:\n    global turn\n    turn += 1\n    total = 0\n'
        "    rest = a\n    while rest > 0.5:\n        total += rest % 10\n        rest //= 10\n"
        "    for i in range(intpart(b)):\n        digits[i] = rest\n        total -= digits[i] / 3\n"
        "    angle, radius = helper(total, turn)\n    pause(angle)\n    radius = ask(radius)\n"
        "    if not 1 <= radius < 5:\n        return sqrt(radius) ** 2\n    return -radius + abs(total)\n\n\n"
        '@program("B")\ndef two() -> Real:\n    return one(3, 4.5)\n',
        "utf-8",
    )
    assert front.read(path).functions["two"].label == "B"
    assert typed(path) == 0
    path.write_text(path.read_text("utf-8").replace("polar(x, n)", "polar(x, n, 2)"), "utf-8")
    assert typed(path) == 1


def typed(path: Path) -> int:
    """The exit code of mypy, as strict as it gets."""
    root = ROOT
    command = [sys.executable, "-m", "mypy", "--strict", str(path)]
    return subprocess.run(command, capture_output=True, cwd=root, check=False).returncode
