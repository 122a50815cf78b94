"""Steps: their keys, bytes and lines on both models."""

from __future__ import annotations

import pytest

from hp15c.table.instructions import step
from hp15c.table.models import Model
from hp15c.table.step import operand_keys, register_name, register_number


@pytest.mark.parametrize(
    ("name", "operand", "shown"),
    [
        ("LBL", "A", "001-42,21,11"),
        ("STO", ".3", "001-  44 .3"),
        ("+", "", "001-    40"),
        ("FIX", "4", "001-42, 7, 4"),
    ],
)
def test_lines_as_the_lcd_shows_them(name: str, operand: str, shown: str) -> None:
    """BEHAVIOUR 4.1."""
    assert step(name, operand).display(Model.HP15C, 1) == shown


def test_operands_as_keys() -> None:
    assert [operand_keys(one) for one in (".3", "A", "I", "(i)", "7")] == [
        ("48", "3"),
        ("11",),
        ("25",),
        ("24",),
        ("7",),
    ]


def test_bytes() -> None:
    """The HP-11C needs one for every line."""
    long = step("LBL", ".1")
    assert (long.bytes(Model.HP15C), step("LBL", "1").bytes(Model.HP15C)) == (2, 1)
    assert step("LBL", "1").bytes(Model.HP11C) == 1


def test_what_a_model_lacks() -> None:
    solve = step("SOLVE", "A")
    assert solve.exists_on(Model.HP15C)
    assert not solve.exists_on(Model.HP11C)
    with pytest.raises(KeyError, match="SOLVE A on the HP-11C"):
        solve.keys(Model.HP11C)


@pytest.mark.parametrize(
    ("name", "number"), [("0", 0), ("9", 9), (".0", 10), (".3", 13), (".9", 19), ("20", 20), ("100", 100)]
)
def test_registers_are_numbered_by_their_names(name: str, number: int) -> None:
    assert register_number(name) == number
    assert register_name(number) == name
