"""The cost of showing a program line, in word times, by its keycodes and by its place in memory.

Found from the keys of program mode measured one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hp15c.listing.program import Program
from hp15c.table.instructions import LETTERS
from hp15c.table.models import Model
from hp15c.timing.fetch import place

# Line 000, another line without its keycodes, and the place of its first byte in its register.
_SHOW_TOP: Final = {Model.HP15C: 116, Model.HP11C: 139}
_SHOW_LINE: Final = {Model.HP15C: 215, Model.HP11C: 308}
_SHOW_PLACE: Final = {
    Model.HP15C: (0, 9, 12, 15, 18, 21, 25),
    Model.HP11C: (0, 11, 20, 29, 38, 47, 56),
}

# The cells of the keycodes, code by code. A letter, I or (i) as the operand and the u of a line of USER mode
# add to them.
_SHOW_CODES: Final[Mapping[Model, Mapping[tuple[int, ...], int]]] = {
    Model.HP15C: {
        (1,): 0,
        (2,): 38,
        (2, 1): 65,
        (2, 2): 80,
        (2, 1, 1): 114,
        (2, 2, 1): 133,
        (2, 1, 2): 115,
        (2, 2, 2): 144,
    },
    Model.HP11C: {
        (1,): 0,
        (2,): 27,
        (2, 1): 49,
        (2, 2): 72,
        (2, 1, 1): 118,
        (2, 2, 1): 111,
        (2, 2, 2): 125,
    },
}
_SHOW_LETTER: Final = {Model.HP15C: 27, Model.HP11C: 11}
_SHOW_INDIRECT: Final = {Model.HP15C: 58, Model.HP11C: 0}
_SHOW_USER: Final = 13


def line_shown_cost(program: Program, line: int) -> int:
    """Word times of fetching a line from memory and showing it."""
    model = program.model
    if not line:
        return _SHOW_TOP[model]
    step = program.steps[line - 1]
    codes = tuple(len(code) for code in step.codes(model).replace(",", " ").split())
    cost = _SHOW_LINE[model] + _SHOW_PLACE[model][place(program, line)] + _SHOW_CODES[model][codes]
    if step.operand in LETTERS:
        cost += _SHOW_LETTER[model]
    elif step.operand in ("I", "(i)"):
        cost += _SHOW_INDIRECT[model]
    return cost + (_SHOW_USER if step.user else 0)
