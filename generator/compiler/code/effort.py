"""How long the search for shorter code goes on: so many states, or so many seconds by the clock."""

from __future__ import annotations

import math
from dataclasses import dataclass
from time import monotonic


@dataclass(frozen=True, slots=True)
class Effort:
    """The limit of a search.

    `states` are followed after the first look at all ways. With `until`, a time of the clock
    (`time.monotonic`), the search goes on in wider and wider rounds up to then, whatever the states are.
    """

    states: int = 12_000
    until: float = math.inf

    @classmethod
    def of_seconds(cls, seconds: float) -> Effort:
        """The limit so many seconds from now."""
        return cls(until=monotonic() + seconds)

    def share(self, count: int) -> Effort:
        """The limit for the first of so many searches that share the time which is left."""
        now = monotonic()
        return Effort(self.states, now + (self.until - now) / count) if self.timed else self

    @property
    def timed(self) -> bool:
        """Whether the clock decides."""
        return self.until < math.inf

    @property
    def over(self) -> bool:
        """Whether the time has come."""
        return self.timed and monotonic() >= self.until
