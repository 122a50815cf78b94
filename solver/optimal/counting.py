"""The board of certificates with compiled counting, which finds the same as that of the checker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver import compiling
from solver.check_certificate import TURNS_AT_MOST, Board, Parts, Path, Refused, Rooms, bits
from solver.code_files import CLAIMS
from solver.kernels.claims import REQUEST, room_bytes

Ints = NDArray[np.int64]


class CountingBoard(Board):
    """A board whose rooms of regions and guesses that need an entry are found by `solver.kernels.claims`."""

    @cached_property
    def _arrays(self) -> dict[str, NDArray[np.generic]]:
        """What a request gives the addresses of."""
        count, answers = len(self.codes), self.perfect + 1
        return {
            "rows": np.frombuffer(b"".join(self.rows) + bytes([self.perfect] * count), np.uint8),
            "classes": np.zeros((answers, TURNS_AT_MOST + 1), np.int64),
            "above": np.zeros(TURNS_AT_MOST + 1, np.int64),
            "members": np.zeros(count, np.int64),
            "rooms": np.zeros(TURNS_AT_MOST + 1, np.int64),
            "found": np.zeros(count, np.int64),
            "room": np.zeros(room_bytes(count, self.perfect), np.uint8),
        }

    @cached_property
    def _request(self) -> NDArray[np.void]:
        request = np.zeros(1, REQUEST)
        request["codes"], request["perfect"] = len(self.codes), self.perfect
        request["turns"] = TURNS_AT_MOST + 1
        for name, array in self._arrays.items():
            request[name] = array.ctypes.data
        return request

    def _ask(self, path: Path, bound: int = 0, most: int = 0) -> tuple[int, ...]:
        """Have the rooms of a region found, and guesses that need an entry. Returns the codes of the region."""
        members = tuple(bits(self.region(path)))
        if bound and not members:
            raise Refused("no code agrees with a path")
        arrays, request = self._arrays, self._request
        if self._counted is not self.classes:
            arrays["classes"][:], self._counted = self.classes, self.classes
        arrays["above"][:] = self.survey(path[:-1])[2][path[-1][1]] if path else self.classes[-1]
        arrays["members"][: len(members)] = members
        request["size"], request["bound"], request["most"] = len(members), bound, most
        self._serve(request.ctypes.data)
        return members

    _counted: list[Rooms] = []

    @cached_property
    def _serve(self) -> compiling.Serve:
        return compiling.serve(CLAIMS)

    def _survey(self, path: Path) -> tuple[tuple[int, ...], list[int], list[Rooms]]:
        members = self._ask(path)
        rooms = self._arrays["rooms"].tolist()
        return members, [], [tuple(map(min, rooms, known)) for known in self.classes]

    def is_shown(self, path: Path, bound: int) -> bool:
        """Whether a bound of a region needs no entry."""
        self._ask(path, bound, 1)
        return not self._request["count"][0]

    def hard_guesses(self, path: Path, bound: int, *refused: set[object]) -> Iterator[tuple[int, Parts]]:
        seen, splits = refused or (set[object](), set[object]())
        past = tuple([guess for guess, _ in path])
        members = self._ask(path, bound, len(self.codes))
        for guess in self._arrays["found"][: self._request["count"][0]].tolist():
            if (key := self.key(past, guess)) in seen:
                continue
            seen.add(key)
            parts = self.parts(guess, members)
            if (split := frozenset(parts)) not in splits:
                splits.add(split)
                yield guess, parts
