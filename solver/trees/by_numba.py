"""All games in compiled code: regions split, ranked and stacked without coming back to Python.

Guesses are ranked by `solver.kernels.lanes`: an odometer walks the prefixes (all pegs but the last two) that
symmetry leaves, and for each of them every pair of last pegs is a lane. A lane that symmetry would drop
does no harm: its lower twin has been seen before and ranks the same. Regions of at most 16 members have
words of 16 bits, larger ones of 64.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np

from solver.codes import Game
from solver.kernels import games
from solver.kernels.codes import find_telling, list_codes
from solver.kernels.compiled import kept, records
from solver.kernels.lanes import COUNTS, LARGEST, PARTS, SQUARES
from solver.kernels.lists import FIRST, PRODUCTS, RANDOM, RANKED, SUMS, WHOLE_LISTS, Ranking
from solver.kernels.rank import best_guess
from solver.kernels.walk import Past as KernelPast
from solver.kernels.walk import Setting
from solver.strategies import (
    EXPECTED_SIZE,
    FIRST_CONSISTENT,
    KNUTH,
    MOST_PARTS,
    PUBLISHED,
    RANDOM_CONSISTENT,
    ROWS,
    mix,
)
from solver.symmetry import Past, Symmetries
from solver.trees.by_stdlib import Chooser as PlainChooser
from solver.trees.opening_table import opening
from solver.trees.plan import Plan, Progress, Stopped, Tree, Unfinished

BUDGET = 400_000_000
"""Pairs scored between two looks at Ctrl-C and two calls of the progress: some hundredths of a second."""
_DEEPEST = 64
_ORDINALS = 64
_ROOM = _DEEPEST * _ORDINALS

_WORDS = games.Words(
    np.left_shift(1, np.arange(16)).astype(np.uint16),
    np.left_shift(np.uint64(1), np.arange(64, dtype=np.uint64)),
)
_KEYS = {KNUTH: LARGEST, MOST_PARTS: PARTS, EXPECTED_SIZE: SQUARES}
"""Strategies that rank by a key of `solver.kernels.lanes`; all others rank by lists of parts."""
_CHOICES = {FIRST_CONSISTENT: FIRST, RANDOM_CONSISTENT: RANDOM}


def ranking(game: Game, strategy: str, rules: str) -> Ranking:
    """What the kernels need to know of a strategy under these rules."""
    published = rules == PUBLISHED
    nothing = np.empty(0)
    if strategy in _CHOICES:
        return Ranking(_CHOICES[strategy], COUNTS, SUMS, nothing, 0.0, published)
    row = ROWS[strategy]
    if strategy in _KEYS and (row.weight is not None or published):
        return Ranking(RANKED, _KEYS[strategy], SUMS, nothing, 0.0, published)
    if row.weight is None:
        return Ranking(RANKED, COUNTS, WHOLE_LISTS, nothing, 0.0, published)
    ties = PRODUCTS if row.products else SUMS
    return Ranking(
        RANKED, COUNTS, ties, row.weights(game.size), 0.0 if published else row.possible, published
    )


def is_compiled(pegs: int) -> bool:
    """Whether the kernels for so many pegs are compiled, or kept on disk."""
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined, unused-ignore]
        return True
    return any(types[0].types[0].count == pegs for types in kept(games.advance))


class Board:
    """What the kernels need of a game, a strategy and a set of rules, and room for one ranking at a time."""

    def __init__(self, game: Game, strategy: str, rules: str, use: Symmetries) -> None:
        """A game of at least 2 pegs."""
        self.setting = Setting((0,) * game.pegs, game.colours, game.repeats, use.cases, use.pegs)
        self.ranking = ranking(game, strategy, rules)
        self.digits = np.empty((game.size, game.pegs), np.uint8)
        self.marks = np.empty((game.size, game.pegs), np.uint8)
        list_codes(game.pegs, game.colours, game.repeats, self.digits, self.marks)
        self.rooms = records(games.ROOM, 1)


class Games:
    """All games of a plan as far as they have been played: at first one region of all codes."""

    def __init__(self, plan: Plan, known: int) -> None:
        """Room for the whole tree, whose first `known` guesses are given."""
        size = plan.game.size
        self.counters = records(games.COUNTERS, 1)
        self.stack = records(games.REGION, min(size, _ROOM + _ORDINALS * known) + _ORDINALS)
        self.nodes = records(games.NODE, 2 * size + 2 + known)
        self.members = np.arange(size, dtype=np.int32)
        self.spare = np.empty(size, np.int32 if size <= 1 << 25 else np.int64)
        self.histogram = np.zeros(_DEEPEST + known, np.int64)
        self.counters["stacked"] = 1
        self.stack[0] = (0, size, -1, 0, 1, 0, 0, mix(plan.seed, 0))

    def count(self, what: str) -> int:
        """A counter by its name in `games.COUNTERS`."""
        return int(self.counters[what][0])

    def made(self, what: str) -> Any:
        """A field of `games.NODE` of all nodes made."""
        return self.nodes[what][: self.count("nodes")]


def grow(plan: Plan, known: Sequence[int], progress: Progress | None) -> Tree:
    """The tree of a game of at least 2 pegs; the first nodes take their guesses from `known`."""
    game = plan.game
    board = Board(game, plan.strategy, plan.rules, plan.use)
    given = np.array(known, np.int32)
    first = opening(plan)
    if not len(given) and first is not None:
        given = np.array([game.index(first)], np.int32)
    played = Games(plan, len(given))
    try:
        while played.count("status") != games.DONE:
            _advance(board, played, given)
            if played.count("status") == games.UNDECIDED:
                given = _decide(plan, played)
            if progress is not None:
                progress(played.count("found"), game.size)
    except KeyboardInterrupt:
        raise Stopped(Unfinished(plan, tuple(played.made("guess").tolist()))) from None
    return Tree(
        plan,
        played.made("guess").tolist(),
        played.made("parent").tolist(),
        played.made("ordinal").tolist(),
        tuple(np.trim_zeros(played.histogram, "b").tolist()),
        played.count("scores"),
    )


def _advance(board: Board, played: Games, given: Any) -> None:
    games.advance(
        board.setting,
        board.ranking,
        board.digits,
        board.marks,
        given,
        _WORDS,
        played.counters,
        played.stack,
        played.nodes,
        played.members,
        played.spare,
        played.histogram,
        board.rooms,
        BUDGET,
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
        board, pegs = self._board, len(past.twins)
        region = np.array(members, np.int32)
        if len(region) < pegs * (pegs + 3) // 2:
            has = np.zeros(board.setting.colours * pegs, np.uint8)
            place, scored = find_telling(board.setting.pegs, board.digits, board.marks, region, has)
            self.scores += scored
            if place >= 0:
                return int(region[place])
        guess, scored, decided = best_guess(
            board.setting,
            board.ranking,
            board.digits,
            board.marks,
            region,
            KernelPast(past.played, sum(twin << 4 * peg for peg, twin in enumerate(past.twins))),
            _WORDS.small if len(region) <= games.SMALL else _WORDS.large,
            board.rooms[0]["walk"],
            board.rooms[0]["lists"],
        )
        self.scores += scored
        if decided:
            return int(guess)
        return PlainChooser(*self._exact).choose(region.tolist(), past)


def _decide(plan: Plan, played: Games) -> Any:
    """The guesses so far and the one for the region on top, ranked again with exact integers."""
    region = played.stack[played.count("stacked") - 1]
    twins = int(region["twins"])
    past = Past(int(region["played"]), tuple(twins >> 4 * peg & 15 for peg in range(plan.game.pegs)))
    chooser = PlainChooser(plan.game, plan.strategy, plan.rules, plan.use)
    guess = chooser.choose(played.members[region["start"] : region["end"]].tolist(), past)
    return np.append(played.made("guess"), guess).astype(np.int32)
