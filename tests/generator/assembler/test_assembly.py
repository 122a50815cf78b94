"""Every routine of the library on both calculators, with many parameters, and inside other programs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.assembler.assembly import Assembly, Section, section
from generator.games import routines
from hp15c import Calculator
from hp15c.errors import InputError
from hp15c.table.models import Model

BOTH = pytest.mark.parametrize("model", list(Model))


def whole(value: object) -> int:
    return int(str(value))


def running(model: Model, *parts: Section, registers: dict[str, str] | None = None) -> Calculator:
    """A calculator with these sections under label A."""
    assembly = Assembly(
        (section("Start", "LBL start"), *parts, section("End", "RTN")), registers or {}, {"start": "A"}
    )
    calc = Calculator(model=model)
    calc.load(assembly.program(model))
    return calc


def fill(calc: Calculator, values: Sequence[int]) -> None:
    """Store values in registers from R0 on."""
    for register, value in enumerate(values):
        calc.press(f"{value} STO {register if register < 10 else f'.{register - 10}'}")


def contents(calc: Calculator, first: int, last: int) -> list[int]:
    return [whole(calc.register(register)) for register in range(first, last + 1)]


@BOTH
@pytest.mark.parametrize("digits", ["7", "42", "4032", "90210", "12345678"])
@pytest.mark.parametrize("rest", ["0", "9"])
def test_digit_split(model: Model, digits: str, rest: str) -> None:
    calc = running(model, routines.digit_split(len(digits)), registers={"rest": rest})
    calc.press(f"{digits} GSB A")
    assert contents(calc, 1, len(digits)) == list(map(int, digits))


@BOTH
@pytest.mark.parametrize(("first", "last"), [(0, 0), (1, 4), (3, 9), (8, 13), (2, 9)])
def test_digit_join(model: Model, first: int, last: int) -> None:
    calc = running(model, routines.digit_join(first, last))
    values = [7, 1, 0, 3, 9, 2, 6, 5, 8, 4, 1, 3, 7, 2]
    fill(calc, values)
    calc.press("99 GSB A")
    assert whole(calc.x) == int("".join(map(str, values[first : last + 1])))


@BOTH
def test_split_and_join_undo_each_other(model: Model) -> None:
    calc = running(model, routines.digit_split(6), routines.digit_join(1, 6), registers={"rest": "0"})
    for number in (123456, 900000, 42, 0):
        calc.press(f"{number} GSB A")
        assert whole(calc.x) == number


@BOTH
@pytest.mark.parametrize("largest", [1, 6, 1000])
def test_random_integer(model: Model, largest: int) -> None:
    """The draws are INT(n × RAN#) + 1 of the real generator (BEHAVIOUR 5)."""
    calc = running(model, routines.random_integer())
    seed = 0
    for _ in range(40):
        seed = (1574352261 * seed + 1017980433) % 10**10
        calc.press(f"{largest} GSB A")
        assert whole(calc.x) == largest * seed // 10**10 + 1


@BOTH
@pytest.mark.parametrize(("first", "last"), [(0, 0), (1, 5), (7, 12)])
def test_clear_block(model: Model, first: int, last: int) -> None:
    calc = running(model, routines.clear_block(first, last))
    values = list(range(21, 35))
    fill(calc, values)
    calc.press("GSB A")
    values[first : last + 1] = [0] * (last + 1 - first)
    assert contents(calc, 0, 13) == values


@BOTH
@pytest.mark.parametrize(("first", "last", "to"), [(1, 4, 5), (5, 8, 1), (0, 6, 7), (3, 6, 2), (2, 2, 2)])
def test_copy_block(model: Model, first: int, last: int, to: int) -> None:
    calc = running(model, routines.copy_block(first, last, to))
    values = list(range(21, 35))
    fill(calc, values)
    calc.press("GSB A")
    values[to : to + last + 1 - first] = values[first : last + 1]
    assert contents(calc, 0, 13) == values


def test_a_copy_onto_itself_upwards_is_refused() -> None:
    with pytest.raises(InputError, match="overlap"):
        routines.copy_block(1, 4, 3)


@pytest.mark.parametrize(("first", "last"), [(4, 3), (-1, 2), (0, 1000)])
def test_what_is_no_block_is_refused(first: int, last: int) -> None:
    with pytest.raises(InputError, match="no block"):
        routines.clear_block(first, last)


@BOTH
def test_one_program_holds_a_routine_twice(model: Model) -> None:
    calc = running(
        model, routines.clear_block(1, 2, name="clear-low"), routines.clear_block(5, 6, name="clear-high")
    )
    fill(calc, range(1, 9))
    calc.press("GSB A")
    assert contents(calc, 0, 7) == [1, 0, 0, 4, 5, 0, 0, 8]


@BOTH
def test_the_kit(model: Model) -> None:
    calc = Calculator(model=model)
    calc.load(routines.routines(model).program)
    calc.press("4321 GSB A GSB E")
    assert contents(calc, 1, 8) == [4, 3, 2, 1] * 2
    calc.press("GSB B")
    assert whole(calc.x) == 4321
    calc.press("GSB D")
    assert contents(calc, 1, 8) == [0, 0, 0, 0, 4, 3, 2, 1]
    calc.press("6 GSB C")
    assert whole(calc.x) in range(1, 7)


@pytest.mark.parametrize("before", [1, 7, 8, 96, 97, 120])
@pytest.mark.parametrize("model", Model)
def test_a_loop_by_the_number_of_its_line(before: int, model: Model) -> None:
    filling = ["x²"] * before
    lines = [
        *filling,
        "LINE again",
        "CHS",
        "STO I",
        "5",
        "STO 0",
        "MARK again",
        "2",
        "STO + 1",
        "1",
        "STO − 0",
    ]
    made = Assembly((section("All", [*lines, "RCL 0", "x≠0", "GTO I", "RTN"]),)).program(model)
    calc = Calculator(model=model)
    calc.load(made)
    calc.press("R/S")
    assert whole(calc.state.registers[1]) == 10
    assert "LBL" not in {one.name for one in made.steps}
