"""A jump stands after the line that answers, where nothing uses the answer as a number."""

from __future__ import annotations

import pytest

from generator.compiler.answers import with_answers_tested
from generator.peephole.flow import Facts, Flow
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.table.instructions import Step
from tests.support.tree_pairs import entries

FLAG = "LBL A, STO 2, 0, F? 0, 10ˣ, {}, GTO 1, RCL 2, CHS, RTN, LBL 1, RCL 2, RTN"
SOLVED = (
    "LBL B, 2, −, RTN, LBL A, 1, ENTER, 3, SOLVE B, 1, ., INT, {}, GTO 1, x↔y, 5, ×, RTN, LBL 1, x↔y, RTN"
)
ELEMENTS = (
    "LBL A, MATRIX 0, 3, ENTER, 1, DIM A, 4, STO MATRIX A, MATRIX 1, 0, STO 2, RCL A u, CF 7, GTO 2, LBL 1,"
    " LBL 2, STO + 2, CF 7, RCL A u, SF 7, F? 7, GTO 1, STO + 2, RCL 2, RTN"
)


def test_a_digit_that_may_go_on_or_begin_a_number_needs_both() -> None:
    given = program("LBL A, SOLVE B, 1, ., STO 3, R↓, R↓, R↓, RTN, LBL B, RTN")
    flow = Flow(given, Facts(frozenset("X"), exact_errors=False))
    assert {"T", "Z"} <= flow.needed[flow.at[4]]


def program(text: str) -> Program:
    """A program whose lines with ' u' are lines in USER mode."""
    lines = [one.strip() for one in text.split(",")]
    plain = Program.parse("\n".join(one.removesuffix(" u") for one in lines), "15C")
    marked = zip(plain.steps, lines, strict=True)
    return plain.with_steps(
        tuple(Step(one.instruction, one.operand, line.endswith(" u")) for one, line in marked)
    )


def shown(one: Program, keys: str) -> str:
    calculator = Calculator("15C")
    calculator.load(one)
    calculator.press(f"{keys} 9 ENTER 7 GSB A")
    return str(calculator.x)


@pytest.mark.parametrize("keys", ["SF 0", "CF 0"])
@pytest.mark.parametrize(
    ("text", "less"),
    [
        (FLAG.format("x≠0"), 3),
        (FLAG.format("x=0"), 1),
        (SOLVED.format("x≠0"), 6),
        (SOLVED.format("x=0"), 4),
        (ELEMENTS, 3),
    ],
)
def test_the_jump_stands_behind_the_line(text: str, less: int, keys: str) -> None:
    given = program(text)
    made, sources, told = with_answers_tested(given, range(len(given)), entries("A"), "small")
    assert len(told) == 1
    assert len(sources) == len(made) == len(given) - less
    assert shown(made, keys) == shown(given, keys)


@pytest.mark.parametrize(
    "text",
    [
        "LBL A, STO 2, 0, F? 0, 10ˣ, x≠0, GTO 1, RCL 2, ×, RTN, LBL 1, RCL 2, RTN",
        "LBL A, STO 2, 0, F? 0, 10ˣ, x≠0, GTO 1, x↔y, +, RTN, LBL 1, RCL 2, RTN",
        "LBL A, STO 2, R↓, CLx, 0, F? 0, 10ˣ, x≠0, GTO 1, R↓, R↓, RTN, LBL 1, RCL 2, RTN",
        FLAG.format("x≠0").replace("STO 2", "STO 2, x=0"),
        FLAG.format("x≠0").replace("STO 2", "STO 2, 3"),
        ELEMENTS.replace("RCL 2, RTN", "F? 7, RCL 2, RTN"),
        ELEMENTS.replace("LBL 1", "LBL 1, F? 7, CHS"),
        SOLVED.format("x≠0").replace("5, ×", "x=0, GTO 1"),
    ],
    ids=[
        "used",
        "below is used",
        "lift is off",
        "skipped",
        "typed",
        "flag 7 is used",
        "used after the jump",
        "label of two jumps",
    ],
)
def test_a_number_stays_where_it_is_used(text: str) -> None:
    given = program(text)
    assert with_answers_tested(given, range(len(given)), entries("A"), "small")[0] == given
