"""From a wish to a listing: the planner's best plan is written and checked against its target."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from generator.assembler.printing import finish
from generator.assembler.targets import MachineTarget
from generator.codemaker.plan import Plan, Wish
from generator.planner.checks import sentences
from generator.planner.frontier import within
from generator.planner.planner import choose
from hp15c.listing.program import Program
from hp15c.table.machines import Machine
from hp15c.table.models import Model


@dataclass(frozen=True)
class EmittedCodeMaker:
    """A finished CodeMaker: the plan, the program with the comments of its listing, and the listing."""

    plan: Plan
    program: Program
    text: str


def codemaker(
    model: str = "15C",
    scheme: str = "merged",
    goal: str = "small",
    digits: int | None = None,
    show: str = "turn-first",
    order_check: bool = False,
    colours: int | None = None,
    at_most_bytes: int | None = None,
    at_most_seconds: float | None = None,
    checks: str = "none",
    machine: Machine | None = None,
) -> EmittedCodeMaker:
    """The best CodeMaker for a goal. InputError for an unknown wish, Unsupported for one that cannot be."""
    limits = at_most_bytes, at_most_seconds
    kind = Model.of(model)
    return emit(Wish(kind, scheme, goal, digits, show, order_check, colours, *limits, checks, machine))


@lru_cache(maxsize=64)
def emit(wish: Wish) -> EmittedCodeMaker:
    """The best plan for a wish as a listing. The results of the last calls are kept."""
    plan = within(wish) if wish.has_limits else choose(wish)
    program = replace(plan.program(wish.model), title=title(wish), description=description(wish, plan))
    made = finish(program, plan.assembly.layout(program.model))
    MachineTarget(wish.model, wish.machine).check(program, plan.highest_register)
    return EmittedCodeMaker(plan, made.program, made.text)


def title(wish: Wish) -> str:
    """The title of the listing."""
    digits = f"{wish.digits} digits" if wish.digits else "any number of digits"
    colours = f", colours 1 to {wish.colours}" if wish.colours else ""
    return f"Mastermind CodeMaker, {wish.scheme}, {wish.goal}, {digits}{colours}"


def description(wish: Wish, plan: Plan) -> str:
    """The #D lines: what the program does, how it is used, and which checks it leaves out."""
    n = str(wish.digits) if wish.digits else "N"
    limit = f"N is 1 to {plan.most_digits}." if not wish.digits else f"N is {wish.digits}."
    keyed = n if wish.digits is None else "Any number,"
    draws = f"{keyed} GSB A: draws a secret of {n} digits 1 to {wish.colours or n}."
    shown = (
        "PSE shows the turn, then the program stops on guess + cd/100"
        if wish.show == "turn-first"
        else "PSE shows guess + cd/100, then the program stops on the turn"
    )
    texts = [
        "The calculator keeps a secret code and scores your guesses.",
        draws,
        f"secret GSB B: sets a secret of digits 1 to {plan.colours or n}. {limit}",
        plan.other_digits,
        "Both begin again at turn 1; the display does not show the secret.",
        f"guess R/S: {shown}:",
        "c digits right in place, d right but displaced. 4213 against 2243 shows 4,213.21.",
        *sentences(plan),
        *plan.usage,
    ]
    if wish.order_check:
        texts.append("The order of the comparisons is checked on the way: Error 0 if it is broken.")
    if plan.left_out:
        texts.append("Left out: " + "; ".join(plan.left_out) + ".")
    return "\n".join(texts)
