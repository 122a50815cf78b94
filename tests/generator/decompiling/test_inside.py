"""A module with an array has to run with an index in it before it is called proved."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.decompiling.inside import runs_inside
from hp15c.listing.program import Program

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
