"""Strategies side by side: all games of each, and the parts that its opening makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from solver.codes import Code, Game
from solver.strategies import PUBLISHED, RANKING, check
from solver.tiers import select
from solver.trees.plan import Tree
from solver.trees.tree import play_all

OPTIMAL = "optimal"


@dataclass(frozen=True, slots=True)
class StrategyResult:
    """The result of one strategy for all secrets of a game.

    `parts` are the sizes of the parts that its opening makes of all codes, largest first.
    """

    strategy: str
    tree: Tree
    seconds: float
    parts: list[int]

    @property
    def average(self) -> float:
        """The mean number of turns for a secret."""
        return self.tree.total_turns / self.tree.plan.game.size


def compare(
    game: Game,
    strategies: Sequence[str] = RANKING,
    rules: str = PUBLISHED,
    first: Code | None = None,
    tier: str | None = None,
    clock: Callable[[], float] = perf_counter,
    consistent: bool = False,
) -> list[StrategyResult]:
    """A row for each strategy. All names are checked before the first one plays.

    The errors are those of `play_all` and `optimal`.

    `consistent` leaves the strategies only codes that are still possible. `optimal` takes any code even then.
    """
    rows = []
    for strategy in strategies:
        if strategy != OPTIMAL:
            check(strategy, rules)
    for strategy in strategies:
        start = clock()
        if strategy == OPTIMAL:
            from solver.optimal.proof import optimal

            tree = optimal(game, first=first)
        else:
            tree = play_all(game, strategy, rules, first, tier, consistent=consistent)
        seconds = clock() - start
        parts = sorted(filter(None, select("stdlib").histogram(game, tree.first)), reverse=True)
        rows.append(StrategyResult(strategy, tree, seconds, parts))
    return rows
