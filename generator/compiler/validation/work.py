"""How much a proof may do. It is counted in steps that take about equally long, and not by the clock."""

from __future__ import annotations

from typing import Final

USUAL_WORK: Final = 400_000
"""What a proof may do when nobody asked for it. It takes at most about eight seconds of processor time."""
MOST_WORK: Final = 10_000_000
MOST_FROM_A_POINT: Final = 100_000
"""What may be done from one point to the next ones, so that other points are tried where ways multiply."""
FEW_FROM_A_POINT: Final = 25_000
"""What may be done from one point in the first attempt: most points of good proofs take less than 20,000."""
SOURCE_LINE: Final = 2
LISTING_LINE: Final = 5
"""The steps that an executed line of the source and of the listing counts as. Conditions, sums, ranges and
terms that it asks for count besides.
"""


class NotProved(Exception):
    """Raised where a certificate does not show that a listing does what its source says."""


class TooLong(NotProved):
    """Raised where there are too many ways, or a proof does more than it may."""


class Work:
    """What a proof did, and how much it may do in all. None is no limit."""

    __slots__ = ("done", "most", "most_from_point", "most_here")

    def __init__(self, most: int | None = None) -> None:
        self.done = 0
        self.most = most
        self.most_from_point = MOST_FROM_A_POINT
        self.most_here: int | None = None

    def begin_point(self) -> None:
        """Note that another point begins, which has its own limit."""
        self.most_here = self.done + self.most_from_point

    def count(self, steps: int) -> None:
        """Count what was done. TooLong where it is more than may be."""
        self.done += steps
        if self.most is not None and self.done > self.most:
            raise TooLong("the proof takes longer than it may")
        if self.most_here is not None and self.done > self.most_here:
            raise TooLong("there are too many ways between two points")

    @property
    def is_used_up(self) -> bool:
        """Whether nothing more may be done."""
        return self.most is not None and self.done >= self.most

    def share(self, among: int) -> Work:
        """A part of the work that is left, for the first of `among` users: up to twice an equal part."""
        return Work(None if self.most is None else 2 * max(0, self.most - self.done) // (among + 1))


UNLIMITED: Final = Work()
