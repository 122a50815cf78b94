"""A strategy's guess in a game under way, and its reason: how it parts the codes still possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from math import log2

from solver.codes import DIGITS, Code, Game, GameError, check_size, check_whites
from solver.messages import number_of
from solver.scores import History, Score
from solver.strategies import KNUTH, PUBLISHED, check, mix
from solver.symmetry import Past, Symmetries
from solver.tiers import installed_tiers, select
from solver.trees.opening_table import opening
from solver.trees.plan import TreePlan
from solver.trees.tree import choose_tier, chooser_on

FOLLOWED_AT_MOST = 50_000_000
STDLIB_FIRST = 20_000
"""The number of codes up to which the standard library chooses a guess before code would be loaded."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess, and why. `parts` has the size of each part by its score, in the order of the ordinals."""

    guess: Code
    codes: int
    is_possible: bool
    parts: dict[Score, int]

    @property
    def largest_part(self) -> int:
        """The most codes that can be left. The strategy knuth makes this small."""
        return max(self.parts.values())

    @property
    def expected_size(self) -> float:
        """The mean number of codes that are still possible after this guess."""
        return sum(n * n for n in self.parts.values()) / self.codes

    @property
    def information(self) -> float:
        """The expected information of the answer, in bits."""
        return log2(self.codes) - sum(n * log2(n) for n in self.parts.values()) / self.codes

    def _repr_html_(self) -> str:
        """The HTML for a notebook: how many codes each answer leaves, blacks down and whites across."""
        pegs = len(self.guess)
        text = "".join(DIGITS[colour + 1] for colour in self.guess)
        caption = (
            f"{text} splits {number_of(self.codes, 'code')} into {number_of(len(self.parts), 'part')}:"
            f" {self.expected_size:.2f} codes left on average, {self.largest_part:,} at the most"
        )
        heads = "".join(f"<th>{white} white</th>" for white in range(pegs + 1))
        rows = "".join(
            f"<tr><th>{black} black</th>{''.join(self._cell(black, white) for white in range(pegs + 1))}</tr>"
            for black in range(pegs + 1)
        )
        return f"<table><caption>{caption}</caption><tr><th></th>{heads}</tr>{rows}</table>"

    def _cell(self, black: int, white: int) -> str:
        count = self.parts.get(Score(black, white), 0)
        return f"<td>{count:,}</td>" if count else "<td></td>"


def partition(game: Game, guess: Code, history: History = ()) -> Suggestion:
    """The partition that a guess makes of the codes that agree with all answers so far.

    GameError when no code agrees, and for a game too large to list its codes.
    """
    check_size(game, "listing a guess's parts", FOLLOWED_AT_MOST)
    return explain(game, game.check(guess), _agreeing(game, history))


def next_guess(
    game: Game,
    history: History = (),
    strategy: str = KNUTH,
    rules: str = PUBLISHED,
    tier: str | None = None,
    seed: int = 0,
    consistent: bool = False,
) -> Suggestion:
    """The strategy's guess after a history of guesses and answers. The guesses need not be its own.

    `consistent` leaves only possible codes as guesses. The guess is the one that `play_all` has in its tree
    when the history is one of its games. GameError when no code agrees with all answers. StrategyError,
    TierError for unknown names.
    """
    check(strategy, rules)
    check_whites(game, "following a game")
    check_size(game, "following a game", FOLLOWED_AT_MOST)
    members = _agreeing(game, history)
    plan = TreePlan(game, strategy, rules, None, seed, Symmetries(), consistent)
    guess = _choose(plan, history, members, tier)
    return explain(game, guess, members)


def explain(game: Game, guess: Code, members: Sequence[int]) -> Suggestion:
    """The partition that a guess makes of these codes, given by index."""
    row = select("stdlib").scores(game, guess, [game.code(index) for index in members])
    counts = sorted(Counter(row).items())
    parts = {Score.from_ordinal(ordinal, game.pegs): count for ordinal, count in counts}
    return Suggestion(guess, len(members), game.pegs in [score.black for score in parts], parts)


def _agreeing(game: Game, history: History) -> list[int]:
    members = possible(game, history)
    if not members:
        raise GameError("no code agrees with all answers: one of them must be wrong; look at them again")
    return members


def possible(game: Game, history: History) -> list[int]:
    """The indices of the codes that agree with every answer, ascending."""
    tier = select(None, game.size * max(1, len(history)))
    members: Sequence[int] = range(game.size)
    for turn, (guess, answer) in enumerate(history):
        wanted = answer.ordinal(game.pegs)
        region = None if turn == 0 else [game.code(index) for index in members]
        row = tier.scores(game, guess, region)
        members = list(compress(members, [seen == wanted for seen in row]))
    return list(members)


def _choose(plan: TreePlan, history: History, members: Sequence[int], tier: str | None) -> Code:
    game = plan.game
    past, state = Past.start(game.pegs), mix(plan.seed, 0)
    for guess, answer in history:
        past = past.after(guess)
        state = mix(mix(state, game.index(guess)), answer.ordinal(game.pegs))
    first = opening(plan)
    if not history and first is not None:
        return first
    return game.code(chooser_on(tier or _tier(plan), plan).next_guess(members, past, state))


def _tier(plan: TreePlan) -> str:
    """The tier that is expected to choose one guess first, imports included."""
    if plan.needs_python or plan.game.pegs == 1:
        return choose_tier(plan, None)
    if plan.game.size <= STDLIB_FIRST:
        return "stdlib"
    return installed_tiers()[0]
