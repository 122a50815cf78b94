"""Optimal play: the guess tree with the least total of turns, or the shortest longest game, then the total.

It is proved by branch and bound (`solver/kernels/optimal.py`, extra `fast`), by the method of K. Koyama and
T. W. Lai, An optimal Mastermind strategy, 1993, with the bounds carried one guess further. README.md has the
results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from threading import Thread
from typing import TypeVar

from solver import code_files, compiling
from solver.codes import Code, Game, GameError, check_size
from solver.errors import SolverError
from solver.kernels.request import (
    ANY,
    LEVELS,
    NEVER,
    NODES,
    ROOT_COUNT,
    ROOT_DONE,
    SCORES,
    STOP,
    TOO_DEEP,
)
from solver.memory import resident_memory
from solver.messages import number_of
from solver.scores import History
from solver.trees.plan import Tree, TreePlan

Region = Sequence[int]
"""Indices of codes, ascending."""

OPTIMAL = "optimal"
CODES_AT_MOST = 65_000
PAIR_BYTES = 3.5
"""About how many bytes the tables take for each pair of codes. In large games they are 2.7 to 4.2."""
TURNS_AT_MOST = 24
CODE_BYTES = 96 << 20
"""The bytes that loading the compiled search and its working room take."""
SPARE_AT_LEAST = 16 << 20
"""The least memory for remembered regions."""
_POLL_SECONDS = 0.1

T = TypeVar("T")


class OptimalError(SolverError):
    """Raised when there is no optimal play: too few turns, or the extra `fast` is missing."""


class TooFewTurns(OptimalError):
    """Raised when some secret takes more turns than allowed, whatever is guessed."""


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """The progress of a search: the number of kinds of first guesses done and in all, and of nodes visited so
    far.

    No play takes less than `least` turns. `known` is the total of a play that was found. Either is 0 when
    unknown.
    """

    done: int
    kinds: int
    nodes: int
    least: int = 0
    known: int = 0

    @property
    def bounds(self) -> str:
        """What is known of the total, in words."""
        if not self.least:
            return "nothing is known of the total yet"
        found = f"{self.least:,} to {self.known:,} turns" if self.known else f"{self.least:,} turns or more"
        return f"{found}, and nobody knows how long the rest takes"


def require_size(game: Game) -> None:
    """Raise GameError when a game has too many codes for optimal play."""
    check_size(game, "optimal play", CODES_AT_MOST, PAIR_BYTES * game.size)


class OptimalSearch:
    """The search of one game for the values of its regions. Results are remembered from call to call.

    GameError when the game has more than 65,000 codes or its tables do not fit into memory. OptimalError when
    the extra `fast` is missing.
    """

    def __init__(self, game: Game, seed: int = 0, memory: int | None = None, threads: int = 1) -> None:
        """Make the tables by `threads` threads. `seed` draws the hashes by which regions are told apart.

        `memory` is the number of bytes that the process may have. What the tables of the game leave of it is
        for remembered regions. OptimalError when that is too little.
        """
        require_size(game)
        from solver.optimal.board import Board, ordinals_of

        self.game = game
        self._ordinals = ordinals_of(game)
        self._places = {ordinal: place for place, ordinal in enumerate(self._ordinals)}
        if not compiling.is_possible(code_files.optimal(len(self._ordinals))):
            raise OptimalError('optimal play needs llvmlite: pip install "hp15c[fast]"')
        self._board = Board(game, seed, threads)
        self._board.begin(None if memory is None else self._spare(memory))

    def _spare(self, memory: int) -> int:
        """How many of these bytes the process does not have yet, less what the compiled code takes."""
        needed = resident_memory() + CODE_BYTES
        if memory < needed + SPARE_AT_LEAST:
            raise OptimalError(
                f"{self.game}: the tables and the program take {needed >> 20} M; allow at least"
                f" {(needed + SPARE_AT_LEAST >> 20) + 1}M of memory"
            )
        return memory - needed

    @property
    def nodes(self) -> int:
        """Regions searched so far."""
        return self._board.state[NODES]

    @property
    def scores(self) -> int:
        """The number of pairs of guess and secret scored so far."""
        return self._board.state[SCORES]

    def beside(self) -> OptimalSearch:
        """Another search of the same game for another thread. Both share what they remember of regions."""
        twin = copy(self)
        twin._board = self._board.beside()
        return twin

    def ask_whether(self) -> None:
        """From now on only find whether a total within the budget exists. Totals need not be the least."""
        self._board.state[ANY] = 1

    def stop(self, stopped: bool = True) -> None:
        """End a search that runs in another thread, whose result is nothing then, or allow searches."""
        self._board.state[STOP] = stopped

    def split(self, guess: int) -> list[tuple[int, Region]]:
        """The parts that a first guess leaves when it is not the secret, each with its ordinal."""
        return self.parts(self._all(), guess)

    def parts(self, region: Region, guess: int) -> list[tuple[int, Region]]:
        """The parts of a region that imperfect answers to a guess leave, each with its ordinal."""
        return [
            (self._ordinals[answer], part)
            for answer, part in self._board.parts(guess, region)
            if answer != self._board.perfect
        ]

    @property
    def answer_count(self) -> int:
        """The number of answers that can come, the perfect one too."""
        return len(self._ordinals)

    def answers(self, guess: int) -> memoryview:
        """The place among all answers of what each code as secret answers to a guess."""
        return self._board.answers(guess)

    def least_of_any(self, size: int) -> int:
        """The least total of turns for `size` secrets, whatever they are."""
        return self._board.least(size)

    def turns_of_any(self, size: int) -> int:
        """The least number of turns within which `size` secrets may all be found, whatever they are."""
        return self._board.least(size) - self._board.least(size - 1)

    def quick_bound(self, region: Region, past: tuple[int, ...], turns: int = 0) -> int:
        """A bound of the least total of turns for a region after these guesses, found without a search.

        `turns` are left (0: no limit).
        """
        return self._least_total(region, past, turns, self._board.least(len(region)))

    def least_total(self, region: Region, past: tuple[int, ...], budget: int) -> int:
        """The least total of turns for a region after these guesses, or a bound above the budget."""
        return self._least_total(region, past, 0, budget)

    def least_of_part(self, guess: int, ordinal: int, turns: int, budget: int) -> int:
        """The least total of turns for the part that an answer to a first guess leaves.

        When that is more than `budget`, a bound above it is returned. `turns` are those left (0: no limit).
        """
        region = dict(self.split(guess))[ordinal]
        return self._least_total(region, (guess,), turns, budget)

    def guess(self, history: History = (), patience: float | None = None) -> Code:
        """The first guess of a tree with the least total of turns for the secrets that the history leaves.

        GameError when no secret is left, OptimalError when there is no proof after `patience` seconds or so.
        What was found until then is remembered.
        """
        region, past = self._after(history)
        polls = 0

        def wait(now: SearchProgress) -> None:
            nonlocal polls
            polls += 1
            if patience is not None and polls * _POLL_SECONDS > patience:
                raise OptimalError(
                    f"{len(region):,} codes are left: no optimal guess is proved within {patience:.0f} s"
                )

        most = NEVER - 1
        return self.game.code(self._interruptible(lambda: self._choose(region, past, 0, most)[0], wait))

    def least_turns(self, history: History = (), turns: int = 0) -> int | None:
        """The least total of turns from here on, for the secrets that the history leaves. See `guess`.

        `turns` are those left (0: no limit). None when they are not enough.
        """
        region, past = self._after(history)
        return self._interruptible(lambda: self._least(region, past, limit(turns), None), None)

    def total_with(self, guess: Code, history: History = ()) -> int:
        """The least total of turns from here on when this is the next guess. See `guess`."""
        region, past = self._after(history)
        index = self.game.index(guess)
        after = (*past, index)

        def add() -> int:
            rest = [self._least_total(part, after, 0, NEVER - 1) for _, part in self.parts(region, index)]
            return len(region) + sum(rest)

        return self._interruptible(add, None)

    def total(
        self,
        past: tuple[int, ...] = (),
        turns: int = 0,
        budget: int | None = None,
        watch: Callable[[SearchProgress], None] | None = None,
    ) -> int | None:
        """The least total of turns for all secrets when the game begins with the guess in `past`, if any.

        None when that takes more turns than the longest game may have, or than the budget in all.
        """
        return self._interruptible(lambda: self._total(past, limit(turns), budget), watch)

    def tree(self, past: tuple[int, ...] = (), turns: int = 0) -> Tree:
        """A tree whose total is the one that `total` gave for the same guess and turns.

        Its plan has the strategy `optimal`. Its scores are all pairs scored by this search so far.
        """
        guesses: list[int] = []
        parents: list[int] = []
        ordinals: list[int] = []
        histogram: list[int] = []

        def grow(
            region: Region, parent: int, ordinal: int, before: tuple[int, ...], left: int, most: int
        ) -> int:
            """Add the nodes of a region whose total is at most `most`, and return that total."""
            if past and not before:
                guess = past[0]
            else:
                guess, most = self._choose(region, before, left, most)
            node = len(guesses)
            guesses.append(guess)
            parents.append(parent)
            ordinals.append(ordinal)
            if guess in region:
                histogram.extend([0] * (len(before) + 1 - len(histogram)))
                histogram[len(before)] += 1
            parts, total = self.parts(region, guess), len(region)
            spare = most - total - sum([self._board.least(len(part)) for _, part in parts])
            for reply, part in parts:
                spare += self._board.least(len(part))
                below = grow(part, node, reply, (*before, guess), left - 1 if left else 0, spare)
                spare, total = spare - below, total + below
            return total

        grow(self._all(), -1, 0, (), limit(turns), NEVER - 1)
        plan = TreePlan(self.game, OPTIMAL, first=self.game.code(past[0]) if past else None)
        return Tree(plan, guesses, parents, ordinals, tuple(histogram), self.scores)

    def _all(self) -> Region:
        return range(self.game.size)

    def _after(self, history: History) -> tuple[Region, tuple[int, ...]]:
        region = self._all()
        past = tuple(self.game.index(code) for code, _ in history)
        for guess, (_, answer) in zip(past, history, strict=True):
            if answer.white and not self.game.whites:
                raise GameError(f"{answer.white} white: in {self.game} no answer has white pegs")
            ordinal = answer.ordinal(self.game.pegs)
            region = dict(self._board.parts(guess, region)).get(self._places.get(ordinal, -1), [])
        if not region:
            raise GameError("no code agrees with all answers: one of them must be wrong")
        return region, past

    def _least(self, region: Region, past: tuple[int, ...], turns: int, budget: int | None) -> int | None:
        most = NEVER - 1 if budget is None else budget
        least = self._least_total(region, past, turns, most)
        return least if least <= most else None

    def _least_total(self, region: Region, past: tuple[int, ...], turns: int, most: int) -> int:
        """The least total of turns for a region, or a bound above `most`."""
        if len(past) >= TURNS_AT_MOST:
            raise OptimalError(
                f"optimal play after {number_of(len(past), 'guess')}:"
                f" at most {TURNS_AT_MOST - 1} are followed"
            )
        least = self._board.least_turns(region, past, turns, most)
        if self._board.state[TOO_DEEP]:
            raise OptimalError(f"{self.game}: the search goes deeper than {LEVELS} guesses")
        return least

    def _total(self, past: tuple[int, ...], turns: int, budget: int | None) -> int | None:
        if not past:
            return self._least(self._all(), (), turns, budget)
        if turns == 1 and self.game.size > 1:
            return None
        total = self.game.size
        for _, part in self.parts(self._all(), past[0]):
            allowed = None if budget is None else budget - total
            least = self._least(part, past, turns - 1 if turns else 0, allowed)
            if least is None:
                return None
            total += least
        return total

    def _choose(self, region: Region, past: tuple[int, ...], turns: int, most: int) -> tuple[int, int]:
        """The guess to a region whose least total is at most `most`, and that total."""
        if len(region) <= 2:
            return region[0], self._board.least(len(region))
        least = self._least_total(region, past, turns, most)
        guess = self._board.remembered_guess(region, turns)
        if guess < 0:
            raise OptimalError(
                f"{self.game}: the guess for a total of {least} was forgotten; give more memory"
            )
        return guess, least

    def _interruptible(self, work: Callable[[], T], watch: Callable[[SearchProgress], None] | None) -> T:
        """The result of compiled work done in a thread: Ctrl-C is heard and progress seen meanwhile."""
        done: list[T] = []
        failed: list[BaseException] = []

        def run() -> None:
            try:
                done.append(work())
            except BaseException as error:
                failed.append(error)

        state = self._board.state
        state[ROOT_DONE] = state[ROOT_COUNT] = 0
        thread = Thread(target=run, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(_POLL_SECONDS)
                if watch:
                    watch(SearchProgress(state[ROOT_DONE], state[ROOT_COUNT], self.nodes))
        except BaseException:
            state[STOP] = 1
            thread.join()
            state[STOP] = 0
            raise
        if failed:
            raise failed[0]
        return done[0]


def limit(turns: int) -> int:
    """The turns as the kernels take them: 0 for no limit, and for more turns than any game takes."""
    return turns if turns <= TURNS_AT_MOST else 0
