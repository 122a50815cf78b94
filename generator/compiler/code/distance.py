"""An estimate of how far a state is from its next operation: the lines that only move values."""

from __future__ import annotations

from generator.compiler.code.graph import Branch, CountedJump, Jump
from generator.compiler.code.problem import REGISTERS, NumberedBlock, NumberedNode, Problem, Stage
from generator.compiler.code.tables import ARITHMETIC, COMMUTING, ELEMENTS
from hp15c.table.models import Model

FAR = 3


def distance(
    problem: Problem,
    part: NumberedBlock,
    stage: Stage,
    places: tuple[int, ...],
    agreed: tuple[tuple[int, tuple[int, ...]], ...],
) -> int:
    """The least number of lines before one of the next operations, or the end of the block, is reached."""
    if not stage.ready:
        return _from_end(problem, part, places, agreed)
    best = FAR
    for number in stage.ready:
        best = min(best, _from_operation(problem, part.operations[number], places))
        if best == 0:
            break
    return best


def _from_operation(problem: Problem, one: NumberedNode, places: tuple[int, ...]) -> int:
    inputs = one.inputs
    if one.line in ELEMENTS:
        return _from_element(problem, one, places)
    if not inputs:
        return 0
    if len(inputs) == 1:
        return _to_x(problem, inputs[0], places)
    if len(inputs) > 2 or one.line == "call":
        return _arguments(inputs, places)
    left, right = inputs
    x, y = places[:2]
    if (x == right and y == left) or (one.line in COMMUTING and x == left and y == right):
        return 0
    best = _with_left_in_x(problem, one.line, left, right, places)
    if one.line in COMMUTING and best:
        best = min(best, _with_left_in_x(problem, one.line, right, left, places))
    if best and x == right and one.line in ARITHMETIC and left in places[REGISTERS:]:
        best = 0
    return best


def _from_element(problem: Problem, one: NumberedNode, places: tuple[int, ...]) -> int:
    """The lines until I has the number of the register, and X the value to store."""
    *index, last = (*one.inputs, 0) if one.line == "load" else one.inputs
    there = not index or (problem.pointer is not None and places[problem.pointer] == index[0])
    return (0 if there else 1) + (_to_x(problem, last, places) if last else 0)


def _to_x(problem: Problem, value: int, places: tuple[int, ...]) -> int:
    if places[0] == value or value in problem.constants:
        return 0
    return 1 if places[1] == value or value in places[3:] else 2


def _with_left_in_x(problem: Problem, line: str, left: int, right: int, places: tuple[int, ...]) -> int:
    """The lines until X has the left operand with the right one to follow, or until both stand in Y and X."""
    x, y = places[:2]
    held = right in problem.constants
    recalled = line in ARITHMETIC and problem.model is Model.HP15C and right in places[REGISTERS:]
    if x == left:
        if held or recalled:
            return 0
        return 1 if right in places[1:2] or right in places[3:] else 2
    if held or recalled:
        return _to_x(problem, left, places)
    if y == left:
        return 1
    return 2


def _arguments(inputs: tuple[int, ...], places: tuple[int, ...]) -> int:
    return sum(places[i] != value for i, value in enumerate(reversed(inputs)))


def _from_end(
    problem: Problem,
    part: NumberedBlock,
    places: tuple[int, ...],
    agreed: tuple[tuple[int, tuple[int, ...]], ...],
) -> int:
    end = part.block.terminator
    ending = part.ending
    if isinstance(end, Branch):
        if len(ending) == 1:
            return _to_x(problem, ending[0], places)
        return min(
            _with_left_in_x(problem, "", ending[0], ending[1], places),
            _with_left_in_x(problem, "", ending[1], ending[0], places),
        )
    if isinstance(end, CountedJump):
        return 0 if ending[0] in places[REGISTERS:] else 1
    if isinstance(end, Jump):
        return _from_agreement(part, places, agreed)
    return _arguments(ending[: len(end.values)], places) if end is not None else 0


def _from_agreement(
    part: NumberedBlock, places: tuple[int, ...], agreed: tuple[tuple[int, tuple[int, ...]], ...]
) -> int:
    target = part.targets[0]
    names = part.renamed[target]
    for to, known in agreed:
        if to == target:
            return sum(1 for i, value in enumerate(known) if value and places[i] != names.get(value, value))
    return sum(value not in places for value in set(names.values()))
