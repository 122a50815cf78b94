"""All games in compiled code: regions split, ranked and stacked without coming back to Python.

The code works on memory whose addresses stand in a request (`solver.kernels.request`). Neither numba nor
numpy is imported for it when it is in a file. Large games are shared out to threads: the parts after the
first guess are played side by side, and their nodes are joined in order.
"""

from __future__ import annotations

import ctypes
import os
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from solver import compiling
from solver.code_files import Serve, games, structure
from solver.kernels.request import (
    COUNTERS,
    COUNTS,
    DONE,
    FIELDS,
    FIRST,
    LARGEST,
    NODE_BYTES,
    NODE_ORDINAL,
    PARTS,
    PRODUCTS,
    RANDOM,
    RANKED,
    REGION,
    ROOM_BYTES,
    SQUARES,
    SUMS,
    UNDECIDED,
    WHOLE_LISTS,
    space_for,
)
from solver.memory import Memory
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
from solver.symmetry import Past
from solver.trees.chooser import Chooser
from solver.trees.opening_table import opening
from solver.trees.plan import Stopped, Tree, TreeKeep, TreePlan, TreeProgress, Unfinished
from solver.trees.stdlib_chooser import StdlibChooser

BUDGET = 400_000_000
"""The number of pairs scored between two checks for Ctrl-C and two calls of the progress.

They take some hundredths of a second.
"""
ALONE_BELOW = 30_000
"""Games of fewer codes are played by one thread, because they take only a tenth of a second."""
_POLL_SECONDS = 0.1
_DEEPEST, _ORDINALS = 64, 64
_ALIGNED = 64
_SMALL, _LARGE = array("H", [1 << n for n in range(16)]), array("Q", [1 << n for n in range(64)])
_REQUEST = structure(FIELDS)
_COUNTERS = [name for name, _ in COUNTERS]
_KEYS = {KNUTH: LARGEST, MOST_PARTS: PARTS, EXPECTED_SIZE: SQUARES}
"""Strategies that rank by a key of `solver.kernels.lanes`. All others rank by lists of parts."""
_CHOICES = {FIRST_CONSISTENT: FIRST, RANDOM_CONSISTENT: RANDOM}

Later = Mapping[tuple[int, int], Sequence[int]]


class RegionFields(NamedTuple):
    """The region where games begin: the fields of `solver.kernels.request.REGION` without the members."""

    parent: int
    ordinal: int
    turn: int
    played: int
    twins: int
    state: int


class GameBoard:
    """What all games of a plan share: the compiled code, the list of codes, the strategy as numbers."""

    def __init__(self, plan: TreePlan) -> None:
        """Load what the games of a plan share. The game has at least 2 pegs."""
        game = plan.game
        self.plan = plan
        self.serve: Serve = compiling.serve(games(game.pegs))
        self._arrays: list[array[Any]] = []
        size = game.pegs * game.size
        self._codes = Memory(2 * size)
        self._request = _REQUEST(
            codes=game.size, digits=self._codes.address, marks=self._codes.address + size
        )
        self._describe(plan)
        listing = Games(self, (), (), RegionFields(0, 0, 0, 0, 0, 0), list_codes=1)
        listing.advance(0)

    def request(self) -> Any:
        """A new request to the compiled code, with the fields filled in that all games share."""
        return _REQUEST.from_buffer_copy(self._request)

    def _array(self, name: str, values: array[Any]) -> None:
        self._arrays.append(values)
        setattr(self._request, name, values.buffer_info()[0])

    def _describe(self, plan: TreePlan) -> None:
        """Write the game and the ranking into the request. `solver.kernels.lists.Ranking` says what it is."""
        asked, published = self._request, plan.rules == PUBLISHED
        asked.colours, asked.repeats = plan.game.colours, plan.game.repeats
        asked.use_cases, asked.use_pegs = plan.use.cases, plan.use.pegs
        asked.possible_first = published
        asked.choice, asked.key, asked.lists = _CHOICES.get(plan.strategy, RANKED), COUNTS, SUMS
        weights = array("d", [0.0])
        if asked.choice == RANKED:
            row = ROWS[plan.strategy]
            if plan.strategy in _KEYS and (row.weight is not None or published):
                asked.key = _KEYS[plan.strategy]
            elif row.weight is None:
                asked.lists = WHOLE_LISTS
            else:
                asked.lists = PRODUCTS if row.products else SUMS
                asked.impossible = 0.0 if published else row.possible
                weights = row.weights(plan.game.size)
                asked.weights_length = len(weights)
        self._array("weights", weights)
        self._array("small", _SMALL)
        self._array("large", _LARGE)


class Games:
    """All games that begin in one region, as far as they have been played: at first the region alone."""

    def __init__(
        self,
        board: GameBoard,
        members: Sequence[int],
        given: Sequence[int],
        begin: RegionFields,
        list_codes: int = 0,
    ) -> None:
        """Room for the whole tree, whose first guesses are given."""
        game, size, known = board.plan.game, len(members), len(given)
        self.begin = begin
        self.done = False
        """Whether nothing is left to be played."""
        self.safe = 0
        """The number of nodes made when compiled code was last left, which another thread may read."""
        self._board = board
        self._request = board.request()
        self._request.list_codes = list_codes
        stacked = min(size, _DEEPEST * _ORDINALS + _ORDINALS * known) + _ORDINALS
        lengths = {
            "counters": (len(COUNTERS), 8),
            "stack": (stacked, 8 * len(REGION)),
            "nodes": (2 * size + 2 + known, NODE_BYTES),
            "members": (size, 4),
            "spare": (size, 8),
            "histogram": (_DEEPEST + known, 8),
            "room": (ROOM_BYTES, 1),
            "space": (space_for(game.pegs, game.colours, size), 8),
        }
        views = self._lay_out(lengths)
        self.counters, self.stack = views["counters"].cast("q"), views["stack"].cast("q")
        self.nodes = views["nodes"]
        self.members, self.histogram = views["members"].cast("i"), views["histogram"].cast("q")
        self._stop = views["room"].cast("q")
        self.members[:] = memoryview(array("i", members))
        self.give(given)
        if size:
            self.counters[_COUNTERS.index("stacked")] = 1
            region = [0, size, -1, *begin[1:-1], ctypes.c_int64(begin.state).value]
            self.stack[: len(REGION)] = memoryview(array("q", region))

    def _lay_out(self, lengths: dict[str, tuple[int, int]]) -> dict[str, memoryview]:
        """Memory for arrays of these lengths and sizes, with the addresses and lengths in the request."""
        starts, end = {}, 0
        for name, (count, each) in lengths.items():
            starts[name] = end
            end += -(-count * each // _ALIGNED) * _ALIGNED
        self._memory = Memory(end)
        for name, start in starts.items():
            setattr(self._request, name, self._memory.address + start)
            if hasattr(self._request, f"{name}_length"):
                setattr(self._request, f"{name}_length", lengths[name][0])
        return {
            name: self._memory.view(start, lengths[name][0] * lengths[name][1])
            for name, start in starts.items()
        }

    def give(self, guesses: Sequence[int]) -> None:
        """Tell the search the guesses of the first nodes."""
        self._given = array("i", guesses)
        self._request.known, self._request.known_length = self._given.buffer_info()

    def count(self, what: str) -> int:
        """A counter by its name in `solver.kernels.request.COUNTERS`."""
        return self.counters[_COUNTERS.index(what)]

    def stop(self) -> None:
        """End the ranking that is under way in another thread, and every later one."""
        self._stop[0] = 1

    def advance(self, budget: int) -> None:
        """Play on until about `budget` pairs are scored. A guess that compiled code could not decide is given
        from then on. RuntimeError when the code fails.
        """
        self._request.budget = budget
        self._board.serve(ctypes.addressof(self._request))
        self.safe = self.count("nodes")
        self.done = self.count("status") == DONE
        if self.count("status") == UNDECIDED and not self._stop[0]:
            self._decide()

    def _decide(self) -> None:
        """Rank the region on top again with exact integers."""
        plan = self._board.plan
        top = (self.count("stacked") - 1) * len(REGION)
        start, end, *_, played, twins, _ = self.stack[top : top + len(REGION)].tolist()
        past = Past(played, tuple(twins >> 4 * peg & 15 for peg in range(plan.game.pegs)))
        exact = StdlibChooser(plan)
        self.give([*self.guesses(), exact.choose(self.members[start:end].tolist(), past)])

    def guesses(self) -> list[int]:
        """The guesses of the nodes made, or those given where fewer are made yet."""
        given, made = self._given, self.column(0, self.safe)
        return made + given[len(made) :].tolist()

    def column(self, place: int, count: int) -> list[int]:
        """One number of each of the first `count` nodes: the guess (`place` 0) or the parent (1)."""
        words = NODE_BYTES // 4
        return self.nodes.cast("i")[place : count * words : words].tolist()

    def ordinals(self) -> list[int]:
        """The ordinal of each node made."""
        return self.nodes[NODE_ORDINAL : self.count("nodes") * NODE_BYTES : NODE_BYTES].tolist()

    def parts(self, later: Later) -> list[Games]:
        """The regions still to be played, each by itself, in the order in which their nodes come.

        For some of them `later` has guesses, which are given.
        """
        parts = []
        for place in reversed(range(self.count("stacked"))):
            start, end, *begin = self.stack[place * len(REGION) :][: len(REGION)].tolist()
            at = RegionFields(*begin)
            given = later.get((at.parent, at.ordinal), ())
            parts.append(Games(self._board, self.members[start:end].tolist(), given, at))
        return parts


class Halt:
    """A request to stop playing. It also ends a ranking that is under way."""

    def __init__(self, played: Sequence[Games]) -> None:
        self.asked = False
        self._played = played

    def ask(self) -> None:
        """Stop playing."""
        self.asked = True
        for one in self._played:
            one.stop()


class CompiledChooser(Chooser):
    """The chooser by compiled code, for a game of at least 2 pegs that is under way."""

    def prepare(self) -> None:
        """Load the compiled code, and list all codes."""
        self._board = GameBoard(self.plan)

    def choose(self, members: Sequence[int], past: Past) -> int:
        """The index of the best guess for a region of at least 3 members."""
        twins = sum(twin << 4 * peg for peg, twin in enumerate(past.twins))
        region = Games(self._board, members, (), RegionFields(-1, 0, 1, past.played, twins, 0))
        region.advance(1)
        self.scores += region.count("scores")
        return region.guesses()[0]


def grow(
    plan: TreePlan,
    known: Sequence[int],
    progress: TreeProgress | None,
    threads: int | None = None,
    later: Later | None = None,
    keep: TreeKeep | None = None,
) -> Tree:
    """The tree of a game of at least 2 pegs: its nodes take guesses from `known`, later ones from `later`.

    Ctrl-C raises Stopped with what is played so far. `keep` is called ten times a second.

    Without `threads` a large game takes all cores: its parts after the first guess are shared out.
    """
    game = plan.game
    first = opening(plan)
    if not known and first is not None:
        known = [game.index(first)]
    whole = Games(GameBoard(plan), range(game.size), known, RegionFields(-1, 0, 1, 0, 0, mix(plan.seed, 0)))
    parts: list[Games] = []
    if threads is None:
        threads = os.cpu_count() or 1 if game.size >= ALONE_BELOW else 1

    def so_far() -> Unfinished:
        if parts:
            return unfinished_tree(plan, whole, parts)
        rest = {key: tuple(guesses) for key, guesses in (later or {}).items()}
        return Unfinished(plan, tuple(whole.guesses()), rest)

    def tell() -> None:
        if progress is not None:
            progress(sum(one.count("found") for one in (whole, *parts)), game.size)
        if keep is not None:
            keep(so_far)

    try:
        if threads == 1 and not later and game.size < ALONE_BELOW:
            _play(whole, Halt([whole]), tell)
        else:
            halt = Halt([whole])
            _run_together([partial(_begin, whole, max(1, len(known)), halt)], 1, halt, tell)
            parts += whole.parts(later or {})
            halt = Halt(parts)
            largest_first = sorted(parts, key=lambda part: -len(part.members))
            _run_together([partial(_play, part, halt) for part in largest_first], threads, halt, tell)
    except KeyboardInterrupt:
        raise Stopped(so_far()) from None
    return join(plan, whole, parts)


def _begin(played: Games, nodes: int, halt: Halt) -> None:
    """Make the first `nodes` nodes, or all of them."""
    while not played.done and played.safe < nodes and not halt.asked:
        played.advance(1)


def _play(played: Games, halt: Halt, tell: Callable[[], None] | None = None) -> None:
    """Play until all games are done, or playing is to stop."""
    while not played.done and not halt.asked:
        played.advance(BUDGET)
        if tell is not None:
            tell()


def _run_together(
    tasks: Sequence[Callable[[], None]], threads: int, halt: Halt, tell: Callable[[], None]
) -> None:
    """Have `threads` threads do the tasks in turn. KeyboardInterrupt stops all, and is raised again."""
    from concurrent.futures import ThreadPoolExecutor, wait

    tell()
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


def unfinished_tree(plan: TreePlan, whole: Games, parts: list[Games]) -> Unfinished:
    """What is made: the guesses up to the first part that is not done, and those of the parts after it."""
    guesses = whole.column(0, whole.safe)
    rest = iter(parts)
    for part in rest:
        done = part.done  # before its guesses are read, because threads may be playing
        guesses += part.guesses()
        if not done:
            break
    later = {(part.begin.parent, part.begin.ordinal): tuple(part.guesses()) for part in rest}
    return Unfinished(plan, tuple(guesses), {key: made for key, made in later.items() if made})


def join(plan: TreePlan, whole: Games, parts: list[Games]) -> Tree:
    """The tree of the first nodes and of the parts that follow them."""
    before = whole.count("nodes")
    guesses, parents, ordinals = whole.column(0, before), whole.column(1, before), whole.ordinals()
    histogram = [0] * max(len(one.histogram) for one in (whole, *parts))
    for part in parts:
        own = part.column(1, part.count("nodes"))
        guesses += part.column(0, len(own))
        parents += [parent + before if parent >= 0 else part.begin.parent for parent in own]
        ordinals += part.ordinals()
        before += len(own)
    for one in (whole, *parts):
        for turn, found in enumerate(one.histogram):
            histogram[turn] += found
    while histogram and not histogram[-1]:
        histogram.pop()
    scores = sum(one.count("scores") for one in (whole, *parts))
    return Tree(plan, guesses, parents, ordinals, tuple(histogram), scores)
