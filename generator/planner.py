"""The planner: all candidates, held to the dependences and the target, laid out, and ranked by the goal.

Every family declares its choices; a candidate is one way to pick from them. Sizes are cheap and rank first
where the goal is small; a few scorings tell which are worth an exact look where it is fast. Those are laid
out: the order of their blocks is searched for with the jumps that they were seen to make, and then they are
measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module

from generator import model
from generator.cost import measure, traffic
from generator.layout import arranged
from generator.plan import Goal, Plan, Wish
from generator.targets import Target
from hp15c.errors import Unsupported

ROUGH_PAIRS = 1
CLOSE_PAIRS: dict[Goal, int] = {"small": 20, "plain": 20, "fast": 40}
SEVERAL = (4, 6, 8)
NEAR = 1.3
ALONE = "No other program may stand behind this one: its last RTN is the end of memory."

FAMILIES: dict[Goal, tuple[str, ...]] = {
    "small": ("queues",),
    "plain": ("plain",),
    "fast": ("unrolled", "two_passes", "pairs", "fast", "fast_11c", "queues", "plain"),
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
    return plan if made == plan.assembly else replace(plan, assembly=made, usage=(*plan.usage, ALONE))


@dataclass(frozen=True, slots=True)
class Row:
    """A plan in the ranking: what it is ranked by, and the same for people."""

    rank: tuple[float, ...]
    plan: Plan
    figures: str


def ranked(wish: Wish) -> list[tuple[Plan, str]]:
    """The fitting plans, the best first, each with the figures that it is ranked by.

    small: fewest bytes, then lines, then seconds where both are equal. fast: least seconds of a scoring,
    for any N the mean of `SEVERAL`. plain: the largest N, then the order in which the family offers them.
    """
    plans = fitting(wish)
    if wish.goal == "plain":
        rows = [
            Row((-plan.most_digits,), plan, f"N up to {plan.most_digits}, {sized(plan, wish)}")
            for plan in plans
        ]
    elif wish.goal == "small":
        rows = by_size(wish, plans)
    else:
        rows = by_time(wish, plans)
    return [(row.plan, row.figures) for row in sorted(rows, key=lambda row: row.rank)]


def by_size(wish: Wish, plans: Sequence[Plan]) -> list[Row]:
    """Rows for the goal small: only the smallest plans are run at all."""
    sizes = [size(plan, wish) for plan in plans]
    rows = []
    for plan, own in zip(plans, sizes, strict=True):
        if own > min(sizes):
            rows.append(Row(own, plan, sized(plan, wish)))
            continue
        made, cost = laid_out(plan, wish)
        rows.append(
            Row((*own, cost), made, f"{cost:.1f} s at N = {wish.digits or SEVERAL[0]}, {sized(made, wish)}")
        )
    return rows


def by_time(wish: Wish, plans: Sequence[Plan]) -> list[Row]:
    """Rows for the goal fast: a few scorings of all plans, then a close look at those near the best."""
    rough = [seconds(plan, wish, ROUGH_PAIRS, close=False) for plan in plans]
    when = f"at N = {wish.digits}" if wish.digits else f"on average of N = {', '.join(map(str, SEVERAL))}"
    rows = []
    for plan, cost in zip(plans, rough, strict=True):
        if cost > NEAR * min(rough):
            rows.append(
                Row(
                    (1, cost, *size(plan, wish)),
                    plan,
                    f"about {cost:.1f} s at N = {wish.digits or SEVERAL[0]}, {sized(plan, wish)}",
                )
            )
            continue
        made, exact = laid_out(plan, wish)
        rows.append(Row((0, exact, *size(made, wish)), made, f"{exact:.2f} s {when}, {sized(made, wish)}"))
    return rows


def size(plan: Plan, wish: Wish) -> tuple[int, int]:
    """Bytes and lines of a plan."""
    program = plan.program(wish.model)
    return program.bytes, len(program)


def sized(plan: Plan, wish: Wish) -> str:
    """The size of a plan for people."""
    return "{} bytes, {} lines".format(*size(plan, wish))


def seconds(plan: Plan, wish: Wish, pairs: int, close: bool = True) -> float:
    """The mean time of a scoring: for the fixed N; for any N at N = 4, or `close` the mean of `SEVERAL`."""
    program = plan.program(wish.model)
    numbers = (wish.digits,) if wish.digits else SEVERAL if close and wish.goal == "fast" else SEVERAL[:1]
    return sum(measure(program, digits, pairs).seconds for digits in numbers) / len(numbers)


def laid_out(plan: Plan, wish: Wish) -> tuple[Plan, float]:
    """A plan with its blocks where its own searches pass least, if that is measurably better; its seconds."""
    pairs = CLOSE_PAIRS[wish.goal]
    given = seconds(plan, wish, pairs)
    found = arranged(
        plan.assembly,
        wish.model,
        traffic(plan.program(wish.model), wish.digits or SEVERAL[0], pairs),
        fast_labels=wish.goal == "fast",
    )
    if found.tried == 1:
        return plan, given
    if found.assembly != plan.assembly:
        better = replace(plan, assembly=found.assembly)
        cost = seconds(better, wish, pairs)
        if cost < given and size(better, wish) <= size(plan, wish):
            said = f"best of {found.tried} orders of blocks: searches take {found.saved:.0f} word times less"
            return replace(better, choices=(*plan.choices, said)), cost
    said = f"none of {found.tried} orders of blocks is faster than the one written"
    return replace(plan, choices=(*plan.choices, said)), given


def choose(wish: Wish) -> Plan:
    """The best plan for a wish."""
    return ranked(wish)[0][0]
