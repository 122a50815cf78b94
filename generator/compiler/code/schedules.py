"""What a search for the code of a graph is given, and the schedules that it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from generator.compiler.code.moves import ScheduledLine


@dataclass(frozen=True, slots=True)
class Width:
    """The numbers of states that go on: with equally many nodes done, and of these with the same agreements.

    `ends` is how many ends are kept, `total` how many states go on in all. In a search layer by layer `layer`
    states of a layer go on that hold as many values on the stack only.
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
    neither jump nor label behind a test.
    """

    most: int = 4
    invariants: bool = True
    settled: bool = False
    apart: float = 0.0


class SourcedLine(NamedTuple):
    """A line of a block and the line of the source that it is for, 0 when none."""

    line: ScheduledLine
    source: int


@dataclass(slots=True)
class Scheduled:
    """The lines of each block, by its number, and their cost in sum."""

    lines: dict[int, list[SourcedLine]]
    count: float
