"""All games by compiled code that is kept in a file.

It does the same as `by_numba`, with ctypes in place of numba.

A process plays them before numba would be imported. There is only one thread, so larger games are left to
numba, which uses several.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from typing import Any

from solver import kept
from solver.codes import Game
from solver.kernels.request import (
    COUNTERS,
    FIELDS,
    NODE_BYTES,
    NODE_ORDINAL,
    REGION,
    ROOM_BYTES,
    UNDECIDED,
    VECTOR_BYTES,
    space_for,
)
from solver.strategies import ROWS, mix
from solver.symmetry import Past
from solver.trees.by_stdlib import StdlibChooser as PlainChooser
from solver.trees.opening_table import opening
from solver.trees.plan import Stopped, Tree, TreeKeep, TreePlan, TreeProgress, Unfinished
from solver.trees.ranked import ranked_by

BUDGET = 400_000_000
"""The number of pairs scored between two checks for Ctrl-C and two calls of the progress.

They take some hundredths of a second.
"""
_DEEPEST = 64
_ORDINALS = 64
_SMALL, _LARGE = array("H", [1 << n for n in range(16)]), array("Q", [1 << n for n in range(64)])

_REQUEST: Any = type(
    "_REQUEST",
    (ctypes.Structure,),
    {"_fields_": [(name, ctypes.c_double if kind == "f8" else ctypes.c_int64) for name, kind in FIELDS]},
)


class Played:
    """All games of a plan, as far as they have been played: the arrays that compiled code writes on."""

    def __init__(self, plan: TreePlan, known: Sequence[int], function: kept.KernelFunction) -> None:
        """Begin a game of at least 2 pegs, whose first nodes take their guesses from `known`."""
        game, size = plan.game, plan.game.size
        self.plan = plan
        self._function = function
        self._request = _REQUEST(fresh=1, codes=size, budget=BUDGET)
        self._rooms: dict[str, Any] = {}
        self.give(known)
        self._describe(game)
        self.counters = self._room("counters", len(COUNTERS) * 8).cast("q")
        stacked = min(size, _DEEPEST * _ORDINALS + _ORDINALS * len(known)) + _ORDINALS
        self.stack = self._room("stack", stacked * len(REGION) * 8, stacked).cast("q")
        nodes = 2 * size + 2 + len(known)
        self.nodes = self._room("nodes", nodes * NODE_BYTES, nodes)
        self.members = self._room("members", 4 * size).cast("i")
        deepest = _DEEPEST + len(known)
        self.histogram = self._room("histogram", 8 * deepest, deepest).cast("q")
        for name, count in (
            ("spare", 4 * size),
            ("digits", game.pegs * size),
            ("marks", game.pegs * size),
            ("room", ROOM_BYTES),
        ):
            self._room(name, count)
        words = space_for(game.pegs, game.colours, size)
        self._room("space", 8 * words, words)
        self.counters[COUNTERS.index("stacked")] = 1
        state = ctypes.c_int64(mix(plan.seed, 0)).value
        self.stack[: len(REGION)] = memoryview(array("q", [0, size, -1, 0, 1, 0, 0, state]))

    def _room(self, name: str, count: int, length: int | None = None) -> memoryview:
        """An array of zeros of so many bytes, aligned for vectors.

        Its address and length are part of the request.
        """
        room = self._rooms[name] = ctypes.create_string_buffer(count + VECTOR_BYTES)
        address = ctypes.addressof(room)
        before = -address % VECTOR_BYTES
        setattr(self._request, name, address + before)
        if length is not None:
            setattr(self._request, f"{name}_length", length)
        return memoryview(room).cast("B")[before : before + count]

    def _array(self, name: str, values: array[Any]) -> None:
        self._rooms[name] = values
        setattr(self._request, name, values.buffer_info()[0])

    def _describe(self, game: Game) -> None:
        """Write the game and the strategy into the request."""
        asked, plan = self._request, self.plan
        asked.colours, asked.repeats = game.colours, game.repeats
        asked.use_cases, asked.use_pegs = plan.use.cases, plan.use.pegs
        ranking = ranked_by(plan.strategy, plan.rules)
        asked.choice, asked.key, asked.lists = ranking.choice, ranking.key, ranking.lists
        asked.impossible, asked.possible_first = ranking.impossible, ranking.possible_first
        weight = ROWS[plan.strategy].weight if ranking.weighed else None
        weights = array("d", [0.0, *map(weight, range(1, game.size + 1))] if weight else [0.0])
        asked.weights_length = len(weights) if weight else 0
        self._array("weights", weights)
        self._array("small", _SMALL)
        self._array("large", _LARGE)

    def give(self, guesses: Sequence[int]) -> None:
        """Set the guesses of the first nodes."""
        self._array("known", array("i", guesses or [0]))
        self._request.known_length = len(guesses)

    def count(self, what: str) -> int:
        """A counter by its name."""
        return self.counters[COUNTERS.index(what)]

    def advance(self) -> None:
        """Play on for a while, or until a ranking is undecided. RuntimeError when the compiled code fails."""
        result, error = ctypes.c_void_p(), ctypes.c_void_p()
        failed = self._function(
            ctypes.addressof(result), ctypes.addressof(error), ctypes.addressof(self._request)
        )
        if failed:
            raise RuntimeError(f"compiled code that was kept failed with {failed}")
        self._request.fresh = 0

    def guesses(self) -> list[int]:
        """The guesses of the nodes made."""
        return self._column(0)

    def _column(self, place: int) -> list[int]:
        return self.nodes.cast("i")[place : self.count("nodes") * NODE_BYTES // 4 : NODE_BYTES // 4].tolist()

    def tree(self) -> Tree:
        """The tree of the nodes made."""
        ordinals = self.nodes[NODE_ORDINAL : self.count("nodes") * NODE_BYTES : NODE_BYTES].tolist()
        histogram = self.histogram.tolist()
        while histogram and not histogram[-1]:
            histogram.pop()
        return Tree(
            self.plan, self.guesses(), self._column(1), ordinals, tuple(histogram), self.count("scores")
        )

    def decide(self) -> None:
        """Rank the region on top again with exact integers."""
        plan, pegs = self.plan, self.plan.game.pegs
        top = (self.count("stacked") - 1) * len(REGION)
        start, end, _, _, _, played, twins, _ = self.stack[top : top + len(REGION)].tolist()
        past = Past(played, tuple(twins >> 4 * peg & 15 for peg in range(pegs)))
        chooser = PlainChooser(plan.game, plan.strategy, plan.rules, plan.use)
        self.give([*self.guesses(), chooser.choose(self.members[start:end].tolist(), past)])


def grow(
    plan: TreePlan,
    known: Sequence[int],
    progress: TreeProgress | None,
    function: kept.KernelFunction,
    keep: TreeKeep | None = None,
) -> Tree:
    """The tree of a game of at least 2 pegs. The first nodes take their guesses from `known`.

    Ctrl-C raises Stopped with what is played so far.
    """
    first = opening(plan)
    if not known and first is not None:
        known = [plan.game.index(first)]
    played = Played(plan, known, function)
    try:
        while played.count("stacked"):
            played.advance()
            if played.count("status") == UNDECIDED:
                played.decide()
            if progress is not None:
                progress(played.count("found"), plan.game.size)
            if keep is not None:
                keep(lambda: Unfinished(plan, tuple(played.guesses())))
    except KeyboardInterrupt:
        raise Stopped(Unfinished(plan, tuple(played.guesses()))) from None
    return played.tree()
