"""The planner: all candidates, held to the dependences and the target, ranked by the goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from generator import model
from generator.cost import measure
from generator.plan import Goal, Plan, Wish
from generator.targets import Target
from hp15c.errors import Unsupported

RANKING_PAIRS = 20

FAMILIES: dict[Goal, tuple[str, ...]] = {
    "small": ("queues",),
    "plain": ("plain",),
    "fast": ("unrolled", "fast", "fast_11c", "queues", "plain"),
}


def candidates(wish: Wish) -> Iterator[Plan]:
    """The plans that the families of a goal offer; only the plain loops have j and k to check an order by."""
    for name in ("plain",) if wish.order_check else FAMILIES[wish.goal]:
        offer: Callable[[Wish], Iterator[Plan]] = import_module(f"generator.plans.{name}").candidates
        yield from offer(wish)


def fitting(wish: Wish) -> list[Plan]:
    """The candidates that are legal and fit the target; Unsupported, naming what is missing, when none is."""
    target = Target(wish.model)
    found: list[Plan] = []
    missing: dict[str, None] = {}
    for plan in candidates(wish):
        for digits in [wish.digits] if wish.digits else range(1, plan.most_digits + 1):
            model.check(plan.order(digits), digits)
        try:
            target.check(plan.program(wish.model), plan.highest_register)
        except Unsupported as error:
            missing |= dict.fromkeys(error.reasons)
            continue
        found.append(plan)
    if not found:
        raise Unsupported(
            f"the HP-{wish.model}", list(missing) or [f"no plan for the goal {wish.goal} with these options"]
        )
    return found


def ranked(wish: Wish) -> list[tuple[Plan, str]]:
    """The fitting plans, the best first, each with the figures that it is ranked by.

    small: fewest bytes, then lines, then seconds where both are equal. fast: least seconds of a scoring at
    N = 4 or the fixed N. plain: the largest N, then the order in which the family offers them.
    """
    plans = fitting(wish)
    programs = [plan.program(wish.model) for plan in plans]
    sizes = [(program.bytes, len(program)) for program in programs]
    rows: list[tuple[tuple[float, ...], int, str]] = []
    for place, (plan, program, size) in enumerate(zip(plans, programs, sizes, strict=True)):
        text = f"{size[0]} bytes, {size[1]} lines"
        if wish.goal == "plain":
            rows.append(((-plan.most_digits,), place, f"N up to {plan.most_digits}, {text}"))
        elif wish.goal == "small" and sizes.count(size) == 1:
            rows.append((size, place, text))
        else:
            cost = measure(program, wish.digits or min(4, plan.most_digits), RANKING_PAIRS)
            rank = (*size, cost.seconds) if wish.goal == "small" else (cost.seconds,)
            rows.append((rank, place, f"{cost.seconds:.1f} s a scoring, {text}"))
    return [(plans[place], text) for _, place, text in sorted(rows)]


def choose(wish: Wish) -> Plan:
    """The best plan for a wish."""
    return ranked(wish)[0][0]
