"""A chooser of guesses: what it does before and after it ranks.

The tiers differ in how they rank: `stdlib_chooser`, `numpy_chooser` and `compiled_games`. `solver.trees.tree`
says which of them is taken.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from solver.own_strategies import OwnChooser
from solver.strategies import FIRST_CONSISTENT, RANDOM_CONSISTENT, draw
from solver.symmetry import Past
from solver.trees.plan import TreePlan


class Chooser(ABC):
    """Chooses the guesses of a plan. `scores` counts the pairs scored so far.

    Members of a region are indices of codes, ascending.
    """

    def __init__(self, plan: TreePlan) -> None:
        self.plan = plan
        self.game = plan.game
        self.scores = 0
        self.prepare()

    @abstractmethod
    def prepare(self) -> None:
        """Prepare what the choosing needs of the game's codes."""

    def next_guess(self, members: Sequence[int], past: Past, state: int) -> int:
        """The index of the guess for a region. `state` is that of random-consistent."""
        if self.plan.strategy == RANDOM_CONSISTENT:
            return int(members[draw(state, len(members))])
        if len(members) < 3 or self.plan.strategy == FIRST_CONSISTENT:
            return int(members[0])
        return self.choose(members, past)

    @abstractmethod
    def choose(self, members: Sequence[int], past: Past) -> int:
        """The index of the best guess for a region of at least 3 members."""


class RankingChooser(Chooser):
    """A chooser that ranks one region at a time, and splits it."""

    def choose(self, members: Sequence[int], past: Past) -> int:
        """The index of the best guess for a region of at least 3 members.

        A member that tells all others apart comes before all ranking.
        """
        pegs = self.game.pegs
        apart = self.telling(members) if len(members) < pegs * (pegs + 3) // 2 else None
        return self.best(members, past) if apart is None else apart

    @abstractmethod
    def telling(self, members: Sequence[int]) -> int | None:
        """The first member that has a score of its own with each member. None when there is none."""

    @abstractmethod
    def best(self, members: Sequence[int], past: Past) -> int:
        """The index of the guess of best rank."""

    @abstractmethod
    def split(self, guess: int, members: Sequence[int]) -> list[tuple[int, Sequence[int]]]:
        """The parts that the guess makes, each with its ordinal, in the order of the ordinals."""


class ByOwnChooser(Chooser):
    """The chooser by one's own class. The tier's chooser splits for it and counts the scores."""

    def __init__(self, ranking: RankingChooser) -> None:
        self._ranking = ranking
        super().__init__(ranking.plan)

    def prepare(self) -> None:
        """Make the object that chooses."""
        self._own = OwnChooser(self.game, self.plan.strategy)

    def choose(self, members: Sequence[int], past: Past) -> int:
        """The index of the guess for a region of at least 3 members. StrategyError for a useless one."""
        codes = [self.game.code(int(member)) for member in members]
        guess = self._own.choose(codes)
        index = self.game.index(guess)
        if guess not in codes and len(self.split(index, members)) == 1:
            self._own.refuse_useless(guess, len(codes))
        return index

    def split(self, guess: int, members: Sequence[int]) -> list[tuple[int, Sequence[int]]]:
        """The parts that the guess makes, each with its ordinal, in the order of the ordinals."""
        parts = self._ranking.split(guess, members)
        self.scores = self._ranking.scores
        return parts


Splitter = RankingChooser | ByOwnChooser
"""A chooser that splits a region, too."""
