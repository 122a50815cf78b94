"""HigherLower: the calculator draws a number from 1 to n, you guess, it says higher or lower."""

from __future__ import annotations

from generator.assembler.assembly import Assembly, section
from generator.assembler.printing import FinishedListing
from generator.games.routines import random_integer
from generator.games.sheet import Sheet, make
from hp15c.table.models import Model


def higher_lower(model: str = "15C") -> FinishedListing:
    """The listing for a model."""
    parts = (
        section("Draw a number", "LBL draw; FIX 0; INT; STO n"),
        random_integer(),
        section("Begin at turn 0", "STO secret; CLx; STO turn; RCL n", "the display shows n"),
        section("Wait for a guess", "LBL ask; R/S"),
        section("Compare and show the turn", "RCL secret; x↔y; −; 1; STO + turn; RCL turn; PSE; R↓; R↓"),
        section("The sign of the difference", "x=0; GTO ask; ENTER; ABS; ÷; GTO ask", "0 is left as it is"),
    )
    registers = {"secret": ("0", "the number"), "turn": ("1", "turn"), "n": ("2", "the largest number")}
    return make(
        Sheet(
            title="Higher or lower: find the number that the calculator draws",
            usage=(
                "The calculator draws a number, you find it.",
                "n GSB A: draws a whole number from 1 to n and stops on n.",
                "guess R/S: PSE shows the turn, then the program stops on 1 when the number is higher,",
                "on -1 when it is lower, and on 0 when you have found it.",
                "Left out: the check that n is 1 or more.",
            ),
            assembly=Assembly(
                parts, {name: operand for name, (operand, _) in registers.items()}, {"draw": "A"}
            ),
            registers={name: note for name, (_, note) in registers.items()},
            labels={"draw": "draw a number", "ask": "wait for a guess"},
        ),
        Model.of(model),
    )
