"""The loops of a listing, as far as its jumps show them: guesses of where passes begin and end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from hp15c.listing.program import Program
from hp15c.table.instructions import Role


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
        step = program.steps[line - 1]
        yield from _after(program, line)
        if step.searches and (called := program.find_label(step.operand or "", line)) is not None:
            yield called

    start = program.find_label(label, 1)
    return frozenset() if start is None else frozenset(_reachable_lines(start, following))


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
            behind = _reachable_lines(head, lambda one: _after(program, one))
            loop = behind & _reachable_lines(line, _until(head, before))
            if line in loop:
                yield line, loop


def _before(program: Program) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {line: [] for line in range(1, len(program) + 1)}
    for line in found:
        for one in _after(program, line):
            found[one].append(line)
    return found


def _after(program: Program, line: int) -> Iterator[int]:
    step = program.steps[line - 1]
    if step.role is Role.JUMPS:
        target = program.find_label(step.operand or "", line)
        if target is not None:
            yield target
        return
    if step.name != "RTN":
        yield from (one for one in (line + 1, line + 1 + step.may_skip) if one <= len(program))


def _until(head: int, before: dict[int, list[int]]) -> Callable[[int], Iterable[int]]:
    return lambda line: before[line] if line != head else ()


def _reachable_lines(start: int, following: Callable[[int], Iterable[int]]) -> set[int]:
    found: set[int] = set()
    waiting = [start]
    while waiting:
        line = waiting.pop()
        if line not in found:
            found.add(line)
            waiting += following(line)
    return found
