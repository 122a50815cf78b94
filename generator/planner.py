"""The planner: every candidate of every family, held to the dependences and the target, ranked by the goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from generator import model
from generator.plan import Goal, Plan, Wish
from generator.targets import Target
from hp15c.errors import Unsupported

FAMILIES: dict[Goal, tuple[str, ...]] = {
    "small": ("queues",),
    "plain": ("plain",),
    "fast": ("queues",),
}


def candidates(wish: Wish) -> Iterator[Plan]:
    """The plans that the families of a goal offer."""
    for name in FAMILIES[wish.goal]:
        offer: Callable[[Wish], Iterator[Plan]] = import_module(f"generator.plans.{name}").candidates
        yield from offer(wish)


def legal(plan: Plan, digits: int) -> bool:
    """Whether the plan's order of visits keeps the dependences."""
    return not model.faults(tuple(plan.order(digits)), digits)


def fitting(wish: Wish) -> list[Plan]:
    """The candidates that are legal and fit the target; Unsupported with everything missing when none does."""
    target = Target(wish.model)
    found: list[Plan] = []
    missing: dict[str, None] = {}
    for plan in candidates(wish):
        for digits in range(1, plan.most_digits + 1):
            model.check(plan.order(digits), digits)
        try:
            target.check(plan.program(wish.model))
        except Unsupported as error:
            missing |= dict.fromkeys(error.reasons)
            continue
        found.append(plan)
    if not found:
        raise Unsupported(
            f"the HP-{wish.model}", list(missing) or [f"no plan for the goal {wish.goal} with these options"]
        )
    return found


def choose(wish: Wish) -> Plan:
    """The best plan for a wish: fewest bytes, then fewest lines."""

    def size(plan: Plan) -> tuple[int, int]:
        program = plan.program(wish.model)
        return program.bytes, len(program)

    return min(fitting(wish), key=size)
