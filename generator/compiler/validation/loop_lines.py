"""The loops of a listing, as far as its jumps show them: guesses of where passes begin and end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

from hp15c.core.code import lower
from hp15c.graphs import reach, sources
from hp15c.listing.program import Program


def entries(program: Program, seen: Collection[int], own: Collection[int]) -> frozenset[int]:
    """The lines among `own` at which loops are entered whose jump back was not `seen`.

    Those that were seen themselves, such as in a loop of one pass, are left out where there are others.
    """
    before = _before(program)
    found: set[int] = set()
    for jump, loop in _loops(program):
        if jump not in seen:
            found |= {one for one in loop if one == 1 or set(before[one]) - loop}
    found &= set(own)
    return frozenset(found - set(seen) or found)


def lines_in_loops(program: Program) -> frozenset[int]:
    """The lines of all loops."""
    return frozenset().union(*(loop for _, loop in _loops(program)))


def lines_from(program: Program, label: str) -> frozenset[int]:
    """The lines that may run when a label is pressed."""

    def following(line: int) -> Iterator[int]:
        yield from _after(program, line)
        if (called := lower(program)[line].target) is not None:
            yield called

    start = program.find_label(label, 1)
    return frozenset() if start is None else frozenset(reach([start], following))


def jumps_back(program: Program) -> dict[int, frozenset[int]]:
    """The jumps back to each line that more than one goes back to: together they end its passes."""
    found: dict[int, set[int]] = {}
    for jump, _ in _loops(program):
        for head in _after(program, jump):
            if head <= jump:
                found.setdefault(head, set()).add(jump)
    return {head: frozenset(jumps) for head, jumps in found.items() if len(jumps) > 1}


def _loops(program: Program) -> Iterator[tuple[int, set[int]]]:
    """The line of each jump back, and the lines of its loop."""
    before = _before(program)
    for line in before:
        for head in _after(program, line):
            if head > line:
                continue
            behind = set(reach([head], partial(_after, program)))
            ahead = set(reach([line], _until(head, before)))
            loop = behind & ahead
            if line in loop:
                yield line, loop


def _before(program: Program) -> dict[int, list[int]]:
    return sources(range(1, len(program) + 1), partial(_after, program))


def _after(program: Program, line: int) -> list[int]:
    return [one for one in lower(program)[line].following if one]


def _until(head: int, before: dict[int, list[int]]) -> Callable[[int], Iterable[int]]:
    return lambda line: before[line] if line != head else ()
