"""Sequences of lines that a program repeats become one subroutine, where that saves lines.

A sequence holds nothing that jumps, tests or stops. A copy that stands in front of an RTN already stays there
and gets the label, or has one already. A sequence that ends with a call stands in front of what it calls and
runs on into it. Where a test jumps around a copy, the opposite test skips the call, and the jump goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from generator.assembler.targets import Goal
from generator.compiler.code.tables import DISABLING, KEYED, OPPOSITE
from generator.compiler.target.routines import taken_labels, with_routines
from generator.compiler.tree.ir import Module
from generator.language.operations import RETURNS_OF_RUN
from generator.peephole.flow import may_nest_too_deep
from generator.peephole.items import repetitions
from hp15c.listing.program import Program
from hp15c.table.instructions import Role, Step, free_labels, step
from hp15c.table.models import LIMITS
from hp15c.table.step import Lift

Passed = tuple[Program, tuple[int, ...], list[str]]
"""What a pass over lines gives: a program, the source line of each line, and what was done in words."""
SHORTEST: Final = 2
LEAVING: Final = frozenset(("RTN", "GTO"))
"""After these lines the program does not run on to the next line, unless a test may skip them."""
_ENDING: Final = (Role.LABEL, Role.JUMPS, Role.RETURNS, Role.STOPS, Role.PAUSES)


@dataclass(frozen=True, slots=True)
class Repeat:
    """A sequence: the number of its lines, the places where it begins (from 0), and the place of the copy
    that an RTN follows. `called` is the place of the label that its last line calls, where no lines run on
    into it. `around` are the places of copies that a test jumps around, each with whether the label goes with
    the jump. `labelled` is the label of the copy that an RTN follows, '' where it has none.
    """

    length: int
    places: tuple[int, ...]
    home: int | None
    called: int | None = None
    around: Mapping[int, bool] = field(default_factory=dict)
    labelled: str = ""

    @property
    def gain(self) -> int:
        """How many lines fewer the program is with a subroutine for it."""
        jumps = sum(1 + goes for goes in self.around.values())
        if self.home is not None:
            return (len(self.places) - 1) * (self.length - 1) - (not self.labelled) + jumps
        own = self.length if self.called is not None else self.length + 2
        return len(self.places) * (self.length - 1) - own + jumps


def without_repeats(program: Program, sources: Sequence[int], module: Module, goal: Goal) -> Passed:
    """A program with repeated sequences as subroutines, the source line of each line, and what was done.

    With the goal `fast` it stays as it is, because a call takes time.
    """
    if goal == "fast":
        return program, tuple(sources), []
    return _share(program, sources, module, lambda one: one)


def with_calls_skipped(program: Program, sources: Sequence[int], module: Module) -> Passed:
    """A program with subroutines for repeated sequences, only where a test jumps around a copy.

    A program is faster with them where the test seldom leads to the call: it skips a line then and does not
    search for a label.
    """

    def skip(one: Repeat) -> Repeat:
        return replace(one, places=tuple(one.around), home=None, called=None, labelled="")

    return _share(program, sources, module, skip)


def _share(
    program: Program, sources: Sequence[int], module: Module, copies: Callable[[Repeat], Repeat]
) -> Passed:
    """A program with some copies of each repeated sequence as a subroutine, while that saves lines."""
    told: list[str] = []
    while True:
        repeats = map(copies, _repeats(program, module))
        best = max(repeats, key=lambda one: (one.gain, one.length), default=None)
        taken = {*program.label_lines, *taken_labels(module)}
        labels = free_labels(program.model, taken)
        label = next(iter([best.labelled] if best and best.labelled else labels), None)
        if best is None or best.gain <= 0 or label is None:
            return program, tuple(sources), told
        made, origin = _call(program, sources, best, label)
        if not _has_room_to_return(with_routines(module, made), module.numbered):
            return program, tuple(sources), told
        lines = ", ".join(f"{place + 1:03d}" for place in best.places)
        told.append(
            f"The {best.length} lines from lines {lines} on are equal: a subroutine saves {best.gain} lines"
        )
        program, sources = made, origin


def _has_room_to_return(program: Program, numbered: frozenset[str]) -> bool:
    """Whether the calls surely fit the model's limit. SOLVE and the integral need returns of their own.

    GTO I leads to labels that are `numbered`.
    """
    runs = sum(one.role is Role.EVALUATES for one in program.steps)
    if not runs:
        return not may_nest_too_deep(program, numbered)
    targets = {one.operand for one in program.steps if one.name == "GSB"}
    return len(targets) + RETURNS_OF_RUN * runs <= LIMITS[program.model].returns and "I" not in targets


def _repeats(program: Program, module: Module) -> Iterator[Repeat]:
    """Every sequence that stands in more than one place."""
    steps = program.steps
    if not steps or steps[-1].name not in LEAVING:
        return
    ends = {place: end for start, end in runs_of(steps) for place in range(start, end)}

    def is_call(place: int, length: int) -> bool:
        return place + length <= ends.get(place, 0) and _may_be_call(steps, place, length)

    bodies = _bodies(program, module)
    longest = max((end - place for place, end in ends.items()), default=0)
    for length, places in repetitions(steps, range(SHORTEST, longest + 1), is_call):
        behind = [place for place in places if steps[place + length].name == "RTN"]
        called = _label_called(program, steps[places[0] + length - 1])
        named = [one for one in behind if _own_label(program, one)]
        home = next(iter((*named, *behind)), None)
        jumped = {one: bodies[one, length] for one in places if one != home and (one, length) in bodies}
        yield Repeat(
            length, tuple(places), home, called, jumped, _own_label(program, named[0]) if named else ""
        )


def _own_label(program: Program, place: int) -> str:
    """The label right before a line, where no other one has its name. '' where there is none."""
    before = program.steps[place - 1] if place else None
    if before is None or before.role is not Role.LABEL or len(program.label_lines[before.operand]) > 1:
        return ""
    return str(before.operand)


def _bodies(program: Program, module: Module) -> dict[tuple[int, int], bool]:
    """The lines that a test jumps around and that may be skipped in its place, when they are one line.

    They are given by place and length, each with whether nothing else goes to the label after them. A label
    enables stack lift, so the line in front of the test has to do that where the label goes.
    """
    steps = program.steps
    uses = Counter(str(one.operand) for one in steps if one.searches or one.role is Role.EVALUATES)
    pressed = {one.label for one in module.functions.values()}
    found: dict[tuple[int, int], bool] = {}
    for place in range(3, len(steps)):
        before, test, jump = steps[place - 3 : place]
        label = str(jump.operand)
        lines = program.label_lines.get(label, ())
        if jump.name != "GTO" or test.name not in OPPOSITE or _decides(before) or len(lines) != 1:
            continue
        if step(OPPOSITE[test.name]).exists_on(program.model) and lines[0] > place:
            alone = uses[label] == 1 and not uses["I"] and label not in pressed
            found[place, lines[0] - 1 - place] = alone and before.instruction.lift is Lift.ENABLE
    return found


def _label_called(program: Program, one: Step) -> int | None:
    """The place of the label that a line calls. None where it calls none, or lines run on into that label."""
    if one.name != "GSB":
        return None
    found = program.label_lines.get(str(one.operand), ())
    place = found[0] - 1 if len(found) == 1 else None
    if place is None or place == 0:
        return place
    skipped = place > 1 and _decides(program.steps[place - 2])
    return place if program.steps[place - 1].name in LEAVING and not skipped else None


def runs_of(steps: Sequence[Step]) -> list[tuple[int, int]]:
    """Stretches of lines without labels, jumps, tests and stops, nor the line that a test may skip."""
    stretches: list[tuple[int, int]] = []
    start: int | None = None
    for place, one in enumerate(steps):
        skipped = place > 0 and _decides(steps[place - 1])
        if skipped or _decides(one) or one.role in _ENDING:
            if start is not None:
                stretches.append((start, place))
            start = None
        elif start is None:
            start = place
    return stretches


def _decides(one: Step) -> bool:
    return one.may_skip or one.role is Role.EVALUATES


def _may_be_call(steps: Sequence[Step], place: int, length: int) -> bool:
    """Whether lines may be a subroutine, although call and return end a number and enable stack lift."""
    first, last = steps[place].name, steps[place + length - 1].name
    before = steps[place - 1].name if place else ""
    behind = steps[place + length].name
    if before in DISABLING or last in DISABLING:
        return False
    return not (before in KEYED and first in KEYED) and not (last in KEYED and behind in KEYED)


def _call(
    program: Program, sources: Sequence[int], one: Repeat, label: str
) -> tuple[Program, tuple[int, ...]]:
    """The program with GSB in the places of a sequence, and the sequence after a label."""
    made: list[tuple[Step, int]] = []
    lines = list(zip(program.steps, sources, strict=True))
    ends = {start + one.length for start, goes in one.around.items() if goes}
    place = 0
    while place < len(lines):
        if place == one.called and one.home is None:
            first = one.places[0]
            made.append((step("LBL", label), lines[first][1]))
            made += lines[first : first + one.length - 1]
        if place == one.home:
            made += [] if one.labelled else [(step("LBL", label), lines[place][1])]
            made += lines[place : place + one.length]
            place += one.length
        elif place in one.places:
            if place in one.around:
                made.pop()
                test, source = made.pop()
                made.append((step(OPPOSITE[test.name]), source))
            made.append((step("GSB", label), lines[place][1]))
            place += one.length + (place + one.length in ends)
        else:
            made.append(lines[place])
            place += 1
    if one.home is None and one.called is None:
        first = one.places[0]
        made.append((step("LBL", label), lines[first][1]))
        made += lines[first : first + one.length]
        made.append((step("RTN"), lines[first + one.length - 1][1]))
    return replace(program, steps=tuple(line for line, _ in made)), tuple(source for _, source in made)
