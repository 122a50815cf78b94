"""A number that several ways store is stored once before: where, where not, and that both agree."""

from __future__ import annotations

import pytest

from generator.compiler.early_stores import with_early_stores
from hp15c import Calculator
from hp15c.listing.program import Program
from tests.support.tree_pairs import module_of

MODULE = module_of(
    """kept = register()
a = array(3)
@program("A")
def f(x):
    return x
@program("B")
def g(x):
    global kept
    kept = x
"""
)
REGISTERS = {"kept": "5", "a[0]": "6", "a[1]": "7", "a[2]": "8"}
TWO_WAYS = "LBL A, STO 2, RCL 2, x≤0, GTO 1, 0, STO 1, RCL 2, STO + 1, GTO 3, LBL 1, 0, STO 1, LBL 3"
TWO_WAYS += ", RCL 2, RCL + 1, RTN"
AFTER_LOOP = "LBL A, 3, STO I, 0, STO 1, LBL 2, RCL 1, 4, +, STO 1, DSE I, GTO 2, RCL 1, 0, STO 5, R↓, RTN"
OF_NO_RESULT = "LBL B, STO 2, 0, STO 1, LBL 2, x↔y, x≤0, GTO 3, 1, −, GTO 2, LBL 3, 0, STO 5, RTN"


def program(text: str) -> Program:
    return Program.parse("\n".join(text.split(", ")))


def stored(text: str) -> list[str]:
    given = program(text)
    made, sources, told = with_early_stores(given, range(len(given)), MODULE, REGISTERS)
    assert len(sources) == len(made)
    assert bool(told) == (made != given)
    label = text[4]
    for x in ("0", "3", "7.5", "12 CHS"):
        assert answer(given, x, label) == answer(made, x, label)
    return [str(one) for one in made.steps]


def answer(one: Program, keys: str, label: str) -> object:
    calculator = Calculator(one.model)
    calculator.load(one)
    calculator.press(f"2 STO 5 3 STO 6 {keys} GSB {label}")
    found = [calculator.x] if label == "A" else []
    for number in "5678":
        calculator.press(f"RCL {number}")
        found.append(calculator.x)
    return found


def test_one_store_before_a_test_serves_both_ways() -> None:
    made = stored(TWO_WAYS)
    assert len(made) == len(program(TWO_WAYS)) - 2
    assert made[:6] == ["LBL A", "STO 2", "0", "STO 1", "RCL 2", "x≤0"]
    assert made.count("STO 1") == 1


def test_a_register_gets_a_number_beside_another_one() -> None:
    made = stored(OF_NO_RESULT)
    assert made[:6] == ["LBL B", "STO 2", "0", "STO 1", "STO 5", "LBL 2"]
    assert made[-2:] == ["LBL 3", "RTN"]


def test_a_number_that_stays_on_the_stack_is_keyed_in_again() -> None:
    made = stored(TWO_WAYS.replace("0, STO 1, RCL 2, STO + 1", "0, STO 1, RCL × 2, STO + 1, STO 2"))
    assert made[:10] == ["LBL A", "STO 2", "0", "STO 1", "RCL 2", "x≤0", "GTO 1", "0", "RCL × 2", "STO + 1"]


@pytest.mark.parametrize(
    "text",
    [
        AFTER_LOOP,
        OF_NO_RESULT.replace("1, −", "1, RCL + 5, −"),
        OF_NO_RESULT.replace("1, −", "1, STO + 5, −"),
        OF_NO_RESULT.replace("1, −", "PSE, 1, −"),
        OF_NO_RESULT.replace("1, −", "√x, 1, −"),
        OF_NO_RESULT.replace("x≤0, GTO 3", "x≤0, RTN, x>y, GTO 3"),
        OF_NO_RESULT.replace("STO 5", "STO 7"),
        OF_NO_RESULT.replace("GTO 3, 1, −, GTO 2, LBL 3", "GTO 3, 1, −, GTO 2, LBL 3, 4"),
        TWO_WAYS.replace("STO 2, RCL 2, x≤0, GTO 1", "RCL + 1, STO 2, x≤0, GTO 1, RCL 1, STO 2"),
        TWO_WAYS.replace("0, STO 1, RCL 2", "1, STO 1, RCL 2"),
    ],
    ids=[
        "no gain", "read before", "changed before", "shown before", "an Error before", "a way without it",
        "an element", "in a number", "its old value is read", "another number",
    ],
)  # fmt: skip
def test_other_stores_stay(text: str) -> None:
    assert stored(text) == [str(one) for one in program(text).steps]
