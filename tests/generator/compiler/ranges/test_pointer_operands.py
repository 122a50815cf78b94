"""Rows and columns as operands of RCL +, −, × and ÷."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.driver import compile_module
from generator.compiler.ranges.pointer_operands import with_pointer_operands
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from generator.compiler.validation.verdict import validate
from generator.language.matrix_lines import POINTER_OPERATIONS

HEAD = "from generator.language import *\na = matrix('A')\n"


def module(value: str) -> ir.Module:
    """A module whose program gives the value of an expression of x at the place of an element."""
    called = "def g(x):\n    set_row(x)\n    return x\n"
    return front.parse(f"{HEAD}{called}@program('A')\ndef f(x):\n    first_element()\n    return {value}\n")


@pytest.mark.first
@pytest.mark.parametrize(
    ("value", "operations"),
    [
        ("10 * row() + column()", ["add_column", "mul_row"]),
        ("row() + column() / 10", ["add_row"]),
        ("x / row() - column()", ["sub_column", "div_row"]),
        ("row() - x", []),
        ("row() + g(x)", []),
        ("x ** row()", []),
    ],
)
def test_which_operations_take_the_pointer(value: str, operations: list[str]) -> None:
    made = with_pointer_operands(module(value))
    found = [one.name for one in nodes(made.functions["f"].body) if isinstance(one, ir.Operation)]
    assert [one for one in found if one in POINTER_OPERATIONS] == operations


@pytest.mark.slow
@pytest.mark.parametrize("value", ["10 * row() + column()", "(x - row()) / column() * row()"])
def test_the_listing_is_proved(value: str) -> None:
    one = module(value)
    made = compile_module(one)
    assert any(step.name in ("RCL +", "RCL −", "RCL ×", "RCL ÷") for step in made.program.steps)
    assert validate(one, made.program, made.places).proof == "proven"
    assert check(one, made.program, 30, random.Random(1), engines=("reference",)).agrees
