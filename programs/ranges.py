"""Sets of numbers that mostly follow one another, kept as runs without gaps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator


class Ranges:
    """A set of numbers from 0 on, kept as few runs. A run is (first, last + 1)."""

    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._ends: list[int] = []
        self._count = 0

    @classmethod
    def of(cls, runs: object) -> Ranges:
        """The set from `runs` that were read from JSON. ValueError unless they ascend and leave gaps."""
        ranges, before = cls(), -1
        if not isinstance(runs, list):
            raise ValueError("a list of runs is expected")
        for run in runs:
            match run:
                case [int(first), int(end)] if before < first < end:
                    ranges._firsts.append(first)
                    ranges._ends.append(end)
                    ranges._count += end - first
                    before = end
                case _:
                    raise ValueError(f"{run!r} is no run after {before}")
        return ranges

    @property
    def runs(self) -> list[tuple[int, int]]:
        """The runs, ascending."""
        return list(zip(self._firsts, self._ends, strict=True))

    def __len__(self) -> int:
        return self._count

    def __contains__(self, number: int) -> bool:
        place = bisect_right(self._firsts, number) - 1
        return place >= 0 and number < self._ends[place]

    def __iter__(self) -> Iterator[int]:
        for first, end in self.runs:
            yield from range(first, end)

    def add(self, number: int) -> bool:
        """Add a number. Returns whether it is new."""
        if number in self:
            return False
        place = bisect_right(self._firsts, number)
        before = place > 0 and self._ends[place - 1] == number
        behind = place < len(self._firsts) and self._firsts[place] == number + 1
        if before and behind:
            self._ends[place - 1] = self._ends.pop(place)
            del self._firsts[place]
        elif before:
            self._ends[place - 1] += 1
        elif behind:
            self._firsts[place] = number
        else:
            self._firsts.insert(place, number)
            self._ends.insert(place, number + 1)
        self._count += 1
        return True

    def gaps(self, count: int) -> Iterator[int]:
        """The numbers below `count` that are not in the set, as it is now, ascending."""
        at = 0
        for first, end in [*self.runs, (count, count)]:
            yield from range(at, min(first, count))
            at = end
