"""Tallies on the HP-11C, which has no DSE (i), no RCL arithmetic, and pays lines with registers.

As in `tallies`, register v keeps how many digits v of the secret have no partner, and a guess digit finds its
own by address; see there why nothing waits for anything. Secret and guess stay packed as fractions and
come up digit by digit in loops that end when nothing is left of the secret. What a digit 0 or 9
addresses must never be positive: register 9 keeps the answer, negated.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from generator.assembly import Section, section
from generator.plan import Plan, Wish
from generator.plans import dialogue
from generator.plans.dialogue import Register
from generator.plans.tallies import WHY, plan
from hp15c.models import Model

REPEATED = (1, 2, 3)


def candidates(wish: Wish) -> Iterator[Plan]:
    """Plans of this family for a wish: how often the body of each loop is written out."""
    if wish.scheme == "merged" and not wish.order_check and wish.model is Model.HP11C:
        for count_bodies, step_bodies in product(REPEATED, REPEATED):
            yield looped(wish, count_bodies, step_bodies)


def looped(wish: Wish, count_bodies: int, step_bodies: int) -> Plan:
    """Two loops: one digit more for each of the secret, then the digits of the guess."""
    count = "RCL ten; ×; STO I; 1; STO + (i); R↓; FRAC"
    step = """RCL ten; ×; STO rest; INT; x↔y; RCL ten; ×; STO I; INT; x=y; GSB right
            RCL (i); x>0; GSB take; RCL I; FRAC; RCL rest; FRAC"""
    body = (
        section("No digit yet", "CLEAR Σ; STO 6; STO 7; STO 8; 10; CHS; STO ten"),
        section(
            "Digits of the secret, one more each",
            f"RCL secret; LBL count; {'; x=0; GTO counted; '.join([count] * count_bodies)}; x≠0; GTO count"
            + ("; LBL counted" if count_bodies > 1 else ""),
        ),
        section("Point before the guess", "RCL answer; RCL scale; ÷"),
        section(
            "Digits of the guess",
            f"RCL secret; LBL step; {'; x=0; GTO scored; '.join([step] * step_bodies)}; x≠0; GTO step"
            + ("; LBL scored" if step_bodies > 1 else ""),
            "X is what is left of the secret, Y of the guess",
        ),
    )
    counted = "RCL turn; 1; +; STO turn; FIX 0"
    answer = "RCL answer; CHS; FIX 2"
    if wish.show == "turn-first":
        shown = (section("Turn", f"{counted}; PSE"), *body, section("Answer", f"{answer}; RTN"))
    else:
        shown = (*body, section("Answer", f"{answer}; PSE"), section("Turn", f"{counted}; RTN"))
    n = "n" if wish.digits is None else str(wish.digits)
    sections = (
        section("Guess", "CHS; STO answer"),
        *shown,
        section("A digit finds a partner", "LBL take; 1; STO − (i); .01; STO − answer; RTN"),
        section(
            "A digit right in its place",
            "LBL right; .09; STO − answer; RTN",
            "t + 9 c: 10 hundredths",
        ),
        draw(wish),
        section(
            "Set a secret",
            """LBL set; CLEAR REG; ENTER; LOG; INT; 1; +; STO I; 10ˣ; STO scale; ÷; CHS; STO secret""",
            "turn 0; the secret as a fraction, negated as the guess is",
        ),
        section(f"{n.upper()} is shown", "RCL I; RTN"),
    )
    registers = {
        "ten": Register("0", "-10: a digit 0 never scores"),
        **{
            f"left {v}": Register(str(v), f"digits {v} of the secret that have no partner")
            for v in range(1, 9)
        },
        "answer": Register("9", "-(guess + (t + 9 c) / 100)"),
        "secret": Register(".0", "the secret as a fraction, negated"),
        "scale": Register(".1", "10 to the N"),
        "turn": Register(".2", "turn"),
        "rest": Register(".3", "rest of the secret; n while drawing"),
    }
    choices = (
        *WHY,
        f"body of the loop over the secret written {count_bodies} times, over the guess {step_bodies} times",
    )
    return plan(wish, sections, registers, choices)


def draw(wish: Wish) -> Section:
    """`n GSB A`, with n in the register that a scoring uses for the rest of the secret."""
    part = dialogue.draw(wish)
    return Section(part.title, tuple(line.replace(" n", " rest") for line in part.lines), part.note)
