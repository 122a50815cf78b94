"""The loops of a listing, as far as its jumps show them: guesses of where passes begin and end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import chain, combinations, islice
from typing import Final, NamedTuple

from generator.compiler.validation.alignment import Shape
from generator.compiler.validation.traces import Place
from hp15c.core.code import lower
from hp15c.graphs import reach, sources
from hp15c.listing.program import Program
from hp15c.table.instructions import Role

MOST_CHOSEN: Final = 4
"""How many choices of loops are tried, of a source that has more than its listing."""


class Loop(NamedTuple):
    """A loop of a listing: the lines at which its first pass begins, behind the tests that leave it before,
    its jumps back, all of them to one line, and its lines.
    """

    entries: frozenset[int]
    jumps: frozenset[int]
    lines: frozenset[int]


def unseen_loops(program: Program, seen: Collection[int], own: Collection[int], start: int) -> list[Loop]:
    """The loops among `own` lines with a jump back that was not `seen`, in the order of runs.

    A run begins at `start`. A loop whose first line is `start` counts from the line after it, because the run
    has executed `start` before it comes to the loop.
    """
    before = _lines_before(program)
    begun = {start, *(line.target for line in lower(program) if line.role is Role.CALLS)}
    lines: dict[int, set[int]] = {}
    for _, head, loop in _loops(program):
        lines.setdefault(head, set()).update(loop)
    jumps: dict[int, set[int]] = {}
    for jump, head, _ in _loops(program):
        if jump in own and jump not in seen:
            jumps.setdefault(head, set()).add(jump)
    found = []
    for head in _in_order(program, jumps):
        loop = lines[head]
        entered = (one for one in loop if one in begun or set(before[one]) - loop)
        begins = (_behind_tests(program, one, loop, jumps[head] if one == head else ()) for one in entered)
        entries = frozenset(one + (one == start) for one in begins)
        found.append(Loop(entries, frozenset(jumps[head]), frozenset(loop)))
    return found


def _in_order(program: Program, heads: Iterable[int]) -> Iterator[int]:
    """Lines in their order, but each after those that lead to it and to which it does not lead."""
    left = sorted(heads)
    ahead = {one: frozenset(reach([one], partial(_with_calls, program))) for one in left}
    while left:
        head = next(
            one for one in left if all(one not in ahead[other] or other in ahead[one] for other in left)
        )
        left.remove(head)
        yield head


def _behind_tests(program: Program, entry: int, loop: Set[int], jumps: Collection[int]) -> int:
    """The line of a loop behind the tests that leave it before a way parts in it or one of `jumps` comes."""
    found, line, walked = entry, entry, set[int]()
    while line not in walked:
        walked.add(line)
        inside = [one for one in _lines_after(program, line) if one in loop]
        if len(inside) != 1 or inside[0] in jumps:
            return found
        found = inside[0] if len(_lines_after(program, line)) > 1 else found
        line = inside[0]
    return found


def lines_to_meet(
    program: Program,
    label: str,
    run: Set[int],
    seen: Collection[Place],
    ends: Mapping[Place, Place],
    places: Collection[Place],
) -> Iterator[dict[Place, frozenset[int]]]:
    """Loops of the source without a pass in any trace, and the lines at which they may be met.

    `run` and `seen` are the lines and places of the traces, and `ends` has the beginning of the passes for
    each end. They are met at loops without a pass among the label's own lines: at the lines where loops are
    entered, or at the end of each pass where they jump back. First come loops that no trace entered, and of
    the source those to which none of its `places` shows that a trace came. Then come as many of both in their
    order, some of all loops of the source at all of the listing, and those that have no other loop inside.
    """
    own, start = lines_from(program, label), program.find_label(label, 1) or 0
    last = {begin: end for end, begin in ends.items()}
    begins = sorted(last.keys() - set(seen))
    loops, every = (unseen_loops(program, lines, own, start) for lines in (run, ()))
    new, plain = [one for one in loops if not one.lines & run], lines_from(program, label, calls=False)

    def guesses(pairs: Iterable[list[tuple[Place, Loop]]]) -> Iterator[dict[Place, frozenset[int]]]:
        for met in pairs:
            yield {place: loop.entries - run or loop.entries for place, loop in met}
            yield {last[place]: loop.jumps for place, loop in met}

    behind = {
        end: min((one for one in places if one[:-1] == end[:-1] and one > end), default=end) for end in ends
    }
    left = {begin[-1] for end, begin in ends.items() if behind[end] in seen}
    others = [one for one in begins if one[-1] not in left]
    yield from guesses(_some(others, new) if len(others) < len(begins) else ())
    yield from guesses(_some(begins, new) if new != loops else ())
    yield from guesses(chain(_pairs(begins, loops, plain), _pairs(begins, every, plain)))
    yield from guesses(_some(sorted(last), every) if begins else ())
    lines = frozenset().union(*(loop.entries for loop in loops))
    lines = lines - run or lines
    inner = set(begins) - holding(ends)
    if lines and inner < set(begins):
        yield dict.fromkeys(inner, lines)
    yield dict.fromkeys(begins, lines) if lines else {}


def _some(begins: Sequence[Place], loops: Sequence[Loop]) -> Iterator[list[tuple[Place, Loop]]]:
    """Pairs of loops of source and listing, where the source has more: its others are written out."""
    for some in islice(combinations(begins, len(loops)), MOST_CHOSEN) if loops else ():
        yield list(zip(some, loops, strict=True))


def _pairs(
    begins: Sequence[Place], loops: Sequence[Loop], own: frozenset[int]
) -> Iterator[list[tuple[Place, Loop]]]:
    """Pairs of loops of the source and of the listing, where both have equally many.

    A function that is called at several places may have its loops once or for each of them. `own` lines run
    without a call.
    """
    if len(begins) == len(loops):
        yield list(zip(begins, loops, strict=True))
    heads = sorted({(len(place) > 1, place[-1]) for place in begins})
    if len(heads) == len(loops):
        found = dict(zip(heads, sorted(loops, key=lambda loop: not loop.jumps <= own), strict=True))
        yield [(place, found[len(place) > 1, place[-1]]) for place in begins]


def holding(ends: Mapping[Place, Place]) -> set[Place]:
    """The beginnings of loops that have other loops inside, by the beginning for each end."""
    spans = [(begin, end) for end, begin in ends.items()]
    return {begin for begin, end in spans if any(begin < one and last < end for one, last in spans)}


def shape_of(program: Program) -> Shape:
    """What the jumps of a listing show."""
    loops = sorted(_loops(program), key=lambda one: -len(one[2]))
    in_loops = {line: head for _, head, loop in loops for line in loop}
    joins = {line for line, before in _lines_before(program).items() if len(before) > 1}
    calls = {number + 1 for number, line in enumerate(lower(program)) if line.role is Role.CALLS}
    return Shape(in_loops, joins, calls, jumps_back(program))


def lines_from(program: Program, label: str, calls: bool = True) -> frozenset[int]:
    """The lines that may run when a label is pressed, with those of the `calls` or without."""
    start = program.find_label(label, 1)
    following = partial(_with_calls if calls else _lines_after, program)
    return frozenset() if start is None else frozenset(reach([start], following))


def jumps_back(program: Program) -> dict[int, frozenset[int]]:
    """The lines to which several jumps go back, each with these jumps. Any of them may end a pass."""
    found: dict[int, set[int]] = {}
    for jump, head, _ in _loops(program):
        found.setdefault(head, set()).add(jump)
    return {head: frozenset(jumps) for head, jumps in found.items() if len(jumps) > 1}


def _loops(program: Program) -> Iterator[tuple[int, int, set[int]]]:
    """The line of each jump back, the line that it goes back to, and the lines of its loop."""
    before = _lines_before(program)
    for line in before:
        for head in _lines_after(program, line):
            if head > line:
                continue
            behind = set(reach([head], partial(_lines_after, program)))
            ahead = set(reach([line], _lines_before_until(head, before)))
            loop = behind & ahead
            if line in loop:
                yield line, head, loop


def _lines_before(program: Program) -> dict[int, list[int]]:
    return sources(range(1, len(program) + 1), partial(_lines_after, program))


def _lines_after(program: Program, line: int) -> list[int]:
    return [one for one in lower(program)[line].following if one]


def _with_calls(program: Program, line: int) -> list[int]:
    """The lines after one, and the line that it calls."""
    called = lower(program)[line].target
    return _lines_after(program, line) + ([] if called is None else [called])


def _lines_before_until(head: int, before: dict[int, list[int]]) -> Callable[[int], Iterable[int]]:
    return lambda line: before[line] if line != head else ()
