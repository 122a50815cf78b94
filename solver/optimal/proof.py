"""A proof of the least total of turns that can be shared out, stopped and resumed.

The game is cut at its first guess: for each kind of first guess, each imperfect answer leaves a part, and the
part's least total of turns is a task. A task asks whether a part takes little more than the bound that is
known of it. So the bounds of all parts climb, and a proof that is stopped leaves a bound of the total.
Threads take the tasks and share what they remember of regions. A thread for which no task is left joins
another one in its part: each tries other guesses first, and one need not search what the other has found.
Where all open parts of a first guess take long, they are played by few guesses (`solver.optimal.narrow`).
A first guess is given up when the bounds of its parts reach the best total, or exceed that of the best play.
The results of finished tasks are kept, so that a proof goes on where it was stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from threading import Condition, Thread
from typing import TYPE_CHECKING, Final

from solver.codes import Code, Game
from solver.kernels.request import NEVER
from solver.messages import number_of
from solver.optimal.checkpoint import SavedProof, difference, heading
from solver.optimal.search import (
    TURNS_AT_MOST,
    OptimalError,
    OptimalSearch,
    SearchProgress,
    TooFewTurns,
    limit,
)
from solver.trees.openings import classes
from solver.trees.plan import Tree

if TYPE_CHECKING:
    from solver.optimal.narrow import NarrowSearch
    from solver.optimal.remote import Remote

    Searcher = OptimalSearch | Remote
    """What searches parts: a search here, or a worker elsewhere."""

_POLL_SECONDS: Final = 0.1
ROOM: Final = 2
"""A part is asked at once for all that its first guess lacks, if its best play takes this many times as much
more than its bound. Small steps to the same bound would search many regions again.
"""
PLAYING: Final = 1250
"""The number of regions that the first play of a part is taken to search. Most take fewer."""
CHEAP: Final = 8
"""A step that visits less than one in this number of all regions visited is followed by one twice as
large. A part is played again when that takes less than one in this number of the regions visited for it.
"""


def optimal(
    game: Game,
    max_turns: int | None = None,
    least_max: bool = False,
    first: Code | None = None,
    watch: Callable[[SearchProgress], None] | None = None,
) -> Tree:
    """A tree with the least total of turns over all secrets, from a proof by one thread.

    With `least_max` the longest game is made as short as possible first, and then the total. For the others
    and the errors see `GameProof`. `watch` is called ten times a second. KeyboardInterrupt stops the proof.
    """
    turns = None if max_turns is None else max(1, max_turns)
    if least_max:
        most = turns or TURNS_AT_MOST
        turns, enough = 0, False
        while not enough and turns < most:
            turns += 1
            with suppress(TooFewTurns):
                GameProof(game, turns, first, whether=True).run(watch=watch)
                enough = True
    proof = GameProof(game, turns, first)
    proof.run(watch=watch)
    return proof.tree()


@dataclass(slots=True)
class ProofPart:
    """The part that one answer to a first guess leaves: its codes, and their least turns or a bound."""

    ordinal: int
    size: int
    bound: int
    exact: bool
    searched_by: list[Searcher] = field(default_factory=list)
    """The searches that work on this part now. The first to end stops all others."""
    step: int = 1
    """How much more than its bound the part is asked for."""
    pace: float = 0
    """The number of regions searched for each turn by which the last step raised the bound. Of a proof that
    goes on, it is that of all steps before.
    """
    nodes: int = 0
    """The number of regions searched for this part."""
    earlier: int = 0
    """The number of regions searched for it before what the proof goes on from was saved."""
    known: int = NEVER
    """The total of some play of the part, NEVER if none was looked for."""
    width: int = 1
    """How many guesses to each region the next play compares, or 0 while it is looked for."""
    playing: float = PLAYING
    """The number of regions that it is likely to search."""

    @property
    def is_long(self) -> bool:
        """Whether the part was searched so long that a play of it takes little beside."""
        return self.earlier + self.nodes > CHEAP * self.playing


@dataclass(slots=True)
class FirstGuess:
    """A kind of first guess, represented by its lowest code, with its parts by size."""

    guess: int
    size: int
    parts: list[ProofPart]

    @property
    def total(self) -> int:
        """The least total of turns with this guess, or a bound for it."""
        return self.size + sum(part.bound for part in self.parts)

    @property
    def exact(self) -> bool:
        """Whether `total` is the value and not only a bound."""
        return all(part.exact for part in self.parts)

    @property
    def known(self) -> int:
        """The total of some play with this guess, NEVER or more if none is known."""
        return self.size + sum(part.bound if part.exact else part.known for part in self.parts)


class GameProof:
    """The least total of turns of a game, proved part by part.

    `max_turns` limits every game, and `first` prescribes the first guess. With `whether`, only the question
    is answered whether the turns are enough: the total is then that of some tree. `workers` threads share
    what they remember of regions, and the process keeps within `memory` bytes. `searchers`, such as those of
    `solver.optimal.remote`, replace the threads' own searches.
    `seed` draws the hashes by which regions are told apart: two proofs with different seeds that agree do not
    rest on one hash. `saved` is what `saved()` of an earlier proof of the same game gave. OptimalError when
    it is of another game, or when the game cannot be proved.
    """

    def __init__(
        self,
        game: Game,
        max_turns: int | None = None,
        first: Code | None = None,
        workers: int = 1,
        memory: int | None = None,
        seed: int = 0,
        saved: SavedProof | None = None,
        whether: bool = False,
        searchers: Sequence[Searcher] = (),
    ) -> None:
        self.game = game
        self.seed = seed
        self.whether = whether
        self._turns = limit(max_turns or 0)
        self.search = OptimalSearch(game, seed, memory, workers)
        """The search of this process, which remembers what it has found of regions."""
        own = [self.search, *(self.search.beside() for _ in range(workers - 1))]
        if whether:
            for search in own:
                search.ask_whether()
        self._searches: Sequence[Searcher] = searchers or own
        firsts = classes(game) if first is None else [first]
        self.firsts = [self._cut(game.index(code)) for code in firsts]
        self._best: FirstGuess | None = None
        self._known = NEVER
        self._done = Condition()
        self._stopped = False
        self._earlier = 0
        self._failed: BaseException | None = None
        for one in self.firsts:
            self._settle(one)  # in a game of one code nothing is left to prove
        if saved is not None:
            self._load(saved)
        self._bound_parts(own)

    @property
    def parts(self) -> tuple[int, int]:
        """The number of parts that have a value or were given up, and the number of all parts."""
        every = [(one, part) for one in self.firsts for part in one.parts]
        return sum(self._is_settled(one, part) for one, part in every), len(every)

    def _is_settled(self, first: FirstGuess, part: ProofPart) -> bool:
        return part.exact or first.total >= self._limit

    @property
    def _limit(self) -> int:
        """A total that a first guess must stay below: the best so far, or above that of a known play."""
        return min(self._best.total, self._known + 1) if self._best else self._known + 1

    def run(
        self,
        keep: Callable[[GameProof], None] | None = None,
        watch: Callable[[SearchProgress], None] | None = None,
    ) -> int:
        """Run the proof, and return the least total of turns.

        `keep` is called after each finished part, `watch` ten times a second.

        KeyboardInterrupt stops all threads, and is raised again. TooFewTurns when the turns are too few.
        """
        if self._turns == 1 and self.game.size > 1:
            raise self._too_few()
        threads = [Thread(target=self._work, args=(one, keep), daemon=True) for one in self._searches]
        for thread in threads:
            thread.start()
        try:
            while any(thread.is_alive() for thread in threads):
                threads[0].join(_POLL_SECONDS)
                for thread in threads[1:]:
                    thread.join(0 if threads[0].is_alive() else _POLL_SECONDS)
                if watch is not None:
                    known = min(self._known, self._best.total) if self._best else self._known
                    least = 0 if self.whether else self.least
                    watch(SearchProgress(*self.parts, self.nodes, least, known if known < NEVER else 0))
        finally:
            self._stopped = True
            for one in self._searches:
                one.stop()
            for thread in threads:
                thread.join()
            self._stopped = False
            for one in self._searches:
                one.stop(False)
        if self._failed is not None:
            raise self._failed
        if self._best is None:
            raise self._too_few()
        return self._best.total

    def _too_few(self) -> TooFewTurns:
        allowed = number_of(self._turns, "turn")
        return TooFewTurns(
            f"{self.game}: some secret takes more than {allowed} whatever is guessed; allow more turns"
        )

    def tree(self) -> Tree:
        """A tree of the total that `run` gave. OptimalError when it takes another: `saved` was wrong."""
        assert self._best is not None
        search, past = self.search, (self._best.guess,)
        for part in self._best.parts:
            search.least_of_part(self._best.guess, part.ordinal, self._turns_below, part.bound)
        tree = search.tree(past, self._turns)
        if tree.total_turns != self._best.total and not self.whether:
            raise OptimalError(
                f"the saved proof is wrong: with it {self._best.total:,} turns are the least,"
                f" and their tree takes {tree.total_turns:,}"
            )
        return tree

    def contents(self) -> SavedProof:
        """The finished parts, for a file."""
        return heading(self.game, self._turns, self.whether, self.seed) | {
            "firsts": [
                {
                    "guess": self.game.text(self.game.code(one.guess)),
                    "parts": [
                        [part.ordinal, part.bound, part.exact, part.earlier + part.nodes]
                        for part in one.parts
                    ],
                }
                for one in self.firsts
            ],
        }

    @property
    def _turns_below(self) -> int:
        """Turns left after the first guess. 0 for no limit."""
        return self._turns - 1 if self._turns else 0

    def _bound_parts(self, searches: Sequence[OptimalSearch]) -> None:
        """Raise the bounds of the parts that are to be searched. The searches do it side by side."""

        def work(search: OptimalSearch, share: Sequence[FirstGuess]) -> None:
            for first in share:
                regions = dict(search.split(first.guess))
                for part in first.parts:
                    if not self._is_settled(first, part):
                        bound = search.quick_bound(regions[part.ordinal], (first.guess,), self._turns_below)
                        part.bound = max(part.bound, bound)

        shares = [self.firsts[place :: len(searches)] for place in range(len(searches))]
        pairs = list(zip(searches, shares, strict=True))
        threads = [Thread(target=work, args=pair) for pair in pairs[1:]]
        for thread in threads:
            thread.start()
        work(*pairs[0])
        for thread in threads:
            thread.join()

    def _cut(self, guess: int) -> FirstGuess:
        search = self.search
        parts = [
            ProofPart(ordinal, len(region), search.least_of_any(len(region)), False)
            for ordinal, region in search.split(guess)
        ]
        # the largest part shows first that the turns are too few
        return FirstGuess(
            guess, self.game.size, sorted(parts, key=lambda part: part.size, reverse=self.whether)
        )

    def _load(self, saved: SavedProof) -> None:
        guesses = [self.game.text(self.game.code(one.guess)) for one in self.firsts]
        wrong = difference(saved, heading(self.game, self._turns, self.whether, self.seed), guesses)
        if wrong:
            raise OptimalError(wrong)
        known = {one["guess"]: one["parts"] for one in saved["firsts"]}
        for first in self.firsts:
            values = {
                place: rest for place, *rest in known.get(self.game.text(self.game.code(first.guess)), [])
            }
            for part in first.parts:
                if part.ordinal in values:
                    least, (part.bound, part.exact, part.earlier) = part.bound, values.pop(part.ordinal)
                    part.pace = part.earlier / max(1, part.bound - least)
                    if part.exact and part.bound < least:
                        raise OptimalError(
                            f"the saved proof is wrong: {number_of(part.size, 'code')} take {least:,} turns"
                            f" at least, not {part.bound:,}"
                        )
            if values:
                guess = self.game.text(self.game.code(first.guess))
                raise OptimalError(
                    f"the saved proof is wrong: it has an answer that no code gives to {guess}"
                )
            self._earlier += sum(part.earlier for part in first.parts)
            self._settle(first)

    def _settle(self, first: FirstGuess) -> None:
        """Make a first guess the best when all its parts have values and their total is the least."""
        if first.exact and first.total < self._limit:
            self._best = first
        self._known = min(self._known, first.known)

    def _next(self, in_order: bool) -> tuple[FirstGuess, ProofPart, int] | None:
        """The part to search next and its budget, None when all is settled or under way.

        With `in_order`, no second first guess is begun before a total is known, because without a total it
        would take long.
        """
        if self.whether and self._best is not None:
            return None
        for first in sorted(self.firsts, key=lambda one: (one.total, one.guess)):
            if first.total >= self._limit:
                continue
            waiting = [part for part in first.parts if not part.exact and not part.searched_by]
            if waiting:
                part = min(waiting, key=lambda one: (not self._has_room(first, one), one.pace))
                return first, part, self._budget(first, part)
            if in_order and self._best is None and not first.exact:
                return None
        return None

    def _budget(self, first: FirstGuess, part: ProofPart) -> int:
        """The most turns that a part is asked for: a little more than its bound, or where it has room as much
        as its first guess may take to be better than the best.
        """
        spare = self._limit - 1 - first.total
        return part.bound + (spare if self._has_room(first, part) else min(spare, part.step))

    def _has_room(self, first: FirstGuess, part: ProofPart) -> bool:
        """Whether a part may well take so much more than its bound that its first guess is given up."""
        spare = self._limit - 1 - first.total
        return self.whether or ROOM * spare <= part.known - part.bound

    def _play(self, search: OptimalSearch) -> None:
        """Find totals that plays of open parts take, where all open parts of a first guess took long so far.

        First guesses need not be searched beyond the least total that follows from these.
        """

        def stop_soon() -> None:
            if self._stopped:
                raise InterruptedError

        @cache
        def narrow() -> NarrowSearch:
            from solver.optimal.narrow import NarrowSearch  # numpy comes with it

            return NarrowSearch(search, stop_soon)

        for first in () if self._turns or self.whether else self.firsts:
            waiting = [part for part in first.parts if not part.exact]
            if first.total < self._limit and all(part.is_long for part in waiting):
                for part in waiting:
                    width, part.width = part.width, 0
                    if width:
                        before = search.nodes
                        with suppress(InterruptedError):
                            known = narrow().total_of_part(first.guess, part.ordinal, width)
                            stop_soon()
                            part.known = min(part.known, known)
                        part.playing, part.width = 2 * max(part.playing, search.nodes - before), 2 * width
                self._settle(first)

    def _join(self) -> tuple[FirstGuess, ProofPart, int] | None:
        """The largest part under way, which a thread joins that would otherwise wait."""
        under_way = [(one, part) for one in self.firsts for part in one.parts if part.searched_by]
        first, part = max(under_way, key=lambda pair: pair[1].size)
        return first, part, self._budget(first, part)

    def _work(self, search: Searcher, keep: Callable[[GameProof], None] | None) -> None:
        """Work as a thread does: take parts until none is open."""
        try:
            while not self._stopped:
                if isinstance(search, OptimalSearch):
                    self._play(search)
                with self._done:
                    # workers elsewhere remember regions by themselves
                    here = isinstance(search, OptimalSearch)
                    task = self._next(here)
                    if task is None:
                        if not any(part.searched_by for one in self.firsts for part in one.parts):
                            self._done.notify_all()
                            return
                        task = self._join() if here else None
                    if task is None:
                        self._done.wait(_POLL_SECONDS)
                        continue
                    first, part, budget = task
                    part.searched_by.append(search)
                before = search.nodes
                least = search.least_of_part(first.guess, part.ordinal, self._turns_below, budget)
                with self._done:
                    is_first = search in part.searched_by
                    if is_first:
                        part.searched_by.remove(search)
                    if self._stopped:
                        return
                    if not is_first:
                        search.stop(False)
                        continue
                    for other in part.searched_by:
                        other.stop()
                    part.searched_by.clear()
                    self._note(part, least, budget, search.nodes - before)
                    self._settle(first)
                    if keep is not None:
                        keep(self)
                    self._done.notify_all()
        except BaseException as error:
            self._failed, self._stopped = error, True

    def _note(self, part: ProofPart, least: int, budget: int, nodes: int) -> None:
        """Note what a search of a part has found after `nodes` regions, and how large its next step is."""
        if part.nodes or not part.earlier:  # the first step after a checkpoint begins without any memory
            part.pace = nodes / max(1, least - part.bound)
        part.step = 2 * part.step if nodes < (self.nodes - self._earlier) / CHEAP else max(1, part.step // 2)
        part.bound, part.exact = max(part.bound, least), least <= budget
        part.nodes += nodes

    @property
    def nodes(self) -> int:
        """Regions searched so far, by all threads, and before what the proof goes on from was saved."""
        return self._earlier + sum(one.nodes for one in self._searches)

    @property
    def least(self) -> int:
        """A total below which no play is possible. When all parts are settled, it is the value."""
        return min([self._limit, *(one.total for one in self.firsts)])
