"""The circuit that every tier runs, on planes of bits: it counts the planes that have their bit.

A plane may be anything with & and |: Python's integers, numpy's arrays, the compiler's vector registers.
`solver.planes` says what the planes are. The sums are kept in unary: a sorting network of AND and OR turns p
planes into "at least one", "at least two", ... of them. AND of "at least b blacks" and "at least h hits", and
a popcount, give a histogram that is cumulative in both directions. Differences make it exact.

Source: bit slicing, as in software DES (Biham 1997). The insertion form of a sorting network (Knuth, The Art
of Computer Programming 3, 5.3.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice, pairwise
from operator import sub
from typing import Protocol, Self, TypeVar


class Plane(Protocol):
    """The operators that the circuit needs of a plane."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...


class Count(Protocol):
    """The operators that the differences need of a count."""

    def __sub__(self, other: Self, /) -> Self: ...


P = TypeVar("P", bound=Plane)
C = TypeVar("C", bound=Count)


def insert(levels: list[P], plane: P, most: int | None = None) -> list[P]:
    """The levels "at least 1, 2, ... planes" (up to `most`) after one more: a step of insertion sort."""
    counted = []
    for k, level in enumerate(levels, 1):
        counted.append(level | plane)
        if k == most:
            return counted
        plane = level & plane
    return [*counted, plane]


def at_least(planes: Iterable[P], most: int | None = None) -> list[P]:
    """The planes of "at least 1, 2, ... (up to `most`) of these planes have their bit"."""
    levels: list[P] = []
    for plane in planes:
        levels = insert(levels, plane, most)
    return levels


def mixed_blacks(pegs: int) -> int:
    """The number of levels of blacks that `both_thresholds` needs, at least one.

    They are enough when the counts of blacks are known.
    """
    return max(1, pegs - 2)


def mixed_levels(pegs: int) -> int:
    """How many planes `both_thresholds` makes."""
    return max(0, (pegs - 2) * (pegs + 1) // 2)


def both_thresholds(blacks: list[P], hits: list[P]) -> Iterator[P]:
    """The planes of "at least b blacks and at least h hits", b < h, where neither follows from the other.

    b goes from 1 to p - 2 only: p - 1 blacks with p hits are p blacks.
    """
    pegs = len(hits)
    return (blacks[b - 1] & hits[h - 1] for b in range(1, pegs - 1) for h in range(b + 1, pegs + 1))


def cumulative(everything: C, blacks: list[C], hits: list[C], mixed: Iterable[C]) -> list[C]:
    """The cumulative histogram, in the order of the ordinals, from the counts of its parts."""
    pegs, rest = len(hits), iter(mixed)
    counts = [everything, *hits]
    for b in range(1, pegs):
        counts.append(blacks[b - 1])
        counts += [blacks[-1]] if b == pegs - 1 else islice(rest, pegs - b)
    return [*counts, blacks[-1]]


def exact(counts: list[C], pegs: int) -> list[C]:
    """The histogram by ordinal from the cumulative one. The hole comes out as zero. Changes its argument."""
    start = 0
    for black in range(pegs):
        following = start + pegs - black + 1
        # this row less the next gives exactly so many blacks. The first cell of the next row is taken off the
        # first two cells
        for place in range(start, following):
            counts[place] = counts[place] - counts[max(following, following + place - start - 1)]
        for place in range(start, following - 1):
            counts[place] = counts[place] - counts[place + 1]
        start = following
    return counts


@dataclass(frozen=True, slots=True)
class Weights:
    """How often each cell of a histogram takes each count that `cumulative` asks for: lists [cell][count]."""

    everything: list[list[int]]
    blacks: list[list[int]]
    hits: list[list[int]]
    mixed: list[list[int]]


class _Sum:
    """A sum of counts, by how often it takes each."""

    def __init__(self, taken: list[int]) -> None:
        self.taken = taken

    def __sub__(self, other: _Sum) -> _Sum:
        return _Sum(list(map(sub, self.taken, other.taken)))


@cache
def weights(pegs: int) -> Weights:
    """What `cumulative` and `exact` make of each count, for whoever adds the counts up in another order."""
    sizes = [1, pegs, pegs, mixed_levels(pegs)]
    total = sum(sizes)
    single = [_Sum([int(n == place) for n in range(total)]) for place in range(total)]
    ends = list(accumulate(sizes, initial=0))
    everything, blacks, hits, rest = (single[start:stop] for start, stop in pairwise(ends))
    cells = exact(cumulative(everything[0], blacks, hits, rest), pegs)
    return Weights(*([cell.taken[start:stop] for cell in cells] for start, stop in pairwise(ends)))
