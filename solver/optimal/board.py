"""The memory of the compiled search of optimal play, and the calls into it.

`solver.compiling` gives the compiled code, which needs neither numba nor numpy when it is in a file.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from math import comb, factorial, isqrt
from threading import Thread
from typing import Any, Literal

from solver import compiling
from solver.code_files import optimal, structure
from solver.codes import Game, check_size
from solver.kernels.request import (
    BOUND,
    CLASSES,
    ENTRY_BYTES,
    FILL,
    LEAST_TURNS,
    LEVELS,
    LIST,
    MEASURE,
    REMEMBERED,
    SEARCH_FIELDS,
    SHARED,
    STATES,
)
from solver.memory import Memory, free_memory
from solver.scores import Score, answers_of, ordinal_count

MEMORY_BITS = 21

_REQUEST = structure([(name, "i8") for name in SEARCH_FIELDS])


def entries(game: Game, memory: int | None) -> int:
    """The number of regions of a game that are remembered: a power of two that fits the bytes given.

    Without bytes it is as many as a proof of such a game is likely to need. With black pegs alone these are
    more.
    """
    if memory is None:
        return 1 << min(MEMORY_BITS, (9 if game.whites else 10) + game.size.bit_length())
    return 1 << max(10, (memory // ENTRY_BYTES).bit_length() - 1)


def ordinals_of(game: Game) -> list[int]:
    """The ordinal of each answer that can come: all of them, or one for each number of black pegs.

    Black pegs alone tell the answer where white pegs are not shown, or all codes have the same colours.
    """
    if is_permuted(game):
        return [Score(black, game.pegs - black).ordinal(game.pegs) for black in range(game.pegs + 1)]
    if game.whites:
        return list(range(ordinal_count(game.pegs)))
    return [Score(black, 0).ordinal(game.pegs) for black in range(game.pegs + 1)]


def is_permuted(game: Game) -> bool:
    """Whether the codes are all orders of the same colours, so that black pegs tell the white ones."""
    return game.whites and not game.repeats and game.pegs == game.colours


def palettes_of(game: Game) -> int:
    """How many palettes the codes have. 0 where black pegs alone tell the answer."""
    if not game.whites or is_permuted(game):
        return 0
    return comb(game.colours + (game.pegs - 1 if game.repeats else 0), game.pegs)


class Board:
    """The tables of a game, and room for one search of it. `seed` draws the hashes of the codes."""

    def __init__(self, game: Game, seed: int = 0, threads: int = 1) -> None:
        """Make the tables, filled by `threads` threads. GameError when they do not fit into memory."""
        self.game = game
        self.perfect = len(ordinals_of(game)) - 1
        self._call = compiling.serve(optimal(self.perfect + 1))
        self._request = _REQUEST(
            codes=game.size,
            pegs=game.pegs,
            colours=game.colours,
            repeats=game.repeats,
            whites=game.whites and not is_permuted(game),
            answers=len(answers_of(game)),
            orders=factorial(game.pegs),
            palettes=palettes_of(game),
            seed=seed,
        )
        self._memories: dict[str, Memory] = {}
        self._ask(MEASURE)
        self._give("lists")
        self._ask(LIST)
        needed, free = self._request.tables_bytes, free_memory()
        check_size(game, "optimal play", isqrt(game.size**2 * free // needed), needed / game.size)
        self._give("tables")
        self._ask(MEASURE)  # gives the addresses in them
        self._fill(threads)
        self._ask(BOUND)
        asked = self._request
        self._ordinals = _view(asked.ordinals, game.size * game.size, "B")
        self._least = _view(asked.least, game.size + 2, "q")

    def _fill(self, threads: int) -> None:
        count = self.game.size
        ranges = [(count * part // threads, count * (part + 1) // threads) for part in range(threads)]
        others = [Thread(target=self._fill_range, args=one) for one in ranges[1:]]
        for thread in others:
            thread.start()
        self._fill_range(*ranges[0])
        for thread in others:
            thread.join()

    def _fill_range(self, first: int, last: int) -> None:
        request = _REQUEST.from_buffer_copy(self._request)
        request.asked, request.first, request.last = FILL, first, last
        self._call(ctypes.addressof(request))

    def begin(self, memory: int | None) -> None:
        """Make room for a search that remembers regions in `memory` bytes, or in as many as it needs."""
        self._request.entries = entries(self.game, memory)
        self._ask(MEASURE)
        self._give("shared")
        self._begin()
        self._ask(CLASSES)

    def _begin(self) -> None:
        asked = self._request
        self._give("own")
        self._ask(MEASURE)
        self._regions = _view(asked.regions, (LEVELS + 1) * self.game.size, "I")
        self._history = _view(asked.history, LEVELS, "q")
        self._symmetries = _view(asked.symmetries, LEVELS + 1, "q")
        self._symmetries[0] = -1
        self.state = _view(asked.state, STATES, "q")
        """See `solver.kernels.request`."""

    def beside(self) -> Board:
        """A board for the search of another thread, which remembers regions in the same place."""
        twin = object.__new__(Board)
        twin.__dict__.update(self.__dict__)
        twin._request = _REQUEST.from_buffer_copy(self._request)
        twin._memories = dict(self._memories)
        twin._begin()
        for one in (self, twin):
            one.state[SHARED] = 1
        return twin

    def _give(self, room: str) -> None:
        """Give the search the memory of a name, as much of it as it has asked for."""
        memory = self._memories[room] = Memory(getattr(self._request, f"{room}_bytes"))
        setattr(self._request, room, memory.address)

    def _ask(self, what: int) -> int:
        self._request.asked = what
        self._call(ctypes.addressof(self._request))
        return int(self._request.result)

    def least(self, size: int) -> int:
        """The least total of turns for `size` secrets, whatever they are."""
        return self._least[size]

    def answers(self, guess: int) -> memoryview:
        """The place among the answers of what each code as secret answers to a guess."""
        return self._ordinals[guess * self.game.size : (guess + 1) * self.game.size]

    def parts(self, guess: int, region: Sequence[int]) -> list[tuple[int, list[int]]]:
        """The parts that a guess makes of a region. Each has its place among the answers, ascending."""
        answers = self.answers(guess)
        parts: dict[int, list[int]] = {}
        for secret in region:
            parts.setdefault(answers[secret], []).append(secret)
        return sorted(parts.items())

    def least_turns(self, region: Sequence[int], past: Sequence[int], turns: int, budget: int) -> int:
        """The least total of turns for a region after these guesses, or a bound above the budget.

        `turns` are left (0: no limit).
        """
        for place, guess in enumerate(past):
            self._history[place] = guess
        for level in range(1, LEVELS + 1):
            self._symmetries[level] = -1
        self._put(region, len(past))
        self._request.turns, self._request.budget = turns, budget
        return self._ask(LEAST_TURNS)

    def remembered_guess(self, region: Sequence[int], turns: int) -> int:
        """The guess remembered for a region whose value has just been found. -1 if it is forgotten."""
        self._put(region, 0)
        self._request.turns = turns
        return self._ask(REMEMBERED)

    def _put(self, region: Sequence[int], level: int) -> None:
        from array import array

        start = level * self.game.size
        self._regions[start : start + len(region)] = memoryview(array("I", region))
        self._request.level, self._request.members = level, len(region)


def _view(address: int, count: int, kind: Literal["B", "I", "q"]) -> memoryview:
    """The `count` numbers of a kind that begin at an address."""
    size = count * {"B": 1, "I": 4, "q": 8}[kind]
    memory: Any = (ctypes.c_char * size).from_address(address)
    return memoryview(memory).cast("B").cast(kind)
