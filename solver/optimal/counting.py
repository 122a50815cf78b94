"""The board of the checker of certificates with compiled counting, for those who make certificates.

It finds the same. `check(lines_of("5-6.xz"), CountingBoard)` checks a large certificate with it, where the
checker alone would take hours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver import compiling
from solver.check_certificate import TURNS_AT_MOST, Board, Parts, Path, Refused, Rooms
from solver.code_files import CLAIMS, Serve
from solver.kernels.claims import REQUEST, room_bytes

ROOMS = TURNS_AT_MOST + 1
"""How many numbers a region's rooms consist of."""


class CountingBoard(Board):
    """A board whose rooms of regions and guesses that need an entry `solver.kernels.claims` finds."""

    @cached_property
    def _arrays(self) -> dict[str, NDArray[np.generic]]:
        """The arrays whose addresses a request has, by their names in it."""
        count = len(self.codes)
        return {
            "rows": np.frombuffer(b"".join(self.rows) + bytes([self.perfect] * count), np.uint8),
            "classes": np.zeros((self.perfect + 1, ROOMS), np.int64),
            "above": np.zeros(ROOMS, np.int64),
            "members": np.zeros(count, np.int64),
            "rooms": np.zeros(ROOMS, np.int64),
            "found": np.zeros(count, np.int64),
            "room": np.zeros(room_bytes(count, self.perfect), np.uint8),
        }

    @cached_property
    def _request(self) -> NDArray[np.void]:
        request = np.zeros(1, REQUEST)
        request["codes"], request["perfect"], request["turns"] = len(self.codes), self.perfect, ROOMS
        for name, array in self._arrays.items():
            request[name] = array.ctypes.data
        return request

    @cached_property
    def _serve(self) -> Serve:
        return compiling.serve(CLAIMS)

    _counted: Sequence[Rooms] = ()
    """The classes that the arrays have."""

    def _ask(self, path: Path, members: Sequence[int], bound: int = 0, lowers: bool = False) -> None:
        """Have the rooms of the region at the end of a path found, and the guesses that need an entry."""
        if bound and not members:
            raise Refused("no code agrees with a path")
        arrays, request = self._arrays, self._request
        if self._counted is not self.classes:
            arrays["classes"][:], self._counted = self.classes, self.classes
        arrays["above"][:] = self.survey(path[:-1])[2][path[-1][1]] if path else self.classes[-1]
        arrays["members"][: len(members)] = members
        request["length"], request["bound"], request["lowers"] = len(members), bound, lowers
        self._serve(request.ctypes.data)

    def _members(self, path: Path) -> tuple[int, ...]:
        """The codes of the region at the end of a path."""
        packed = np.frombuffer(self.region(path).to_bytes(len(self.codes) // 8 + 1, "little"), np.uint8)
        return tuple(np.flatnonzero(np.unpackbits(packed, bitorder="little")).tolist())

    def _survey(self, path: Path) -> tuple[tuple[int, ...], list[int], list[Rooms]]:
        members = self._members(path)
        self._ask(path, members)
        rooms = self._arrays["rooms"].tolist()
        return members, [], [tuple(map(min, rooms, known)) for known in self.classes]

    def shown_bound(self, path: Path, members: Sequence[int], most: int) -> int:
        """The bound of the region at the end of a path that needs no entry, `most` if it is more."""
        self._ask(path, members, most, lowers=True)
        return int(self._request["bound"][0])

    def hard_guesses(self, path: Path, bound: int, *refused: set[object]) -> Iterator[tuple[int, Parts]]:
        """See `Board.hard_guesses`."""
        seen, splits = refused or (set[object](), set[object]())
        members = self._members(path)
        self._ask(path, members, bound)
        found = self._arrays["found"][: self._request["count"][0]].tolist()
        if not found:
            return
        for guess, key in zip(found, self.keys(tuple([one for one, _ in path]), found), strict=True):
            if key not in seen:
                seen.add(key)
                parts = self.parts(guess, members)
                if (split := frozenset(parts)) not in splits:
                    splits.add(split)
                    yield guess, parts

    def keys(self, past: tuple[int, ...], guesses: list[int]) -> list[tuple[object, ...]]:
        """The keys of guesses. Where colours are named by first use, they are found side by side."""
        states = self.states(past)
        if not past or not isinstance(states[0][1], dict):
            return [self.key(past, guess) for guess in guesses]
        codes, every = np.array([self.codes[guess] for guess in guesses]), np.arange(len(guesses))
        keys = np.full(len(guesses), np.iinfo(np.int64).max)
        for order, known in states:
            names, fresh = np.full((len(guesses), self.colours), -1), np.full(len(guesses), len(known))
            key = np.zeros(len(guesses), np.int64)
            if isinstance(known, dict):
                names[:, list(known)] = list(known.values())
            for peg in order:
                colours = codes[:, peg]
                is_new = names[every, colours] < 0
                names[every, colours] = np.where(is_new, fresh, names[every, colours])
                fresh, key = fresh + is_new, 16 * key + names[every, colours]
            keys = np.minimum(keys, key)
        texts = keys[:, None] >> 4 * np.arange(self.pegs)[::-1] & 15
        return list(map(tuple, texts.tolist()))
