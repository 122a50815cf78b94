"""Terms as expressions: conditions between values with signs."""

from __future__ import annotations

import pytest

from generator.decompiling.module import decompile_listing
from generator.decompiling.proof import proof
from generator.language.machine import PythonMachine, running_on
from hp15c import Calculator
from hp15c.listing.program import Program


def written(listing: str) -> str:
    return decompile_listing(Program.parse(listing)).text()


def test_two_values_with_signs_are_compared_the_right_way_round() -> None:
    """−INT x against −12 on the calculator is 12 against INT x in the module."""
    text = written("LBL A\nINT\nCHS\n1\n2\nCHS\nx≤y\nGTO 1\n1\nRTN\nLBL 1\n2\nRTN")
    assert "if intpart(x) > 12:\n        return 1\n    return 2\n" in text


@pytest.mark.parametrize(("row", "word"), [("%", "percent(y, x)"), ("Δ%", "percent_change(y, x)")])
def test_percentages_are_written_and_proved(row: str, word: str) -> None:
    program = Program.parse(f"LBL A\n{row}\n+\nRTN")
    made = decompile_listing(program)
    assert word in made.text()
    found = proof(program, made)
    assert found.proved, found.told
    calculator = Calculator()
    calculator.load(program)
    calculator.press("7 ENTER 19.3 GSB A")
    names: dict[str, object] = {}
    exec(made.text(), names)
    with running_on(PythonMachine()):
        assert str(names["label_a"](7, 19.3)) == str(calculator.x)  # type: ignore[operator]


@pytest.mark.first
@pytest.mark.parametrize(
    ("lines", "formula"),
    [
        ("1, X<>Y, -, 2, X<>Y, ÷", "return 2 / (1 - x)"),
        ("3, X<>Y, -, RCL 1, ×, RCL 2, ×", "return (3 - x) * r1 * r2"),
        ("RCL 1, -, x², X<>Y, RCL 2, -, x², +, √x", "return sqrt((x - r1) ** 2 + (y - r2) ** 2)"),
        ("RCL 2, 3, RCL 1, -, ÷, STO - 0, ABS", "a = r2 / (3 - r1)\n    r0 -= a\n    return abs(a)"),
    ],
)
def test_formulas_stand_as_a_person_writes_them(lines: str, formula: str) -> None:
    """A difference turns instead of a sign in front, a square has its value once, and a step has a name."""
    program = Program.parse(f"LBL A\n{lines.replace(', ', chr(10))}\nRTN")
    made = decompile_listing(program)
    assert formula in made.text()
    assert proof(program, made).proved
