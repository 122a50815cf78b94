"""GTO I: the labels of numbers are tried one after the other, as tests of the number in I.

The cases are the labels that no other line names, and those to which the lines behind these lead. Where the
number is that of another label, or negative, so that it names a line, the module does something else. That is
for the proof to find.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.decompiling.routines import NotWritten
from generator.reading.parts import Graph
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
    found, whole = _labels(program, state.line or 0), laws.compute("INT", state.i)
    if step.role is not Role.JUMPS or not found:
        raise NotWritten(f"{step} takes its label from I", state.line or 0)
    return [Case(laws.equal(whole, constant(Number.of(number))), line) for number, line in found.items()]


def graph_of(program: Program) -> Graph:
    """Where a program goes from each line, GTO I to its cases only."""
    graph = Graph(program)
    for line in graph.lines[1:]:
        if line.role is Role.JUMPS and line.step.operand == "I":
            graph.after[line.number] = tuple(_labels(program, line.number).values())
    return graph


def _labels(program: Program, line: int) -> dict[int, int]:
    """The line of the label of each number that is a case of a GTO I."""
    labels = enumerate(one for one in LABELS_BY_NUMBER[program.model] if one not in LETTERS)
    found = {number: program.find_label(one, line + 1) for number, one in labels}
    there = {number: target for number, target in found.items() if target is not None}
    graph = Graph(program)
    leading = [one for one in graph.lines[1:] if one.step.searches or one.role is Role.EVALUATES]
    named = {one.target for one in leading}
    only = {number: target for number, target in there.items() if target not in named}
    reached = graph.reach(only.values(), [one.number for one in leading if one.step.operand == "I"])
    return {number: target for number, target in there.items() if number in only or target in reached}
