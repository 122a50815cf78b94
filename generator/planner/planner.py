"""The planner: candidates are checked against dependences and target, laid out, ranked by the goal.

Every family declares its choices. A candidate is one way to pick from them. Sizes are computed quickly, and
rank the candidates for the goal small. For the goal fast a few scorings tell which candidates are worth an
exact measurement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module

from generator.assembler.number_entry import faster
from generator.assembler.targets import MachineTarget
from generator.codemaker import model
from generator.codemaker.plan import CHECKS, Plan, Wish
from generator.planner.checks import add_checks
from generator.planner.cost import measure
from hp15c.errors import Unsupported
from hp15c.listing.program import Program

ROUGH_PAIRS = 1
CHECK_PAIRS = 5
CLOSE_PAIRS: dict[str, int] = {"small": 20, "plain": 20, "fast": 40}
SEVERAL = (4, 6, 8)
NEAR = 1.3
ALONE = "No other program may stand after this one: its last RTN is the end of memory."

FAMILIES: dict[str, tuple[str, ...]] = {
    "small": ("queues",),
    "plain": ("plain",),
    "fast": ("unrolled", "two_passes", "tallies", "queues"),
}


def candidates(wish: Wish) -> Iterator[Plan]:
    """The plans that the families of a goal offer. Only the plain loops have j and k to check an order by."""
    for name in ("plain",) if wish.order_check else FAMILIES[wish.goal]:
        offer: Callable[[Wish], Iterator[Plan]] = import_module(f"generator.plans.{name}").candidates
        yield from offer(wish)


def plans_that_fit(wish: Wish) -> list[Plan]:
    """The candidates that are legal and fit the target. Unsupported, naming what is missing, when none is.

    Their last RTN is left out, as the end of memory is one, except for the goal plain.
    """
    target = MachineTarget(wish.model, wish.machine)
    plans: list[Plan] = []
    missing: dict[str, None] = {}
    for offered in candidates(wish):
        plan = add_checks(offered, wish.checks)
        for digits in [wish.digits] if wish.digits else range(1, plan.most_digits + 1):
            model.require_legal(plan.order(digits), digits)
        if not scores(plan, wish):
            missing[f"a plan that scores secrets with digits 1 to {wish.colours}"] = None
            continue
        try:
            ready = plan if wish.goal == "plain" else open_end(plan, wish)
            target.check(ready.program(wish.model), ready.highest_register)
        except Unsupported as error:
            missing |= dict.fromkeys(error.reasons)
            continue
        plans.append(ready)
    if not plans:
        raise Unsupported(
            f"the HP-{wish.model}", list(missing) or [f"no plan for the goal {wish.goal} with these options"]
        )
    return plans


def check_costs(wish: Wish, best: Plan) -> Iterator[str]:
    """The cost of each kind of check in the chosen plan, in words. Its blocks keep their order."""
    digits = wish.digits or SEVERAL[0]
    same = (one for one in candidates(wish) if (one.family, one.picked) == (best.family, best.picked))
    base = next(same)
    for checks in CHECKS:
        plan = add_checks(base, checks)
        program = (plan if wish.goal == "plain" else open_end(plan, wish)).program(wish.model)
        missing = MachineTarget(wish.model).faults(program, plan.highest_register)
        if missing:
            yield f"{checks}: {'; '.join(missing)}"
            continue
        cost = measure(program, digits, CHECK_PAIRS).seconds
        yield f"{checks}: {cost:.1f} s at N = {digits}, {size_in_words(program)}"


def scores(plan: Plan, wish: Wish) -> bool:
    """Whether a plan scores secrets with all digits that are wanted, for each N."""
    numbers = [wish.digits] if wish.digits else range(1, plan.most_digits + 1)
    return wish.colours is None or all(plan.highest_digit(one) >= wish.colours for one in numbers)


def open_end(plan: Plan, wish: Wish) -> Plan:
    """A plan without the RTN at its very end, its ones and tens keyed in the fastest way.

    After the last line an RTN is implied (BEHAVIOUR 4.2). One that a test may skip stays.
    """
    made = replace(plan.assembly, sections=faster(plan.assembly.sections))
    *_, before, end = made.program(wish.model).steps
    if end.name != "RTN" or before.may_skip:
        return replace(plan, assembly=made)
    *sections, last = made.sections
    rest = (replace(last, lines=last.lines[:-1]),) if len(last.lines) > 1 else ()
    return replace(plan, assembly=replace(made, sections=(*sections, *rest)), usage=(*plan.usage, ALONE))


@dataclass(frozen=True, slots=True)
class RankedPlan:
    """A plan in the ranking: the figures that it is ranked by, and the same in words."""

    rank: tuple[float, ...]
    plan: Plan
    figures: str


@lru_cache(maxsize=16)
def rank_plans(wish: Wish) -> tuple[tuple[Plan, str], ...]:
    """The fitting plans, the best first, each with the figures that it is ranked by.

    The results of the last calls are kept.

    For the goal small, fewest bytes rank first, then fewest lines, then least seconds. For fast it is the
    least time of a scoring, for any N the mean over `SEVERAL`. For plain it is the largest N, then the order
    in which the family offers its plans.
    """
    plans = plans_that_fit(wish)
    order = _RANKINGS[wish.goal](wish, plans)
    return tuple((one.plan, one.figures) for one in sorted(order, key=lambda one: one.rank))


def by_digits(wish: Wish, plans: Sequence[Plan]) -> list[RankedPlan]:
    """The plans ranked for the goal plain: those for the most digits first."""
    return [
        RankedPlan(
            (-plan.most_digits,),
            plan,
            f"N up to {plan.most_digits}, {size_in_words(plan.program(wish.model))}",
        )
        for plan in plans
    ]


def by_size(wish: Wish, plans: Sequence[Plan]) -> list[RankedPlan]:
    """The ranking for the goal small: only the smallest plans are run at all."""
    sizes = [size(plan.program(wish.model)) for plan in plans]
    digits = wish.digits or SEVERAL[0]
    order = []
    for plan, own in zip(plans, sizes, strict=True):
        if own > min(sizes):
            order.append(RankedPlan(own, plan, size_in_words(plan.program(wish.model))))
            continue
        cost = seconds(plan.program(wish.model), wish)
        figures = f"{cost:.1f} s at N = {digits}, {size_in_words(plan.program(wish.model))}"
        order.append(RankedPlan((*own, cost), plan, figures))
    return order


def by_time(wish: Wish, plans: Sequence[Plan]) -> list[RankedPlan]:
    """The ranking for the goal fast: one scoring of each plan, then a close look at those near the best."""
    digits = wish.digits or SEVERAL[0]
    when = f"at N = {wish.digits}" if wish.digits else f"on average of N = {', '.join(map(str, SEVERAL))}"
    rough = [measure(plan.program(wish.model), digits, ROUGH_PAIRS).seconds for plan in plans]
    order = []
    for plan, cost in zip(plans, rough, strict=True):
        program = plan.program(wish.model)
        if cost > NEAR * min(rough):
            figures = f"about {cost:.1f} s at N = {digits}, {size_in_words(program)}"
            order.append(RankedPlan((1, cost, *size(program)), plan, figures))
            continue
        exact = seconds(program, wish)
        figures = f"{exact:.2f} s {when}, {size_in_words(program)}"
        order.append(RankedPlan((0, exact, *size(program)), plan, figures))
    return order


_RANKINGS: dict[str, Callable[[Wish, Sequence[Plan]], list[RankedPlan]]] = {
    "small": by_size,
    "plain": by_digits,
    "fast": by_time,
}


def size(program: Program) -> tuple[int, int]:
    """Bytes and lines of a program."""
    return program.bytes, len(program)


def size_in_words(program: Program) -> str:
    """The size of a program in words."""
    return f"{program.bytes} bytes, {len(program)} lines"


def seconds(program: Program, wish: Wish) -> float:
    """The mean time of a scoring at the fixed N. A plan for any N is measured at N = 4, or for the goal fast
    at each of `SEVERAL`.
    """
    numbers = (wish.digits,) if wish.digits else SEVERAL if wish.goal == "fast" else SEVERAL[:1]
    return sum(measure(program, digits, CLOSE_PAIRS[wish.goal]).seconds for digits in numbers) / len(numbers)


def choose(wish: Wish) -> Plan:
    """The plan that ranks first for a wish."""
    return rank_plans(wish)[0][0]
