"""Operations with lines of their own: what these lines do to the stack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from generator.compiler.code.problem import LAST_X, NumberedNode
from generator.language.complex_lines import OF_COMPLEX

PUSHING: Final = frozenset({"RCL MATRIX", "digit"})
PUSHING_TWO: Final = frozenset({"RCL DIM"})
DROPPING: Final = frozenset({"+", "−", "×", "÷", "yˣ", "RCL g", "I"})
DROPPING_TWO: Final = frozenset({"STO g"})
REPLACING: Final = frozenset(
    {"1/x", "CHS", "MATRIX", "Re↔Im", "ABS", "x↔", "10ˣ", "%", "Δ%", *OF_COMPLEX.values()}
)
    {"1/x", "CHS", "MATRIX", "Re↔Im", "ABS", "x↔", "10ˣ", "%", "Δ%", *OF_COMPLEX.values()}
)
_MOVING: Final[dict[str, Callable[[int, int, int, int], list[int]]]] = {
    "x↔y": lambda x, y, z, t: [y, x, z, t],
    "R↓": lambda x, y, z, t: [y, z, t, x],
    "R↑": lambda x, y, z, t: [t, x, y, z],
    "ENTER": lambda x, y, z, t: [x, x, y, z],
}


def keyed(places: Sequence[int], lift: int, one: NumberedNode) -> list[int] | None:
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
