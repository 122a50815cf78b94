"""Counts by 1 become ISG and DSE: which ones do, which stay, and that both programs agree."""

from __future__ import annotations

import pytest

from generator.compiler.counted_by_one import with_counts_by_one
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests.support.tree_pairs import module_of

MODULE = module_of('kept = register()\n@program("A")\ndef f(x):\n    return x\n')


def program(text: str, model: Model = Model.HP15C) -> Program:
    return Program.parse("\n".join(text.split(", ")), model)


def counted(text: str, model: Model = Model.HP15C) -> list[str]:
    given = program(text, model)
    made, sources, told = with_counts_by_one(given, range(len(given)), MODULE, "small", {"kept": "5"})
    assert len(sources) == len(made)
    assert bool(told) == (made != given)
    for x in ("0", "3", "7.5", "12 CHS"):
        assert answer(given, x) == answer(made, x)
    return [str(one) for one in made.steps]


def answer(one: Program, keys: str) -> object:
    calculator = Calculator(one.model)
    calculator.load(one)
    calculator.press(f"2 STO 5 {keys} GSB A")
    x = calculator.x
    calculator.press("RCL 5")
    return x, calculator.x


COUNT = (
    "LBL A, STO 2, 0, STO 0, 4, STO I, LBL 1, RCL I, RCL 2, x≤y, GTO 2, 1, STO + 0, LBL 2, DSE I, GTO 1,"
    " RCL 0, RTN"
)
IN_A_ROW = "LBL A, 3, STO 0, x↔y, 1, STO + 0, x↔y, GTO 3, LBL 3, RCL × 0, RTN"
SEARCH = (
    "LBL A, ABS, STO 1, 2, STO 0, LBL 0, RCL 1, RCL 0, x², x≤y, GTO 2, RCL 0, RTN, LBL 2, 1, STO + 0, GTO 0"
)


def test_a_test_leaves_the_count_out() -> None:
    made = counted(COUNT)
    assert made[8:13] == ["RCL 2", "x>y", "ISG 0", "LBL 2", "DSE I"]
    assert len(made) == len(COUNT.split(", ")) - 2


def test_what_brings_a_level_back_goes() -> None:
    assert counted(IN_A_ROW)[4:] == ["ISG 0", "LBL 0", "GTO 3", "LBL 3", "RCL × 0", "RTN"]
    assert counted(IN_A_ROW.replace("1, STO +", "1, STO −"))[4] == "DSE 0"
    assert counted("LBL A, 3, STO 0, x↔y, 1, STO + 0, CLx, RCL 0, ×, RTN")[4:] == [
        "ISG 0", "LBL 0", "RCL 0", "×", "RTN",
    ]  # fmt: skip


def test_a_loop_begins_one_lower() -> None:
    made = counted(SEARCH)
    assert made[3:9] == ["1", "STO 0", "LBL 2", "ISG 0", "LBL 0", "RCL 1"]
    assert made[-3:] == ["GTO 2", "RCL 0", "RTN"]


@pytest.mark.parametrize(
    "text",
    [
        SEARCH.replace("STO 1, 2, STO 0", "STO 1, STO 0"),
        SEARCH.replace("2, STO 0, LBL 0", "2, STO 0, RCL 0, RCL 1, +, STO 1, LBL 0"),
        SEARCH.replace(" 0", " 5"),
        SEARCH.replace("2, STO 0", "2, ., 5, STO 0"),
        IN_A_ROW.replace("RCL × 0", "RCL × 0, +"),
        "LBL A, 3, STO 0, x↔y, 1, STO + 0, RCL × 0, RTN",
    ],
    ids=[
        "not whole",
        "read before",
        "of the module",
        "a fraction",
        "a level that is needed",
        "the 1 is needed",
    ],
)
def test_other_counts_stay(text: str) -> None:
    assert counted(text) == [str(one) for one in program(text).steps]


def test_a_register_that_cannot_count_stays() -> None:
    assert counted(SEARCH, Model.HP11C) == [str(one) for one in program(SEARCH, Model.HP11C).steps]
