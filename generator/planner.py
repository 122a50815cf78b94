"""The planner: all candidates, held to the dependences and the target, laid out, and ranked by the goal.

Every family declares its choices; a candidate is one way to pick from them. Sizes are cheap and rank first
where the goal is small; a few scorings tell which are worth an exact look where it is fast. Those are laid
out: the order of their blocks is searched for with the jumps that they were seen to make, and then they are
measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module

from generator import model
from generator.cost import measure, traffic
from generator.layout import arranged
from generator.plan import Goal, Plan, Wish
from generator.targets import Target
from hp15c.errors import Unsupported

RANKING_PAIRS = 20
ROUGH_PAIRS = 4
TRAFFIC_PAIRS = 10
NEAR = 1.1
ALONE = "No other program may stand behind this one: its last RTN is the end of memory."

FAMILIES: dict[Goal, tuple[str, ...]] = {
    "small": ("queues",),
    "plain": ("plain",),
    "fast": ("unrolled", "two_passes", "fast", "fast_11c", "queues", "plain"),
}


def candidates(wish: Wish) -> Iterator[Plan]:
    """The plans that the families of a goal offer; only the plain loops have j and k to check an order by."""
    for name in ("plain",) if wish.order_check else FAMILIES[wish.goal]:
        offer: Callable[[Wish], Iterator[Plan]] = import_module(f"generator.plans.{name}").candidates
        yield from offer(wish)


def fitting(wish: Wish) -> list[Plan]:
    """The candidates that are legal and fit the target; Unsupported, naming what is missing, when none is.

    But for the goal plain their last RTN is left out, as the end of memory is one.
    """
    target = Target(wish.model)
    found: list[Plan] = []
    missing: dict[str, None] = {}
    for plan in candidates(wish):
        for digits in [wish.digits] if wish.digits else range(1, plan.most_digits + 1):
            model.check(plan.order(digits), digits)
        try:
            ready = plan if wish.goal == "plain" else opened(plan, wish)
            target.check(ready.program(wish.model), ready.highest_register)
        except Unsupported as error:
            missing |= dict.fromkeys(error.reasons)
            continue
        found.append(ready)
    if not found:
        raise Unsupported(
            f"the HP-{wish.model}", list(missing) or [f"no plan for the goal {wish.goal} with these options"]
        )
    return found


def opened(plan: Plan, wish: Wish) -> Plan:
    """A plan without the RTN at its very end."""
    made = arranged(plan.assembly, wish.model).assembly
    return replace(plan, assembly=made, usage=(*plan.usage, ALONE))


def ranked(wish: Wish) -> list[tuple[Plan, str]]:
    """The fitting plans, the best first, each with the figures that it is ranked by.

    small: fewest bytes, then lines, then seconds where both are equal. fast: least seconds of a scoring at
    N = 4 or the fixed N. plain: the largest N, then the order in which the family offers them.
    """
    plans = fitting(wish)
    sizes = [size(plan, wish) for plan in plans]
    if wish.goal == "plain":
        rows = [
            (plan, f"N up to {plan.most_digits}, {text(one)}") for plan, one in zip(plans, sizes, strict=True)
        ]
        return sorted(rows, key=lambda row: -row[0].most_digits)
    digits = wish.digits or min(4, *(plan.most_digits for plan in plans))
    if wish.goal == "small":
        rough: list[tuple[float, ...]] = list(sizes)
        close = [place for place, one in enumerate(sizes) if one == min(sizes)]
    else:
        rough = [(seconds(plan, wish, digits, ROUGH_PAIRS),) for plan in plans]
        close = [place for place, (one,) in enumerate(rough) if one <= NEAR * min(rough)[0]]
    best: list[tuple[tuple[float, ...], int, Plan, str]] = []
    others: list[tuple[tuple[float, ...], int, Plan, str]] = []
    for place, (plan, found) in enumerate(zip(plans, sizes, strict=True)):
        if place in close:
            made = laid_out(plan, wish, digits)
            cost, own = seconds(made, wish, digits, RANKING_PAIRS), size(made, wish)
            rank = (*own, cost) if wish.goal == "small" else (cost, *own)
            best.append((rank, place, made, f"{cost:.2f} s a scoring, {text(own)}"))
        elif wish.goal == "small":
            others.append((rough[place], place, plan, text(found)))
        else:
            others.append((rough[place], place, plan, f"about {rough[place][0]:.1f} s, {text(found)}"))
    return [
        (plan, why) for rows in (best, others) for _, _, plan, why in sorted(rows, key=lambda row: row[:2])
    ]


def size(plan: Plan, wish: Wish) -> tuple[int, int]:
    """Bytes and lines of a plan."""
    program = plan.program(wish.model)
    return program.bytes, len(program)


def text(size: tuple[int, int]) -> str:
    """A size for people."""
    return f"{size[0]} bytes, {size[1]} lines"


def seconds(plan: Plan, wish: Wish, digits: int, pairs: int) -> float:
    """The mean time of a scoring."""
    return measure(plan.program(wish.model), digits, pairs).seconds


def laid_out(plan: Plan, wish: Wish, digits: int) -> Plan:
    """A plan with its blocks in the order in which its own searches pass least."""
    seen = traffic(plan.program(wish.model), digits, TRAFFIC_PAIRS)
    made = arranged(plan.assembly, wish.model, seen, fast_labels=wish.goal == "fast")
    said = f"blocks in the best of {made.tried} orders: searches take {made.saved:.0f} word times less"
    return replace(
        plan, assembly=made.assembly, choices=(*plan.choices, *((said,) if made.tried > 1 else ()))
    )


def choose(wish: Wish) -> Plan:
    """The best plan for a wish."""
    return ranked(wish)[0][0]
