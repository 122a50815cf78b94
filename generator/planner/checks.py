"""Checks of a guess before it is scored: the lines that begin a plan, and those where a check stops.

An invalid guess is not scored. The calculator stops at once on 10^N with no decimals, which no answer looks
like, and counts no turn. Nothing of the secret has changed by then, and R/S begins at 001 again. `length`
finds guesses with more than N digits. `all` finds those, negative numbers and fractions.
"""

from __future__ import annotations

from dataclasses import replace

from generator.assembler.assembly import section
from generator.codemaker.mistakes import NO_ANSWER
from generator.codemaker.plan import Plan
from generator.plans.dialogue import LEFT_OUT

WHOLE = "ENTER; INT; ABS; x≠y; GTO no guess; "
"""The lines that find a negative number or a fraction, because it differs from |INT(x)|."""

FOUND: dict[str, str] = {
    "length": "A guess with more digits than N is not taken:",
    "all": "A guess with more digits than N, a negative one or a fraction is not taken:",
}
DONE: dict[str, tuple[str, ...]] = {"length": LEFT_OUT[1:2], "all": LEFT_OUT[1:]}
STOPS = "the calculator stops at once on 10^N with no decimals and counts no turn. Guess again."


def add_checks(plan: Plan, checks: str) -> Plan:
    """The plan with these checks before it, and with the sentences of its sheet about invalid guesses."""
    if checks == "none":
        return plan
    whole = WHOLE if checks == "all" else ""
    before = section("Is it a guess?", f"{whole}{plan.limit}; x≤y; GTO no guess; R↓", "less than 10^N")
    after = section("Not a guess", f"LBL no guess; {plan.limit}; FIX 0; RTN", "stops on 10^N")
    return replace(
        plan,
        assembly=replace(plan.assembly, sections=(before, *plan.assembly.sections, after)),
        labels={**plan.labels, "no guess": "what was keyed in is no guess"},
        checks=checks,
        left_out=tuple(one for one in plan.left_out if one not in DONE[checks]),
    )


def sentences(plan: Plan) -> tuple[str, ...]:
    """The sentences of the sheet about invalid guesses."""
    if plan.checks == "all":
        return (f"{FOUND['all']} {STOPS}",)
    if plan.checks == "length":
        return (f"{FOUND['length']} {STOPS}", NO_ANSWER)
    return (plan.too_long, NO_ANSWER)
