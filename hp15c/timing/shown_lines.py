"""What showing a program line costs, in word times: by its keycodes, and by its place in memory.

Found from the keys of program mode measured one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hp15c.models import Model
from hp15c.program import Program
from hp15c.timing.fetch import fetch_cost

# Line 000; a line of one digit, its fetch apart; what the cells of its keycodes add, code by code; the u of
# a line of USER mode.
_SHOW_TOP: Final = {Model.HP15C: 125, Model.HP11C: 139}
_SHOW_LINE: Final = {Model.HP15C: 199, Model.HP11C: 314}
_SHOW_CODES: Final[Mapping[Model, Mapping[tuple[int, ...], int]]] = {
    Model.HP15C: {
        (1,): 0,
        (2,): 60,
        (2, 1): 84,
        (2, 2): 115,
        (2, 1, 1): 149,
        (2, 2, 1): 141,
        (2, 1, 2): 207,
        (2, 2, 2): 203,
    },
    Model.HP11C: {
        (1,): 0,
        (2,): 41,
        (2, 1): 57,
        (2, 2): 92,
        (2, 1, 1): 122,
        (2, 2, 1): 122,
        (2, 2, 2): 142,
    },
}
_SHOW_USER: Final = 24


def line_shown_cost(program: Program, line: int) -> int:
    """Word times of bringing a line from memory and showing it."""
    model = program.model
    if not line:
        return _SHOW_TOP[model]
    step = program.steps[line - 1]
    codes = tuple(len(code) for code in step.codes(model).replace(",", " ").split())
    cost = _SHOW_LINE[model] + _SHOW_CODES[model][codes] + (_SHOW_USER if step.user else 0)
    return cost + fetch_cost(program, line)
