"""What else a line costs by the state before it runs, beside its base and what the meter counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hp15c.instructions import TABLE, Step
from hp15c.models import Model
from hp15c.state import State
from hp15c.timing.wide import COMPLEX_MODE, ON_MATRICES, matrix_cost

Count = Callable[[State, Step], int]

# What begins a number, and the zero that a point puts before itself then (BEHAVIOUR 10.1: one digit 275 and
# 240, a second 238 and 219, `.5` 552 and 491).
_FIRST_DIGIT: Final = {Model.HP15C: 37, Model.HP11C: 20}
_ZERO_BEFORE_POINT: Final = {Model.HP15C: 100, Model.HP11C: 85}
_TYPING: Final = frozenset(("digit", ".", "EEX"))


def _begins(state: State, step: Step) -> int:
    if state.entry is not None:
        return 0
    cost = _FIRST_DIGIT[state.model] + (_ZERO_BEFORE_POINT[state.model] if step.name == "." else 0)
    return cost + (COMPLEX_MODE["RCL"] if 8 in state.flags else 0)


def _counted(name: str) -> Count | None:
    """What a row asks for: the first digit of a number, complex mode, matrices; None for nothing."""
    if name in _TYPING:
        return _begins
    extra, on_matrices = COMPLEX_MODE.get(name, 0), name in ON_MATRICES
    if not extra and not on_matrices:
        return None

    def count(state: State, step: Step) -> int:
        cost = extra if 8 in state.flags else 0
        if on_matrices and state.model is Model.HP15C:
            cost += matrix_cost(state, step)
        return cost

    return count


OPERAND_COSTS: Final = {
    row.name: count for row in TABLE if row.programmable and (count := _counted(row.name)) is not None
}
