"""CF 7 after an element goes where another element is known to follow."""

from __future__ import annotations

import pytest

from generator.compiler.idle_clears import without_idle_clears
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.table.instructions import Step
from tests.support.tree_pairs import entries

FILLED = "LBL A, MATRIX 0, 2, ENTER, DIM A, MATRIX 1, 7, STO A u, CF 7, 8, STO A u, CF 7, 9, STO A u, CF 7"


def program(text: str) -> Program:
    """A program whose lines with ' u' are lines in USER mode."""
    lines = text.split(", ")
    plain = Program.parse("\n".join(one.removesuffix(" u") for one in lines), "15C")
    marked = zip(plain.steps, lines, strict=True)
    return plain.with_steps(
        tuple(Step(one.instruction, one.operand, line.endswith(" u")) for one, line in marked)
    )


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        (f"{FILLED}, RTN", 3),
        (f"{FILLED}, 5, STO A u, CF 7, RTN", 3),  # the last element leaves its line out
        (f"{FILLED}, 5, STO A u, CF 7, 6, STO A u, CF 7, RTN", 4),
        (FILLED.replace("MATRIX 1, ", "") + ", RTN", 0),
        (FILLED.replace("MATRIX 1, ", "MATRIX 1, LBL 1, ") + ", RTN", 0),
        (FILLED.replace("ENTER, DIM A", "RAN#, DIM A") + ", RTN", 0),
        (FILLED.replace("8, ", "2, STO 0, ") + ", RTN", 1),
        (FILLED.replace("8, STO A", "2, ENTER, DIM B, 8, STO B") + ", RTN", 1),
    ],
)
def test_lines_that_always_run_go(text: str, gone: int) -> None:
    given = program(text)
    made, sources, told = without_idle_clears(given, range(len(given)), entries("A"), "small")
    assert len(told) == gone == len(given) - len(made)
    assert len(sources) == len(made)
    assert elements(made) == elements(given)


def elements(one: Program) -> list[str]:
    calculator = Calculator("15C")
    calculator.load(one)
    calculator.press("GSB A RCL 0 RCL 1 RCL MATRIX A")
    return [str(calculator.state.stack), str(calculator.state.matrices)]
