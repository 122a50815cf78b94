"""Operations on the sums, and operations with lines of their own: what they do to the stack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from generator.compiler.code.problem import LAST_X, NumberedNode, Problem
from generator.compiler.code.tables import CLEARING, CORRELATING, SUMMING
from generator.language.complex_lines import OF_COMPLEX

PUSHING: Final = frozenset({"RCL MATRIX", "RCL", "RCL RAN#", "digit"})
PUSHING_TWO: Final = frozenset({"RCL DIM"})
DROPPING: Final = frozenset({"+", "−", "×", "÷", "yˣ", "RCL g", "I"})
DROPPING_TWO: Final = frozenset({"STO g"})
REPLACING: Final = frozenset(
    {"1/x", "CHS", "MATRIX", "Re↔Im", "ABS", "x↔", "10ˣ", "%", "Δ%", *OF_COMPLEX.values()}
)
_MOVING: Final[dict[str, Callable[[int, int, int, int], list[int]]]] = {
    "x↔y": lambda x, y, z, t: [y, x, z, t],
    "R↓": lambda x, y, z, t: [y, z, t, x],
    "R↑": lambda x, y, z, t: [t, x, y, z],
    "ENTER": lambda x, y, z, t: [x, x, y, z],
}


def places_after(places: Sequence[int], lift: int, one: NumberedNode) -> list[int] | None:
    """The places after the lines of an operation. None where they cannot stand there."""
    stack, registers = list(places[:LAST_X]), places[LAST_X + 1 :]
    count = len(one.inputs)
    if lift == 3 or tuple(reversed(stack[:count])) != one.inputs:
        return None
    lines = one.node.lines
    if lift == 1 and lines[0][0] in PUSHING | PUSHING_TWO:
        stack = [stack[1], stack[2], stack[3], stack[3]]
    for row, _ in lines:
        stack = _after(row, stack)
    outputs = list(reversed(one.outputs))
    return [*outputs, *stack[len(outputs) :], 0, *registers]


def _after(row: str, stack: list[int]) -> list[int]:
    x, y, z, t = stack
    if row in PUSHING:
        return [0, x, y, z]
    if row in PUSHING_TWO:
        return [0, 0, x, y]
    if row in DROPPING:
        return [0, z, t, t]
    if row == "R/S":
        return [0, 0, 0, 0]
    if row in DROPPING_TWO:
        return [z, t, t, t]
    if row in REPLACING:
        return [0, y, z, t]
    return _MOVING[row](x, y, z, t) if row in _MOVING else stack


def ways_of_sums(
    problem: Problem, places: Sequence[int], lift: int, one: NumberedNode
) -> Iterator[tuple[list[int], int]]:
    """The places and the stack lift after an operation on the sums, where they allow it."""
    if any(places[slot] != value for slot, value in one.before):
        return
    x, y, z, t, last, *registers = places
    settled = 0 if lift == 2 else lift
    if one.line == CLEARING:
        after = [problem.zero or 0] * LAST_X + [last, *registers]
    elif one.line in SUMMING:
        if (y, x) != one.inputs:
            return
        after, settled = [one.outputs[0], y, z, t, x, *registers], 1
    elif one.line == CORRELATING:
        if x != one.inputs[0]:
            return
        after, settled = [one.outputs[1], one.outputs[0], y, z, x, *registers], 0
    else:
        if lift == 3:
            return
        below = [y, z] if lift == 1 else [x, y]
        after, settled = [one.outputs[1], one.outputs[0], *below, last, *registers], 0
    for slot, value in one.after:
        after[slot] = value
    yield after, settled
