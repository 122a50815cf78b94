"""Packed queues: secret and guess stay numbers, and their digits come up one after the other.

A queue is a number whose first decimal is the head: 432.3 has head 3. To rotate it, the whole part moves
down by one place and the head goes in on top: (INT + FRAC * 10**length) / 10. A new queue is the code itself
as a whole number: its head is 0, and the first rotation brings the last digit up. A matched digit becomes 0.

The secret's queue is one place longer than the guess's. Its extra 0, the dummy, is met once in N + 1
rotations and shifts the two against each other by one: N rotations meet the main diagonal, the next N * N
the rest, diagonal by diagonal. A head of 0 (the dummy, a matched digit, a typed 0) never scores.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.assembly import Assembly, Section, section
from generator.model import Pair
from generator.plan import Plan, Wish
from hp15c.models import Model

LEFT_OUT = (
    "the check of N",
    "the check of a guess with more digits than N",
    "the check of a fraction (R/S pressed with no new guess)",
)


def order(digits: int) -> Iterator[Pair]:
    """The pairs as the two queues bring them up, dummies left out; both begin at the last digit."""
    for time in range(digits * (digits + 1)):
        j, k = digits - 1 - time % (digits + 1), digits - 1 - time % digits
        if j >= 0:
            yield Pair(j, k)


def candidates(wish: Wish) -> Iterator[Plan]:
    """Plans of this family for a wish."""
    if wish.scheme == "merged" and not wish.order_check and wish.show == "turn-first":
        yield merged(wish)


def merged(wish: Wish) -> Plan:
    """The merged loop."""
    wide = wish.model is Model.HP15C
    raised = (
        "RCL (i); INT; LSTx; FRAC; RCL places; RCL + I; 10ˣ; ×; +"
        if wide
        else "RCL places; RCL I; +; 10ˣ; RCL (i); FRAC; ×; RCL (i); INT; +"
    )
    count = "x≠0\nISG answer\nLBL next" if wide else "x≠0\n1\nSTO + answer\nLBL next"
    drawn = "RAN#; RCL × n" if wide else "RCL n; RAN#; ×"
    again = "DSE steps\nGTO step" if wide else "1\nSTO − steps\nRCL steps\nx≠0\nGTO step"
    sections: tuple[Section, ...] = (
        section(
            "Guess",
            "STO answer; STO guess; RCL master; STO secret",
            "both queues begin as whole numbers: a head of 0",
        ),
        section("Turn", "1; STO + turn; RCL turn; FIX 0; PSE"),
        section("Main diagonal, then the others", "RCL n; GSB pass; RCL n; x²", "N steps, then N × N"),
        section("A pass", "LBL pass; STO steps; 10; STO × answer", "answer becomes 10 answer"),
        section(
            "Rotate both queues",
            f"LBL step; 2; STO I; LBL rotate; {raised}; 10; ÷; STO (i); FRAC; DSE I; GTO rotate",
            "secret (R2), then guess (R1); 10 to the length is 10^(places + I)",
        ),
        section(
            "Match and mark",
            f"x≠y; GTO next; STO − guess; STO − secret; {count}",
            "equal heads become 0; they score 1 unless they were 0 already",
        ),
        section("Next pair", again),
        section("Answer", "RCL answer; EEX; 2; ÷; FIX 2; RTN"),
        section(
            "Draw a secret",
            f"LBL draw; STO n; STO I; CLx; LBL digit; 10; ×; {drawn}; INT; 1; +; +; DSE I; GTO digit",
        ),
        section(
            "Set a secret",
            "LBL set; CLEAR REG; STO master; LOG; INT; STO places; 1; +; STO n; RTN",
            "turn 0; N is the number of digits",
        ),
    )
    registers = {
        "answer": ("0", "the guess, then answer × 100"),
        "guess": ("1", "guess queue"),
        "secret": ("2", "secret queue"),
        "master": ("3", "the secret"),
        "n": ("4", "N"),
        "places": ("5", "N - 1"),
        "turn": ("6", "turn"),
        "steps": ("7", "steps left in a pass"),
        "index": ("I", "which queue; digits to draw"),
    }
    return Plan(
        family="queues",
        assembly=Assembly(
            sections,
            {name: operand for name, (operand, _) in registers.items()},
            {"draw": "A", "set": "B"},
        ),
        registers={name: note for name, (_, note) in registers.items()},
        labels={
            "draw": "draw a secret of n digits",
            "set": "set a secret",
            "pass": "a pass over n steps",
            "step": "next pair",
            "rotate": "rotate a queue",
            "next": "end of a step",
            "digit": "draw a digit",
        },
        order=order,
        left_out=LEFT_OUT,
    )
