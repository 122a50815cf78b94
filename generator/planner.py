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
    "fast": ("queues",),
}


def candidates(wish: Wish) -> Iterator[Plan]:
    """The plans that the families of a goal offer; only the plain loops have j and k to check an order by."""
    for name in ("plain",) if wish.order_check else FAMILIES[wish.goal]:
        offer: Callable[[Wish], Iterator[Plan]] = import_module(f"generator.plans.{name}").candidates
        yield from offer(wish)


def legal(plan: Plan, digits: int) -> bool:
    """Whether the plan's order of visits keeps the dependences."""
    return not model.faults(tuple(plan.order(digits)), digits)


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

    small: fewest bytes, then lines, then seconds at N = 4 (or the fixed N). fast: least seconds over the N
    that it can. plain: the largest N, then the order in which the family offers them.
    """
    rows = []
    for place, plan in enumerate(fitting(wish)):
        program = plan.program(wish.model)
        size = f"{program.bytes} bytes, {len(program)} lines"
        if wish.goal == "small":
            rank: tuple[float, ...] = (program.bytes, len(program))
        elif wish.goal == "plain":
            rank, size = (-plan.most_digits, place), f"N up to {plan.most_digits}, {size}"
        else:
            cost = measure(program, wish.digits or min(4, plan.most_digits), RANKING_PAIRS)
            rank, size = (cost.seconds,), f"{cost.seconds:.2f} s a scoring, {size}"
        rows.append((rank, place, plan, size))
    return [(plan, size) for _, _, plan, size in sorted(rows, key=lambda row: row[:2])]


def choose(wish: Wish) -> Plan:
    """The best plan for a wish."""
    return ranked(wish)[0][0]
