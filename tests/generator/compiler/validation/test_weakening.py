"""Relations that are found at the first arrivals and in runs."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.validation.verdict import validate
from hp15c.listing.program import Program

SHELL_SORT = """
from generator.language import array, program, register
n = register(0)
a = array(12, at=1)
@program("A")
def f():
    gap = n // 2
    while gap > 0:
        for i in range(gap, n):
            value = a[i]
            j = i - gap
            while j >= 0 and a[j] > value:
                a[j + gap] = a[j]
                j -= gap
            a[j + gap] = value
        gap //= 2
"""
SHELL_SORT_LINES = (
    "LBL A\nRCL 0\n2\n÷\nLBL 1\nINT\nSTO .3\nx≤0\nRTN\nLBL 2\n1\n+\nSTO I\nRCL 0\nx<y\nGTO 3\nCLx\nRCL (i)\n"
    "STO .4\nx↔y\nSTO .5\nLBL 4\nRCL − .3\nSTO I\nx≤0\nGTO 0\nRCL .4\nRCL (i)\nx≤y\nGTO 0\nRCL .3\nSTO + I\n"
    "x↔y\nSTO (i)\nR⬆\nGTO 4\nLBL 0\nRCL .3\nSTO + I\nRCL .4\nSTO (i)\nRCL .5\nGTO 2\nLBL 3\nRCL .3\n2\n÷\n"
    "GTO 1"
)
"""At the first arrival after a pass of the inner loop X is 1, later it is the sum of two names and 1. After a
pass of the outer loop the listing has not yet taken the whole part of the gap.
"""
PLACES = {
    "n": "0",
    **{f"a[{number}]": str(number + 1) if number < 9 else f".{number - 9}" for number in range(12)},
}


@pytest.mark.slow
def test_sums_that_runs_show_and_numbers_with_a_fraction_are_related_to_names() -> None:
    module = front.parse(SHELL_SORT)
    found = validate(module, Program.parse(SHELL_SORT_LINES), PLACES)
    assert found.proof == "proven", found.reason
    for right, wrong in (("R⬆\nGTO 4", "R⬇\nGTO 4"), ("RCL .5\nGTO 2", "RCL .4\nGTO 2")):
        changed = Program.parse(SHELL_SORT_LINES.replace(right, wrong))
        assert validate(module, changed, PLACES, work=100_000).proof == "none", (right, wrong)
