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


HEAD = "from generator.language import array, intpart, program, register, sin\n\n"
COUNTS_TO_A_PART = (
    HEAD
    + """p = register(1)

@program("A")
def f(x):
    s = x * p
    t = 0
    for i in range(1, intpart(s) % 4):
        t += i
    return t - s
""",
    "LBL A\nSTO 0\nRCL × 1\nINT\nENTER\nENTER\n4\n÷\nINT\n4\n×\n−\nSTO 4\n0\nSTO 3\n1\nSTO 2\nLBL 0\nRCL 2\n"
    "RCL 4\nx≤y\nGTO 1\nRCL 2\nSTO + 3\n1\nSTO + 2\nGTO 0\nLBL 1\nRCL 3\nRCL 0\nRCL × 1\n−\nRTN",
    (("RCL × 1\n−", "RCL × 3\n−"), ("STO 4\n0", "STO 4\n1"), ("LBL 1\nRCL 3", "LBL 1\nRCL 4")),
)
STORED_BEHIND = (
    HEAD
    + """a = array(2, at=5)

@program("A")
def f(x, n):
    a[1] += sin(x)
    while n > 0:
        n -= 2
    a[0] = a[1]
    return n
""",
    "LBL A\nSTO 0\nx↔y\nSIN\nRCL + 6\nSTO 2\nLBL 0\nRCL 0\nx≤0\nGTO 1\n2\nSTO − 0\nGTO 0\nLBL 1\nRCL 2\n"
    "STO 6\nSTO 5\nRCL 0\nRTN",
    (("STO 6\n", ""), ("STO 6\nSTO 5", "STO 5"), ("RCL 2\n", "RCL 6\n")),
)
CONSTANT_BEHIND = (
    HEAD
    + """a = array(2, at=5)
b = array(2, at=8)

@program("A")
def f(x, n):
    a[1] = x * x
    b[0] = 1
    while n > 0:
        n -= 2
        a[0] += n
    return n
""",
    "LBL A\nSTO 0\nx↔y\nx²\nSTO 6\nLBL 0\nRCL 0\nx≤0\nGTO 1\n2\nSTO − 0\nRCL 0\nSTO + 5\nGTO 0\nLBL 1\n1\n"
    "STO 8\nRCL 0\nRTN",
    (("1\nSTO 8", "2\nSTO 8"), ("STO 8", "STO 9"), ("STO 6", "STO 9")),
)
TWO_LOOPS = (
    HEAD
    + """a = array(2, at=5)

@program("A")
def f(x, n):
    a[0] = x * x
    a[1] = sin(x)
    while n > 0:
        n -= 2
    while n < 7:
        n += 3
    return n
""",
    "LBL A\nSTO 0\nx↔y\nSTO 1\nx²\nSTO 2\nRCL 1\nSIN\nSTO 3\nLBL 0\nRCL 0\nx≤0\nGTO 1\n2\nSTO − 0\nGTO 0\n"
    "LBL 1\nRCL 3\nSTO 6\nLBL 2\n7\nRCL 0\nx≥y\nGTO 3\n3\nSTO + 0\nGTO 2\nLBL 3\nRCL 2\nSTO 5\nRCL 0\nRTN",
    (("STO 5\n", ""), ("RCL 3\nSTO 6", "RCL 2\nSTO 6"), ("STO 5", "STO 6"), ("RCL 3\nSTO 6\n", "")),
)
LATER = {
    "the end of a loop is told over a name that is told over registers": COUNTS_TO_A_PART,
    "an element that was computed is stored behind the loop": STORED_BEHIND,
    "a constant is stored behind the loop, and another element before it": CONSTANT_BEHIND,
    "elements are stored one behind each of two loops": TWO_LOOPS,
}


@pytest.mark.parametrize("name", LATER)
def test_what_the_listing_computes_or_stores_later_is_told_over_what_it_has(name: str) -> None:
    source, lines, changes = LATER[name]
    module = front.parse(source)
    places = {"p": "1"} | {
        f"{array}[{at}]": str(at + to) for array, to in (("a", 5), ("b", 8)) for at in (0, 1)
    }
    found = validate(module, Program.parse(lines), places, work=60_000)
    assert found.proof == "proven", found.reason
    for right, wrong in changes:
        assert right in lines
        changed = Program.parse(lines.replace(right, wrong))
        assert validate(module, changed, places, work=30_000).proof == "none", (right, wrong)
