"""Numbers made from those in registers: what is shorter, what stays, and that both agree."""

from __future__ import annotations

import pytest

from generator.compiler.numbers_at_hand import with_numbers_at_hand
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests.support.tree_pairs import module_of

MODULE = module_of('a = array(2)\n@program("A")\ndef f(x):\n    return x\n')
REGISTERS = {"a[0]": "6", "a[1]": "7"}


def program(text: str, model: Model) -> Program:
    return Program.parse("\n".join(text.split(", ")), model)


def made(text: str, model: Model = Model.HP15C) -> str:
    given = program(text, model)
    found, sources, told = with_numbers_at_hand(given, range(len(given)), MODULE, REGISTERS)
    assert len(sources) == len(found)
    assert bool(told) == (found != given)
    for x in ("0", "3", "7.5", "12 CHS"):
        assert answer(given, x) == answer(found, x)
    return ", ".join(str(one) for one in found.steps)


def answer(one: Program, keys: str) -> object:
    calculator = Calculator(one.model)
    calculator.load(one)
    calculator.press(f"{keys} GSB A")
    return calculator.x


def test_the_same_number_is_recalled() -> None:
    assert made("LBL A, 1, 2, STO 3, ×, 1, 2, +, RTN") == "LBL A, 1, 2, STO 3, ×, RCL 3, +, RTN"
    text = "LBL A, 1, 2, STO 3, ×, 1, 2, +, RTN"
    assert made(text, Model.HP11C) == "LBL A, 1, 2, STO 3, ×, RCL 3, +, RTN"


def test_a_sum_with_a_short_number_is_made() -> None:
    assert made("LBL A, 1, 9, STO 3, ×, 1, 9, ., 0, 2, +, RTN").split(", ")[5:10] == [
        ".", "0", "2", "RCL + 3", "+",
    ]  # fmt: skip
    assert made("LBL A, 9, 9, STO 3, ×, 1, CHS, +, 1, 9, 8, +, RTN").count("RCL") == 0


@pytest.mark.parametrize(
    "text",
    [
        "LBL A, 1, 2, STO 3, ×, STO 3, 1, 2, +, RTN",
        "LBL A, 1, 2, STO 3, ×, ISG 3, 1, 2, +, RTN",
        "LBL A, x≤0, GTO 1, 1, 2, STO 3, ×, LBL 1, 1, 2, +, RTN",
        "LBL A, 1, 2, STO 6, ×, 1, 2, +, RTN",
        "LBL A, 9, EEX, 9, 9, STO 3, ×, 9, CHS, EEX, 9, 9, +, RTN",
        "LBL A, 3, STO 3, ×, 3, +, RTN",
        "LBL A, 1, 9, STO 3, ×, 1, 9, ., 0, 2, LSTx, +, +, RTN",
        "LBL A, EEX, 1, 1, STO 3, ×, EEX, 1, 1, ., 0, 2, +, RTN",
    ],
    ids=[
        *("another one", "counted", "on one way", "an element", "too large", "one line", "LAST X"),
        "too many digits",
    ],
)
def test_other_numbers_stay(text: str) -> None:
    assert made(text) == text


def test_a_model_without_arithmetic_in_registers_keys_sums_in() -> None:
    text = "LBL A, 1, 9, STO 3, ×, 1, 9, ., 0, 2, +, RTN"
    assert made(text, Model.HP11C) == text
