"""What a search for the code of a graph is given, how long it goes on, and the schedules that it gives."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from generator.compiler.code.moves import AgreedPlaces, ScheduledLine


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
        """The limit that is reached in `seconds` seconds from now."""
        return cls(until=clock() + seconds, clock=clock, seconds=seconds)

    def from_now(self, kept: float) -> Effort:
        """The same limit with all its seconds from now on.

        `kept` seconds are kept for what comes after the search, half of the time at most.
        """
        if self.seconds == math.inf:
            return self
        return replace(self, until=self.clock() + self.seconds - min(kept, self.seconds / 2))

    def share(self, count: int) -> Effort:
        """The limit for the first of `count` searches that share the time which is left."""
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
        """Whether the time at which the search ends is past by `more` seconds."""
        return self.has_clock and self.clock() >= self.until + more


@dataclass(frozen=True, slots=True)
class Width:
    """How many states go on in a search.

    These are `states` with equally many nodes done, and of them `alike` with the same agreements. `ends` is
    how many ends are kept, `total` how many states go on in all. In a search layer by layer, `layer` is how
    many states go on of those in a layer that hold equally many values on the stack alone.
    """

    states: int = 200
    alike: int = 60
    ends: int = 3
    total: int = 10_000
    layer: int = 30


@dataclass(frozen=True, slots=True)
class Policy:
    """How values are held where ways meet.

    At the start of a loop at most `most` values may stand on the stack. With `invariants` they may be values
    that the loop does not change. With `settled`, a value that ends in a register of the module must be there
    already where ways meet. `apart` is an extra cost of lines before a return, because an RTN alone needs
    neither jump nor label after a test.
    """

    most: int = 4
    invariants: bool = True
    settled: bool = False
    apart: float = 0.0


class Stretch(NamedTuple):
    """Blocks that are searched alone, from `begin` to before `end`.

    `agreed` are the places at the starts of blocks that other code knows too. Those of `fixed` blocks stay.
    """

    begin: int = 0
    end: int = sys.maxsize
    agreed: AgreedPlaces = ()
    fixed: frozenset[int] = frozenset()


WHOLE: Final = Stretch()
"""All blocks."""


class SourcedLine(NamedTuple):
    """A line of a block and the line of the source that it is for, 0 when none."""

    line: ScheduledLine
    source: int


@dataclass(slots=True)
class Scheduled:
    """The lines of each block, by its number, and their cost in sum.

    `starts` has what the places hold at the start of each block, as far as it is needed.
    """

    lines: dict[int, list[SourcedLine]]
    count: float
    starts: dict[int, tuple[int, ...]] = field(default_factory=dict)


class Manner(NamedTuple):
    """How a search goes: its policy, and whether it goes layer by layer, or stretch by stretch from code with
    one way through each block.
    """

    policy: Policy
    layered: bool = False
    stretches: bool = False


SchedulesByManner = dict[Manner, list[Scheduled]]


class Searched(NamedTuple):
    """The schedules of a graph that searches of one width found, and how many states they followed."""

    schedules: SchedulesByManner
    states: int
