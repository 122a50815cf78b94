"""The parts of a program: where it can be entered, and which lines belong to which beginning.

A part begins where a person or another line enters with a stack of which nothing is known: at a label that is
pressed, called, or reached from two other parts, and after a stop. Each line belongs to one part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from hp15c.core.code import Line, lower
from hp15c.graphs import reach
from hp15c.listing.program import Program
from hp15c.table.instructions import LETTERS, Role


class Beginning(Enum):
    """Why a part begins at its line."""

    PRESSED = "pressed"  # a label that its user presses, or the first line
    CALLED = "called"  # by GSB
    EVALUATED = "evaluated"  # by SOLVE or the integral
    RESUMED = "resumed"  # by R/S after a stop
    SHARED = "shared"  # several parts go on here
    UNREACHED = "unreached"  # nothing leads here


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a program: its first line, why it begins there, and its lines in order."""

    start: int
    beginning: Beginning
    lines: tuple[int, ...]
    label: str = ""


class Graph:
    """Where a program goes from each line, whatever the calculator holds.

    `after[n]` are the lines after line n in the same run, without those of a called subroutine. 0 is the RTN
    after the last line. `calls[n]` are the lines of labels that line n calls or evaluates. `indirect` says
    whether some jump or call takes its label from I.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.lines: tuple[Line, ...] = lower(program)
        self.labels: dict[int, str] = {
            line: label for label, places in program.label_lines.items() for line in places
        }
        self.after: dict[int, tuple[int, ...]] = {}
        self.calls: dict[int, tuple[int, ...]] = {}
        self.indirect = any(
            line.step.operand == "I" and line.role in (Role.JUMPS, Role.CALLS) for line in self.lines
        )
        for line in self.lines[1:]:
            self.after[line.number], self.calls[line.number] = self._leads(line)

    def _leads(self, line: Line) -> tuple[tuple[int, ...], tuple[int, ...]]:
        targets = tuple(self.labels) if line.step.operand == "I" and line.step.searches else ()
        if line.target is not None:
            targets = (line.target,)
        if line.role is Role.JUMPS:
            return targets, ()
        return line.following, targets

    def leads(self, line: int) -> tuple[int, ...]:
        """The lines that a line calls, then those after it in the same run."""
        return (*self.calls[line], *self.after[line])

    def walk(
        self, starts: Iterable[int], behind: Callable[[int], Sequence[int]] | None = None
    ) -> Iterator[int]:
        """Each line that these lead to, once, themselves included. `behind` are the lines that follow one."""
        follow = behind or self.leads
        return filter(None, reach(starts, lambda line: follow(line) if line else ()))

    def run(self, line: int) -> tuple[int, ...]:
        """The lines after a line, until the program stops."""
        return () if self.lines[line].role is Role.STOPS else self.after[line]

    def reach(self, starts: Iterable[int], border: Iterable[int]) -> set[int]:
        """The lines that these lead to in one run, without calls and lines after one of the border."""
        stop = set(border)
        return set(self.walk(starts, lambda line: [one for one in self.run(line) if one not in stop]))


_RANK: Final = tuple(Beginning)


def parts(program: Program) -> tuple[Part, ...]:
    """The parts of a program, in the order of their first lines."""
    graph = Graph(program)
    starts = _beginnings(graph)
    owners = _owners(graph, starts)
    for line in range(1, len(program) + 1):
        if line not in owners:
            starts[line] = Beginning.UNREACHED
            owners = _owners(graph, starts)
    return tuple(
        Part(
            start,
            starts[start],
            tuple(line for line in sorted(owners) if owners[line] == start),
            graph.labels.get(start, ""),
        )
        for start in sorted(starts)
    )


def _beginnings(graph: Graph) -> dict[int, Beginning]:
    """The first lines of parts that the program's text shows."""
    found: dict[int, Beginning] = {}

    def add(line: int, beginning: Beginning) -> None:
        if line and (line not in found or _RANK.index(beginning) < _RANK.index(found[line])):
            found[line] = beginning

    jumped = {target for line, role in _roles(graph) if role is Role.JUMPS for target in graph.after[line]}
    called = {target for line in graph.calls for target in graph.calls[line]}
    if graph.lines[1:] and 1 not in graph.labels:
        add(1, Beginning.PRESSED)
    for line, label in graph.labels.items():
        if label in LETTERS or line not in jumped | called:
            add(line, Beginning.PRESSED)
    for line, role in _roles(graph):
        if role in (Role.CALLS, Role.EVALUATES):
            for target in graph.calls[line]:
                add(target, Beginning.CALLED if role is Role.CALLS else Beginning.EVALUATED)
        elif role is Role.STOPS:
            add(graph.lines[line].after, Beginning.RESUMED)
        elif role is Role.JUMPS and graph.lines[line].step.operand == "I":
            for target in graph.after[line]:
                add(target, Beginning.SHARED)
    return found


def _roles(graph: Graph) -> list[tuple[int, Role]]:
    return [(line.number, line.role) for line in graph.lines[1:]]


def _owners(graph: Graph, starts: dict[int, Beginning]) -> Mapping[int, int]:
    """The part to which each reached line belongs. Lines that two parts reach begin a part of their own."""
    while True:
        owners: dict[int, int] = {}
        shared: set[int] = set()
        for start in starts:
            for line in graph.reach([start], starts):
                if owners.setdefault(line, start) != start:
                    shared.add(line)
        if not shared:
            return owners
        inside = {one for line in shared for one in graph.after[line] if line in shared}
        first = shared - inside or {min(shared)}
        starts.update(dict.fromkeys(first, Beginning.SHARED))
