"""All games in compiled code: regions split, ranked and stacked without coming back to Python.

Guesses are ranked by `solver.kernels.lanes`: an odometer walks the prefixes (all pegs but the last two) that
symmetry leaves, and for each of them every pair of last pegs is a lane. A lane that symmetry would drop
does no harm: its lower twin has been seen before and ranks the same. Regions of at most 16 members have
words of 16 bits, larger ones of 64.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from solver.codes import Game
from solver.kernels import games
from solver.kernels import rank as kernels
from solver.kernels.codes import find_telling, list_codes
from solver.strategies import ENTROPY, KNUTH, OBVIOUS_FIRST, STRATEGIES, mix
from solver.symmetry import Past, Symmetries
from solver.trees.by_stdlib import Chooser as PlainChooser
from solver.trees.opening_table import opening
from solver.trees.plan import Plan, Progress, Stopped, Tree, Unfinished

BUDGET = 400_000_000
"""Pairs scored between two looks at Ctrl-C and two calls of the progress: some hundredths of a second."""
_DEEPEST = 64
_ORDINALS = 64
_ROOM = _DEEPEST * _ORDINALS

_SMALL = np.left_shift(1, np.arange(16)).astype(np.uint16)
_LARGE = np.left_shift(np.uint64(1), np.arange(64, dtype=np.uint64))


def rank_number(strategy: str, rules: str) -> int:
    """The kernels' number for a strategy under these rules."""
    if rules == OBVIOUS_FIRST and strategy == KNUTH:
        return kernels.WHOLE_LISTS
    if rules == OBVIOUS_FIRST and strategy == ENTROPY:
        return kernels.PRODUCTS
    return STRATEGIES.index(strategy)


class Board:
    """The arrays that the kernels need of a game, and the calls into them."""

    def __init__(self, game: Game, strategy: str, rules: str, use: Symmetries) -> None:
        self.game = game
        self.pegs = (0,) * game.pegs
        self.rank = rank_number(strategy, rules)
        self.codes = np.empty((game.size, game.pegs), np.uint8)
        self.marks = np.empty((game.size, game.pegs), np.uint8)
        list_codes(game.pegs, game.colours, game.repeats, self.codes, self.marks)
        self.options = np.array([game.colours, game.repeats, use.cases, use.pegs], np.int64)
        by_key = self.rank not in (kernels.ENTROPY, kernels.PRODUCTS, kernels.WHOLE_LISTS)
        self.logs = None if by_key else logs_to(game.size)


def logs_to(largest: int) -> Any:
    """n log2 n for n from 0 to `largest`."""
    sizes = np.arange(largest + 1, dtype=np.float64)
    return sizes * np.log2(np.maximum(sizes, 1))


def grow(plan: Plan, known: Sequence[int], progress: Progress | None) -> Tree:
    """The tree of a game of at least 2 pegs; the first nodes take their guesses from `known`."""
    game = plan.game
    board = Board(game, plan.strategy, plan.rules, plan.use)
    given = np.array(known, np.int32)
    first = opening(plan)
    if not len(given) and first is not None:
        given = np.array([game.index(first)], np.int32)
    nodes = 2 * game.size + 2 + len(given)
    room = min(game.size, _ROOM + _ORDINALS * len(given)) + _ORDINALS
    members = np.arange(game.size, dtype=np.int32)
    spare = np.empty(game.size, np.int32)
    guesses = np.empty(nodes, np.int32)
    parents = np.empty(nodes, np.int32)
    ordinals = np.empty(nodes, np.uint8)
    histogram = np.zeros(_DEEPEST + len(given), np.int64)
    counters = np.zeros(games.COUNTERS, np.int64)
    stack = np.zeros((room, games.FIELDS), np.int64)
    states = np.zeros(room, np.uint64)
    stack[0, games.END] = game.size
    stack[0, games.PARENT] = -1
    stack[0, games.TURNS] = 1
    states[0] = mix(plan.seed, 0)
    counters[games.STACKED] = 1
    try:
        while counters[games.STATUS] != games.DONE:
            games.advance(
                board.pegs,
                board.rank,
                board.codes,
                board.marks,
                board.options,
                given,
                counters,
                stack,
                states,
                members,
                spare,
                guesses,
                parents,
                ordinals,
                histogram,
                _SMALL,
                _LARGE,
                board.logs,
                BUDGET,
            )
            if counters[games.STATUS] == games.UNDECIDED:
                given = _decide(
                    plan, guesses[: counters[games.NODES]], stack[counters[games.STACKED] - 1], members
                )
            if progress is not None:
                progress(int(counters[games.FOUND]), game.size)
    except KeyboardInterrupt:
        done = tuple(guesses[: counters[games.NODES]].tolist())
        raise Stopped(Unfinished(plan, done)) from None
    made = int(counters[games.NODES])
    turns = np.trim_zeros(histogram, "b").tolist()
    return Tree(
        plan,
        guesses[:made].tolist(),
        parents[:made].tolist(),
        ordinals[:made].tolist(),
        tuple(turns),
        int(counters[games.SCORES]),
    )


class Chooser:
    """Chooses one guess at a time, for a game under way; `scores` counts the pairs scored so far."""

    def __init__(self, game: Game, strategy: str, rules: str, use: Symmetries) -> None:
        """A game of at least 2 pegs and a strategy that ranks."""
        self.scores = 0
        self._board = Board(game, strategy, rules, use)
        self._exact = (game, strategy, rules, use)

    def choose(self, members: Sequence[int], past: Past) -> int:
        """The index of the best guess for a region of at least 3 members, given ascending."""
        board = self._board
        game = board.game
        region = np.array(members, np.int32)
        if len(region) < game.pegs * (game.pegs + 3) // 2:
            has = np.zeros(game.colours * game.pegs, np.uint8)
            place, scored = find_telling(board.pegs, board.codes, board.marks, region, has)
            self.scores += scored
            if place >= 0:
                return int(region[place])
        guess, scored, decided = kernels.best_guess(
            board.pegs,
            board.rank,
            board.codes,
            board.marks,
            region,
            past.played,
            sum(twin << 4 * peg for peg, twin in enumerate(past.twins)),
            board.options,
            _SMALL if len(region) <= games.SMALL else _LARGE,
            board.logs,
            np.empty((kernels.WORK_ROWS, kernels.WORK_COLUMNS), np.int64),
        )
        self.scores += scored
        if decided:
            return int(guess)
        return PlainChooser(*self._exact).choose(region.tolist(), past)


def _decide(plan: Plan, guesses: Any, region: Any, members: Any) -> Any:
    """The guesses so far and the one for the region on top, ranked again with exact integers."""
    past = Past(
        int(region[games.PLAYED]),
        tuple(int(region[games.TWINS]) >> 4 * peg & 15 for peg in range(plan.game.pegs)),
    )
    chooser = PlainChooser(plan.game, plan.strategy, plan.rules, plan.use)
    guess = chooser.choose(members[region[games.START] : region[games.END]].tolist(), past)
    return np.append(guesses, guess).astype(np.int32)
