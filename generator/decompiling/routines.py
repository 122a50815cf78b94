"""The routines of a program: each becomes a function. Jumps into another routine become calls at the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from generator.reading.parts import Beginning, Graph, parts
from hp15c.graphs import circles, postorder, reach
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.rules.flow import LABELS_BY_NUMBER
from hp15c.table.instructions import DIGITS, LETTERS, Role, Step
from hp15c.terms import TermState, constant, laws
from hp15c.terms.term import Term


class NotWritten(Exception):
    """Raised for lines that the language cannot express, with their numbers and why."""

    def __init__(self, reason: str, *lines: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.lines = lines


class ByWord(NotWritten):
    """Raised for lines whose effect can be written as a call of one of the language's functions.

    `words` names them: DSE and ISG by the numbers of their lines, flag 0 by -1, flag 1 by -2, and so on.
    """

    def __init__(self, reason: str, words: Collection[int], *lines: int) -> None:
        super().__init__(reason, *lines)
        self.words = frozenset(words)


_WITH_MATRIX: Final = -20_000


@dataclass(frozen=True, slots=True)
class Routine:
    """A routine: its first line, its label, whether a person presses that label, and whether a line calls it.

    `evaluated` says that only SOLVE or the integral calls it: all levels hold the same number. `lines` are
    the lines that it runs itself, `border` the first lines of routines that it goes on in. With `matrix` it
    is the routine as it runs where X names that matrix when it is called.
    """

    start: int
    label: str
    pressed: bool
    called: bool
    lines: frozenset[int]
    border: frozenset[int]
    calls: frozenset[int]
    evaluated: bool = False
    matrix: str = ""

    @property
    def key(self) -> int:
        """The number by which it is known among the routines of a program."""
        return with_matrix(self.start, self.matrix) if self.matrix else self.start


def routines(program: Program, graph: Graph) -> Mapping[int, Routine]:
    """The routines by their first lines, those first that others call."""
    begun = {part.start: part for part in parts(program)}
    pressed = {
        start: part.label or free_label(program)
        for start, part in begun.items()
        if part.beginning is Beginning.PRESSED
    }
    called = {target for targets in graph.calls.values() for target in targets}
    by_call = {
        target
        for line, targets in graph.calls.items()
        if graph.lines[line].role is Role.CALLS
        for target in targets
    }
    pressed |= {line: graph.labels[line] for line in called if graph.labels.get(line) in LETTERS}
    starts = {*pressed, *called}
    found: dict[int, Routine] = {}
    ends = frozenset(pressed)
    leads = {start: _walk(graph, start, frozenset(starts - {start}), ends) for start in starts}
    for start in sorted(starts):
        border = frozenset(starts - {start})
        while True:
            lines, reached = _walk(graph, start, border, ends)
            back = {one for one in reached if start in _reachable(one, leads, graph)}
            if not back:
                break
            border -= back
        calls = frozenset(target for line in lines for target in graph.calls[line])
        found[start] = Routine(
            start,
            pressed.get(start) or graph.labels.get(start, ""),
            start in pressed,
            start in called,
            lines,
            reached,
            calls,
            evaluated=start in called - by_call - pressed.keys(),
        )
        leads[start] = lines, reached
    return _callees_first(found)


def with_matrix(start: int, letter: str) -> int:
    """The key of a routine that is called with a matrix in X."""
    return _WITH_MATRIX - len(LETTERS) * start - LETTERS.index(letter)


def with_matrices(found: Mapping[int, Routine], words: Collection[int]) -> dict[int, Routine]:
    """The routines, and those of `words` with a matrix in X: each stands after the routine that it is of."""
    made: dict[int, Routine] = {}
    for start, routine in found.items():
        made[start] = routine
        for letter in LETTERS:
            one = replace(routine, matrix=letter, pressed=False, called=True, evaluated=False)
            if one.key in words:
                made[one.key] = one
    return made


def free_label(program: Program) -> str:
    """A label that no line has, for a program that begins without one. NotWritten when there is none."""
    free = [label for label in (*LETTERS, *DIGITS) if label not in program.label_lines]
    if not free:
        raise NotWritten("it begins by R/S, and no label is free for that", 1)
    return free[0]


def _walk(
    graph: Graph, start: int, border: frozenset[int], pressed: frozenset[int]
) -> tuple[frozenset[int], frozenset[int]]:
    """The lines that a routine runs, and the first lines of others that it goes on in.

    It ends at a stop before a line that a person presses.
    """

    def behind(line: int) -> tuple[int, ...]:
        ends = not line or line in border or ends_at_stop(graph, line, pressed)
        return () if ends else graph.after[line]

    found = frozenset(reach([start], behind)) - {0}
    return found - border, found & border


def ends_at_stop(graph: Graph, line: int, starts: frozenset[int]) -> bool:
    """Whether a line is a stop at which a program ends: R/S after it begins another one, or ends at once."""
    after = graph.lines[line].after
    stops = graph.lines[line].role is Role.STOPS
    return stops and (after == 0 or after in starts or graph.lines[after].role is Role.RETURNS)


def _reachable(
    start: int, leads: Mapping[int, tuple[frozenset[int], frozenset[int]]], graph: Graph
) -> set[int]:
    """The routines that one goes on in or calls, itself included."""

    def ahead(one: int) -> list[int]:
        lines, reached = leads[one]
        return [*reached, *(target for line in lines for target in graph.calls[line])]

    return set(reach([start], ahead))


def _callees_first(found: Mapping[int, Routine]) -> Mapping[int, Routine]:
    def ahead(start: int) -> list[int]:
        return sorted(found[start].calls | found[start].border)

    for circle in circles(found, ahead):
        if len(circle) > 1 or circle[0] in ahead(circle[0]):
            raise NotWritten("a routine calls itself", *circle)
    return {start: found[start] for start in postorder(sorted(found), ahead)}


# GTO I: the labels of numbers are tried one after the other, as tests of the number in I


class Case(NamedTuple):
    """Whether the number in I is that of a label, and the line of the label."""

    condition: Term
    line: int


def cases(program: Program, step: Step, state: TermState) -> list[Case]:
    """The cases of a GTO I in ascending order, none for another line. NotWritten for GSB I or no label."""
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
    """The line of the label of each number that is a case of a GTO I.

    These are the labels that no other line names, and those to which the lines after these lead. Where the
    number is that of another label, or negative, so that it names a line, the module does something else.
    That is for the proof to find.
    """
    labels = enumerate(one for one in LABELS_BY_NUMBER[program.model] if one not in LETTERS)
    found = {number: program.find_label(one, line + 1) for number, one in labels}
    there = {number: target for number, target in found.items() if target is not None}
    graph = Graph(program)
    leading = [one for one in graph.lines[1:] if one.step.searches or one.role is Role.EVALUATES]
    named = {one.target for one in leading}
    only = {number: target for number, target in there.items() if target not in named}
    reached = graph.reach(only.values(), [one.number for one in leading if one.step.operand == "I"])
    return {number: target for number, target in there.items() if number in only or target in reached}
