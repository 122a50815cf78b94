"""Plans of games, and the guess trees that result from them.

Secrets that gave the same answers so far are one region and get the same next guess. So a tree has a node for
each region: the guess, the node before it, and the answer that led there. Nodes stand in pre-order, answers
ascending by ordinal. A secret is found at the one node where it is the guess. The depth of that node is its
turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from solver.codes import Code, Game
from solver.messages import number_of
from solver.own_strategies import is_own
from solver.strategies import KNUTH, PUBLISHED
from solver.symmetry import Symmetries

TreeProgress = Callable[[int, int], None]
"""A function that is called from time to time with the number of secrets found so far and of all secrets."""


@dataclass(frozen=True, slots=True)
class TreePlan:
    """The plan of all games: everything that decides the tree, and the symmetries, which do not change it.

    `consistent` restricts a strategy that ranks to codes that are still possible.
    """

    game: Game
    strategy: str = KNUTH
    rules: str = PUBLISHED
    first: Code | None = None
    seed: int = 0
    use: Symmetries = field(default_factory=Symmetries)
    consistent: bool = False

    @property
    def needs_python(self) -> bool:
        """Whether no compiled code plays it: it guesses possible codes only, or by one's own strategy."""
        return self.consistent or is_own(self.strategy)


@dataclass(frozen=True, slots=True)
class Tree:
    """A guess tree. `guesses` are indices of codes. The root's parent is -1 and its ordinal 0.

    `histogram[n]` counts the secrets found in n + 1 turns. `scores` counts the pairs of guess and secret that
    were scored to make the tree, which depends on the tier and on the symmetries used.
    """

    plan: TreePlan
    guesses: Sequence[int]
    parents: Sequence[int]
    ordinals: Sequence[int]
    histogram: tuple[int, ...]
    scores: int

    @property
    def total_turns(self) -> int:
        """The turns of all secrets together."""
        return sum(turns * count for turns, count in enumerate(self.histogram, 1))

    @property
    def max_turns(self) -> int:
        """The number of turns of the secret that takes most."""
        return len(self.histogram)

    @property
    def first(self) -> Code:
        """The guess with which the game begins."""
        return self.plan.game.code(int(self.guesses[0]))

    def _repr_html_(self) -> str:
        """The HTML for a notebook: the game, the opening, and how many secrets take how many turns."""
        from html import escape

        game, secrets = self.plan.game, sum(self.histogram)
        text = (
            f"{number_of(game.pegs, 'peg')}, {number_of(game.colours, 'colour')}, {self.plan.strategy}:"
            f" opens with {game.text(self.first)},"
            f" {number_of(secrets, 'secret')} in {number_of(self.total_turns, 'turn')},"
            f" {self.total_turns / max(secrets, 1):.3f} on average, {self.max_turns} at the most"
        )
        turns = "".join(f"<th>{turn}</th>" for turn in range(1, self.max_turns + 1))
        counts = "".join(f"<td>{count:,}</td>" for count in self.histogram)
        return (
            f"<table><caption>{escape(text)}</caption><tr><th>turns</th>{turns}</tr>"
            f"<tr><th>secrets</th>{counts}</tr></table>"
        )

    def children(self) -> list[dict[int, int]]:
        """For each node the node that follows each answer's ordinal."""
        below: list[dict[int, int]] = [{} for _ in self.guesses]
        for node, (parent, ordinal) in enumerate(zip(self.parents, self.ordinals, strict=True)):
            if parent >= 0:
                below[parent][int(ordinal)] = node
        return below


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A tree cut short: the guesses of its first nodes in pre-order, from which `play_all` goes on.

    Threads play several parts at once. `later` has what was made of parts after the first that is not
    finished: their guesses in pre-order, by the number of the node before the part and the answer's ordinal.
    """

    plan: TreePlan
    guesses: tuple[int, ...]
    later: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)

    @property
    def guess_count(self) -> int:
        """The number of guesses made."""
        return len(self.guesses) + sum(map(len, self.later.values()))


TreeKeep = Callable[[Callable[[], Unfinished]], None]
"""A function called from time to time with one that gives what is made so far, to resume from."""


class Stopped(KeyboardInterrupt):
    """Raised when Ctrl-C interrupted playing. `unfinished` is the place to resume from."""

    def __init__(self, unfinished: Unfinished) -> None:
        super().__init__(f"stopped after {number_of(unfinished.guess_count, 'guess')}")
        self.unfinished = unfinished
