"""All games at once: the guess tree of a strategy for every secret of a game.

`solver.trees.plan` says what a tree is. The guesses are chosen by one of three tiers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from solver import compiling, messages
from solver.code_files import games
from solver.codes import Code, Game, check_size, check_whites
from solver.memory import free_memory
from solver.own_strategies import chooses, is_own
from solver.scores import ordinal_count
from solver.strategies import FIRST_CONSISTENT, KNUTH, PUBLISHED, RANDOM_CONSISTENT, check, mix
from solver.symmetry import Past, Symmetries
from solver.tiers import RENAMED, TierError, installed_tiers, require
from solver.trees.chooser import ByOwnChooser, Chooser, RankingChooser, Splitter
from solver.trees.opening_table import opening
from solver.trees.plan import Stopped, Tree, TreeKeep, TreePlan, TreeProgress, Unfinished

PLAYED_AT_MOST = 2_000_000_000
_BYTES_PER_SECRET = 250
TIERS = ("llvm", "numpy", "stdlib")
STDLIB_FIRST = {KNUTH: 2_000, FIRST_CONSISTENT: 8_000, RANDOM_CONSISTENT: 8_000}
"""The number of codes, for each strategy, up to which the standard library plays all games at once, before
compiled code is asked for. For other strategies it is _FEW.
"""
_FEW = 1_000
MEANWHILE = {KNUTH: 12_000, FIRST_CONSISTENT: 40_000, RANDOM_CONSISTENT: 40_000}
"""The number of codes up to which the standard library plays all games rather than wait for compiled code.

For other strategies it is _FEW_MEANWHILE.
"""
_FEW_MEANWHILE = 2_500
COMPILED_FROM = 150
"""The codes from which on compiled code in a file plays all games before the standard library."""


def play_all(
    game: Game,
    strategy: str = KNUTH,
    rules: str = PUBLISHED,
    first: Code | None = None,
    tier: str | None = None,
    case_equivalence: bool = True,
    peg_symmetry: bool = True,
    seed: int = 0,
    progress: TreeProgress | None = None,
    resume: Unfinished | None = None,
    consistent: bool = False,
    keep: TreeKeep | None = None,
) -> Tree:
    """Play all secrets of the game at once. The result does not depend on the tier nor on the symmetries.

    `consistent` makes only guesses that are still possible. Without `first` the opening comes from the table
    of openings under the published rules, or else is ranked like any other guess. GameError, StrategyError or
    TierError for an impossible plan. On Ctrl-C it raises Stopped, with the place to resume from. A resumed
    tree has the plan of `resume`: of the other arguments only tier, progress and keep are used. `progress` is
    called before anything is computed, and from then on like `keep`: from time to time, in long games ten
    times a second.
    """
    use = Symmetries(case_equivalence, peg_symmetry)
    plan = TreePlan(game, strategy, rules, first, seed, use, consistent)
    known: Sequence[int] = ()
    if resume is not None:
        plan, known = resume.plan, resume.guesses
    check_plan(plan)
    if progress is not None:
        try:
            progress(0, plan.game.size)  # before memory is taken: for a large game that takes seconds
        except KeyboardInterrupt:
            raise Stopped(resume or Unfinished(plan, ())) from None
    return _grow_on(choose_tier(plan, tier), plan, known, progress, resume.later if resume else {}, keep)


def check_plan(plan: TreePlan) -> None:
    """GameError or StrategyError for a plan that cannot be played here."""
    check(plan.strategy, plan.rules)
    check_whites(plan.game, f"playing all games by {plan.strategy}")
    room = min(PLAYED_AT_MOST, free_memory() // _BYTES_PER_SECRET)
    check_size(plan.game, "playing all games", room, _BYTES_PER_SECRET)
    if plan.first is not None:
        plan.game.check(plan.first)


def choose_tier(plan: TreePlan, name: str | None) -> str:
    """The tier by this name, or else the one that is expected to finish first, imports included.

    TierError when it is unknown or not installed. Where the standard library finishes before code would be
    compiled, code for the next game is compiled in the background.
    """
    if name is not None:
        name = require_trees(name)
        return "numpy" if name == "llvm" and plan.needs_python else name
    game = plan.game
    if plan.needs_python:
        return "stdlib" if game.size <= _FEW or not find_spec("numpy") else "numpy"
    if game.pegs == 1:
        return "stdlib"
    if game.size >= COMPILED_FROM and compiling.is_compiled(games(game.pegs)):
        return "llvm"
    strategy = plan.strategy if plan.rules == PUBLISHED else ""
    if game.size <= STDLIB_FIRST.get(strategy, _FEW):
        return "stdlib"
    fastest = installed_tiers()[0]
    if fastest == "llvm" and game.size <= MEANWHILE.get(strategy, _FEW_MEANWHILE):
        if compiling.begin(games(game.pegs)):
            messages.not_compiled(game.pegs)
        return "stdlib"
    return fastest


def require_trees(name: str) -> str:
    """The name of a tier that has trees and is installed, as `require` gives it. TierError otherwise."""
    if name not in (*TIERS, *RENAMED):
        raise TierError(f'no trees on the tier "{name}": take one of {", ".join(TIERS)}')
    return require(name)


def chooser_on(tier: str, plan: TreePlan) -> Chooser:
    """The chooser of guesses on this tier. TierError when the tier is unknown or not installed."""
    tier = require_trees(tier)
    if plan.needs_python:
        return _splitter("numpy" if tier == "llvm" else tier, plan)
    if tier == "llvm" and plan.game.pegs > 1:
        from solver.trees.compiled_games import CompiledChooser

        return CompiledChooser(plan)
    return _splitter(tier, plan)


def _splitter(tier: str, plan: TreePlan) -> Splitter:
    ranking: RankingChooser
    if tier == "numpy":
        from solver.trees.numpy_chooser import NumpyChooser

        ranking = NumpyChooser(plan)
    else:
        from solver.trees.stdlib_chooser import StdlibChooser

        ranking = StdlibChooser(plan)
    return ByOwnChooser(ranking) if is_own(plan.strategy) and chooses(plan.strategy) else ranking


def _grow_on(
    tier: str,
    plan: TreePlan,
    known: Sequence[int],
    progress: TreeProgress | None,
    later: Mapping[tuple[int, int], Sequence[int]],
    keep: TreeKeep | None,
) -> Tree:
    if tier == "llvm" and plan.game.pegs > 1:
        from solver.trees.compiled_games import grow as grow_compiled

        return grow_compiled(plan, known, progress, later=later, keep=keep)
    return grow(plan, _splitter(tier, plan), known, progress, keep)


def grow(
    plan: TreePlan,
    chooser: Splitter,
    known: Sequence[int],
    progress: TreeProgress | None,
    keep: TreeKeep | None = None,
) -> Tree:
    """The tree, region by region. The first nodes take their guesses from `known`, the others choose them.

    Ctrl-C raises Stopped with what is played so far.
    """
    game = plan.game
    guesses: list[int] = []
    parents: list[int] = []
    ordinals: list[int] = []
    histogram: list[int] = []
    perfect = ordinal_count(game.pegs) - 1
    first = opening(plan)
    secrets = 0
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
            else:
                guess = chooser.next_guess(members, past, state)
            parts = [(perfect, members)] if len(members) == 1 else chooser.split(guess, members)
            guesses.append(guess)
            parents.append(parent)
            ordinals.append(ordinal)
            if parts[-1][0] == perfect:
                histogram.extend([0] * (turns - len(histogram)))
                histogram[turns - 1] += 1
                secrets += 1
                parts.pop()
                if progress is not None:
                    progress(secrets, game.size)
                if keep is not None:
                    keep(lambda: Unfinished(plan, tuple(guesses)))
            if len(members) > 3:  # else nothing is ranked below
                past = past.after(game.code(guess))
            for reply, part in reversed(parts):
                after = mix(mix(state, guess), reply) if seeded else state
                regions.append((part, node, reply, turns + 1, past, after))
    except KeyboardInterrupt:
        raise Stopped(Unfinished(plan, tuple(guesses))) from None
    return Tree(plan, guesses, parents, ordinals, tuple(histogram), chooser.scores)
