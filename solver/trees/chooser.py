"""A chooser of guesses: a game, a strategy, and what it does before and after it ranks.

The tiers differ in how they rank: `stdlib_chooser`, `numpy_chooser` and `compiled_games`. `solver.trees.tree`
says which of them is taken.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from solver.codes import Game
from solver.strategies import FIRST_CONSISTENT, RANDOM_CONSISTENT, draw
from solver.symmetry import Past, Symmetries


@dataclass(eq=False)
class Chooser(ABC):
    """A game and the strategy by which its guesses are ranked. `scores` counts the pairs scored so far.

    `consistent` leaves only codes that are still possible as guesses. Members of a region are indices of
    codes, ascending.
    """

    game: Game
    strategy: str
    rules: str
    use: Symmetries
    consistent: bool = False
    scores: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.prepare()

    @abstractmethod
    def prepare(self) -> None:
        """Prepare what the choosing needs of the game's codes."""

    def next_guess(self, members: Sequence[int], past: Past, state: int) -> int:
        """The index of the guess for a region. `state` is that of random-consistent."""
        if self.strategy == RANDOM_CONSISTENT:
            return int(members[draw(state, len(members))])
        if len(members) < 3 or self.strategy == FIRST_CONSISTENT:
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
