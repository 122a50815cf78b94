"""Complex mode stays on between operations, and the results are those of the source."""

from __future__ import annotations

from typing import Any

import pytest

from generator.compiler import front
from generator.compiler.code import generate
from generator.compiler.complex_mode import complex_stretches, with_complex_mode_on, with_real_beginnings
from generator.compiler.driver import compile_module
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.instructions import step
from tests.support.searched import NO_TIME, agree

HEAD = """
from generator.language import complex_number, exp, held, program, register, sqrt

a = register(1)
b = register(2)


@program("B")
def known(real, imag):
    global a, b
    a, b = real, imag
    return 0


@program("A")
def one(x, y):
    z = complex_number(x, y)
"""
BODIES = {
    "one function after the other": ("return exp(sqrt(z))", 1),
    "a sum between them": ("return exp(sqrt(z) + complex_number(a, b))", 1),
    "a difference of numbers that are keyed in": ("return sqrt(sqrt(z) - complex_number(5, 2))", 1),
    "a real number added": ("return sqrt(sqrt(z) + 3)", 1),
    "a product with what stands in registers": ("return sqrt(z) * complex_number(a, b)", 1),
    "a product with a real number": ("return sqrt(z) * a", 1),
    "a quotient by a number that is keyed in": ("return sqrt(z) / -4", 1),
    "a result that a person sees": ("z = sqrt(z)\n    return held(z.real, z.imag)", 0),
}


@pytest.mark.first
@pytest.mark.parametrize(("body", "left"), BODIES.values(), ids=BODIES)
def test_complex_mode_is_left_once(body: str, left: int) -> None:
    module = front.parse(f"{HEAD}    {body}\n")
    made = generate(module, effort=0)
    program, sources, told = with_complex_mode_on(made.program, made.sources, module, "small")
    assert len(told) == 1
    assert len(sources) == len(program) < len(made.program)
    assert program.steps.count(step("CF", "8")) == left
    agree(module, program, calls=20, engines=("reference", "source"))


@pytest.mark.parametrize(
    "lines",
    [
        "LBL A, I, √x, ENTER, Re↔Im, CF 8, LBL 1, I, √x, ENTER, Re↔Im, CF 8, x=0, GTO 1, RTN",
        "LBL A, I, √x, ENTER, Re↔Im, CF 8, I, R↑, √x, ENTER, Re↔Im, CF 8, RTN",
    ],
    ids=["a way leads between", "T is used after"],
)
def test_lines_stay_where_something_else_needs_the_parts(lines: str) -> None:
    module = front.parse(f"{HEAD}    return sqrt(sqrt(z))\n")
    program = Program.parse("\n".join(lines.split(", ")), "15C")
    assert with_complex_mode_on(program, [0] * len(program), module, "small")[0] == program


def after(program: Program, keys: str) -> tuple[Any, ...]:
    """The results, the registers and the flags after keys."""
    calculator = Calculator("15C")
    calculator.load(program)
    calculator.press(keys)
    return calculator.x, calculator.y, calculator.registers, calculator.flags


@pytest.mark.parametrize(
    "between",
    ["STO 1, I, eˣ", "STO + 1, I, eˣ", "STO 1, x↔y, STO 2, x↔y, I, eˣ", "STO 1, 1, 2, I, R↓, I, R↑, ×"],
)
def test_what_is_stored_between_is_the_same_number(between: str) -> None:
    lines = f"LBL A, I, √x, ENTER, Re↔Im, CF 8, {between}, ENTER, Re↔Im, CF 8, R↑, R↓, RTN"
    module = front.parse(f"{HEAD}    return exp(sqrt(z))\n")
    old = Program.parse("\n".join(lines.split(", ")), "15C")
    new, _, told = with_complex_mode_on(old, [0] * len(old), module, "small", {"a": "1", "b": "2"})
    assert told
    assert len(new) < len(old)
    keys = "7 STO 1 9 STO 2 5 ENTER 3 ENTER 4 GSB A"
    assert after(old, keys) == after(new, keys)
    assert after(old, keys)[2][1] != Number.of(7)


def test_stretches_end_at_labels_and_tests() -> None:
    text = "LBL A, I, √x, CF 8, x=0, 1, I, CF 8, LBL 1, 2, I, CF 8, RTN"
    program = Program.parse("\n".join(text.split(", ")), "15C")
    assert list(complex_stretches(program)) == [(1, 4), (6, 8), (9, 12)]


ON_AT_A_LABEL = (
    "LBL A, x=0, GTO 0, I, x², GTO 1, LBL 0, I, 1/x, LBL 1, ENTER, Re↔Im, CF 8, RCL + 1, x↔y, RCL + 2, x↔y, "
    "I, eˣ, ENTER, Re↔Im, CF 8, RTN"
)
ON_BEHIND_A_CALL = (
    "LBL A, GSB 0, ENTER, Re↔Im, CF 8, RCL + 1, x↔y, RCL + 2, x↔y, I, eˣ, ENTER, Re↔Im, CF 8, RTN, "
    "LBL 0, I, √x, RTN"
)


@pytest.mark.parametrize("lines", [ON_AT_A_LABEL, ON_BEHIND_A_CALL])
def test_lines_that_begin_in_complex_mode_give_the_same(lines: str) -> None:
    module = front.parse(f"{HEAD}    return exp(sqrt(z))\n")
    old = Program.parse("\n".join(lines.split(", ")), "15C")
    new, _, _ = with_complex_mode_on(old, [0] * len(old), module, "small", {"a": "1", "b": "2"})
    for typed in ("1 ENTER 2", "3 ENTER 0"):
        keys = f"3 STO 1 2 STO 2 {typed} GSB A"
        assert after(old, keys) == after(new, keys)


ENDS_IN_COMPLEX_MODE = """
from generator.language import held, program, sqrt


@program("A")
def pair(x, y):
    return held(sqrt(x), y / x)


@program("B")
def root(x):
    return sqrt(x)
"""


def test_a_label_begins_with_real_numbers_where_complex_mode_was_left_on() -> None:
    module = front.parse(ENDS_IN_COMPLEX_MODE)
    made = compile_module(module, effort=NO_TIME)
    assert [str(one) for one in made.program.steps].count("CF 8") == 2
    assert len(made.sources) == len(made.program)
    agree(module, made.program, calls=60)
    calculator = Calculator("15C")
    calculator.load(made.program)
    calculator.press("1 ENTER 2 GSB A")
    assert calculator.error is None
    calculator.press("4 CHS ENTER 1 GSB A")
    assert calculator.error == "Error 0"  # √(-4) is no real number
    module = front.parse(ENDS_IN_COMPLEX_MODE.replace("held(sqrt(x), y / x)", "x"))
    assert with_real_beginnings(made.program, made.sources, module, "small")[0] == made.program


def test_labels_of_one_place_leave_complex_mode_once() -> None:
    module = front.parse(ENDS_IN_COMPLEX_MODE)
    program = Program.parse("LBL A\nLBL B\nLBL 0\n√x\nI\nGTO 0", "15C")
    made, sources, told = with_real_beginnings(program, (3, 4, 5, 6, 7, 8), module, "small")
    assert [str(one) for one in made.steps] == ["LBL A", "LBL B", "CF 8", "LBL 0", "√x", "I", "GTO 0"]
    assert sources == (3, 4, 4, 5, 6, 7, 8)
    assert len(told) == 1
    assert with_real_beginnings(made, sources, module, "small") == (made, sources, [])
