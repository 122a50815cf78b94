"""All games in compiled code: regions split, ranked and stacked without coming back to Python.

Guesses are ranked by `solver.kernels.lanes`: an odometer walks the prefixes (all pegs but the last two) that
symmetry leaves, and for each of them every pair of last pegs is a lane. A lane that symmetry would drop does
no harm, because its lower twin came before it and has the same rank. Regions of at most 16 members have words
of 16 bits, larger ones of 64.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from copy import copy
from functools import partial
from typing import Any

import numba
import numpy as np

from solver.codes import Game
from solver.kernels import games
from solver.kernels.codes import find_telling, list_codes
from solver.kernels.compiled import kept, records
from solver.kernels.lists import Ranking
from solver.kernels.rank import best_guess
from solver.kernels.request import UNDECIDED, space_for
from solver.kernels.walk import KernelPast, KernelSetting
from solver.strategies import ROWS, mix
from solver.symmetry import Past, Symmetries
from solver.trees.by_stdlib import StdlibChooser
from solver.trees.opening_table import opening
from solver.trees.plan import Stopped, Tree, TreeKeep, TreePlan, TreeProgress, Unfinished
from solver.trees.played import Games, Later, RegionFields, joined, unfinished
from solver.trees.ranked import ranked_by

BUDGET = 400_000_000
"""The number of pairs scored between two checks for Ctrl-C and two calls of the progress.

They take some hundredths of a second.
"""
ALONE_BELOW = 30_000
"""Games of fewer codes are played by one thread, because they take only a tenth of a second."""
_POLL_SECONDS = 0.1

_WORDS = games.BitWords(
    np.left_shift(1, np.arange(16)).astype(np.uint16),
    np.left_shift(np.uint64(1), np.arange(64, dtype=np.uint64)),
)


def ranking(game: Game, strategy: str, rules: str) -> Ranking:
    """The ranking of a strategy under these rules, in the form for the kernels."""
    choice, key, lists, weighed, impossible, possible_first = ranked_by(strategy, rules)
    weights = ROWS[strategy].weights(game.size) if weighed else np.empty(0)
    return Ranking(choice, key, lists, weights, impossible, possible_first)


def is_compiled(pegs: int) -> bool:
    """Whether the kernels for so many pegs are compiled, or kept on disk."""
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined, unused-ignore]
        return True
    return any(types[0].types[0].count == pegs for types in kept(games.advance))


class KernelInput:
    """The data of a game, a strategy and a set of rules for the kernels, and room for one ranking at a
    time.
    """

    def __init__(self, game: Game, strategy: str, rules: str, use: Symmetries) -> None:
        """A game of at least 2 pegs."""
        self.setting = KernelSetting((0,) * game.pegs, game.colours, game.repeats, use.cases, use.pegs)
        self.ranking = ranking(game, strategy, rules)
        self.digits = np.empty((game.size, game.pegs), np.uint8)
        self.marks = np.empty((game.size, game.pegs), np.uint8)
        rooms = np.empty(game.pegs, np.int64), np.empty(game.colours, np.int64)
        list_codes(game.repeats, *rooms, self.digits, self.marks)
        self.rooms = records(games.ROOM, 1)
        self.space = _space(self, game.size)

    def beside(self, members: int) -> KernelInput:
        """A board for another thread, with room of its own for regions of so many members."""
        other = copy(self)
        other.rooms = records(games.ROOM, 1)
        other.space = _space(other, members)
        return other


def _space(board: KernelInput, members: int) -> Any:
    """The words that `best_guess` writes on, aligned for vectors."""
    words = space_for(len(board.setting.pegs), board.setting.colours, members)
    made = np.empty(words + 8, np.uint64)
    return made[-(made.ctypes.data // 8) % 8 :]


class Halt:
    """Whether playing is to stop. It ends a ranking that is under way, too."""

    def __init__(self) -> None:
        self.asked = False
        self._rooms: list[Any] = []

    def reaches(self, board: KernelInput) -> KernelInput:
        """The board itself. From now on its ranking ends when playing is to stop."""
        self._rooms.append(board.rooms)
        return board

    def ask(self) -> None:
        """Stop playing."""
        self.asked = True
        for rooms in self._rooms:
            rooms["walk"]["stop"] = 1


def grow(
    plan: TreePlan,
    known: Sequence[int],
    progress: TreeProgress | None,
    threads: int | None = None,
    later: Later | None = None,
    keep: TreeKeep | None = None,
) -> Tree:
    """The tree of a game of at least 2 pegs. The first nodes take their guesses from `known`, and those of
    later parts from `later`, as `Unfinished` has them.

    Ctrl-C raises Stopped with what is played so far. `keep` is called ten times a second.

    Without `threads` a large game takes all cores: its parts after the first guess are shared out.
    """
    game = plan.game
    board = KernelInput(game, plan.strategy, plan.rules, plan.use)
    first = opening(plan)
    if not known and first is not None:
        known = [game.index(first)]
    start = RegionFields(-1, 0, 1, 0, 0, mix(plan.seed, 0))
    whole = Games(np.arange(game.size, dtype=np.int32), known, game.size, start)
    parts: list[Games] = []
    if threads is None:
        threads = os.cpu_count() or 1 if game.size >= ALONE_BELOW else 1

    def made() -> Unfinished:
        if parts:
            return unfinished(plan, whole, parts)
        return Unfinished(
            plan, tuple(whole.guesses()), {key: tuple(rest) for key, rest in (later or {}).items()}
        )

    def tell() -> None:
        if progress is not None:
            progress(sum(one.count("found") for one in (whole, *parts)), game.size)
        if keep is not None:
            keep(made)

    try:
        if threads == 1 and not later and game.size < ALONE_BELOW:
            _play(plan, board, whole, Halt(), tell)
        else:
            halt = Halt()
            _together(
                [partial(_begin, plan, halt.reaches(board), whole, max(1, len(known)), halt)], 1, halt, tell
            )
            parts += whole.parts(game.size, later or {})
            halt = Halt()
            tasks = [
                partial(_play, plan, halt.reaches(board.beside(len(part.members))), part, halt)
                for part in sorted(parts, key=lambda part: -len(part.members))
            ]
            _together(tasks, threads, halt, tell)
    except KeyboardInterrupt:
        raise Stopped(made()) from None
    return joined(plan, whole, parts)


def _begin(plan: TreePlan, board: KernelInput, played: Games, nodes: int, halt: Halt) -> None:
    """Make the first nodes, so many or all."""
    while not played.done and played.safe < nodes and not halt.asked:
        _advance(plan, board, played, 1)


def _play(
    plan: TreePlan,
    board: KernelInput,
    played: Games,
    halt: Halt,
    tell: Callable[[], None] | None = None,
) -> None:
    """Play until all games are done, or playing is to stop."""
    while not played.done and not halt.asked:
        _advance(plan, board, played, BUDGET)
        if tell is not None:
            tell()


def _together(
    tasks: Sequence[Callable[[], None]], threads: int, halt: Halt, tell: Callable[[], None]
) -> None:
    """Have so many threads do the tasks in turn. KeyboardInterrupt stops all, and is raised again."""
    with ThreadPoolExecutor(threads) as pool:
        try:
            running = {pool.submit(task) for task in tasks}
            while running:
                ended, running = wait(running, _POLL_SECONDS)
                for one in ended:
                    one.result()
                tell()
        finally:
            halt.ask()


def _advance(plan: TreePlan, board: KernelInput, played: Games, budget: int) -> None:
    """Play on. A guess that the kernels could not decide is given from then on."""
    games.advance(
        board.setting,
        board.ranking,
        board.digits,
        board.marks,
        played.given,
        _WORDS,
        played.counters,
        played.stack,
        played.nodes,
        played.members,
        played.spare,
        played.histogram,
        board.rooms,
        board.space,
        budget,
    )
    played.publish()
    if played.count("status") == UNDECIDED and not board.rooms["walk"]["stop"][0]:
        played.given = _decide(plan, played)


class NumbaChooser:
    """Chooses one guess at a time, for a game under way. `scores` counts the pairs scored so far."""

    def __init__(self, game: Game, strategy: str, rules: str, use: Symmetries) -> None:
        """A game of at least 2 pegs and a strategy that ranks."""
        self.scores = 0
        self._board = KernelInput(game, strategy, rules, use)
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
            board.space,
        )
        self.scores += scored
        if decided:
            return int(guess)
        return StdlibChooser(*self._exact).choose(region.tolist(), past)


def _decide(plan: TreePlan, played: Games) -> Any:
    """The guesses so far and the one for the region on top, ranked again with exact integers."""
    region = played.stack[played.count("stacked") - 1]
    twins = int(region["twins"])
    past = Past(int(region["played"]), tuple(twins >> 4 * peg & 15 for peg in range(plan.game.pegs)))
    chooser = StdlibChooser(plan.game, plan.strategy, plan.rules, plan.use)
    guess = chooser.choose(played.members[region["start"] : region["end"]].tolist(), past)
    return np.append(played.made("guess"), guess).astype(np.int32)
