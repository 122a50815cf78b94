"""A program lowered once: all facts of each line that its text decides, in whatever state.

The machine, the engines, lint and the generator read it, so that each fact is found in one place. The facts
are where a line goes on, which label it leads to, what number a run of entry lines types, and what the line
costs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from hp15c import timing
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state import entry
from hp15c.table.instructions import ROWS, Role, Step

RETURN: Final = Step(ROWS["RTN"])


class Typed(NamedTuple):
    """The number that a run of entry lines types, and how many lines they are.

    `cost` is the word times that the lines after the first take because of the digits before them. Each
    line's own word times are not in it.
    """

    number: Number
    lines: int
    cost: int


class Line(NamedTuple):
    """A line of a program. Line 0 is the RTN that is implied before the first and after the last.

    `after` is the line that follows, 0 after the last. `behind` is the line that follows when `after` is
    skipped (BEHAVIOUR 4.5). `target` is the line where the search for its label ends. It is None where the
    step searches for no label, takes it from I, or does not find it. `typed` is the number that the entry
    lines from this one on type when no number is being typed yet. It is None for other lines, and where the
    number overflows or underflows on the way. `cost` is the line's own word times, without those that depend
    on its operands or on the way of its jump. `skip_cost` is the extra word times when the line is skipped.
    """

    number: int
    step: Step
    role: Role
    after: int
    behind: int
    target: int | None
    typed: Typed | None
    cost: int
    skip_cost: int

    @property
    def following(self) -> tuple[int, ...]:
        """The lines at which a run may go on, without those of a subroutine and labels that I names."""
        if self.role is Role.JUMPS:
            return () if self.target is None else (self.target,)
        if self.role is Role.RETURNS:
            return ()
        return (self.after, self.behind) if self.step.may_skip else (self.after,)


@lru_cache(maxsize=256)
def lower(program: Program) -> tuple[Line, ...]:
    """The lines 0 to n of a program. They are computed once for each program."""
    return tuple(_line(program, number) for number in range(len(program) + 1))


def _line(program: Program, number: int) -> Line:
    step = program.steps[number - 1] if number else RETURN
    last = len(program)
    after = number + 1 if number < last else 0
    return Line(
        number,
        step,
        step.role,
        after,
        (after + 1) % (last + 1),
        program.find_label(step.operand, after or 1) if step.searches else None,
        _number_at(program, number) if step.role is Role.TYPES else None,
        timing.line_cost(program, number) if number else timing.IMPLIED_RETURN[program.model],
        timing.jumps.skip_cost(program, number),
    )


def _number_at(program: Program, number: int) -> Typed | None:
    typed: entry.Entry | None = None
    count = cost = 0
    for step in program.steps[number - 1 :]:
        if step.role is not Role.TYPES and (step.role is not Role.SIGNS or typed is None):
            break
        key = step.operand or step.name
        if typed is not None:
            cost += timing.operands.typed_cost(typed, step.name, program.model)
        typed = entry.start(key) if typed is None else entry.press(typed, key)
        if entry.value(typed).finished:
            return None
        count += 1
    assert typed is not None
    return Typed(entry.value(typed).number, count, cost)
