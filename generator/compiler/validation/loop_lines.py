"""The loops of a listing, as far as its jumps show them: a guess for those that no trace went through."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from hp15c.listing.program import Program
from hp15c.table.instructions import Role


def entries(program: Program, seen: Collection[int]) -> frozenset[int]:
    """The lines at which loops are entered whose jump back is not among these lines.

    Those that are among them themselves, such as in a loop of one pass, are left out where there are others.
    """
    after = {line: tuple(_after(program, line)) for line in range(1, len(program) + 1)}
    before: dict[int, list[int]] = {line: [] for line in after}
    for line, following in after.items():
        for one in following:
            before[one].append(line)
    found: set[int] = set()
    for line in after.keys() - set(seen):
        for head in after[line]:
            if head > line:
                continue
            loop = _reachable_lines(head, after.__getitem__) & _reachable_lines(line, _until(head, before))
            if line in loop:
                found |= {one for one in loop if one == 1 or set(before[one]) - loop}
    return frozenset(found - set(seen) or found)


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
