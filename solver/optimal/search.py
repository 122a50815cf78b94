"""Optimal play: the guess tree with the least total of turns, or the shortest longest game, then the total.

Proved by branch and bound (`solver/kernels/optimal.py`, extra `fast`), the way of K. Koyama and T. W. Lai, An
optimal Mastermind strategy, 1993, with the bounds carried one guess further. README.md has what was reached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import permutations
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from solver.codes import Code, Game, GameError, check_size
from solver.errors import SolverError
from solver.scores import Score, ordinal_count
from solver.trees.plan import Plan, Tree

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from solver.kernels.optimal import Board, Work

    Region = NDArray[np.int64]

OPTIMAL = "optimal"
CODES_AT_MOST = 10_000
TURNS_AT_MOST = 24
MEMORY_BITS = 21
_POLL_SECONDS = 0.1

T = TypeVar("T")
History = Sequence[tuple[Code, Score]]


class OptimalError(SolverError):
    """Optimal play that cannot be had: too few turns, or the extra `fast` is missing."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the search is: first guesses of different kinds done and in all, and nodes visited so far."""

    done: int
    kinds: int
    nodes: int


def optimal(
    game: Game,
    max_turns: int | None = None,
    least_max: bool = False,
    first: Code | None = None,
    watch: Callable[[Progress], None] | None = None,
) -> Tree:
    """A tree with the least total of turns over all secrets.

    With `max_turns` no game may take more turns. With `least_max` the longest game is made as short as can
    be first, and then the total. `first` prescribes the first guess. OptimalError when the turns are too few;
    see Search for the others. `watch` is called ten times a second; KeyboardInterrupt stops the search.
    """
    search = Search(game)
    past = () if first is None else (game.index(first),)
    turns = 0
    if max_turns is not None:
        turns = max_turns if max_turns > 0 else 1
    if least_max:
        most = turns or TURNS_AT_MOST
        turns = 1
        while turns < most and search.total(past, turns, None, watch) is None:
            turns += 1
    total = search.total(past, turns, None, watch)
    if total is None:
        raise OptimalError(
            f"{game}: some secret takes more than {max_turns} turns whatever is guessed; allow more turns"
        )
    return search.tree(past, turns)


class Search:
    """Values of the regions of one game; what was found is remembered from call to call.

    GameError when the game has more than 10,000 codes, OptimalError when the extra `fast` is missing.
    """

    def __init__(self, game: Game) -> None:
        check_size(game, "optimal play", CODES_AT_MOST, 5 * game.size)
        if find_spec("numba") is None:
            raise OptimalError('optimal play needs numba: pip install "hp15c[fast]"')
        from solver.kernels import optimal as optimal_kernels

        self.game = game
        self._kernels = optimal_kernels
        self._board = _board(game)
        self._work = _work(self._board)

    @property
    def nodes(self) -> int:
        """Regions searched so far."""
        return int(self._work.state[self._kernels.NODES])

    @property
    def scores(self) -> int:
        """Pairs of guess and secret scored so far."""
        return int(self._work.state[self._kernels.SCORES])

    def guess(self, history: History = (), patience: float | None = None) -> Code:
        """The first guess of a tree with the least total of turns for the secrets that the history leaves.

        GameError when no secret is left, OptimalError when there is no proof after `patience` seconds or so;
        what was found until then is remembered.
        """
        region, past = self._after(history)
        polls = 0

        def wait(now: Progress) -> None:
            nonlocal polls
            polls += 1
            if patience is not None and polls * _POLL_SECONDS > patience:
                raise OptimalError(
                    f"{len(region):,} codes are left: no optimal guess is proved within {patience:.0f} s"
                )

        return self.game.code(self._interruptible(lambda: self._choose(region, past, 0), wait))

    def least_turns(self, history: History = (), turns: int = 0) -> int | None:
        """The least total of turns from here on, for the secrets that the history leaves; see `guess`.

        `turns` are those left (0: no limit); None when they are not enough.
        """
        region, past = self._after(history)
        return self._interruptible(lambda: self._least(region, past, _limit(turns), None), None)

    def total(
        self,
        past: tuple[int, ...] = (),
        turns: int = 0,
        budget: int | None = None,
        watch: Callable[[Progress], None] | None = None,
    ) -> int | None:
        """The least total of turns for all secrets when the game begins with the guess in `past`, if any.

        None when that takes more turns than the longest game may have, or than the budget in all.
        """
        return self._interruptible(lambda: self._total(past, _limit(turns), budget), watch)

    def tree(self, past: tuple[int, ...] = (), turns: int = 0) -> Tree:
        """A tree of the total that `total` gave for the same guess and turns.

        Its plan has the strategy `optimal`; its scores are all pairs scored by this search so far.
        """
        guesses: list[int] = []
        parents: list[int] = []
        ordinals: list[int] = []
        histogram: list[int] = []

        def grow(region: Region, parent: int, ordinal: int, before: tuple[int, ...], left: int) -> None:
            guess = past[0] if past and not before else self._choose(region, before, left)
            node = len(guesses)
            guesses.append(guess)
            parents.append(parent)
            ordinals.append(ordinal)
            if guess in region:
                histogram.extend([0] * (len(before) + 1 - len(histogram)))
                histogram[len(before)] += 1
            for reply, part in self._split(region, guess):
                grow(part, node, reply, (*before, guess), left - 1 if left else 0)

        grow(self._all(), -1, 0, (), _limit(turns))
        plan = Plan(self.game, OPTIMAL, first=self.game.code(past[0]) if past else None)
        return Tree(plan, guesses, parents, ordinals, tuple(histogram), self.scores)

    def _all(self) -> Region:
        import numpy as np

        return np.arange(self.game.size)

    def _after(self, history: History) -> tuple[Region, tuple[int, ...]]:
        region = self._all()
        past = tuple(self.game.index(code) for code, _ in history)
        for guess, (_, answer) in zip(past, history, strict=True):
            region = region[self._board.ordinals[guess, region] == answer.ordinal(self.game.pegs)]
        if not len(region):
            raise GameError("no code agrees with all answers: one of them must be wrong")
        return region, past

    def _least(self, region: Region, past: tuple[int, ...], turns: int, budget: int | None) -> int | None:
        kernels, work, level = self._kernels, self._work, len(past)
        if level >= TURNS_AT_MOST:
            raise OptimalError(
                f"optimal play after {level} guesses: at most {TURNS_AT_MOST - 1} are followed"
            )
        most = kernels.NEVER - 1 if budget is None else budget
        work.history[:level] = past
        work.regions[level, : len(region)] = region
        least = int(kernels.least_turns(self._board, work, level, 0, len(region), turns, most))
        if work.state[kernels.TOO_DEEP]:
            raise OptimalError(f"{self.game}: the search goes deeper than {kernels.LEVELS} guesses")
        return least if least <= most else None

    def _total(self, past: tuple[int, ...], turns: int, budget: int | None) -> int | None:
        if not past:
            return self._least(self._all(), (), turns, budget)
        if turns == 1 and self.game.size > 1:
            return None
        total = self.game.size
        for _, part in self._split(self._all(), past[0]):
            allowed = None if budget is None else budget - total
            least = self._least(part, past, turns - 1 if turns else 0, allowed)
            if least is None:
                return None
            total += least
        return total

    def _split(self, region: Region, guess: int) -> list[tuple[int, Region]]:
        """The parts that are left over by imperfect answers, each with its ordinal."""
        answers = self._board.ordinals[guess, region]
        found = sorted(set(answers.tolist()) - {self._board.perfect})
        return [(ordinal, region[answers == ordinal]) for ordinal in found]

    def _choose(self, region: Region, past: tuple[int, ...], turns: int) -> int:
        if len(region) <= 2:
            return int(region[0])
        self._least(region, past, turns, None)
        return int(self._kernels.remembered_guess(self._board, self._work, region, turns))

    def _interruptible(self, work: Callable[[], T], watch: Callable[[Progress], None] | None) -> T:
        """The result of compiled work done in a thread: Ctrl-C is heard and progress seen meanwhile."""
        done: list[T] = []
        failed: list[BaseException] = []

        def run() -> None:
            try:
                done.append(work())
            except BaseException as error:
                failed.append(error)

        kernels, state = self._kernels, self._work.state
        state[kernels.ROOT_DONE] = state[kernels.ROOT_COUNT] = 0
        thread = Thread(target=run, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(_POLL_SECONDS)
                if watch:
                    done_kinds, kinds = int(state[kernels.ROOT_DONE]), int(state[kernels.ROOT_COUNT])
                    watch(Progress(done_kinds, kinds, self.nodes))
        except BaseException:
            state[kernels.STOP] = 1
            thread.join()
            state[kernels.STOP] = 0
            raise
        if failed:
            raise failed[0]
        return done[0]


def _limit(turns: int) -> int:
    """More turns than any game takes are no limit."""
    return turns if turns <= TURNS_AT_MOST else 0


def _board(game: Game) -> Board:
    import numpy as np

    from solver.kernels.optimal import LEVELS, Board

    codes = np.array(game.codes(), np.uint8)
    count, pegs = codes.shape
    perfect = ordinal_count(pegs) - 1
    ordinals = _ordinals(codes, game.colours)
    word = np.uint16 if perfect < 16 else np.uint32 if perfect < 32 else np.uint64
    least = _least(count + 1, perfect)
    orders = np.array(list(permutations(range(pegs))), np.int64)
    bits = np.left_shift(word(1), ordinals, dtype=word)
    columns, tables, widths = _columns(codes, game.colours)
    hashes: NDArray[np.uint64] = np.random.default_rng(1977).integers(1, 2**64, (count,), dtype=np.uint64)
    return Board(
        ordinals=ordinals,
        bits=np.concatenate([bits[:, columns[used, : widths[used]]].ravel() for used in np.unique(tables)]),
        tables=_offsets(tables, widths * count),
        widths=widths,
        columns=columns,
        codes=codes.astype(np.int64),
        orders=orders,
        least=least[:-1],
        step=np.diff(least),
        by_parts=_by_parts(least, count, perfect),
        room=_room(LEVELS, perfect),
        hashes=hashes,
        perfect=perfect,
    )


def _columns(codes: NDArray[np.uint8], colours: int) -> tuple[NDArray[np.int32], Region, Region]:
    """The guesses to try when the lowest 0, 1, 2, ... colours were played.

    The others are alike, so only guesses in which they appear in ascending order are tried. Where that leaves
    out few, all guesses are. Returns the guesses (a row for each number of colours), for each row which row
    it equals (its own or that of all guesses), and how many guesses it has.
    """
    import numpy as np

    count, pegs = codes.shape
    columns = np.zeros((colours + 1, count), np.int32)
    tables = np.full(colours + 1, colours)
    widths = np.full(colours + 1, count)
    columns[:] = np.arange(count)
    for used in range(colours):
        top = np.full(count, used - 1)
        alike = np.ones(count, bool)
        for peg in range(pegs):
            alike &= codes[:, peg] <= top + 1
            top = np.maximum(top, codes[:, peg])
        found = np.flatnonzero(alike)
        if 4 * len(found) <= 3 * count:
            columns[used, : len(found)] = found
            tables[used], widths[used] = used, len(found)
    return columns, tables, widths


def _offsets(tables: Region, sizes: Region) -> Region:
    """Where the table of each row begins when the different ones lie end to end."""
    import numpy as np

    different = np.unique(tables)
    starts = np.cumsum([0, *sizes[different][:-1]])
    return starts[np.searchsorted(different, tables)]


def _ordinals(codes: NDArray[np.uint8], colours: int) -> NDArray[np.uint8]:
    """The ordinal of every pair of codes; symmetric."""
    import numpy as np

    count, pegs = codes.shape
    black = np.zeros((count, count), np.uint8)
    hits = np.zeros((count, count), np.uint8)
    for peg in range(pegs):
        black += codes[:, None, peg] == codes[None, :, peg]
    for colour in range(colours):
        tally = np.count_nonzero(codes == colour, axis=1).astype(np.uint8)
        hits += np.minimum(tally[:, None], tally[None, :])
    below = np.array([n * pegs - n * (n - 1) // 2 for n in range(pegs + 1)], np.uint8)
    return below[black] + hits


def _least(most: int, answers: int) -> NDArray[np.int64]:
    """The least total of turns for 0 to `most` secrets: `answers` - 1 answers lead on from each guess."""
    import numpy as np

    turns = np.zeros(most + 1, np.int64)
    place, width, turn = 1, 1, 1
    while place <= most:
        turns[place : place + width] = turn
        place, width, turn = place + width, width * max(1, answers - 1), turn + 1
    return np.cumsum(turns)


def _by_parts(least: NDArray[np.int64], count: int, answers: int) -> NDArray[np.int64]:
    """The least sum for n secrets in k parts: as even as can be, since `least` is convex."""
    import numpy as np

    from solver.kernels.optimal import NEVER

    by_parts = np.full((count + 1, answers + 1), NEVER, np.int64)
    by_parts[0, 0] = 0
    for parts in range(1, min(answers, count) + 1):
        each, over = np.divmod(np.arange(parts, count + 1), parts)
        by_parts[parts:, parts] = (parts - over) * least[each] + over * least[each + 1]
    return by_parts


def _room(levels: int, answers: int) -> NDArray[np.int64]:
    """How many secrets 0 (no limit), 1, 2, ... turns can tell apart."""
    import numpy as np

    room = [1 << 60]
    total, width = 0, 1
    for _ in range(levels):
        total = min(total + width, 1 << 60)
        width *= max(1, answers - 1)
        room.append(total)
    return np.array(room, np.int64)


def _work(board: Board) -> Work:
    import numpy as np

    from solver.kernels.optimal import LEVELS, Work

    count, answers = len(board.codes), board.perfect + 1
    seen = 1 << (4 * count).bit_length()
    keys = 1 << min(MEMORY_BITS, 10 + count.bit_length())
    return Work(
        regions=np.zeros((LEVELS + 1, count), np.int64),
        starts=np.zeros((LEVELS, answers), np.int64),
        sizes=np.zeros((LEVELS, answers), np.int64),
        bounds=np.zeros((LEVELS, answers), np.int64),
        candidates=np.zeros((LEVELS, count), np.int64),
        order=np.zeros((LEVELS, count), np.int32),
        bucket_bounds=np.zeros((LEVELS, 2 * answers + 2), np.int64),
        bucket_ends=np.zeros((LEVELS, 2 * answers + 2), np.int64),
        buckets_inside=np.zeros((LEVELS, 2 * answers + 2), np.uint8),
        buckets=np.zeros(count, np.uint8),
        splits=np.zeros((LEVELS, 256), np.uint64),
        splits_count=np.zeros(LEVELS, np.int64),
        history=np.zeros(LEVELS, np.int64),
        used=np.zeros(LEVELS + 1, np.int64),
        masks=np.zeros(count, board.bits.dtype),
        counts=np.zeros(2 * answers + 2, np.int64),
        labels=np.zeros(2 * answers + 2, np.int64),
        stabiliser=np.zeros(len(board.orders), np.int64),
        names=np.zeros(16, np.int64),
        named=np.zeros((len(board.orders), 17), np.int64),
        seen=np.zeros(seen, np.uint64),
        seen_stamp=np.zeros(seen, np.int64),
        keys=np.zeros(keys, np.uint64),
        known=np.zeros((keys, 4), np.int32),
        state=np.zeros(8, np.int64),
    )
