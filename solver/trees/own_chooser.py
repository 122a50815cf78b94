"""Guesses that a class of one's own chooses. A chooser of a tier splits the regions."""

from __future__ import annotations

from collections.abc import Sequence

from solver.own_strategies import OwnChooser
from solver.symmetry import Past
from solver.trees.chooser import RankingChooser
from solver.trees.plan import TreePlan


class ByOwnChooser(RankingChooser):
    """The chooser by one's own class, with the scores of the tier's chooser."""

    def __init__(self, plan: TreePlan, ranking: RankingChooser) -> None:
        self._ranking = ranking
        super().__init__(plan.game, plan.strategy, plan.rules, plan.use, plan.consistent)

    def prepare(self) -> None:
        """Make the object that chooses."""
        self._own = OwnChooser(self.game, self.strategy)

    def choose(self, members: Sequence[int], past: Past) -> int:
        """The index of the guess for a region of at least 3 members. StrategyError for a useless one."""
        codes = [self.game.code(int(member)) for member in members]
        guess = self._own.choose(codes)
        index = self.game.index(guess)
        if guess not in codes and len(self.split(index, members)) == 1:
            self._own.useless(guess, len(codes))
        return index

    def telling(self, members: Sequence[int]) -> int | None:
        """None: no guess is made without asking the strategy. See `RankingChooser.telling`."""
        return None

    def best(self, members: Sequence[int], past: Past) -> int:
        """The index of the guess that the strategy chooses."""
        return self.choose(members, past)

    def split(self, guess: int, members: Sequence[int]) -> list[tuple[int, Sequence[int]]]:
        """The parts that the guess makes, each with its ordinal, in the order of the ordinals."""
        parts = self._ranking.split(guess, members)
        self.scores = self._ranking.scores
        return parts
