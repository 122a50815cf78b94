"""The proof of decompiled modules."""

from __future__ import annotations

from pathlib import Path

import pytest

import programs
from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.decompiling.module import decompile_listing
from generator.decompiling.proof import proof, runs_inside
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests.support.shares import firsts

SHELF = Path(programs.__file__).parent / "shelf"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    firsts(["discrete_distributions.11c", "runge_kutta.15c", "dates.15c"]),
)
def test_a_program_is_proved(name: str) -> None:
    program = Program.read(SHELF / name)
    assert proof(program, decompile_listing(program)).proved


@pytest.mark.slow
@pytest.mark.parametrize("model", [pytest.param("11c", marks=pytest.mark.long), "15c"])
def test_the_small_codemakers_are_proved_whole(model: str) -> None:
    """That of the HP-15C takes more work than a proof that nobody asked for may do."""
    program = Program.read(SHELF.parent / f"codemaker-small.{model}")
    made = decompile_listing(program)
    assert not made.left_out
    assert proof(program, made).proved


def test_a_loop_of_the_hp11c_counts_by_dse_in_i() -> None:
    source = """from generator.language import program
@program("A")
def a(x):
    total = 0
    for k in range(9, 0, -1):
        total += x / k
    return total
"""
    names = [str(step) for step in quick_code(front.parse(source), Model.HP11C).program.steps]
    assert "DSE" in names or "DSE I" in names


def test_the_statistics_sums_of_the_hp11c_are_in_r0_to_r5() -> None:
    program = Program.parse("LBL A\nΣ+\nRTN\nLBL B\nRCL 0\n√x\nRTN", "11C")
    made = decompile_listing(program)
    assert "sqrt(n)" in made.text()
    assert proof(program, made).proved


LISTING = "LBL A\nSTO I\nR↓\nSTO (i)\nRTN\nLBL B\nSTO I\nRCL (i)\nRTN"
SOURCE = """from generator.language import array, program

numbers = array({length}, at={first})

@program("A")
def store(y, x):
    numbers[x - {first}] = y
    return y

@program("B")
def recall(x):
    return numbers[x - {first}]
"""


@pytest.mark.parametrize(
    ("length", "first", "found"),
    [(10, 0, True), (4, 2, True), (1, 19, None)],
    ids=["all", "some", "hardly reached"],
)
def test_a_run_inside_is_found_where_indices_reach_the_array(
    length: int, first: int, found: bool | None
) -> None:
    module = front.parse(SOURCE.format(length=length, first=first))
    listing = Program.parse(LISTING)
    if not found:
        module = front.parse(SOURCE.format(length=length, first=first).replace(f"x - {first}", "0 * x - 1"))
    assert runs_inside(module, listing) is found


def test_an_array_at_other_registers_is_not_taken_for_that_of_the_listing() -> None:
    module = front.parse(SOURCE.format(length=4, first=2).replace("x - 2", "x - 3"))
    assert runs_inside(module, Program.parse(LISTING)) is False


def test_a_jump_by_i_that_is_not_proved_says_what_is_not_written() -> None:
    program = Program.parse("LBL A\nSTO I\nGTO I\nLBL 0\n7\nRTN")
    found = proof(program, decompile_listing(program))
    assert not found.proved
    assert "not for negative ones, which name lines" in found.told[0]
