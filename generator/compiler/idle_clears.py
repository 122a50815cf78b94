"""CF 7 after an element of a matrix goes where it is known that another element follows.

STO or RCL in USER mode leaves out the next line after the last element. CF 7 stands there to be left out. In
the lines from a label on, the size of a matrix and how far R0 and R1 have gone on are often known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from generator.assembler.targets import Goal
from generator.compiler.repeats import Passed
from generator.compiler.tree.ir import Module
from hp15c.listing.program import Program
from hp15c.table.instructions import LETTERS, OperandKind, Role
from hp15c.terms import Way, begin, outcomes
from hp15c.terms.term import TRUE

_GOING_ON: Final = (Way.GOES_ON, Way.PAUSES)


def without_idle_clears(program: Program, sources: Sequence[int], _module: Module, _goal: Goal) -> Passed:
    """A program without the CF 7 that are never left out, the source line of each line, and what was done."""
    steps = program.steps
    idle: set[int] = set()
    for line, one in enumerate(steps, 1):
        if one.role is Role.LABEL and any(step.user for step in steps):
            idle.update(_idle_clears(program, line))
    kept = [line for line in range(1, len(steps) + 1) if line not in idle]
    told = [f"Line {line} is never left out: another element follows" for line in sorted(idle)]
    made = program.with_steps(tuple(steps[line - 1] for line in kept)) if idle else program
    return made, tuple(sources[line - 1] for line in kept), told


def _idle_clears(program: Program, start: int) -> Iterator[int]:
    """The lines with CF 7 after a stored element that is not the last one, on the one way from a label.

    Such a line always runs, and another element follows, so that the CF 7 is not needed.
    """
    state = begin(program.model, start, lift=True, depth=1, complex=False)
    sizes: dict[str, int] = {}
    letter, place = (
        "",
        -1,
    )  # how many elements R0 and R1 have gone on in that matrix, -1 where it is not known
    while (line := state.line or 0) and line < len(program):
        one = program.steps[line - 1]
        element = one.user and one.name == "STO" and one.operand in LETTERS
        if str(one) in ("MATRIX 0", "MATRIX 1"):  # no matrix has elements, R0 and R1 are 1
            sizes = {} if one.operand == "0" else sizes
            place = 0 if one.operand == "1" else place
        elif one.name == "DIM" and one.operand in LETTERS:
            rows, columns = state.y.number, state.x.number
            if rows is None or columns is None:
                return
            sizes[one.operand] = int(rows) * int(columns)
        elif element:
            known = one.operand in sizes and place >= 0 and (place == 0 or letter == one.operand)
            if not known:
                return
            letter, place = one.operand, (place + 1) % sizes[one.operand]
            if place and str(program.steps[line]) == "CF 7":
                yield line + 1
        else:
            ways = [way.state for way in outcomes(program, state) if way.way in _GOING_ON]
            moved = one.names is OperandKind.REGISTER and one.operand in ("0", "1", "(i)")
            moved = moved or (one.role is Role.LABEL and line != start)
            if len(ways) != 1 or moved or one.names is OperandKind.MATRIX or ways[0].line != line + 1:
                return
            state = ways[0]
            continue
        state = state._replace(line=line + 1, entry=None, lift=TRUE)
