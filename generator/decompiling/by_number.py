"""GTO I: the labels of numbers are tried one after the other, as tests of the number in I.

The cases are the labels that no other line names, and those between and beside them. Where the number is that
of another label, or negative, so that it names a line, the module does something else, which the proof finds.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.decompiling.routines import NotWritten
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.rules.flow import LABELS_BY_NUMBER
from hp15c.table.instructions import LETTERS, Role, Step
from hp15c.terms import TermState, constant, laws
from hp15c.terms.term import Term


class Case(NamedTuple):
    """Whether the number in I is that of a label, and the line of the label."""

    condition: Term
    line: int


def cases(program: Program, step: Step, state: TermState) -> list[Case]:
    """The cases of a GTO I in the order of their numbers, none for another line.

    NotWritten for GSB I, and where no label is there.
    """
    if step.operand != "I" or not step.searches:
        return []
    start, whole = (state.line or 0) + 1, laws.compute("INT", state.i)
    labels = [one for one in LABELS_BY_NUMBER[program.model] if one not in LETTERS]
    there = [number for number, one in enumerate(labels) if one in program.label_lines]
    named = {one.operand for one in program.steps if one.searches}
    only = [number for number in there if labels[number] not in named]
    wanted = range(min(only), max(only) + 1) if only else range(len(labels))
    while only and {wanted.start - 1, wanted.stop} & {*there}:
        wanted = range(wanted.start - (wanted.start - 1 in there), wanted.stop + (wanted.stop in there))
    found = [(number, program.find_label(labels[number], start)) for number in there if number in wanted]
    if step.role is not Role.JUMPS or not found:
        raise NotWritten(f"{step} takes its label from I", state.line or 0)
    return [
        Case(laws.equal(whole, constant(Number.of(number))), line)
        for number, line in found
        if line is not None
    ]
