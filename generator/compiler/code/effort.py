"""How long the search for shorter code goes on: so many states, or so many seconds by a clock."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace


def standing_clock() -> float:
    """The time of a clock that stands still: always 0 seconds."""
    return 0.0


@dataclass(frozen=True, slots=True)
class Effort:
    """The limit of a search.

    `states` are followed after the first look at all ways. With `until`, a time of the `clock` in seconds,
    the search goes on in wider and wider rounds up to then, whatever the states are.
    """

    states: int = 12_000
    until: float = math.inf
    clock: Callable[[], float] = standing_clock

    @classmethod
    def of_seconds(cls, seconds: float, clock: Callable[[], float]) -> Effort:
        """The limit so many seconds from now."""
        return cls(until=clock() + seconds, clock=clock)

    def share(self, count: int) -> Effort:
        """The limit for the first of so many searches that share the time which is left."""
        now = self.clock()
        return replace(self, until=now + (self.until - now) / count)

    @property
    def has_clock(self) -> bool:
        """Whether the search ends at a time of the clock."""
        return self.until < math.inf

    @property
    def over(self) -> bool:
        """Whether the clock has reached the time at which the search ends."""
        return self.has_clock and self.clock() >= self.until
