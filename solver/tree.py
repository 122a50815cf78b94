"""All games at once: the guess tree of a strategy for every secret of a game.

Secrets that gave the same answers so far are one region and get the same next guess, so the tree has a
node for each region: the guess, the node before it, and the answer that led there. Nodes stand in
pre-order, answers ascending by ordinal. A secret is found at the one node where it is the guess; the
depth of that node is its turns.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Protocol

from solver.codes import Code, Game, check_size
from solver.scores import ordinal_count
from solver.strategies import (
    FIRST_CONSISTENT,
    KNUTH,
    PUBLISHED,
    RANDOM_CONSISTENT,
    check,
    draw,
    mix,
)
from solver.symmetry import Past, Symmetries
from solver.tiers import TierError, select

Progress = Callable[[int, int], None]
"""Called now and then with the number of secrets found so far and of all secrets."""

PLAYED_AT_MOST = 50_000_000
_BYTES_PER_SECRET = 100
TIERS = ("numba", "numpy", "stdlib")
STDLIB_FIRST = {KNUTH: 2_000, FIRST_CONSISTENT: 8_000, RANDOM_CONSISTENT: 8_000}
"""Up to so many codes the standard library has played all games before numba is imported; others: _FEW."""
_FEW = 1_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: everything that decides the tree, and the symmetries, which do not."""

    game: Game
    strategy: str = KNUTH
    rules: str = PUBLISHED
    first: Code | None = None
    seed: int = 0
    use: Symmetries = field(default_factory=Symmetries)


@dataclass(frozen=True, slots=True)
class Tree:
    """A guess tree. `guesses` are indices of codes; the root's parent is -1 and its ordinal 0.

    `histogram[n]` counts the secrets found in n + 1 turns; `scores` counts the pairs of guess and secret
    that were scored to make the tree, which depends on the tier and on the symmetries used.
    """

    plan: Plan
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
        """The turns of the worst secret."""
        return len(self.histogram)

    @property
    def first(self) -> Code:
        """The opening."""
        return self.plan.game.code(int(self.guesses[0]))

    def children(self) -> list[dict[int, int]]:
        """For each node the node that follows each answer's ordinal."""
        below: list[dict[int, int]] = [{} for _ in self.guesses]
        for node, (parent, ordinal) in enumerate(zip(self.parents, self.ordinals, strict=True)):
            if parent >= 0:
                below[parent][int(ordinal)] = node
        return below


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A tree cut short: the guesses of the nodes made so far, in pre-order. `play_all` resumes from it on
    any tier.
    """

    plan: Plan
    guesses: tuple[int, ...]


class Stopped(KeyboardInterrupt):
    """Playing was interrupted by Ctrl-C; `unfinished` is where to resume."""

    def __init__(self, unfinished: Unfinished) -> None:
        super().__init__(f"stopped after {len(unfinished.guesses)} guesses")
        self.unfinished = unfinished


class Chooser(Protocol):
    """Chooses guesses for one game. Members of a region are indices of codes, ascending."""

    scores: int

    def choose(self, members: Sequence[int], past: Past) -> int:
        """The index of the best guess for a region of at least 3 members."""
        ...


class Splitter(Chooser, Protocol):
    """Chooses guesses and splits regions: what `grow` needs."""

    def split(self, guess: int, members: Sequence[int]) -> list[tuple[int, Sequence[int]]]:
        """The parts that the guess makes, each with its ordinal, in the order of the ordinals."""
        ...


def play_all(
    game: Game,
    strategy: str = KNUTH,
    rules: str = PUBLISHED,
    first: Code | None = None,
    tier: str | None = None,
    case_equivalence: bool = True,
    peg_symmetry: bool = True,
    seed: int = 0,
    progress: Progress | None = None,
    resume: Unfinished | None = None,
) -> Tree:
    """Play all secrets of the game at once. The result does not depend on the tier nor on the symmetries.

    Without `first` the opening comes from the table of openings under the published rules, or else is
    ranked like any other guess. GameError, StrategyError or TierError for what cannot be; Stopped on
    Ctrl-C, with what to resume from; a resumed tree has the plan of `resume`, and the other arguments,
    tier and progress apart, are ignored.
    """
    plan = Plan(game, strategy, rules, first, seed, Symmetries(case_equivalence, peg_symmetry))
    known: Sequence[int] = ()
    if resume is not None:
        plan, known = resume.plan, resume.guesses
    check(plan.strategy, plan.rules)
    check_size(plan.game, "playing all games", PLAYED_AT_MOST, _BYTES_PER_SECRET)
    if plan.first is not None:
        plan.game.check(plan.first)
    return _grow_on(choose_tier(plan, tier), plan, known, progress)


def opening(plan: Plan) -> Code | None:
    """The first guess that the plan or the table of openings gives; None when it is to be ranked."""
    if plan.first is not None or plan.rules != PUBLISHED:
        return plan.first
    from solver.openings import tabled

    return tabled(plan.game, plan.strategy)


def choose_tier(plan: Plan, name: str | None) -> str:
    """The tier by this name, or else the one that is expected to finish first, imports included.

    TierError when it is unknown or not installed.
    """
    if name is not None:
        return require(name)
    game = plan.game
    few = STDLIB_FIRST.get(plan.strategy if plan.rules == PUBLISHED else "", _FEW)
    if game.pegs == 1 or (game.size <= few and "numba" not in sys.modules):
        return "stdlib"
    return next((module for module in ("numba", "numpy") if find_spec(module)), "stdlib")


def require(name: str) -> str:
    """The name of a tier that has trees and is installed; TierError otherwise."""
    if name not in TIERS:
        raise TierError(f'no trees on the tier "{name}": take one of {", ".join(TIERS)}')
    select(name)
    return name


def chooser_on(tier: str, game: Game, strategy: str, rules: str, use: Symmetries) -> Chooser:
    """What chooses guesses on this tier. TierError when it is unknown or not installed."""
    require(tier)
    if tier == "numba" and game.pegs > 1:
        from solver.tree_numba import Chooser as CompiledChooser

        return CompiledChooser(game, strategy, rules, use)
    return _splitter(tier, game, strategy, rules, use)


def _splitter(tier: str, game: Game, strategy: str, rules: str, use: Symmetries) -> Splitter:
    if tier == "numpy":
        from solver.tree_numpy import Chooser as NumpyChooser

        return NumpyChooser(game, strategy, rules, use)
    from solver.tree_stdlib import Chooser as PlainChooser

    return PlainChooser(game, strategy, rules, use)


def _grow_on(tier: str, plan: Plan, known: Sequence[int], progress: Progress | None) -> Tree:
    if tier == "numba" and plan.game.pegs > 1:
        from solver.tree_numba import grow as grow_compiled

        return grow_compiled(plan, known, progress)
    return grow(plan, _splitter(tier, plan.game, plan.strategy, plan.rules, plan.use), known, progress)


def grow(plan: Plan, chooser: Splitter, known: Sequence[int], progress: Progress | None) -> Tree:
    """The tree, region by region; the first nodes take their guesses from `known`, the others choose them."""
    game = plan.game
    guesses: list[int] = []
    parents: list[int] = []
    ordinals: list[int] = []
    histogram: list[int] = []
    perfect = ordinal_count(game.pegs) - 1
    first = opening(plan)
    found = 0
    seeded = plan.strategy == RANDOM_CONSISTENT
    every: Sequence[int] = range(game.size)
    regions = [(every, -1, 0, 1, Past.start(game.pegs), mix(plan.seed, 0))]
    try:
        while regions:
            members, parent, ordinal, turns, past, state = regions.pop()
            node = len(guesses)
            if node < len(known):
                guess = known[node]
            elif node == 0 and first is not None:
                guess = game.index(first)
            elif plan.strategy == RANDOM_CONSISTENT:
                guess = int(members[draw(state, len(members))])
            elif len(members) < 3 or plan.strategy == FIRST_CONSISTENT:
                guess = int(members[0])
            else:
                guess = chooser.choose(members, past)
            parts = [(perfect, members)] if len(members) == 1 else chooser.split(guess, members)
            guesses.append(guess)
            parents.append(parent)
            ordinals.append(ordinal)
            if parts[-1][0] == perfect:
                histogram.extend([0] * (turns - len(histogram)))
                histogram[turns - 1] += 1
                found += 1
                parts.pop()
                if progress is not None:
                    progress(found, game.size)
            if len(members) > 3:  # else nothing is ranked below
                past = past.after(game.code(guess))
            for reply, part in reversed(parts):
                after = mix(mix(state, guess), reply) if seeded else state
                regions.append((part, node, reply, turns + 1, past, after))
    except KeyboardInterrupt:
        raise Stopped(Unfinished(plan, tuple(guesses))) from None
    return Tree(plan, guesses, parents, ordinals, tuple(histogram), chooser.scores)
