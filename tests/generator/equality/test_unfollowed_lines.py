"""Lines that terms do not follow in both programs: what is equal after DIM (i)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.equality.check import NotProved, check
from generator.equality.search import Wish, prove
from hp15c import Calculator
from hp15c.listing.program import Program

GONE = "LBL A\nSTO 5\n2\nDIM (i)\n1\n9\nDIM (i)\nRCL 5\nRTN"
"""R5 is gone for a while, so it holds 0."""
FROM_KEYS = "LBL A\nSTO 5\nx↔y\nDIM (i)\nRCL 5\nRTN"
USED_LATER = "LBL A\n{}\nDIM (i)\nRTN\nLBL B\n1\nSTO + 1\nRCL 1\nRTN"


def is_proved(old: str, new: str, *, blinks: bool = True) -> bool:
    try:
        prove(Program.parse(old), Program.parse(new), Wish(blinks=blinks))
    except NotProved:
        return False
    return True


def test_the_machine_clears_registers_that_were_gone() -> None:
    calculator = Calculator()
    calculator.load(Program.parse(GONE))
    calculator.press("7 GSB A")
    assert str(calculator.x) == "0"


@pytest.mark.first
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (GONE, GONE.replace("RCL 5", "0")),
        (FROM_KEYS, FROM_KEYS.replace("x↔y", "R↑\nR↓\nx↔y")),
        ("LBL A\nSTO 5\n9\nDIM (i)\nRCL 5\nRTN", "LBL A\nSTO 5\nENTER\n9\nDIM (i)\nR↓\nRCL 5\nRTN"),
        ("LBL A\nENTER\n2\n4\nDIM (i)\nRTN", "LBL A\nSTO 7\n2\n4\nDIM (i)\nRTN"),  # R7 is always there
        (USED_LATER.format(2), USED_LATER.format("R↑\nR↓\n2")),
    ],
)
def test_registers_are_as_many_in_both(old: str, new: str) -> None:
    assert is_proved(old, new)


@pytest.mark.first
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (GONE, GONE.replace("RCL 5", "LSTx")),
        ("LBL A\nENTER\n6\nDIM (i)\nRTN", "LBL A\nSTO 7\n6\nDIM (i)\nRTN"),  # R7 is gone then
        (GONE, GONE.replace("\n2\nDIM (i)", "")),
        (GONE, GONE.replace("2\nDIM (i)", "5\nDIM (i)")),
        (FROM_KEYS, FROM_KEYS.replace("RCL 5", "RCL 6")),
        (FROM_KEYS, FROM_KEYS.replace("STO 5", "STO 6").replace("RCL 5", "RCL 6")),  # one of them may be gone
        (FROM_KEYS, FROM_KEYS.replace("DIM (i)\n", "DIM (i)\nx↔y\nSTO 5\nx↔y\n")),
        (USED_LATER.format(2), USED_LATER.format(3)),
        (USED_LATER.format(2), USED_LATER.format(2).replace("RCL 1", "RCL 1\nSTO 5")),  # Error 3
        (USED_LATER.format(2), USED_LATER.format(2).replace("2\nDIM (i)", "2")),
        ("LBL A\nSTO 5\n2\nDIM (i)\nRTN\nLBL B\nRCL 5\nRTN", "LBL A\n2\nDIM (i)\nRTN\nLBL B\nRCL 5\nRTN"),
    ],
)
def test_what_one_program_loses_and_the_other_keeps_is_not_equal(old: str, new: str) -> None:
    assert not is_proved(old, new)


def test_a_certificate_that_claims_more_registers_than_there_are_does_not_hold() -> None:
    program = Program.parse(USED_LATER.format(2))
    found = prove(program, program, Wish())
    check(found, program, program)
    with pytest.raises(NotProved, match="may leave fewer registers"):
        check(replace(found, ample=True), program, program)


DEEPER = "LBL A\nMATRIX 1\nu RCL A\nRTN\nRTN\nLBL B\nGSB A\nRTN"
FLAT = "LBL A\nMATRIX 1\nu RCL A\nRTN\nRTN\nLBL B\nMATRIX 1\nu RCL A\nRTN\nRTN"
ROOT = "LBL A\nSOLVE 1\nRTN\nRTN\nLBL 1\n3\n−\nRTN\nLBL B\n{}\nRTN"


def test_a_matrix_line_may_stand_in_a_subroutine_of_one_program_only() -> None:
    assert is_proved(DEEPER, FLAT)
    assert not is_proved(DEEPER, FLAT.replace("u RCL A\nRTN\nRTN\nLBL B", "u RCL B\nRTN\nRTN\nLBL B"))


def test_solve_may_not_stand_deeper_in_one_program_than_in_the_other() -> None:
    """It takes two returns, so that one program may end in Error 5 and the other not."""
    assert not is_proved(ROOT.format("GSB A"), ROOT.format("SOLVE 1\nRTN"))


def test_an_overflow_before_a_matrix_line_is_told_from_none() -> None:
    """Flag 9 may differ at the line, and is then not taken to be equal after it."""
    early, late = (f"LBL A\n{one}\nMATRIX 1\n{{}}\nRTN" for one in ("x²", "R↑"))
    assert is_proved(early.format(1), late.format(1), blinks=False)
    assert not is_proved(early.format(1), late.format(1))
    tested = "0\nF? 9\n10ˣ"
    assert not is_proved(early.format(tested), late.format(tested), blinks=False)
