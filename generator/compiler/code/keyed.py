"""Operations on the sums, and operations with lines of their own: what they do to the stack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator.compiler.code.levels import after, lift_after, sources
from generator.compiler.code.problem import LAST_X, REGISTERS, NumberedNode, Problem
from generator.compiler.code.tables import CLEARING

_PUSHES: Final = {"RCL MATRIX": (-1, 0, 1, 2), "RCL DIM": (-1, -1, 0, 1)}
_OTHERS: Final = {
    **dict.fromkeys(("MATRIX", "Re↔Im"), (-1, 1, 2, 3)),
    **dict.fromkeys(("RCL g", "I"), (-1, 2, 3, 3)),
    "STO g": (2, 3, 3, 3),
    "R/S": (-1, -1, -1, -1),
}
"""The levels whose values come to X, Y, Z and T with lines that the book hands over, -1 for a value that is
not known. Others of these leave the stack alone.
"""


def places_after(places: tuple[int, ...], lift: int, one: NumberedNode) -> list[int] | None:
    """The places after the lines of an operation. None where they cannot stand there."""
    count = len(one.inputs)
    if lift == 3 or places[:count] != tuple(reversed(one.inputs)):
        return None
    now = places[:REGISTERS]
    for number, (row, _) in enumerate(one.node.lines):
        now = _after(row, now, number > 0 or lift != 1)
    stack = now[len(one.outputs) : LAST_X]
    return [*reversed(one.outputs), *stack, 0, *places[REGISTERS:]]


def _after(row: str, now: tuple[int, ...], lifts: bool) -> tuple[int, ...]:
    found = sources(row, lifts)
    if found is None:
        if row in _PUSHES and not lifts:
            now = (*now[1:LAST_X], *now[LAST_X - 1 :])
        found = (*(_PUSHES.get(row) or _OTHERS.get(row) or range(LAST_X)), LAST_X)
    return tuple([now[source] if source >= 0 else 0 for source in found])


def ways_of_sums(
    problem: Problem, places: tuple[int, ...], lift: int, one: NumberedNode
) -> Iterator[tuple[list[int], int]]:
    """The places and the stack lift after an operation on the sums, where they allow it."""
    if any(places[slot] != value for slot, value in one.before):
        return
    outputs = [problem.zero or 0] * LAST_X if one.line == CLEARING else one.outputs
    needed = tuple(reversed(one.inputs))
    pushes = not needed and one.line != CLEARING
    if places[: len(needed)] != needed or (pushes and lift == 3):
        return
    found = [*after(one.line, places, outputs, lift != 1)]
    for slot, value in one.after:
        found[slot] = value
    yield found, lift_after(one.line, lift)
