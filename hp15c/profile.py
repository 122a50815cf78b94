"""Where a program spends its time: word times by line, for an author who wants it faster."""

from __future__ import annotations

from dataclasses import dataclass, field

from hp15c.instructions import Step
from hp15c.state import State


@dataclass(slots=True)
class LineTimes:
    """How often a line ran and what that cost in word times."""

    runs: int = 0
    word_times: int = 0


@dataclass(slots=True)
class Profile:
    """An observer of a run (`machine.run`) that adds up word times by line.

    `since` is what the state had spent when the last line had run, at first when the run began.
    """

    since: int
    lines: dict[int, LineTimes] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State) -> Profile:
        """A profile of the run that begins now."""
        return cls(state.word_times)

    def __call__(self, state: State, line: int, step: Step) -> None:
        """Note the line that has just run."""
        times = self.lines.setdefault(line, LineTimes())
        times.runs += 1
        times.word_times += state.word_times - self.since
        self.since = state.word_times

    @property
    def word_times(self) -> int:
        """Word times of all lines together."""
        return sum(times.word_times for times in self.lines.values())
