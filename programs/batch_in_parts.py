"""A batch that runs in parts and reports after each, so that the progress of a long turn can be shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from hp15c.engines import LIMIT, Batch, Engine, Outcome, Shown
from hp15c.listing.program import Program
from hp15c.state.state import State

Watch = Callable[[int], None]
"""A function that is called with the number of calculators that have run since."""

PART: Final = {"reference": 8, "source": 64}
"""How many calculators an engine runs in well under half a second, all for one not named here."""


def nothing(count: int) -> None:
    """Do nothing: the watch of a run whose progress is not shown."""


class Parted:
    """A Batch of calculators with one program (see `engines`), which are run part after part.

    `watch` may be set at any time. At first there is none.
    """

    def __init__(self, engine: Engine, program: Program, states: list[State]) -> None:
        size = PART.get(engine.name, len(states)) or 1
        self._edges = [(low, min(low + size, len(states))) for low in range(0, len(states), size)]
        self._parts: list[Batch] = [engine.batch(program, states[low:high]) for low, high in self._edges]
        self._size = size
        self.watch: Watch = nothing

    def enter(self, integers: np.ndarray, label: str | None = None) -> None:
        """See `Batch.enter`."""
        for part, (low, high) in zip(self._parts, self._edges, strict=True):
            part.enter(integers[low:high], label)

    def run(self, limit: int = LIMIT, stop_at_pause: bool = False) -> Outcome:
        """See `Batch.run`. `watch` is called after each part."""
        outcomes = []
        for part, (low, high) in zip(self._parts, self._edges, strict=True):
            outcomes.append(part.run(limit, stop_at_pause))
            self.watch(high - low)
        return outcomes[0] if len(outcomes) == 1 else _join(outcomes)

    def state(self, index: int) -> State:
        """See `Batch.state`."""
        return self._parts[index // self._size].state(index % self._size)


def _join(outcomes: list[Outcome]) -> Outcome:
    """The outcomes of all parts as one."""
    times = [outcome.word_times for outcome in outcomes if outcome.word_times is not None]
    return Outcome(
        np.concatenate([outcome.reasons for outcome in outcomes]),
        _join_shown([outcome.stops for outcome in outcomes]),
        _join_shown([outcome.pauses for outcome in outcomes]),
        np.concatenate([outcome.pause_counts for outcome in outcomes]),
        sum(outcome.lines for outcome in outcomes),
        sum(outcome.handed_over for outcome in outcomes),
        np.concatenate(times) if len(times) == len(outcomes) else None,
    )


def _join_shown(parts: list[Shown]) -> Shown:
    return Shown(
        np.concatenate([part.mantissas for part in parts]),
        np.concatenate([part.exponents for part in parts]),
        np.concatenate([part.formats for part in parts]),
    )
