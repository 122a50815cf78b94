"""The first guess of a plan: given, or of `openings.csv`, which `solver.trees.openings` makes."""

from __future__ import annotations

from pkgutil import get_data

from solver.codes import DIGITS, Code, Game
from solver.strategies import PUBLISHED, RANKING
from solver.trees.plan import TreePlan


def opening(plan: TreePlan) -> Code | None:
    """The first guess that the plan or the table of openings gives. None when it is to be ranked."""
    if plan.first is not None or plan.rules != PUBLISHED:
        return plan.first
    return find_opening(plan.game, plan.strategy)


def find_opening(game: Game, strategy: str) -> Code | None:
    """The best opening of `openings.csv` for this game under the published rules. None if it has none."""
    if not game.repeats or strategy not in RANKING:
        return None
    wanted = f"{game.pegs},{game.colours},{strategy},"
    for line in (get_data("solver.trees", "openings.csv") or b"").decode("ascii").splitlines():
        if line.startswith(wanted):
            return tuple(DIGITS.index(digit) - 1 for digit in line.split(",")[3])
    return None
