"""Whole programs made shorter: ends that several blocks share, repeated lines, lines without effect.

The changes are guesses. A change is taken only when `search.prove` shows that the program does the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from generator.equality.check import NotProved, Steps
from generator.equality.claims import Observe
from generator.equality.difference import seems_different
from generator.equality.search import Told, Wish, prove, silent
from generator.peephole.items import repetitions
from generator.reading.parts import Graph, parts
from hp15c.listing.program import Program
from hp15c.listing.spellings import lines_between
from hp15c.table.instructions import LETTERS, OperandKind, Role, Step, free_labels, step
from hp15c.table.step import TYPING

EFFORT: Final = 30_000
"""The lines executed on terms before no other change is tried. They take one to four seconds."""
_RUNS: Final = 5  # lines that are run count as one that is executed on terms
_LEAST, _MOST = 3, 16  # lines of a subroutine that is made
_GLANCE: Final = 12_500  # lines that are run for keys that show at once that a change is wrong
_GOES: Final = (Role.JUMPS, Role.RETURNS)
_PLAIN_NOT: Final = (Role.LABEL, Role.JUMPS, Role.RETURNS, Role.STOPS, Role.EVALUATES, Role.COUNTS)


@dataclass(frozen=True, slots=True)
class Change:
    """A change that was proved: the lines of the given program that go, and what becomes of them."""

    lines: tuple[int, ...]
    told: str


class Line(NamedTuple):
    """A step of a draft, and the line of the given program that it is. 0 for a new one."""

    step: Step
    origin: int


Draft = tuple[Line, ...]


class Guess(NamedTuple):
    """A shorter draft, and how it came about."""

    draft: Draft
    change: Change


def shorten_whole(
    program: Program,
    observe: Observe = Observe.ALL,
    keep: tuple[int, ...] = (),
    effort: int = EFFORT,
    told: Told = silent,
) -> tuple[Program, tuple[Change, ...]]:
    """The program with changes that are proved to leave all that is observed, and these changes.

    Changes are tried, those that save most first, until `effort` lines were executed on terms.
    """
    draft = _draft(program)
    found: list[Change] = []
    refused: set[Draft] = set()
    left = Steps(effort)
    while True:
        for guess in (one for one in _by_size(program, draft) if one.draft not in refused):
            if left.left <= 0:
                return _program(program, draft), tuple(found)
            told("for shared lines", effort - left.left, effort)
            if has_proof(program, steps_of(program, guess), Wish(observe, keep), left):
                draft = guess.draft
                found.append(guess.change)
                break
            refused.add(guess.draft)
        else:
            return _program(program, draft), tuple(found)


def guesses(program: Program) -> tuple[Guess, ...]:
    """Changes that make a program shorter, those that save most first. Whether it does the same is open."""
    return _by_size(program, _draft(program))


def _by_size(program: Program, draft: Draft) -> tuple[Guess, ...]:
    return tuple(sorted(_guesses(program, draft), key=lambda one: _size(program, one.draft)))


def extraction(program: Program, first: int, last: int) -> Guess | None:
    """The program with some of its lines as a subroutine at its end, which is called wherever they stood.

    None where they cannot be a subroutine.
    """
    draft, count = _draft(program), last + 1 - first
    label = _free_label(program, draft)
    if label is None or not _movable(draft, first - 1, count):
        return None
    block, places, place = program.steps[first - 1 : last], [first - 1], 0
    while place + count <= len(draft):
        apart = abs(place - first + 1) >= count
        alike = apart and program.steps[place : place + count] == block and _movable(draft, place, count)
        places += [place] * alike
        place += count if alike else 1
    return _call(draft, sorted(places), block, label)


def steps_of(program: Program, guess: Guess) -> Program:
    """The program that comes of a guess."""
    return _program(program, guess.draft)


def _draft(program: Program) -> Draft:
    return tuple(Line(one, number) for number, one in enumerate(program.steps, 1))


def has_proof(program: Program, other: Program, wish: Wish, left: Steps | None = None) -> bool:
    """Whether a proof is found with the steps that are `left`.

    Keys are drawn first: where they show a difference, no proof is searched for.
    """
    differs, lines = seems_different(program, other, wish.observe, _GLANCE)
    limit = left or Steps(EFFORT)
    limit.left -= lines // _RUNS
    if differs:
        return False
    try:
        prove(program, other, wish, limit=limit)
    except NotProved:
        return False
    return True


def _program(program: Program, draft: Draft) -> Program:
    return program.with_steps(tuple(line.step for line in draft))


def _size(program: Program, draft: Draft) -> tuple[int, int]:
    return _program(program, draft).bytes, len(draft)


def _guesses(program: Program, draft: Draft) -> Iterator[Guess]:
    """Drafts that are shorter, whether they do the same or not."""
    size = _size(program, draft)
    for guess in (
        *_guesses_without(program, draft),
        *_shared_ends(program, draft),
        *_subroutines(program, draft),
    ):
        if _size(program, guess.draft) < size:
            yield guess


def _lines(draft: Draft, first: int, last: int) -> tuple[int, ...]:
    """The lines of the given program that became those of a draft from place `first` to before `last`."""
    return tuple(line.origin for line in draft[first:last] if line.origin)


# lines without effect


def _guesses_without(program: Program, draft: Draft) -> Iterator[Guess]:
    """Guesses without lines that nothing reaches or reads, or without jumps to the next line."""
    now = _program(program, draft)
    graph = Graph(now)
    reached = {line for part in parts(now) if part.beginning.value != "unreached" for line in part.lines}
    lost = [place for place in range(len(draft)) if place + 1 not in reached]
    if lost:
        kept = tuple(line for place, line in enumerate(draft) if place not in lost)
        origins = tuple(draft[place].origin for place in lost if draft[place].origin)
        yield Guess(kept, Change(origins, f"{lines_between(origins[0], origins[-1])}: nothing leads there"))
    for place, line in enumerate(draft):
        why = _why_useless(graph, place, line.step)
        if why and line.origin and not (place and draft[place - 1].step.may_skip):
            kept = draft[:place] + draft[place + 1 :]
            yield Guess(kept, Change((line.origin,), f"{lines_between(line.origin, line.origin)}: {why}"))


def _why_useless(graph: Graph, place: int, one: Step) -> str:
    """Why a line may be without effect. "" where there is no reason to think so."""
    number = place + 1
    if one.role is Role.JUMPS:
        behind = number + 1
        while behind < len(graph.lines) and graph.lines[behind].role is Role.LABEL:
            if behind in graph.after[number]:
                return "the jump leads to the next line"
            behind += 1
    if one.role is Role.LABEL:
        return "nothing goes to this label"
    if one.names is OperandKind.REGISTER and one.name.startswith("STO"):
        return "what it stores is not used"
    if (one.name, one.operand) == ("SF", "8"):
        return "complex mode comes on without it"
    acts = one.operand == "8"  # CF 8 does something where complex mode was on before
    return "the flag is not asked for" if one.name in ("SF", "CF") and not acts else ""


# lines that occur twice


def _shared_ends(program: Program, draft: Draft) -> Iterator[Guess]:
    """Two blocks that end in the same lines: one goes on in the other."""
    label = _free_label(program, draft)
    ends = [
        place
        for place, line in enumerate(draft)
        if line.step.role in _GOES and not (place and draft[place - 1].step.may_skip)
    ]
    for first in ends:
        for second in ends:
            count = _common(draft, first, second) if first != second else 0
            if count > 1:
                yield from _join(draft, first + 1 - count, second + 1 - count, count, label)


def _common(draft: Draft, first: int, second: int) -> int:
    """How many lines before two places, themselves included, are the same."""
    count = 0
    while count < min(first, second) + 1:
        one, other = draft[first - count].step, draft[second - count].step
        if one != other or one.role is Role.LABEL or count >= abs(first - second):
            break
        count += 1
    return count


def _join(draft: Draft, gone: int, kept: int, count: int, label: str | None) -> Iterator[Guess]:
    """The draft in which one of two equal ends is a jump to the other."""
    before = draft[kept - 1].step if kept else None
    known = before.operand if before is not None and before.role is Role.LABEL else None
    name = known or label
    if name is None or (gone and draft[gone - 1].step.may_skip) or not _begins(draft, kept):
        return
    jump, mark = (Line(step("GTO", name), 0),), (Line(step("LBL", name), 0),) * (known is None)
    origins = _lines(draft, gone, gone + count)
    if gone < kept:
        made = draft[:gone] + jump + draft[gone + count : kept] + mark + draft[kept:]
    else:
        made = draft[:kept] + mark + draft[kept:gone] + jump + draft[gone + count :]
    other = _lines(draft, kept, kept + count)
    if origins and other:
        here, there = (lines_between(one[0], one[-1]) for one in (origins, other))
        yield Guess(made, Change(origins, f"{here}: GTO {name}, because they are {there} again"))


def _begins(draft: Draft, place: int) -> bool:
    """Whether no number goes on from the line before a place."""
    return not (place and draft[place].step.role in TYPING and draft[place - 1].step.role in TYPING)


def _subroutines(program: Program, draft: Draft) -> Iterator[Guess]:
    """Lines that occur several times become a subroutine at the end."""
    label = _free_label(program, draft)
    if label is None or not draft or draft[-1].step.role not in _GOES:
        return
    steps = tuple(line.step for line in draft)
    for count, places in repetitions(steps, range(_MOST, _LEAST - 1, -1), partial(_movable, draft)):
        if len(places) * (count - 1) > count + 2:
            yield _call(draft, places, steps[places[0] : places[0] + count], label)


def _movable(draft: Draft, place: int, count: int) -> bool:
    """Whether lines may stand in a subroutine: no jumps, no tests at their border, whole numbers."""
    if any(one.step.role in _PLAIN_NOT or one.step.may_skip for one in draft[place : place + count]):
        return False
    ends_whole = place + count >= len(draft) or _begins(draft, place + count)
    return _begins(draft, place) and ends_whole and not (place and draft[place - 1].step.may_skip)


def _call(draft: Draft, places: list[int], found: tuple[Step, ...], label: str) -> Guess:
    made: list[Line] = []
    at = 0
    for place in places:
        made += [*draft[at:place], Line(step("GSB", label), 0)]
        at = place + len(found)
    new = (step("LBL", label), *found, step("RTN"))
    made += draft[at:]
    ends = made[-1].step.role in _GOES
    made += [Line(one, 0) for one in (new if ends else (step("RTN"), *new))]
    runs = [_lines(draft, place, place + len(found)) for place in places]
    told = ", ".join(lines_between(run[0], run[-1]) for run in runs if run)
    origins = tuple(line for run in runs for line in run)
    return Guess(
        tuple(made), Change(origins, f"{told}: GSB {label}, a subroutine of these {len(found)} lines")
    )


def _free_label(program: Program, draft: Draft) -> str | None:
    """A label that the draft does not use, and no key calls. None when there is none left."""
    used = {line.step.operand for line in draft if line.step.role is Role.LABEL or line.step.searches}
    return next(iter(free_labels(program.model, {*used, *LETTERS})), None)
