"""Changes over whole programs, each proved."""

from __future__ import annotations

import pytest

from generator.equality.claims import Observe
from generator.equality.difference import difference
from generator.equality.registers import registers_named
from generator.equality.search import prove
from generator.equality.shorter import shorten_whole
from hp15c import Program
from tests.support.shares import few, share

ENDS = "LBL A\n3\n×\nSTO 1\n5\n+\nx²\nRTN\nLBL B\n7\n÷\nSTO 1\n5\n+\nx²\nRTN"
REPEATED = "LBL A\nx²\n1\n+\n√x\nLN\nENTER\nx²\n1\n+\n√x\nLN\n+\nx²\n1\n+\n√x\nLN\nRTN"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("listing", "lines", "told"),
    few(
        [
            (ENDS, 13, "lines 004 to 008: GTO 0, because they are lines 012 to 016 again"),
            (
                REPEATED,
                14,
                "lines 002 to 006, lines 008 to 012, lines 014 to 018: GSB 0, a subroutine of these 5 lines",
            ),
            ("LBL A\nSTO 1\n2\n×\nSTO 1\nRTN", 5, "line 002: what it stores is not used"),
            (
                "LBL A\nx≤y\nGTO 1\n3\n×\nGTO 2\nLBL 1\n4\n+\nGTO 2\nLBL 2\n5\n+\nRTN",
                13,
                "line 010: the jump leads to the next line",
            ),
            ("LBL A\nx²\nRTN\n5\n+\nRTN", 3, "lines 004 to 006: nothing leads there"),
            ("LBL A\nSF 8\nRCL 1\nRCL 2\nI\nx²\nRTN", 6, "line 002: complex mode comes on without it"),
            ("LBL A\nCF 0\nx²\nCF 0\nRTN", 4, "line 002: the flag is not asked for"),
            ("LBL A\nGTO 1\nLBL 1\nx²\nRTN\nLBL B\nGTO 1", 6, "line 002: the jump leads to the next line"),
        ]
    ),
)
def test_changes_are_found_and_told(listing: str, lines: int, told: str) -> None:
    program = Program.parse(listing)
    made, changes = shorten_whole(program)
    assert len(made) == lines
    assert told in [one.told for one in changes]
    prove(program, made)
    assert difference(program, made, Observe.ALL, effort=share(75_000)) is None


@pytest.mark.parametrize(
    "listing",
    [
        "LBL A\nSTO 1\n2\n×\nRTN",  # R1 stays
        "LBL A\n1\n2\n3\n+\nRTN\nLBL B\n4\n2\n3\n+\nRTN",  # 23 is part of other numbers
        "LBL A\nx>0\nGTO 1\nx²\nLBL 1\nRTN",
        "LBL A\nCF 8\nx²\nRTN",  # it may have been set
    ],
)
def test_what_counts_is_left(listing: str) -> None:
    program = Program.parse(listing)
    assert shorten_whole(program) == (program, ())


def test_what_is_observed_decides() -> None:
    program = Program.parse("LBL A\nSTO 1\n2\n×\nRTN")
    made, _ = shorten_whole(program, Observe.RESULTS)
    assert len(made) == 4
    assert shorten_whole(program, Observe.RESULTS, registers_named(program)) == (program, ())


@pytest.mark.slow
def test_the_work_is_limited_and_the_answer_is_the_same_twice() -> None:
    program = Program.parse(ENDS)
    assert shorten_whole(program, effort=0) == (program, ())
    found = [shorten_whole(program, effort=effort) for effort in (60, 60, 15_000)]
    assert found[0] == found[1]
    assert len(found[2][0]) < len(program)


def test_the_progress_counts_up_to_the_effort() -> None:
    seen: list[tuple[int, int]] = []
    shorten_whole(Program.parse(ENDS), effort=5_000, told=lambda _, done, of: seen.append((done, of)))
    assert seen[0] == (0, 5_000)
    assert seen == sorted(seen)
    assert len({done for done, _ in seen}) > 2
