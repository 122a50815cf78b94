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
    the search goes on in wider and wider rounds up to then, whatever the states are. `seconds` are the time
    that a search by the clock has in all.
    """

    states: int = 24_000
    until: float = math.inf
    clock: Callable[[], float] = standing_clock
    seconds: float = math.inf

    @classmethod
    def of_seconds(cls, seconds: float, clock: Callable[[], float]) -> Effort:
        """The limit so many seconds from now."""
        return cls(until=clock() + seconds, clock=clock, seconds=seconds)

    def from_now(self, kept: float) -> Effort:
        """The same limit with all its seconds from now on.

        `kept` seconds are kept for what comes after the search, half of the time at most.
        """
        if self.seconds == math.inf:
            return self
        return replace(self, until=self.clock() + self.seconds - min(kept, self.seconds / 2))

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
        return self.is_over(0.0)

    def is_over(self, more: float) -> bool:
        """Whether the time at which the search ends is past by so many seconds."""
        return self.has_clock and self.clock() >= self.until + more
